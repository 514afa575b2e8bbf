//! Names at a table: everybody's can be seen, and nobody is taken for somebody else or for a bot.

#![allow(clippy::unwrap_used)]

mod visitor;

use serde_json::json;
use visitor::{Inn, create, join, names};

const HERE: &str = "192.0.2.1";

#[tokio::test]
async fn a_name_that_shows_nothing_is_refused() {
    let inn = Inn::open().await;
    let table = inn.visit(HERE).ask(create(6, None)).await["table"].clone();
    for name in
        ["\u{200d}", "\u{fe0f}", "\u{2800}", "\u{1bca0}", "\u{301}", "\u{378}", "\u{3164}", " \u{200c} "]
    {
        assert_eq!(inn.visit(HERE).ask(join(&table, name, None)).await["code"], "bad-name", "{name:?}");
        let mut open = create(2, None);
        open["name"] = json!(name);
        assert_eq!(inn.visit(HERE).ask(open).await["code"], "bad-name", "{name:?}");
    }
}

#[tokio::test]
async fn nobody_passes_for_somebody_else() {
    let inn = Inn::open().await;
    let mut host = inn.visit(HERE);
    let table = host.ask(create(6, None)).await["table"].clone();
    let (mut one, mut two) = (inn.visit(HERE), inn.visit(HERE));
    one.ask(join(&table, "Hazel", None)).await;
    let told = two.ask(join(&table, "Наzеl", None)).await;
    assert_eq!(names(&told), ["Hazel", "Hazel 2", "Наzеl 3", "", "", ""]);
    let renamed = |name: &str| json!({"type": "rename", "table": table, "name": name});
    host.ask(renamed("HAZEL")).await;
    two.ask(renamed("Hazel 2")).await;
    two.ask(renamed("Fern")).await;
    one.ask(renamed("Hazel")).await;
    let told = two.ask(json!({"type": "attend", "table": table})).await;
    assert_eq!(names(&told), ["HAZEL", "Hazel 2", "Fern", "", "", ""]);
}

#[tokio::test]
async fn nobody_passes_for_a_bot_and_bots_step_aside() {
    let inn = Inn::open().await;
    let mut host = inn.visit(HERE);
    let mut open = create(6, None);
    open["bots"] = json!([{"seat": 1, "level": "hard"}, {"seat": 2, "level": "easy"}]);
    let created = host.ask(open).await;
    assert_eq!(names(&created), ["Hazel", "*Birch", "*Cedar", "", "", ""]);
    for name in ["Bot (hard)", "bot", "B0t", "Sharp bot", "Bot (easy)"] {
        assert_eq!(
            inn.visit(HERE).ask(join(&created["table"], name, None)).await["code"],
            "bad-name",
            "{name}"
        );
    }
    let mut guest = inn.visit(HERE);
    let told = guest.ask(join(&created["table"], "Birch", None)).await;
    assert_eq!(names(&told), ["Hazel", "*Beech", "*Cedar", "Birch", "", ""], "people keep their names");
}

#[tokio::test]
async fn a_hosts_own_events_are_plain_text() {
    let inn = Inn::open().await;
    let open = |name: &str, story: &str| {
        json!({"type": "create", "game": "nuts", "seats": 4, "name": "Hazel", "sit": 0,
            "options": {"events": [{"name": name, "story": story, "effect": {"draw": 2}}]}})
    };
    let opened = inn.visit(HERE).ask(open("Windfall", "It rains nuts: רוח.")).await;
    assert_eq!(opened["outcome"], "entered", "{opened}");
    for (name, story) in
        [("Wind\u{202e}fall", ""), ("Windfall", "It \u{2066}rains"), ("\u{200b}", "Nuts"), ("\u{2800}", "")]
    {
        let refused = inn.visit(HERE).ask(open(name, story)).await;
        assert_eq!(refused["code"], "bad-table", "{name:?} {story:?} {refused}");
    }
}
