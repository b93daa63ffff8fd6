//! Law of reading: no text makes the parser, the checker or a drawn diagnostic panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zug_lang::Rules;

fuzz_target!(|text: &str| {
    if let Err(fault) = Rules::read(text) {
        let _ = fault.render(text, "rules.zug", false);
    }
});
