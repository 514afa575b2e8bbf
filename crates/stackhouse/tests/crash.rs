//! The real binary, killed in the middle of its work: a few times here, 200 times by `cargo xtask crash`.

use std::path::Path;

#[test]
fn nothing_acknowledged_is_missing_after_kills() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let tally = runtime.block_on(load::crash::crash(Path::new(env!("CARGO_BIN_EXE_stackhouse")), 5)).unwrap();
    assert_eq!(tally.kills, 5);
    assert!(tally.acknowledged > 0, "{tally:?}");
}
