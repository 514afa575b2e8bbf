//! `docs/openapi.json` against the house: the same paths, and answers that fit their schemas.

#![allow(clippy::unwrap_used)]

mod client;

use client::{Client, generous, get, nabbit, start, start_in};
use journal::Memory;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;

fn document() -> Value {
    serde_json::from_str(include_str!("../../../docs/openapi.json")).unwrap()
}

#[test]
fn the_document_has_the_paths_of_the_house_and_no_others() {
    let told: BTreeSet<String> = document()["paths"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(told, server::net::paths().map(str::to_owned).collect());
}

#[test]
fn the_protocol_page_has_the_paths_of_the_house_and_no_others() {
    let page = include_str!("../../../docs/protocol.md");
    let told: BTreeSet<String> = page
        .split("`GET ")
        .skip(1)
        .map(|rest| rest.split(['`', '?']).next().unwrap().replace("{id}", "{table}"))
        .collect();
    let spoken = server::net::paths().filter(|path| *path != "/ws");
    assert_eq!(told, spoken.map(str::to_owned).collect());
}

/// Asks for a path and checks that the document foresees the answer; returns its status.
async fn fits(address: SocketAddr, template: &str, path: &str) -> String {
    fits_with(address, template, path, "localhost").await
}

/// The same with more headers after the host.
async fn fits_with(address: SocketAddr, template: &str, path: &str, host: &str) -> String {
    let (head, body) = get(address, path, host).await;
    let status = head.split(' ').nth(1).unwrap().to_owned();
    let document = document();
    let response = &document["paths"][template]["get"]["responses"][&status];
    assert!(response.is_object(), "{path} answers {status}, which the document does not tell: {body}");
    let kind = head.split("content-type: ").nth(1).unwrap().split(['\r', ';']).next().unwrap();
    let schema = response["content"][kind]["schema"].clone();
    assert!(schema.is_object(), "{path} answers {kind}");
    let answer = if kind == "application/json" { serde_json::from_str(&body).unwrap() } else { json!(body) };
    let schema = json!({"allOf": [schema], "components": document["components"]});
    let validator = jsonschema::validator_for(&schema).unwrap();
    let wrong: Vec<_> = validator
        .iter_errors(&answer)
        .map(|error| format!("{} at {}", error, error.instance_path()))
        .collect();
    assert!(wrong.is_empty(), "{path}: {wrong:#?}");
    status
}

#[tokio::test]
async fn every_answer_of_the_house_fits_the_document() {
    let running = start(Arc::new(Memory::new()), generous()).await;
    let at = running.address;
    let mut host = Client::connect(at).await;
    let waiting = host.ask(nabbit()).await["table"].as_str().unwrap().to_owned();
    let mut screen = Client::connect(at).await;
    let bots = json!([{"seat": 0, "level": "easy"}, {"seat": 1, "level": "easy"}]);
    let opening = json!({"type": "create", "game": "nabbit", "seats": 2, "name": "Screen", "sit": null, "bots": bots, "clocks": {"game_s": 600}});
    let over = screen.ask(opening).await["table"].as_str().unwrap().to_owned();
    screen.ask(json!({"type": "start", "table": over})).await;
    while screen.until("moment").await["turn"]["type"] != "over" {}
    let nowhere = "0".repeat(26);
    for path in server::net::paths().filter(|path| *path != "/ws") {
        let fill = |table: &str| path.replace("{table}", table);
        if fill("") == path {
            assert_eq!(fits(at, path, path).await, "200");
            continue;
        }
        let ended = if path.ends_with("/hint") { "401" } else { "200" };
        assert_eq!(fits(at, path, &fill(&over)).await, ended);
        assert_eq!(fits(at, path, &fill(&nowhere)).await, "404");
        assert_eq!(fits(at, path, &fill("garbage")).await, "404");
        if path.ends_with("/hint") {
            continue;
        }
        let early = if path.ends_with("{table}") { "200" } else { "403" };
        assert_eq!(fits(at, path, &fill(&waiting)).await, early);
    }
    let replay = "/api/tables/{table}/replay";
    for (seat, status) in [("1", "200"), ("5", "400")] {
        let path = format!("/api/tables/{over}/replay?seat={seat}");
        assert_eq!(fits(at, replay, &path).await, status);
    }
}

#[tokio::test]
async fn a_hint_is_for_whoever_holds_the_seat() {
    let bots = Arc::new(server::CountingBots(50));
    let world = Arc::new(server::RealEnvironment);
    let running = start_in(Arc::new(Memory::new()), generous(), bots, world).await;
    let mut host = Client::connect(running.address).await;
    let entered = host.ask(nabbit()).await;
    let (table, token) = (entered["table"].as_str().unwrap(), entered["token"].as_str().unwrap());
    let (template, path) = ("/api/tables/{table}/hint", format!("/api/tables/{table}/hint"));
    let ask = |token: &str| {
        let (path, host) = (path.clone(), format!("localhost\r\nAuthorization: Bearer {token}"));
        async move { fits_with(running.address, template, &path, &host).await }
    };
    assert_eq!(ask(token).await, "409", "the game has not started");
    assert_eq!(ask("guess").await, "401");
    host.ask(json!({"type": "start", "table": table, "fill": "easy"})).await;
    while host.until("moment").await["turn"]["asked"] != 0 {}
    assert_eq!(ask(token).await, "200");
    assert_eq!(ask(token).await, "200", "the token is still good");
    assert_eq!(ask("guess").await, "401");
}
