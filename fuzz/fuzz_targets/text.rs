#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| shelf::probe::text(text));
