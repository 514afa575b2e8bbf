//! Who somebody is: known again by what they alone know, and by nothing that others can know.

#![allow(clippy::unwrap_used)]

mod visitor;

use serde_json::{Value, json};
use visitor::{Inn, Visitor, attend, create, join, names, secret};

const HERE: &str = "192.0.2.1";
const ELSEWHERE: &str = "198.51.100.7";

/// A table for that many with two people at it, and their answers.
async fn two(inn: &Inn, seats: u8) -> ([Visitor; 2], [Value; 2]) {
    let (mut host, mut guest) = (inn.visit(HERE), inn.visit(HERE));
    let (seed, number) = ("ab".repeat(32), inn.tables());
    let created = host.ask(create(seats, Some(&secret(&format!("host{number}"))))).await;
    let mut come = join(&created["table"], "Acorn", Some(&secret(&format!("guest{number}"))));
    come["seed"] = json!(seed);
    let joined = guest.ask(come).await;
    assert_eq!((&created["outcome"], &joined["outcome"]), (&json!("entered"), &json!("entered")));
    ([host, guest], [created, joined])
}

#[tokio::test]
async fn a_stranger_who_knows_all_that_is_public_gets_no_seat() {
    let inn = Inn::open().await;
    let mut taken = 0;
    for _ in 0..20 {
        let ([mut host, mut guest], [created, _]) = two(&inn, 2).await;
        let table = created["table"].clone();
        for one in [&mut host, &mut guest] {
            one.ask(json!({"type": "ready", "table": table, "ready": true, "seed": "cd".repeat(32)})).await;
        }
        let mut eve = inn.visit(ELSEWHERE);
        let info = eve.ask(json!({"type": "attend", "table": table})).await["snapshot"]["info"].clone();
        let seeds = info["fairness"]["seeds"].as_array().unwrap().clone();
        assert_eq!(seeds.len(), 2, "seeds are public from the start: {info}");
        for seat in 0..2 {
            for id in ["1", "2", "3", "4"] {
                let mut come = join(&table, info["seats"][seat]["holder"]["name"].as_str().unwrap(), None);
                come["seed"] = seeds[seat]["seed"].clone();
                for stolen in [
                    come.clone(),
                    attend(&table, &seeds[seat]["seed"], None),
                    attend(&table, &json!(id), None),
                ] {
                    let told = inn.visit(ELSEWHERE).ask_as(id, stolen).await;
                    taken += u32::from(told["answer"] != "refused");
                }
                let mut open = create(2, None);
                open["seed"] = seeds[seat]["seed"].clone();
                let told = inn.visit(ELSEWHERE).ask_as(id, open).await;
                assert_ne!(told["table"], table, "a table of one's own, and no other");
            }
        }
    }
    assert_eq!(taken, 0, "of 40 seats");
    assert!(inn.tables() >= 20, "each pair at a table of its own");
}

#[tokio::test]
async fn a_join_sent_again_takes_one_seat() {
    let mut inn = Inn::open().await;
    let (_two, [created, _]) = two(&inn, 6).await;
    let table = created["table"].clone();
    let (mine, theirs) = (secret("mine"), secret("theirs"));
    let come = join(&table, "Fern", Some(&mine));
    let mut one = inn.visit(HERE);
    one.say("j", come.clone()).await;
    one.say("j", come.clone()).await;
    let first = one.answer("j").await;
    assert_eq!(one.answer("j").await, first, "at once: the same answer");
    assert_eq!(names(&first), ["Hazel", "Acorn", "Fern", "", "", ""]);
    let again = inn.visit(ELSEWHERE).ask_as("j", come.clone()).await;
    assert_eq!((&again["outcome"], &again["seat"]), (&json!("entered"), &first["seat"]), "by its secret");
    inn.restart().await;
    let again = inn.visit(ELSEWHERE).ask_as("j", come.clone()).await;
    assert_eq!((&again["outcome"], &again["seat"]), (&json!("entered"), &first["seat"]), "after a restart");
    assert_eq!(names(&again), ["Hazel", "Acorn", "Fern", "", "", ""]);
    let other = inn.visit(HERE).ask_as("j", join(&table, "Moss", Some(&mine))).await;
    assert_eq!(other["code"], "id-used", "{other}");
    let other = inn.visit(HERE).ask_as("j", join(&table, "Fern", Some(&theirs))).await;
    assert_eq!((&other["seat"], &names(&other)[3]), (&json!(3), &"Fern 2".to_owned()), "somebody else");
}

#[tokio::test]
async fn a_join_without_a_secret_is_known_again_on_its_connection_alone() {
    let inn = Inn::open().await;
    let (_two, [created, _]) = two(&inn, 6).await;
    let come = join(&created["table"], "Fern", None);
    let mut one = inn.visit(HERE);
    let first = one.ask_as("j", come.clone()).await;
    // Also when it has left the table in between.
    one.ask_as("d", json!({"type": "detach", "table": created["table"]})).await;
    let again = one.ask_as("j", come.clone()).await;
    assert_eq!((&again["outcome"], &again["seat"]), (&json!("entered"), &first["seat"]));
    assert_eq!(inn.visit(HERE).ask_as("j", come).await["seat"], 3);
}

#[tokio::test]
async fn a_create_sent_again_leads_to_the_first_table() {
    let mut inn = Inn::open().await;
    let mine = secret("mine");
    let mut one = inn.visit(HERE);
    one.say("c", create(2, Some(&mine))).await;
    one.say("c", create(2, Some(&mine))).await;
    let first = one.answer("c").await;
    assert_eq!(one.answer("c").await["table"], first["table"]);
    let again = inn.visit(ELSEWHERE).ask_as("c", create(2, Some(&mine))).await;
    assert_eq!((&again["table"], &again["seat"]), (&first["table"], &json!(0)));
    inn.restart().await;
    let mut later = inn.visit(HERE);
    let again = later.ask_as("c", create(2, Some(&mine))).await;
    assert_eq!((&again["table"], &again["seat"]), (&first["table"], &json!(0)));
    assert_eq!(inn.tables(), 1);
    assert_eq!(inn.visit(HERE).ask_as("c", create(3, Some(&mine))).await["code"], "id-used");
    let mut without = inn.visit(HERE);
    let own = without.ask_as("c", create(2, None)).await;
    assert_eq!(without.ask_as("c", create(2, None)).await["table"], own["table"]);
    assert_ne!(inn.visit(HERE).ask_as("c", create(2, None)).await["table"], own["table"]);
    assert_eq!(inn.tables(), 3);
    later.ask(json!({"type": "close", "table": first["table"]})).await;
    assert_eq!(inn.visit(HERE).ask_as("c", create(2, Some(&mine))).await["code"], "id-used", "closed by now");
    assert_eq!(inn.tables(), 2);
}

#[tokio::test]
async fn a_quick_match_sent_again_leads_to_the_same_table() {
    let mut inn = Inn::open().await;
    let quick =
        |who: &str| json!({"type": "quick-match", "game": "nabbit", "name": who, "secret": secret(who)});
    let opened = inn.visit(HERE).ask_as("1", quick("one")).await;
    let joined = inn.visit(HERE).ask_as("1", quick("two")).await;
    assert_eq!((&opened["table"], &opened["seat"]), (&joined["table"], &json!(0)));
    // The table is full, so that whoever comes now gets another.
    let other = inn.visit(HERE).ask_as("1", quick("six")).await;
    assert_ne!(other["table"], joined["table"]);
    for is_later in [false, true] {
        if is_later {
            inn.restart().await;
        }
        for (who, place) in [("one", &opened), ("two", &joined), ("six", &other)] {
            let again = inn.visit(HERE).ask_as("1", quick(who)).await;
            assert_eq!(
                (&again["table"], &again["seat"]),
                (&place["table"], &place["seat"]),
                "{who}: {again}"
            );
        }
    }
    assert_eq!(inn.tables(), 2);
    let mut changed = quick("two");
    changed["name"] = json!("Moss");
    assert_eq!(inn.visit(HERE).ask_as("1", changed).await["code"], "id-used");
}

#[tokio::test]
async fn an_id_is_for_one_command() {
    let inn = Inn::open().await;
    let ([mut host, mut guest], [created, joined]) = two(&inn, 3).await;
    let table = &created["table"];
    let say = |text: &str| json!({"type": "chat", "table": table, "text": text});
    for _ in 0..3 {
        assert_eq!(guest.ask_as("c", say("hello")).await["outcome"], "done");
    }
    assert_eq!(guest.ask_as("c", say("goodbye")).await["code"], "id-used");
    let renamed = guest.ask_as("n", json!({"type": "rename", "table": table, "name": "Moss"})).await;
    assert_eq!(
        guest.ask_as("n", json!({"type": "rename", "table": table, "name": "Fern"})).await["code"],
        "id-used"
    );
    assert_eq!(guest.ask_as("n", json!({"type": "leave", "table": table})).await["code"], "id-used");
    // The same person elsewhere: what was said and done is known, and another command under its id is refused.
    let mut later = inn.visit(ELSEWHERE);
    assert_eq!(
        later.ask_as("n", json!({"type": "rename", "table": table, "name": "Moss"})).await["code"],
        "not-attending"
    );
    later.ask(attend(table, &joined["token"], None)).await;
    assert_eq!(
        later.ask_as("n", json!({"type": "rename", "table": table, "name": "Moss"})).await["seq"],
        renamed["seq"]
    );
    assert_eq!(later.ask_as("c", say("hello")).await["outcome"], "done");
    let mut third = inn.visit(ELSEWHERE);
    let token = later.ask(json!({"type": "hand-over", "table": table})).await["token"].clone();
    third.ask(attend(table, &token, None)).await;
    assert_eq!(third.ask_as("c", say("goodbye")).await["code"], "id-used");
    assert_eq!(
        third.ask_as("n", json!({"type": "rename", "table": table, "name": "Fern"})).await["code"],
        "id-used"
    );
    host.ask(json!({"type": "ping"})).await;
    let heard: Vec<_> = host.heard.iter().filter(|told| told["type"] == "chat").collect();
    assert_eq!(heard.len(), 1, "told once: {heard:?}");
}

#[tokio::test]
async fn a_line_of_chat_sent_again_is_told_once_whatever_happens_in_between() {
    let mut inn = Inn::open().await;
    let ([mut host, mut guest], [created, joined]) = two(&inn, 3).await;
    let table = created["table"].clone();
    let say = |text: &str| json!({"type": "chat", "table": table, "text": text});
    assert_eq!(guest.ask_as("c", say("hello")).await["outcome"], "done");
    // More answers than are remembered, and more lines than are kept.
    for number in 0..20 {
        assert_eq!(guest.ask_as(&format!("r{number}"), say(" ")).await["code"], "bad-text");
    }
    for number in 0..60 {
        assert_eq!(host.ask_as(&format!("h{number}"), say("chatter")).await["outcome"], "done");
    }
    assert_eq!(guest.ask_as("c", say("hello")).await["outcome"], "done");
    let heard = host.heard.iter().filter(|told| told["line"]["text"] == "hello").count();
    assert_eq!(heard, 1, "told once");
    inn.restart().await;
    let mut later = inn.visit(ELSEWHERE);
    later.ask(attend(&table, &joined["token"], None)).await;
    assert_eq!(later.ask_as("c", say("hello")).await["outcome"], "done");
    assert_eq!(later.ask_as("c", say("goodbye")).await["code"], "id-used");
    assert_eq!(later.ask_as("d", say("still here")).await["outcome"], "done");
    let mut watcher = inn.visit(ELSEWHERE);
    let watched = watcher.ask(json!({"type": "attend", "table": table})).await;
    let lines = watched["snapshot"]["chat"].as_array().unwrap();
    assert_eq!((lines.len(), lines.iter().filter(|line| line["text"] == "hello").count()), (50, 0));
    let fields: Vec<_> = lines[49].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["at_ms", "name", "seat", "text"], "nobody is told by which command");
}

#[tokio::test]
async fn a_token_for_another_device_is_told_again_while_it_is_good() {
    let mut inn = Inn::open().await;
    let ([_host, mut guest], [created, joined]) = two(&inn, 3).await;
    let table = created["table"].clone();
    let hand_over = json!({"type": "hand-over", "table": table});
    let first = guest.ask_as("h", hand_over.clone()).await["token"].clone();
    inn.restart().await;
    let mut later = inn.visit(HERE);
    later.ask(attend(&table, &joined["token"], None)).await;
    // The house has the hash alone, so that it gives another in the place of the first.
    let second = later.ask_as("h", hand_over.clone()).await["token"].clone();
    assert!(second.is_string() && second != first);
    assert_eq!(later.ask_as("h", hand_over.clone()).await["token"], second, "then the same again");
    assert_eq!(inn.visit(HERE).ask(attend(&table, &first, None)).await["code"], "bad-token");
    // Another command has another token, and the one before is good no more.
    let third = later.ask_as("i", hand_over.clone()).await["token"].clone();
    assert_eq!(later.ask_as("h", hand_over.clone()).await["code"], "id-used");
    assert_eq!(later.ask_as("i", hand_over.clone()).await["token"], third);
    assert_eq!(inn.visit(HERE).ask(attend(&table, &second, None)).await["code"], "bad-token");
    let mut taker = inn.visit(ELSEWHERE);
    assert_eq!(taker.ask_as("t", attend(&table, &third, None)).await["outcome"], "entered");
    assert_eq!(taker.ask_as("i", hand_over).await["code"], "id-used", "used");
}

#[tokio::test]
async fn a_quick_match_that_no_table_takes_leads_nowhere() {
    let inn = Inn::open().await;
    let quick =
        |name: &str| json!({"type": "quick-match", "game": "nabbit", "name": name, "secret": secret("mine")});
    assert_eq!(inn.visit(HERE).ask(create(2, None)).await["outcome"], "entered");
    let kept = inn.logs();
    assert_eq!(inn.visit(HERE).ask_as("q", quick("\u{200d}")).await["code"], "bad-name");
    let mut seeded = quick("Fern");
    seeded["seed"] = json!("green");
    assert_eq!(inn.visit(HERE).ask_as("q", seeded).await["code"], "bad-seed");
    assert_eq!(inn.logs(), kept, "nothing is kept of it");
    assert_eq!(inn.visit(HERE).ask_as("q", quick("Fern")).await["seat"], 1);
}

#[tokio::test]
async fn a_refusal_is_told_again_and_a_new_id_is_looked_at() {
    let inn = Inn::open().await;
    let ([mut host, guest], [created, _]) = two(&inn, 2).await;
    let come = join(&created["table"], "Fern", Some(&secret("mine")));
    let mut late = inn.visit(HERE);
    let full = late.ask_as("j", come.clone()).await;
    assert_eq!(full["code"], "full");
    host.ask(json!({"type": "kick", "table": created["table"], "seat": 1})).await;
    assert_eq!(late.ask_as("j", come.clone()).await, full);
    assert_eq!(late.ask_as("k", come).await["outcome"], "entered");
    drop(guest);
}

#[tokio::test]
async fn a_token_handed_over_is_good_once() {
    let mut inn = Inn::open().await;
    let ([host, mut guest], [created, joined]) = two(&inn, 3).await;
    let (table, device) = (&created["table"], secret("device"));
    let token = guest.ask_as("h", json!({"type": "hand-over", "table": table})).await["token"].clone();
    let same = guest.ask_as("h", json!({"type": "hand-over", "table": table})).await["token"].clone();
    assert_eq!(same, token, "asked again, the same");
    let take = attend(table, &token, Some(&device));
    let taken = inn.visit(HERE).ask_as("t", take.clone()).await;
    assert_eq!((&taken["outcome"], &taken["seat"]), (&json!("entered"), &joined["seat"]));
    for other in [attend(table, &token, None), attend(table, &token, Some(&secret("thief")))] {
        assert_eq!(inn.visit(HERE).ask_as("t", other).await["code"], "bad-token", "used by somebody else");
    }
    assert_eq!(
        inn.visit(HERE).ask_as("u", take.clone()).await["code"],
        "bad-token",
        "used for another command"
    );
    // The device may have lost the answer.
    for is_later in [false, true] {
        if is_later {
            inn.restart().await;
        }
        let again = inn.visit(ELSEWHERE).ask_as("t", take.clone()).await;
        assert_eq!((&again["outcome"], &again["seat"]), (&json!("entered"), &joined["seat"]));
    }
    // Whoever handed it over has nothing left of it.
    let mut come = join(table, "Acorn", Some(&secret("guest0")));
    come["seed"] = json!("ab".repeat(32));
    assert_eq!(inn.visit(HERE).ask_as("1", come).await["code"], "id-used");
    assert_eq!(
        inn.visit(HERE).ask(attend(table, &joined["token"], Some(&secret("guest0")))).await["code"],
        "bad-token"
    );
    let sat = guest.ask_as("h", json!({"type": "hand-over", "table": table})).await;
    assert!(sat["token"].is_null() || sat["token"] == token, "no new one: {sat}");
    drop(host);
}

#[tokio::test]
async fn whoever_gave_a_place_away_is_told_no_token_of_whoever_has_it_now() {
    let inn = Inn::open().await;
    let ([_host, mut giver], [created, joined]) = two(&inn, 3).await;
    let (table, hand_over) = (&created["table"], json!({"type": "hand-over", "table": created["table"]}));
    let token = giver.ask_as("h", hand_over.clone()).await["token"].clone();
    let mut taker = inn.visit(ELSEWHERE);
    let taken = taker.ask_as("t", attend(table, &token, Some(&secret("taker")))).await;
    assert_eq!((&taken["outcome"], &taken["seat"]), (&json!("entered"), &joined["seat"]));
    assert_eq!(taker.ask_as("2", hand_over.clone()).await["outcome"], "handed-over");
    // The line over which the place was given away still stands, and ids can be guessed.
    assert_eq!(giver.ask_as("2", hand_over).await["code"], "not-attending");
}

#[tokio::test]
async fn a_token_handed_over_runs_out_after_ten_minutes() {
    let inn = Inn::open().await;
    let ([_host, mut guest], [created, _]) = two(&inn, 3).await;
    let table = &created["table"];
    let token = guest.ask_as("h", json!({"type": "hand-over", "table": table})).await["token"].clone();
    inn.wait_ms(10 * 60 * 1000);
    assert_eq!(inn.visit(HERE).ask(attend(table, &token, None)).await["code"], "bad-token");
}

#[tokio::test]
async fn a_secret_is_checked() {
    let inn = Inn::open().await;
    let long = "x".repeat(65);
    for bad in ["", "short", &long, "x".repeat(31).as_str(), &format!("{} ", "x".repeat(40))] {
        for command in [create(2, Some(bad)), join(&json!("0".repeat(26)), "Fern", Some(bad))] {
            assert_eq!(inn.visit(HERE).ask(command).await["code"], "bad-secret");
        }
    }
    assert_eq!(inn.tables(), 0);
}

#[tokio::test]
async fn a_ninth_table_on_one_connection_is_not_made() {
    let inn = Inn::open().await;
    let mut one = inn.visit(HERE);
    for _ in 0..8 {
        assert_eq!(one.ask(create(2, None)).await["outcome"], "entered");
    }
    for _ in 0..3 {
        assert_eq!(one.ask(create(2, None)).await["code"], "busy");
        let quick = json!({"type": "quick-match", "game": "push", "name": "Fern"});
        assert_eq!(one.ask(quick).await["code"], "busy");
    }
    assert_eq!(inn.tables(), 8, "busy means that nothing was done");
}

#[tokio::test]
async fn who_is_not_let_in_keeps_no_hand_full() {
    let inn = Inn::open().await;
    let mut stranger = inn.visit(ELSEWHERE);
    for _ in 0..9 {
        let (_two, [created, _]) = two(&inn, 2).await;
        assert_eq!(stranger.ask(join(&created["table"], "Eve", None)).await["code"], "full");
    }
    assert_eq!(stranger.ask(create(2, None)).await["outcome"], "entered");
}
