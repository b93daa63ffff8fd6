//! Every mistake has one message that points at it and says how to mend it.
//!
//! `tests/mistakes/*.zug` holds rules with one mistake each; the snapshot beside each
//! file shows what its author is told.

use std::path::Path;

use zug_lang::{Error, Rules, Settings};

/// Returns what the author of these rules is told, or `None` if the rules have no
/// fault.
fn complaint(source: &str, origin: &str) -> Option<String> {
    let fault = match Rules::read(source) {
        Err(fault) => fault,
        Ok(rules) => match rules.instance(&Settings::default()) {
            Ok(instance) => instance.game().err()?,
            Err(Error::Rules(fault)) => fault,
            Err(other) => return Some(other.to_string()),
        },
    };
    Some(fault.render(source, origin, false))
}

#[test]
fn every_mistake_is_explained() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the mistakes are here")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|file| file.extension().is_some_and(|ending| ending == "zug"))
        .collect();
    files.sort();
    assert!(files.len() >= 35, "only {} mistakes", files.len());
    for file in files {
        let source = std::fs::read_to_string(&file).expect("the rules can be read");
        let name = file.file_stem().expect("it has a name").to_string_lossy();
        let told = complaint(&source, &format!("{name}.zug"));
        let told = told.unwrap_or_else(|| panic!("{name}: nothing is wrong"));
        insta::with_settings!(
            { snapshot_path => &folder, prepend_module_to_snapshot => false },
            { insta::assert_snapshot!(&*name, told) }
        );
    }
}
