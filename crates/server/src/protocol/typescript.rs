//! The client's types are those of this module: a test fails when `web/src/wire/wire.ts` is stale.

use super::{
    Answer, Command, GameInfo, Health, LobbyTable, Message, Problem, RecordInfo, Replay, Request, TableInfo,
    Version, Which,
};
use std::path::Path;
use ts_rs::{Config, ExportError, TS};

/// Everything a client can send or receive, and what it is made of.
fn export(to: &Path) -> Result<(), ExportError> {
    let config = Config::new().with_out_dir(to);
    for export in [
        Request::export_all,
        Message::export_all,
        // Those that others hold flat are not found by themselves.
        Command::export_all,
        Which::export_all,
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

#[test]
fn the_clients_types_are_those_of_the_server() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire");
    if std::env::var_os("WRITE_WIRE").is_some() {
        return export(&folder).unwrap();
    }
    let made = tempfile::tempdir().unwrap();
    export(made.path()).unwrap();
    let [made, kept] = [made.path(), &folder].map(|at| std::fs::read_to_string(at.join("wire.ts")).unwrap());
    assert!(
        made == kept,
        "web/src/wire/wire.ts is stale: run `WRITE_WIRE=1 cargo test -p server --features ts --lib types` and look at the change"
    );
}
