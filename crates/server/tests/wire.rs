//! Messages written as `docs/protocol.md` shows them are read, and read back the same.

#![allow(clippy::unwrap_used)]

use server::protocol::{Command, Message, Outcome, RefusalCode, Request, TableRef};
use std::collections::BTreeSet;
use strum::{IntoEnumIterator as _, VariantNames as _};

fn command(text: &str) -> Command {
    serde_json::from_str::<Request>(text).expect(text).command
}

#[test]
fn a_play_reads_as_a_person_writes_it() {
    let text = r#"{"id":"7","type":"play","table":"0123456789abcdefghjkmnpqrs","after":12,"move":{"bid":3}}"#;
    let request: Request = serde_json::from_str(text).unwrap();
    assert_eq!(request.id, "7");
    assert!(matches!(&request.command, Command::Play { after: 12, .. }));
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(text).unwrap(),
        serde_json::to_value(&request).unwrap()
    );
}

#[test]
fn a_move_is_read_the_same_on_the_short_way() {
    let table = r#""table":"0123456789abcdefghjkmnpqrs""#;
    let plays = [
        format!(r#"{{"id":"7","type":"play",{table},"after":12,"move":{{"bid":3}}}}"#),
        format!(
            r#"{{"move": [1, "two", null] ,"after":0,{table},"more":{{}},"type":"pl\u0061y","id":"\"7\u00e9"}}"#
        ),
        format!(r#"{{"id":"7","type":"play",{table},"after":-1,"move":"flip"}}"#),
        format!(r#"{{"id":"7","type":"play",{table},"after":12}}"#),
        format!(r#"{{"id":7,"type":"play",{table},"after":12,"move":1}}"#),
        format!(r#"{{"id":"7","type":"check",{table},"after":12,"move":1}}"#),
        format!(r#"{{"id":"7","type":"play",{table},"after":12,"move":1}} x"#),
    ];
    for text in plays.iter().map(String::as_str).chain(examples("client")) {
        assert_eq!(Request::from_text(text).ok(), serde_json::from_str(text).ok(), "{text}");
    }
    assert!(plays[..2].iter().all(|text| Request::from_text(text).is_ok()));
    assert!(plays[2..5].iter().all(|text| Request::from_text(text).is_err()));
}

#[test]
fn a_table_is_named_by_its_id_or_its_code() {
    let join = command(r#"{"id":"1","type":"join","code":"K7WQ2M","name":"Hazel"}"#);
    assert!(matches!(join, Command::Join { at: TableRef::Code(code), seat: None, .. } if code == "K7WQ2M"));
    let attend = command(r#"{"id":"1","type":"attend","table":"0123456789abcdefghjkmnpqrs","as":"screen"}"#);
    assert!(matches!(attend, Command::Attend { at: TableRef::Table(_), token: None, after: None, .. }));
}

#[test]
fn what_is_not_named_takes_its_default() {
    let create = command(r#"{"id":"1","type":"create","game":"nabbit","seats":4,"name":"Hazel","sit":0}"#);
    let Command::Create(opening) = create else { panic!("{create:?}") };
    assert_eq!((opening.clocks.window_s, opening.clocks.turn_s, opening.bots.len()), (5, None, 0));
}

#[test]
fn garbage_is_no_command() {
    let deep = "[".repeat(2000);
    for text in ["", "{}", "[]", "null", r#"{"id":"1","type":"no-such"}"#, r#"{"type":"ping"}"#, &deep] {
        assert!(serde_json::from_str::<Request>(text).is_err(), "{text}");
    }
}

#[test]
fn an_answer_is_flat() {
    let told = serde_json::json!({
        "type": "answer", "id": "7", "answer": "refused", "code": "stale", "text": "look again", "now": 14
    });
    let message: Message = serde_json::from_value(told.clone()).unwrap();
    assert_eq!(serde_json::to_value(message).unwrap(), told);
    let told = serde_json::json!({"type": "answer", "id": "7", "answer": "accepted", "outcome": "stored", "seq": 13});
    let message: Message = serde_json::from_value(told.clone()).unwrap();
    assert_eq!(serde_json::to_value(message).unwrap(), told);
}

#[test]
fn a_refusal_code_reads_the_same_everywhere() {
    for code in RefusalCode::iter() {
        let name: &str = code.into();
        assert_eq!(serde_json::to_value(code).unwrap(), name);
    }
}

/// The examples of a kind in `docs/protocol.md`.
fn examples(kind: &str) -> Vec<&'static str> {
    let page = include_str!("../../../docs/protocol.md");
    let fence = format!("```json {kind}\n");
    page.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn every_example_of_the_protocol_page_is_understood() {
    let (requests, messages) = (examples("client"), examples("server"));
    assert!(requests.len() >= 5 && messages.len() >= 5);
    for text in requests {
        serde_json::from_str::<Request>(text).unwrap_or_else(|error| panic!("{error} in {text}"));
    }
    for text in messages {
        let message: Message = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"));
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_value(message).unwrap(), value, "nothing is left out of {text}");
    }
}

const PAGE: &str = include_str!("../../../docs/protocol.md");

/// The names in the first column of the tables with this heading.
fn listed(heading: &str) -> BTreeSet<&'static str> {
    let heading = format!("\n| {heading} |");
    let tables = PAGE.split(&heading).skip(1);
    let rows = tables.flat_map(|table| table.lines().skip(2).take_while(|line| line.starts_with('|')));
    rows.flat_map(|row| row.split('|').nth(1).unwrap().split('`').skip(1).step_by(2)).collect()
}

/// Names that the page neither puts between backticks nor shows in an example.
fn untold(names: impl IntoIterator<Item = &'static str>) -> Vec<&'static str> {
    names
        .into_iter()
        .filter(|n| !PAGE.contains(&format!("`{n}`")) && !PAGE.contains(&format!(": \"{n}\"")))
        .collect()
}

#[test]
fn the_protocol_page_tells_every_refusal_and_no_other() {
    let codes: BTreeSet<&str> = RefusalCode::iter().map(<&str>::from).collect();
    assert_eq!(listed("code"), codes);
}

#[test]
fn the_protocol_page_tells_every_command_and_no_other() {
    assert_eq!(listed("command"), Command::VARIANTS.iter().copied().collect());
}

#[test]
fn the_protocol_page_tells_every_message_and_outcome_and_no_other() {
    assert_eq!(listed("message"), Message::VARIANTS.iter().copied().collect());
    assert_eq!(untold(Outcome::VARIANTS.iter().copied()), Vec::<&str>::new());
}

#[test]
fn names_are_written_as_they_are_sent() {
    let ping = serde_json::to_value(Command::Ping).unwrap();
    assert!(Command::VARIANTS.iter().any(|name| ping["type"] == *name));
    let request =
        |name: &str| serde_json::from_str::<Request>(&format!(r#"{{"id": "1", "type": "{name}"}}"#));
    for name in Command::VARIANTS {
        let problem = request(name).err().map_or(String::new(), |error| error.to_string());
        assert!(!problem.contains("unknown variant"), "{problem}");
    }
    for name in Message::VARIANTS {
        let problem = serde_json::from_str::<Message>(&format!(r#"{{"type": "{name}"}}"#)).err();
        assert!(!problem.is_some_and(|error| error.to_string().contains("unknown variant")), "{name}");
    }
}
