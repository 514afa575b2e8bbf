//! The host's word holds at a table: who was sent away does not sit down there again.

#![allow(clippy::unwrap_used)]

mod visitor;

use serde_json::{Value, json};
use visitor::{Inn, Visitor, attend, create, join, secret};

const HOST: &str = "192.0.2.1";
const THERE: &str = "198.51.100.7";

/// Somebody who sat at the host's table, from `THERE`, and was sent away.
async fn sent_away(inn: &Inn) -> (Visitor, Visitor, Value) {
    let (mut host, mut rude) = (inn.visit(HOST), inn.visit(THERE));
    let table = host.ask(create(4, None)).await["table"].clone();
    rude.ask(join(&table, "Rude", Some(&secret("rude")))).await;
    assert_eq!(host.ask(json!({"type": "kick", "table": table, "seat": 1})).await["outcome"], "stored");
    rude.until(|told| told["type"] == "displaced" && told["why"] == "kicked").await;
    (host, rude, table)
}

#[tokio::test]
async fn the_person_does_not_sit_down_again() {
    let mut inn = Inn::open().await;
    let (_host, mut rude, table) = sent_away(&inn).await;
    assert_eq!(rude.ask(join(&table, "Rude", Some(&secret("rude")))).await["code"], "sent-away");
    let again = join(&table, "Nice", Some(&secret("rude")));
    assert_eq!(inn.visit("203.0.113.9").ask(again.clone()).await["code"], "sent-away", "from elsewhere");
    inn.restart().await;
    assert_eq!(inn.visit("203.0.113.9").ask(again).await["code"], "sent-away", "after a restart");
    assert_eq!(inn.visit(THERE).ask(json!({"type": "attend", "table": table})).await["outcome"], "attending");
    let quick = json!({"type": "quick-match", "game": "nabbit", "name": "Rude", "secret": secret("rude")});
    let matched = inn.visit("203.0.113.9").ask(quick).await;
    assert_eq!(matched["outcome"], "entered");
    assert_ne!(matched["table"], table, "a quick match leads to another table");
}

#[tokio::test]
async fn the_first_join_sent_again_leads_nowhere() {
    let inn = Inn::open().await;
    let (_host, mut rude, table) = sent_away(&inn).await;
    assert_eq!(rude.ask_as("1", join(&table, "Rude", Some(&secret("rude")))).await["code"], "sent-away");
}

#[tokio::test]
async fn the_household_stays_away_for_an_hour() {
    let mut inn = Inn::open().await;
    let (_host, _rude, table) = sent_away(&inn).await;
    let masked = join(&table, "Nice", Some(&secret("another")));
    assert_eq!(inn.visit(THERE).ask(masked.clone()).await["code"], "sent-away");
    assert_eq!(inn.visit("198.51.100.8").ask(join(&table, "Next door", None)).await["outcome"], "entered");
    inn.restart().await;
    assert_eq!(inn.visit(THERE).ask(masked.clone()).await["code"], "sent-away", "after a restart");
    inn.wait_ms(60 * 60 * 1000);
    assert_eq!(inn.visit(THERE).ask(masked).await["outcome"], "entered");
}

#[tokio::test]
async fn a_family_behind_one_address_is_not_sent_away_with_one_of_them() {
    let inn = Inn::open().await;
    let (mut host, mut rude, mut sister) = (inn.visit(HOST), inn.visit(THERE), inn.visit(THERE));
    let table = host.ask(create(4, None)).await["table"].clone();
    rude.ask(join(&table, "Rude", Some(&secret("rude")))).await;
    sister.ask(join(&table, "Sister", Some(&secret("sister")))).await;
    host.ask(json!({"type": "kick", "table": table, "seat": 1})).await;
    let brother = inn.visit(THERE).ask(join(&table, "Brother", Some(&secret("brother")))).await;
    assert_eq!(brother["outcome"], "entered");
    assert_eq!(inn.visit(THERE).ask(join(&table, "Rude", Some(&secret("rude")))).await["code"], "sent-away");
}

#[tokio::test]
async fn a_new_secret_on_the_old_connection_helps_nobody() {
    let inn = Inn::open().await;
    let (mut host, mut rude) = (inn.visit(HOST), inn.visit(HOST));
    let table = host.ask(create(4, None)).await["table"].clone();
    rude.ask(join(&table, "Rude", Some(&secret("rude")))).await;
    host.ask(json!({"type": "kick", "table": table, "seat": 1})).await;
    assert_eq!(rude.ask(join(&table, "Nice", Some(&secret("another")))).await["code"], "sent-away");
    rude.ask(json!({"type": "attend", "table": table})).await;
    assert_eq!(rude.ask(join(&table, "Nice", Some(&secret("third")))).await["code"], "sent-away");
}

/// In a rematch nobody came in by a command of their own: everybody got a token.
#[tokio::test]
async fn the_person_does_not_sit_down_again_at_a_rematch_either() {
    let inn = Inn::open().await;
    let table = journal::TableId::from_bytes([7; 16]);
    let opening = serde_json::from_value(create(4, None)).unwrap();
    let (facts, token) = server::opening_facts(table, &opening, None, 1_000_000, [1; 32]).unwrap();
    inn.house.open_table(table, facts).await.unwrap();
    let (table, mine, mut rude, mut friend) =
        (json!(table), secret("rude"), inn.visit(HOST), inn.visit(HOST));
    assert_eq!(rude.ask(attend(&table, &json!(token), Some(&mine))).await["outcome"], "entered");
    friend.ask(join(&table, "Friend", None)).await;
    rude.ask(json!({"type": "make-host", "table": table, "seat": 1})).await;
    friend.ask(json!({"type": "kick", "table": table, "seat": 0})).await;
    assert_eq!(inn.visit(HOST).ask(join(&table, "Nice", Some(&mine))).await["code"], "sent-away");
}
