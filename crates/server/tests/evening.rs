//! People who stay together: they keep their code, names, looks and host from game to game, and find each other again.

#![allow(clippy::unwrap_used)]

mod visitor;

use serde_json::{Value, json};
use visitor::{Inn, Visitor, attend, create, join, names, secret};

const HOME: &str = "192.0.2.1";

fn told(kind: &'static str) -> impl Fn(&Value) -> bool {
    move |told| told["type"] == kind
}

/// A table of two people, and its code.
async fn two(inn: &Inn) -> (Visitor, Visitor, Value, Value) {
    let (mut ada, mut bea) = (inn.visit(HOME), inn.visit(HOME));
    let opened = ada.ask(create(2, Some(&secret("ada")))).await;
    let (table, code) = (opened["table"].clone(), opened["snapshot"]["info"]["code"].clone());
    assert_eq!(bea.ask(join(&table, "Bea", Some(&secret("bea")))).await["outcome"], "entered");
    (ada, bea, table, code)
}

/// Plays a game of Stack Nabbit by stopping whenever one may, to its end.
async fn play_out(people: &mut [&mut Visitor], table: &Value) {
    people[0].ask(json!({"type": "start", "table": table, "fill": "easy"})).await;
    loop {
        let mut is_over = false;
        for person in people.iter_mut() {
            let moment = person.until(told("moment")).await;
            is_over = moment["turn"]["type"] == "over";
            if is_over || moment["moves"]["list"].as_array().unwrap().is_empty() {
                continue;
            }
            let mv = moment["moves"]["list"].as_array().unwrap().last().unwrap().clone();
            let play = json!({"type": "play", "table": table, "after": moment["seq"], "move": mv});
            assert_eq!(person.ask(play).await["answer"], "accepted");
        }
        if is_over {
            return;
        }
    }
}

/// Follows to the next table with the token that was told.
async fn follow(person: &mut Visitor) -> Value {
    let led = person.until(told("rematch")).await;
    let entered = person.ask(attend(&led["next"], &led["token"], None)).await;
    assert_eq!(entered["outcome"], "entered");
    entered
}

#[tokio::test]
async fn another_game_takes_everybody_along_under_the_old_code() {
    let mut inn = Inn::open().await;
    let (mut ada, mut bea, table, code) = two(&inn).await;
    let look = json!({"colour": 5, "sign": 3});
    let renamed = json!({"type": "rename", "table": table, "name": "Beatrix", "look": look});
    assert_eq!(bea.ask(renamed).await["outcome"], "stored");
    let mut screen = inn.visit(HOME);
    screen.ask(json!({"type": "attend", "table": table, "as": "screen"})).await;
    let another = json!({"type": "another", "table": table, "game": "stacks"});
    assert_eq!(bea.ask(another.clone()).await["code"], "not-host");
    inn.wait_ms(5);
    assert_eq!(ada.ask_as("next", another.clone()).await["outcome"], "stored");
    let (first, second) = (follow(&mut ada).await, follow(&mut bea).await);
    let info = &second["snapshot"]["info"];
    assert_eq!((&info["game"], &info["code"], &info["phase"]), (&json!("stacks"), &code, &json!("waiting")));
    assert_eq!(first["snapshot"]["is_host"], true);
    let seat = second["seat"].as_u64().unwrap() as usize;
    let holder = &info["seats"][seat]["holder"];
    assert_eq!((&holder["name"], &holder["look"], &holder["member"]), (&json!("Beatrix"), &look, &json!(1)));
    let led = screen.until(told("rematch")).await;
    assert_eq!(
        (&led["next"], &led["token"], &led["is_again"]),
        (&first["table"], &Value::Null, &json!(false))
    );
    // It happens once, and what waits at the old table waits for nothing.
    assert_eq!(ada.ask_as("next", another.clone()).await["outcome"], "stored");
    assert_eq!(ada.ask(another).await["code"], "wrong-phase");
    assert_eq!(
        ada.ask(json!({"type": "start", "table": table, "fill": "easy"})).await["code"],
        "wrong-phase"
    );
    assert_eq!(inn.visit(HOME).ask(join(&table, "Cal", None)).await["code"], "wrong-phase");
    for _ in 0..2 {
        let found = inn.visit(HOME).ask(json!({"type": "attend", "code": code})).await;
        assert_eq!(
            found["snapshot"]["info"]["table"], first["table"],
            "the code leads to where they are now"
        );
        inn.restart().await;
    }
}

#[tokio::test]
async fn whoever_was_away_is_led_on_and_has_the_seat_that_a_bot_kept() {
    let mut inn = Inn::open().await;
    let (mut ada, mut bea) = (inn.visit(HOME), inn.visit(HOME));
    let table = ada.ask(create(2, None)).await["table"].clone();
    let token = bea.ask(join(&table, "Bea", None)).await["token"].clone();
    bea.ask(json!({"type": "detach", "table": table})).await;
    ada.ask(json!({"type": "another", "table": table, "game": "push"})).await;
    let entered = follow(&mut ada).await;
    let next = entered["table"].clone();
    assert_eq!(names(&entered).len(), 2);
    // Bea's seat says that it is ready, so that nobody waits for her.
    let ready = json!({"type": "ready", "table": next, "ready": true});
    assert_eq!(ada.ask(ready).await["outcome"], "stored");
    ada.until(told("moment")).await;
    inn.wait_ms(40 * 60 * 1000);
    inn.restart().await;
    // Her battery is charged: what her browser keeps is the place at the first table.
    let mut bea = inn.visit(HOME);
    assert_eq!(bea.ask(attend(&table, &token, None)).await["outcome"], "entered");
    let entered = follow(&mut bea).await;
    let holder = &entered["snapshot"]["info"]["seats"][entered["seat"].as_u64().unwrap() as usize]["holder"];
    assert_eq!((&holder["name"], &holder["stand_in"]), (&json!("Bea"), &Value::Null));
}

#[tokio::test]
async fn the_evening_remembers_who_won_what_and_play_again_starts_when_all_agree() {
    let mut inn = Inn::open().await;
    let (mut ada, mut bea, table, code) = two(&inn).await;
    play_out(&mut [&mut ada, &mut bea], &table).await;
    let info = ada.until(|told| told["type"] == "table" && told["phase"] == "over").await;
    let [game] = &info["evening"].as_array().unwrap()[..] else { panic!("one game was played") };
    assert_eq!(game["game"], "nabbit");
    assert_eq!(game["seats"][1]["member"], 1);
    assert_eq!(game["seats"][0]["score"], info["standings"]["scores"][0]);
    // Between games somebody takes another name; the tally knows who it is.
    bea.ask(json!({"type": "rename", "table": table, "name": "Bee"})).await;
    for person in [&mut ada, &mut bea] {
        assert_eq!(person.ask(json!({"type": "rematch", "table": table})).await["outcome"], "stored");
    }
    let (first, second) = (follow(&mut ada).await, follow(&mut bea).await);
    assert_eq!(first["snapshot"]["info"]["code"], code);
    let next = first["table"].clone();
    let (mine, hers) = (first["seat"].clone(), second["seat"].clone());
    assert_eq!((mine, hers), (json!(1), json!(0)), "everybody one seat on");
    for person in [&mut ada, &mut bea] {
        person.ask(json!({"type": "ready", "table": next, "ready": true})).await;
    }
    bea.until(|told| told["type"] == "table" && told["phase"] == "playing" && told["table"] == next).await;
    inn.restart().await;
    let info = inn.visit(HOME).ask(json!({"type": "attend", "code": code})).await["snapshot"]["info"].clone();
    assert_eq!(info["evening"].as_array().unwrap().len(), 1);
    assert_eq!(info["seats"][0]["holder"]["member"], 1, "Bee is who Bea was");
}

#[tokio::test]
async fn a_host_without_a_seat_hosts_the_next_game_too() {
    let inn = Inn::open().await;
    let (mut screen, mut bea) = (inn.visit(HOME), inn.visit(HOME));
    let mut opening = create(2, None);
    opening["sit"] = Value::Null;
    let table = screen.ask(opening).await["table"].clone();
    bea.ask(join(&table, "Bea", None)).await;
    screen.ask(json!({"type": "another", "table": table, "game": "push"})).await;
    let led = screen.until(told("rematch")).await;
    let as_screen = json!({"type": "attend", "table": led["next"], "as": "screen", "token": led["token"]});
    assert_eq!(screen.ask(as_screen).await["snapshot"]["is_host"], true);
    assert_eq!(follow(&mut bea).await["snapshot"]["is_host"], false);
}

#[tokio::test]
async fn whoever_was_sent_away_does_not_come_to_the_games_after_it() {
    const ELSEWHERE: &str = "198.51.100.7";
    let mut inn = Inn::open().await;
    let (mut ada, _bea, table, code) = two(&inn).await;
    ada.ask(json!({"type": "configure", "table": table, "seats": 3})).await;
    inn.visit(ELSEWHERE).ask(join(&table, "Rude", Some(&secret("rude")))).await;
    assert_eq!(ada.ask(json!({"type": "kick", "table": table, "seat": 2})).await["outcome"], "stored");
    let back = |secret| json!({"type": "join", "code": code, "name": "Nice", "secret": secret});
    let mut now = table;
    for game in ["push", "nabbit"] {
        ada.ask(json!({"type": "another", "table": now, "game": game})).await;
        now = follow(&mut ada).await["table"].clone();
        let again = inn.visit("203.0.113.9").ask(back(secret("rude"))).await;
        assert_eq!(again["code"], "sent-away", "from elsewhere, at {game}");
        let masked = inn.visit(ELSEWHERE).ask(back(secret("another"))).await;
        assert_eq!(masked["code"], "sent-away", "as somebody else, at {game}");
    }
    inn.restart().await;
    let again = inn.visit("203.0.113.9").ask(back(secret("rude"))).await;
    assert_eq!(again["code"], "sent-away", "after a restart");
    inn.wait_ms(60 * 60 * 1000);
    let neighbour = inn.visit(ELSEWHERE).ask(back(secret("another"))).await;
    assert_ne!(neighbour["code"], "sent-away", "a household is kept out for an hour");
}

#[tokio::test]
async fn a_reaction_is_told_to_everybody_once_and_only_so_many() {
    let inn = Inn::open().await;
    let (mut ada, mut bea, table, _) = two(&inn).await;
    let mut screen = inn.visit(HOME);
    screen.ask(json!({"type": "attend", "table": table, "as": "screen"})).await;
    let react = |reaction| json!({"type": "react", "table": table, "reaction": reaction});
    assert_eq!(bea.ask(react("applause")).await["outcome"], "done");
    for hears in [&mut ada, &mut bea, &mut screen] {
        let reacted = hears.until(told("reacted")).await;
        assert_eq!(
            (&reacted["name"], &reacted["seat"], &reacted["reaction"]),
            (&json!("Bea"), &json!(1), &json!("applause"))
        );
    }
    bea.say("speech", react("a long speech")).await;
    assert_eq!(bea.answer("").await["code"], "bad-message", "one of six");
    assert_eq!(screen.ask(react("wow")).await["code"], "not-seated", "who only watches keeps still");
    let mut last = Value::Null;
    for _ in 0..8 {
        last = bea.ask(react("hurry")).await;
    }
    assert_eq!(last["code"], "too-fast");
    inn.wait_ms(1000);
    assert_eq!(bea.ask(react("heart")).await["outcome"], "done");
}

#[tokio::test]
async fn the_host_decides_what_a_table_allows_and_the_next_one_too() {
    let mut inn = Inn::open().await;
    let (mut ada, mut bea, table, code) = two(&inn).await;
    let manners = json!({"odds": false, "hints": false, "reactions": false});
    let set = json!({"type": "manners", "table": table, "manners": manners});
    assert_eq!(bea.ask(set.clone()).await["code"], "not-host");
    assert_eq!(ada.ask(set).await["outcome"], "stored");
    bea.until(|told| told["type"] == "table" && told["manners"] == manners).await;
    ada.ask(json!({"type": "start", "table": table, "fill": "easy"})).await;
    let react = json!({"type": "react", "table": table, "reaction": "wow"});
    for off in [react, json!({"type": "hint", "table": table}), json!({"type": "odds", "table": table})] {
        assert_eq!(ada.ask(off.clone()).await["code"], "switched-off", "{off}");
        assert_eq!(bea.ask(off.clone()).await["code"], "switched-off", "{off}");
    }
    // In the middle of a game the host relents, in part.
    let relents = json!({"type": "manners", "table": table, "manners": {"odds": false, "hints": false}});
    assert_eq!(ada.ask(relents).await["outcome"], "stored");
    inn.restart().await;
    let info = inn.visit(HOME).ask(json!({"type": "attend", "code": code})).await["snapshot"]["info"].clone();
    assert_eq!(info["manners"], json!({"odds": false, "hints": false, "reactions": true}));
    let (mut cal, mut dee) = (inn.visit(HOME), inn.visit(HOME));
    let table = cal.ask(create(2, None)).await["table"].clone();
    dee.ask(join(&table, "Dee", None)).await;
    cal.ask(json!({"type": "manners", "table": table, "manners": manners})).await;
    cal.ask(json!({"type": "another", "table": table, "game": "push"})).await;
    assert_eq!(follow(&mut dee).await["snapshot"]["info"]["manners"], manners);
}

#[tokio::test]
async fn the_host_hands_the_seat_of_whoever_is_gone_to_another_device() {
    let inn = Inn::open().await;
    let (mut ada, mut bea) = (inn.visit(HOME), inn.visit(HOME));
    let table = ada.ask(create(2, None)).await["table"].clone();
    let lost = bea.ask(join(&table, "Bea", Some(&secret("old-phone")))).await["token"].clone();
    let hand_over = |seat: u8| json!({"type": "hand-over", "table": table, "seat": seat});
    let here = ada.ask(hand_over(1)).await;
    assert_eq!(here["code"], "seat-taken", "whoever is here decides alone");
    assert_eq!(ada.ask(hand_over(5)).await["code"], "no-such-seat");
    assert_eq!(bea.ask(hand_over(0)).await["code"], "not-host");
    ada.ask(json!({"type": "start", "table": table, "fill": "easy"})).await;
    bea.ask(json!({"type": "detach", "table": table})).await;
    let handed = ada.ask_as("hand", hand_over(1)).await;
    assert_eq!(ada.ask_as("hand", hand_over(1)).await["token"], handed["token"], "the same again");
    ada.heard.clear();
    let mut other = inn.visit(HOME);
    let entered = other.ask(attend(&table, &handed["token"], Some(&secret("new-phone")))).await;
    assert_eq!((&entered["outcome"], &entered["seat"]), (&json!("entered"), &json!(1)));
    let holder = &ada.until(told("table")).await["seats"][1]["holder"];
    assert_eq!((&holder["name"], &holder["moves"]), (&json!("Bea"), &json!(1)), "everybody is told");
    // The token is good once, and the phone without a battery has lost its place.
    let mut thief = inn.visit(HOME);
    assert_eq!(
        thief.ask(attend(&table, &handed["token"], Some(&secret("thief")))).await["code"],
        "bad-token"
    );
    assert_eq!(inn.visit(HOME).ask(attend(&table, &lost, None)).await["code"], "bad-token");
}

#[tokio::test]
async fn a_code_is_free_again_once_its_last_table_is_closed() {
    let mut inn = Inn::open().await;
    let (mut ada, mut bea, table, code) = two(&inn).await;
    let seek = json!({"type": "attend", "code": code});
    ada.ask(json!({"type": "another", "table": table, "game": "push"})).await;
    let next = follow(&mut ada).await["table"].clone();
    follow(&mut bea).await;
    ada.ask(json!({"type": "close", "table": table})).await;
    let found = inn.visit(HOME).ask(seek.clone()).await;
    assert_eq!(found["snapshot"]["info"]["table"], next, "they have gone on, and so has the code");
    assert_eq!(ada.ask(json!({"type": "close", "table": next})).await["outcome"], "stored");
    for _ in 0..2 {
        assert_eq!(inn.visit(HOME).ask(seek.clone()).await["code"], "unknown-table");
        inn.restart().await;
    }
}
