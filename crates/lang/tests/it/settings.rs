//! The values of parameters as people write them.

use proptest::prelude::*;
use zug_lang::{Rules, Settings};

/// Returns the value of a parameter whose default is `default` and which is set to `written`,
/// as rules write it; or the message that it has none.
fn set(default: &str, written: &str) -> Result<String, String> {
    let source = format!(
        "game g(x = {default})\nimpartial\nheap: 0..9 = 9\n\
         move take if heap > 0:\n    heap -= 1\n"
    );
    let settings = Settings::default().set("x", written);
    let rules = Rules::read(&source).unwrap();
    let values = rules.values(&settings).map_err(|error| error.to_string())?;
    Ok(values[0].1.written())
}

#[test]
fn a_caret_in_a_setting_is_a_power_but_not_within_a_text() {
    let told = |value: &str| Ok(value.to_owned());
    assert_eq!(set("0", "10^6"), told("1000000"));
    assert_eq!(set("[1]", "[2^3, 10**2]"), told("[8, 100]"));
    assert_eq!(set("\"c\"", "\"a^b\""), told("\"a^b\""));
}

#[test]
fn a_text_is_the_letters_as_they_stand() {
    for letters in [
        "01", "0110", "10^3", "1_0", "-0", "+5", "", " 1 ", "a + b", "[1]", "#",
    ] {
        assert_eq!(set("\"c\"", letters), Ok(format!("\"{letters}\"")));
        assert_eq!(
            set("\"c\"", &format!("\"{letters}\"")),
            Ok(format!("\"{letters}\""))
        );
    }
    assert_eq!(set("\"c\"", "\"0\" + \"1\""), Ok("\"01\"".to_owned()));
    assert!(set("\"c\"", "0\"1").unwrap_err().contains("quotation mark"));
    assert!(set("\"c\"", "0\n1").unwrap_err().contains("cannot be seen"));
}

#[test]
fn texts_in_lists_keep_their_letters() {
    let texts = "[\"a\", \"b\"]";
    let told = |value: &str| Ok(value.to_owned());
    assert_eq!(
        set(texts, "[01, 1_0, \"00\"]"),
        told("[\"01\", \"1_0\", \"00\"]")
    );
    assert_eq!(
        set(texts, "[10^3, -07, a]"),
        told("[\"10^3\", \"-07\", \"a\"]")
    );
    assert_eq!(set(texts, "007"), told("[\"007\"]"));
    assert_eq!(set("[(\"a\", 1)]", "[(01, 02)]"), told("[(\"01\", 2)]"));
    assert_eq!(set("{\"a\"}", "{02, 01}"), told("{\"01\", \"02\"}"));
    assert_eq!(set("{\"a\": 1}", "{01: 02}"), told("{\"01\": 2}"));
    // Numbers that are worked out have no letters to keep.
    assert_eq!(set(texts, "[i for i in 0..1]"), told("[\"0\", \"1\"]"));
}

#[test]
fn brackets_may_be_left_out() {
    let told = |value: &str| Ok(value.to_owned());
    assert_eq!(set("[1]", "3,5,6"), told("[3, 5, 6]"));
    assert_eq!(set("[1]", " 3 , 2 + 3 "), told("[3, 5]"));
    assert_eq!(set("{1}", "3,1,4"), told("{1, 3, 4}"));
    assert_eq!(set("(1, 2)", "3,5"), told("(3, 5)"));
    assert_eq!(set("[(1, 2)]", "(3, 4), (2, 3)"), told("[(3, 4), (2, 3)]"));
    assert_eq!(set("[\"a\"]", "01,b"), told("[\"01\", \"b\"]"));
    assert!(set("1", "3,5").is_err());
    assert!(set("[1]", "3,,5").is_err());
}

#[test]
fn numbers_are_read_as_numbers() {
    assert_eq!(set("1", " 007 "), Ok("7".to_owned()));
    assert_eq!(set("[1]", "[010, 10^3]"), Ok("[10, 1000]".to_owned()));
    assert!(set("1", "").is_err());
    assert!(set("1", "\"1\"").is_err());
}

proptest! {
    #[test]
    fn every_text_of_digits_is_kept(letters in "[-+ 0-9^_.,()\\[\\]]{0,20}") {
        let quoted = format!("\"{letters}\"");
        prop_assert_eq!(set("\"c\"", &letters), Ok(quoted.clone()));
        prop_assert_eq!(set("[\"c\"]", &format!("[{quoted}]")), Ok(format!("[{quoted}]")));
    }

    #[test]
    fn every_row_of_digits_is_kept_in_a_list(letters in "0{0,3}[1-9][0-9_]{0,8}") {
        let list = format!("[\"{letters}\"]");
        prop_assert_eq!(set("[\"c\"]", &format!("[{letters}]")), Ok(list));
    }
}
