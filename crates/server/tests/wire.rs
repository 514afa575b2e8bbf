//! Messages written as `docs/protocol.md` shows them are read, and read back the same.

use server::wire::{Command, Message, RefusalCode, Request, Which};
use strum::IntoEnumIterator as _;

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
fn a_table_is_named_by_its_id_or_its_code() {
    let join = command(r#"{"id":"1","type":"join","code":"K7WQ2M","name":"Hazel"}"#);
    assert!(matches!(join, Command::Join { at: Which::Code(code), seat: None, .. } if code == "K7WQ2M"));
    let attend = command(r#"{"id":"1","type":"attend","table":"0123456789abcdefghjkmnpqrs","as":"screen"}"#);
    assert!(matches!(attend, Command::Attend { at: Which::Table(_), token: None, after: None, .. }));
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

#[test]
fn every_refusal_code_is_on_the_protocol_page() {
    let page = include_str!("../../../docs/protocol.md");
    for code in RefusalCode::iter() {
        let name: &str = code.into();
        assert!(page.contains(&format!("`{name}`")), "{name} is not explained");
    }
}
