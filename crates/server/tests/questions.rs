//! Questions that take long: asked twice under one id, they are thought about once.

#![allow(clippy::unwrap_used)]

mod visitor;

use serde_json::json;
use server::Players;
use server::protocol::{BotLevel, HintLine, Json};
use server::room::Position;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use visitor::{Inn, create};

/// Weighs nothing until it is let go, and counts how often it is asked.
#[derive(Default)]
struct Patient {
    asked: AtomicU32,
    is_let_go: Mutex<bool>,
    bell: Condvar,
}

impl Players for Patient {
    fn choose(&self, think: &Position) -> Option<String> {
        think.table.legal_moves(think.seat).pop()
    }

    fn levels(&self, _: &str) -> Vec<BotLevel> {
        vec![BotLevel::Easy]
    }

    fn weigh(&self, _: &Position) -> Vec<HintLine> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        drop(self.bell.wait_while(self.is_let_go.lock().unwrap(), |is_let_go| !*is_let_go).unwrap());
        let (text, why, unit) = (String::new(), String::new(), "points".into());
        vec![HintLine { r#move: Json::null(), text, value: 1.0, error: 0.0, unit, is_best: true, why }]
    }
}

#[tokio::test]
async fn a_hint_asked_for_twice_is_worked_out_once_and_told_twice() {
    let patient = Arc::new(Patient::default());
    let inn = Inn::with(patient.clone()).await;
    let mut host = inn.visit("192.0.2.1");
    let table = host.ask(create(2, None)).await["table"].clone();
    host.ask(json!({"type": "start", "table": table, "fill": "easy"})).await;
    host.until(|told| told["type"] == "moment" && told["turn"]["asked"] == 0).await;
    let hint = json!({"type": "hint", "table": table});
    for _ in 0..3 {
        host.say("h", hint.clone()).await;
    }
    assert_eq!(host.ask_as("h", json!({"type": "odds", "table": table})).await["code"], "id-used");
    *patient.is_let_go.lock().unwrap() = true;
    patient.bell.notify_all();
    let first = host.answer("h").await;
    assert_eq!(first["outcome"], "hint");
    for _ in 0..2 {
        assert_eq!(host.answer("h").await, first);
    }
    assert_eq!(patient.asked.load(Ordering::Relaxed), 1);
}
