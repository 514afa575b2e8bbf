//! Seats before the game: a table that grows, a device that is the screen and back, names and looks.

#![allow(clippy::unwrap_used)]

mod visitor;

use serde_json::{Value, json};
use visitor::{Inn, Visitor, create, join, names};

const HOME: &str = "192.0.2.1";

/// A table of that many seats that grows to so many.
async fn growing(inn: &Inn, seats: u8, limit: u8) -> (Visitor, Value) {
    let mut host = inn.visit(HOME);
    let mut opening = create(seats, None);
    opening["limit"] = json!(limit);
    let table = host.ask(opening).await["table"].clone();
    (host, table)
}

async fn listed(inn: &Inn) -> usize {
    let mut anybody = inn.visit(HOME);
    anybody.ask(json!({"type": "lobby", "on": true})).await;
    let lobby = anybody.until(|told| told["type"] == "lobby").await;
    let seats = lobby["tables"][0]["seats"].as_array().unwrap().clone();
    seats.iter().filter(|seat| seat["type"] == "free").count()
}

#[tokio::test]
async fn whoever_comes_finds_a_seat_until_the_limit() {
    let inn = Inn::open().await;
    let (mut host, table) = growing(&inn, 2, 3).await;
    let ready = json!({"type": "ready", "table": table, "ready": true});
    host.ask(ready).await;
    assert_eq!(listed(&inn).await, 2);
    let mut people = Vec::new();
    for name in ["Bea", "Cal"] {
        let mut person = inn.visit(HOME);
        let entered = person.ask(join(&table, name, None)).await;
        assert_eq!(entered["outcome"], "entered");
        people.push((person, entered));
    }
    let info = &people[1].1["snapshot"]["info"];
    assert_eq!(names(info), ["Hazel", "Bea", "Cal"]);
    assert_eq!((&info["limit"], &info["seats"][0]["holder"]["is_ready"]), (&json!(3), &json!(true)));
    assert_eq!(listed(&inn).await, 0);
    assert_eq!(inn.visit(HOME).ask(join(&table, "Dot", None)).await["code"], "full");
    // The host may let more in, but not more than the game takes.
    let configure = |limit: u8| json!({"type": "configure", "table": table, "limit": limit});
    assert_eq!(host.ask(configure(7)).await["code"], "bad-table");
    assert_eq!(host.ask(configure(4)).await["outcome"], "stored");
    assert_eq!(inn.visit(HOME).ask(join(&table, "Dot", None)).await["seat"], 3);
}

#[tokio::test]
async fn a_table_without_a_limit_stays_as_it_is_and_a_limit_has_bounds() {
    let inn = Inn::open().await;
    let mut host = inn.visit(HOME);
    let table = host.ask(create(2, None)).await["table"].clone();
    inn.visit(HOME).ask(join(&table, "Bea", None)).await;
    assert_eq!(inn.visit(HOME).ask(join(&table, "Cal", None)).await["code"], "full");
    for limit in [1, 3, 7] {
        let mut opening = create(4, None);
        opening["limit"] = json!(limit);
        assert_eq!(host.ask(opening).await["code"], "bad-table");
    }
}

#[tokio::test]
async fn a_bot_makes_room_for_a_person_and_more_bots_can_be_put_where_there_is_room() {
    let inn = Inn::open().await;
    let (mut host, table) = growing(&inn, 2, 3).await;
    let bot = |seat: u8| json!({"type": "set-bot", "table": table, "seat": seat, "bot": "easy"});
    for seat in [1, 2] {
        assert_eq!(host.ask(bot(seat)).await["outcome"], "stored");
    }
    assert_eq!(host.ask(bot(3)).await["code"], "no-such-seat");
    let entered = inn.visit(HOME).ask(join(&table, "Bea", None)).await;
    assert_eq!((&entered["seat"], names(&entered).len()), (&json!(2), 3));
    assert!(names(&entered)[1].starts_with('*'));
}

#[tokio::test]
async fn a_player_by_mistake_becomes_the_screen_and_back_and_stays_the_host() {
    let mut inn = Inn::open().await;
    let (mut host, table) = growing(&inn, 2, 2).await;
    let sit = |seat: Value| json!({"type": "sit", "table": table, "seat": seat});
    let up = host.ask(sit(Value::Null)).await;
    assert_eq!((&up["outcome"], &up["seat"]), (&json!("entered"), &Value::Null));
    assert_eq!((&up["snapshot"]["is_host"], names(&up)), (&json!(true), vec![String::new(); 2]));
    assert_eq!(up["snapshot"]["info"]["screens"], 1);
    inn.restart().await;
    let mut host = inn.visit(HOME);
    let again = json!({"type": "attend", "table": table, "as": "screen", "token": up["token"]});
    assert_eq!(host.ask(again).await["snapshot"]["is_host"], true, "a reload is the screen still");
    let down = host.ask_as("down", sit(json!(1))).await;
    assert_eq!((&down["seat"], names(&down)), (&json!(1), vec![String::new(), "Hazel".into()]));
}

#[tokio::test]
async fn everybody_has_a_colour_alone_and_may_change_it_until_the_start() {
    let inn = Inn::open().await;
    let (mut host, table) = growing(&inn, 2, 4).await;
    let mut bea = inn.visit(HOME);
    let mut command = join(&table, "Bea", None);
    command["look"] = json!({"colour": 0, "sign": 4});
    let info = bea.ask(command.clone()).await["snapshot"]["info"].clone();
    assert_eq!(info["seats"][0]["holder"]["look"], json!({"colour": 0, "sign": 0}));
    assert_eq!(info["seats"][1]["holder"]["look"], json!({"colour": 1, "sign": 4}), "the wish gives way");
    let rename = |colour: u8, sign: u8| json!({"type": "rename", "table": table, "name": "Bea", "look": {"colour": colour, "sign": sign}});
    assert_eq!(bea.ask(rename(0, 1)).await["code"], "bad-name", "it is taken");
    assert_eq!(bea.ask(rename(8, 1)).await["code"], "bad-name", "there is no such colour");
    assert_eq!(bea.ask(rename(1, 12)).await["code"], "bad-name", "there is no such sign");
    assert_eq!(bea.ask(rename(7, 11)).await["outcome"], "stored");
    host.ask(json!({"type": "set-bot", "table": table, "seat": 2, "bot": "easy"})).await;
    let info =
        host.until(|told| told["type"] == "table" && told["seats"][2]["holder"]["type"] == "bot").await;
    assert_eq!(info["seats"][2]["holder"]["colour"], 6, "the last that nobody has");
    host.ask(json!({"type": "start", "table": table, "fill": "easy"})).await;
    assert_eq!(bea.ask(rename(3, 3)).await["code"], "wrong-phase");
}
