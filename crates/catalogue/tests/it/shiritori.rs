//! Shiritori by its rules against a plain recursion over the words.

use std::collections::HashMap;

use zug_catalogue::find;
use zug_game::Game;
use zug_lang::{AnyGame, Rules, Settings};
use zug_testkit::oracle::nimber;
use zug_values::{Mex, Nimber};

/// The nimber after `last` was said, with these words left.
fn worth(words: &[&str], left: u32, last: Option<&str>) -> Nimber {
    let mut mex = Mex::default();
    for (place, word) in words.iter().enumerate() {
        let fits = last.is_none_or(|last| last.chars().last() == word.chars().next());
        if fits && left >> place & 1 == 1 {
            mex.insert(worth(words, left & !(1 << place), Some(word)));
        }
    }
    mex.take()
}

#[test]
fn a_word_begins_with_the_last_letter_of_the_word_before() {
    for words in [
        &["ox"][..],
        &["aa", "ab", "ba"],
        &["ab", "bc", "ca", "cb", "ba", "a"],
        &[
            "bat", "cat", "cow", "dog", "elk", "emu", "gnat", "kudu", "tahr", "toad",
        ],
        &["äffin", "nähe", "ei", "igel", "lä", "ä"],
    ] {
        let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        let settings = Settings::default().set("words", format!("[{}]", quoted.join(", ")));
        let rules = Rules::read(find("shiritori").unwrap().source).unwrap();
        let AnyGame::Narrow(game) = rules.instance(&settings).unwrap().game().unwrap() else {
            panic!("a dozen words fit into 64 bits");
        };
        let found = nimber(&game, game.start(), &mut HashMap::new());
        let all = (1 << words.len()) - 1;
        assert_eq!(found, worth(words, all, None), "{words:?}");
    }
}
