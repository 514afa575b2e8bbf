//! The client's types are those of this module and of the games: a test fails when a file of `web/src/wire` is stale.

use super::{
    Answer, Command, GameInfo, Health, LobbyTable, Message, Problem, RecordInfo, Replay, Request, TableInfo,
    TableRef, Version,
};
use std::{collections::BTreeMap, ffi::OsString, fs, path::Path};
use ts_rs::{Config, ExportError, TS};

/// Everything a client can send or receive, and what it is made of.
fn export(to: &Path) -> Result<(), ExportError> {
    // A place and a turn in space are tuples; longer lists, such as counts by colour, are lists.
    let config = Config::new().with_out_dir(to).with_large_int("number").with_array_tuple_limit(4);
    shelf::typescript::export(&config)?;
    for export in [
        Request::export_all,
        Message::export_all,
        // Those that others hold flat are not found by themselves.
        Command::export_all,
        TableRef::export_all,
        Answer::export_all,
        GameInfo::export_all,
        LobbyTable::export_all,
        TableInfo::export_all,
        RecordInfo::export_all,
        Replay::export_all,
        Health::export_all,
        Version::export_all,
        Problem::export_all,
    ] {
        export(&config)?;
    }
    Ok(())
}

/// The files made here: all of the folder but the samples, which `crates/shelf/tests/samples.rs` makes.
fn files(folder: &Path) -> BTreeMap<OsString, String> {
    let files =
        fs::read_dir(folder).expect("the folder is there").map(|file| file.expect("it can be listed"));
    let made = files.filter(|file| file.file_name() != "samples.ts");
    let text = |file: &fs::DirEntry| fs::read_to_string(file.path()).expect("types are text");
    made.map(|file| (file.file_name(), text(&file))).collect()
}

#[test]
fn the_clients_types_are_those_of_the_server() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire");
    if std::env::var_os("WRITE_WIRE").is_some() {
        return export(&folder).unwrap();
    }
    let made = tempfile::tempdir().unwrap();
    export(made.path()).unwrap();
    let (made, kept) = (files(made.path()), files(&folder));
    let stale: Vec<_> =
        made.iter().filter(|(file, text)| kept.get(*file) != Some(text)).map(|made| made.0).collect();
    let strange: Vec<_> = kept.keys().filter(|file| !made.contains_key(*file)).collect();
    assert!(
        stale.is_empty() && strange.is_empty(),
        "of web/src/wire {stale:?} are stale and {strange:?} are nobody's: run \
         `WRITE_WIRE=1 cargo test -p server --features ts --lib types` and look at the change"
    );
}
