//! What every journal must do, run over each of them alike.

#![allow(clippy::unwrap_used)]

mod houses;

use houses::{House, InMemory, InSqlite, append, read, text, texts};
use journal::{Append, Damage, Entry, JournalError, MAX_PAYLOAD, TableId, Which, ask, audit, wait};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, mpsc};

macro_rules! over_both {
    ($($claim:ident)*) => {
        mod memory {
            $(#[test] fn $claim() { super::$claim(&|| Box::new(super::InMemory::new())); })*
        }
        mod sqlite {
            $(#[test] fn $claim() { super::$claim(&|| Box::new(super::InSqlite::new())); })*
        }
    };
}

type New<'a> = &'a dyn Fn() -> Box<dyn House>;

over_both! {
    appends_are_numbered_and_read_in_order
    an_append_after_another_sequence_learns_where_the_table_stands
    events_of_one_append_are_kept_together
    a_page_holds_no_more_than_asked_and_the_next_goes_on
    reading_past_the_end_tells_where_the_end_is
    a_closed_table_takes_nothing_more_and_can_be_read
    a_forgotten_table_is_unknown
    a_note_is_the_whole_closed_log_in_the_place_of_what_was_there
    tables_are_listed_in_order_and_by_state
    a_watch_hears_of_every_append_until_it_is_dropped
    an_oversized_or_empty_append_is_refused_and_changes_nothing
    many_appends_at_once_are_each_answered_once
    racing_writers_make_one_linear_history
    a_reopened_journal_has_everything_acknowledged
    an_altered_event_is_found
    a_cut_tail_is_found
    a_missing_event_is_found
    swapped_events_are_found
    an_added_event_is_found_and_not_built_upon
    a_damaged_table_leaves_the_others_whole
    a_copy_has_every_log_and_names_what_is_damaged
    any_script_gets_the_answers_of_the_model
}

const A: TableId = TableId::from_bytes([1; 16]);
const B: TableId = TableId::from_bytes([2; 16]);
const C: TableId = TableId::from_bytes([3; 16]);

fn appends_are_numbered_and_read_in_order(new: New<'_>) {
    let house = new();
    let journal = house.journal();
    assert_eq!(append(&*journal, A, 0, &["one"]).unwrap().seq, 1);
    assert_eq!(append(&*journal, B, 0, &["other"]).unwrap().seq, 1);
    let head = append(&*journal, A, 1, &["two"]).unwrap();
    let page = read(&*journal, A, 0).unwrap();
    assert_eq!(page.events.iter().map(|event| event.seq).collect::<Vec<_>>(), [1, 2]);
    assert_eq!((page.head, page.events[1].hash), (head, head.hash));
    assert_eq!(texts(&*journal, A), ["one", "two"]);
    assert_eq!(texts(&*journal, B), ["other"]);
}

fn an_append_after_another_sequence_learns_where_the_table_stands(new: New<'_>) {
    let house = new();
    let journal = house.journal();
    assert_eq!(append(&*journal, A, 3, &["early"]), Err(JournalError::Conflict { now: 0 }));
    append(&*journal, A, 0, &["one", "two"]).unwrap();
    for after in [0, 1, 3, u64::MAX] {
        assert_eq!(append(&*journal, A, after, &["late"]), Err(JournalError::Conflict { now: 2 }));
    }
    assert_eq!(texts(&*journal, A), ["one", "two"]);
}

fn events_of_one_append_are_kept_together(new: New<'_>) {
    let mut house = new();
    let large = vec![7; MAX_PAYLOAD];
    let both = Append::after(0, A, [Entry::new(3, &large), Entry::new(u16::MAX, [])]);
    let head = wait(|done| house.journal().append(both, done)).unwrap();
    assert_eq!(head.seq, 2);
    house.reopen();
    let page = read(&*house.journal(), A, 0).unwrap();
    assert_eq!((&*page.events[0].payload, page.events[0].version), (&*large, 3));
    assert_eq!((&*page.events[1].payload, page.events[1].version), (&[][..], u16::MAX));
}

fn a_page_holds_no_more_than_asked_and_the_next_goes_on(new: New<'_>) {
    let house = new();
    let journal = house.journal();
    append(&*journal, A, 0, &["1", "2", "3", "4", "5"]).unwrap();
    let page = wait(|done| journal.read(A, 1, 2, done)).unwrap();
    assert_eq!(page.events.iter().map(|event| event.seq).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(page.head.seq, 5);
    let rest = wait(|done| journal.read(A, 3, 2, done)).unwrap();
    assert_eq!(rest.events.iter().map(|event| event.seq).collect::<Vec<_>>(), [4, 5]);
    assert_eq!(wait(|done| journal.read(A, 5, 2, done)).unwrap().events, []);
}

fn reading_past_the_end_tells_where_the_end_is(new: New<'_>) {
    let house = new();
    append(&*house.journal(), A, 0, &["one"]).unwrap();
    assert_eq!(read(&*house.journal(), A, 2), Err(JournalError::Conflict { now: 1 }));
    assert_eq!(read(&*house.journal(), B, 0), Err(JournalError::Unknown));
}

fn a_closed_table_takes_nothing_more_and_can_be_read(new: New<'_>) {
    let mut house = new();
    append(&*house.journal(), A, 0, &["one"]).unwrap();
    let last = Append::after(1, A, [text("last")]).closing();
    assert!(wait(|done| house.journal().append(last, done)).unwrap().is_closed);
    append(&*house.journal(), B, 0, &["one"]).unwrap();
    let bare = Append::after(1, B, []).closing();
    assert_eq!(wait(|done| house.journal().append(bare, done)).unwrap().seq, 1);
    house.reopen();
    assert_eq!(append(&*house.journal(), A, 2, &["more"]), Err(JournalError::Closed { at: 2 }));
    assert_eq!(append(&*house.journal(), B, 1, &["more"]), Err(JournalError::Closed { at: 1 }));
    assert_eq!(texts(&*house.journal(), A), ["one", "last"]);
}

fn a_forgotten_table_is_unknown(new: New<'_>) {
    let mut house = new();
    append(&*house.journal(), A, 0, &["one"]).unwrap();
    append(&*house.journal(), B, 0, &["kept"]).unwrap();
    wait(|done| house.journal().forget(A, done)).unwrap();
    assert_eq!(wait(|done| house.journal().forget(A, done)), Err(JournalError::Unknown));
    assert_eq!(append(&*house.journal(), A, 1, &["two"]), Err(JournalError::Conflict { now: 0 }));
    house.reopen();
    assert_eq!(read(&*house.journal(), A, 0), Err(JournalError::Unknown));
    assert_eq!(texts(&*house.journal(), B), ["kept"]);
}

fn a_note_is_the_whole_closed_log_in_the_place_of_what_was_there(new: New<'_>) {
    let mut house = new();
    append(&*house.journal(), A, 0, &["one", "two"]).unwrap();
    append(&*house.journal(), B, 0, &["kept"]).unwrap();
    for note in ["first", "second", "third"] {
        wait(|done| house.journal().note(A, text(note), done)).unwrap();
        assert_eq!(texts(&*house.journal(), A), [note]);
    }
    house.reopen();
    assert_eq!(
        (texts(&*house.journal(), A), texts(&*house.journal(), B)),
        (vec!["third".into()], vec!["kept".into()])
    );
    assert_eq!(append(&*house.journal(), A, 1, &["more"]), Err(JournalError::Closed { at: 1 }));
    let open = wait(|done| house.journal().list(Which::Open, None, 9, done)).unwrap();
    assert_eq!(open.iter().map(|head| head.table).collect::<Vec<_>>(), [B]);
}

fn tables_are_listed_in_order_and_by_state(new: New<'_>) {
    let mut house = new();
    for table in [C, A, B] {
        append(&*house.journal(), table, 0, &["one", "two"]).unwrap();
    }
    wait(|done| house.journal().append(Append::after(2, B, []).closing(), done)).unwrap();
    house.reopen();
    let journal = house.journal();
    let list = |which, after, limit| {
        let heads = wait(|done| journal.list(which, after, limit, done)).unwrap();
        assert!(heads.iter().all(|head| head.seq == 2));
        heads.iter().map(|head| head.table).collect::<Vec<_>>()
    };
    assert_eq!(list(Which::All, None, 9), [A, B, C]);
    assert_eq!(list(Which::Open, None, 9), [A, C]);
    assert_eq!(list(Which::Closed, None, 9), [B]);
    assert_eq!(list(Which::All, Some(A), 1), [B]);
    assert_eq!(list(Which::Open, Some(C), 9), []);
}

fn a_watch_hears_of_every_append_until_it_is_dropped(new: New<'_>) {
    let house = new();
    let journal = house.journal();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ear = heard.clone();
    let watch = journal.watch(A, Arc::new(move |head| ear.lock().unwrap().push((head.table, head.seq))));
    append(&*journal, A, 0, &["one"]).unwrap();
    append(&*journal, B, 0, &["elsewhere"]).unwrap();
    append(&*journal, A, 0, &["refused"]).unwrap_err();
    append(&*journal, A, 1, &["two", "three"]).unwrap();
    drop(watch);
    append(&*journal, A, 3, &["unheard"]).unwrap();
    assert_eq!(*heard.lock().unwrap(), [(A, 1), (A, 3)]);
}

fn an_oversized_or_empty_append_is_refused_and_changes_nothing(new: New<'_>) {
    let house = new();
    let journal = house.journal();
    let large = Append::after(0, A, [text("small"), Entry::new(1, vec![0; MAX_PAYLOAD + 1])]);
    let refused = wait(|done| journal.append(large, done));
    assert_eq!(refused, Err(JournalError::TooLarge { bytes: MAX_PAYLOAD + 1 }));
    assert_eq!(append(&*journal, A, 0, &[]), Err(JournalError::Empty));
    let closing = Append::after(0, A, []).closing();
    assert_eq!(wait(|done| journal.append(closing, done)), Err(JournalError::Empty));
    assert_eq!(read(&*journal, A, 0), Err(JournalError::Unknown));
}

fn many_appends_at_once_are_each_answered_once(new: New<'_>) {
    const TABLES: u128 = 500;
    let mut house = new();
    let (send, answers) = mpsc::channel();
    for seq in 0..4 {
        for table in 0..TABLES {
            let send = send.clone();
            let entry = text(&format!("{table} {seq}"));
            let done = Box::new(move |answer| send.send((table, seq, answer)).unwrap());
            house.journal().append(Append::after(seq, TableId::from(table), [entry]), done);
        }
    }
    drop(send);
    let mut count = 0;
    for (_, seq, answer) in answers {
        assert_eq!(answer.map(|head| head.seq), Ok(seq + 1));
        count += 1;
    }
    assert_eq!(count, 4 * TABLES);
    house.reopen();
    for table in 0..TABLES {
        let expected: Vec<_> = (0..4).map(|seq| format!("{table} {seq}")).collect();
        assert_eq!(texts(&*house.journal(), TableId::from(table)), expected);
    }
}

fn racing_writers_make_one_linear_history(new: New<'_>) {
    const WRITERS: usize = 8;
    const EACH: usize = 25;
    let house = new();
    let journal = house.journal();
    let won: Mutex<BTreeMap<u64, String>> = Mutex::default();
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (journal, won) = (&journal, &won);
            scope.spawn(move || {
                let mut after = 0;
                for number in 0..EACH {
                    let name = format!("{writer}.{number}");
                    loop {
                        match append(&**journal, A, after, &[&name]) {
                            Ok(head) => {
                                after = head.seq;
                                assert_eq!(
                                    won.lock().unwrap().insert(head.seq, name),
                                    None,
                                    "two won one sequence"
                                );
                                break;
                            }
                            Err(JournalError::Conflict { now }) => {
                                assert!(now > after, "a conflict tells of something new");
                                after = now;
                            }
                            Err(error) => panic!("{error}"),
                        }
                    }
                }
            });
        }
    });
    let won = won.into_inner().unwrap();
    assert_eq!(won.keys().copied().collect::<Vec<_>>(), (1..=(WRITERS * EACH) as u64).collect::<Vec<_>>());
    assert_eq!(texts(&*journal, A), won.into_values().collect::<Vec<_>>());
}

fn a_reopened_journal_has_everything_acknowledged(new: New<'_>) {
    let mut house = new();
    let mut heads = Vec::new();
    for round in 0..5 {
        for table in [A, B, C] {
            let name = format!("{table} {round}");
            heads.push(append(&*house.journal(), table, 2 * round, &[&name, "and more"]).unwrap());
        }
        house.reopen();
    }
    for head in &heads[12..] {
        let page = read(&*house.journal(), head.table, 0).unwrap();
        assert_eq!((page.head, page.events.len()), (*head, 10));
    }
    assert_eq!(append(&*house.journal(), A, 10, &["on"]).unwrap().seq, 11);
}

/// A house with three events at table A and one at table B.
fn furnished(new: New<'_>) -> Box<dyn House> {
    let house = new();
    append(&*house.journal(), A, 0, &["one", "two", "three"]).unwrap();
    append(&*house.journal(), B, 0, &["whole"]).unwrap();
    house
}

fn damage(house: &dyn House) -> Damage {
    match read(&*house.journal(), A, 0) {
        Err(JournalError::Damaged(damage)) => damage,
        other => panic!("unnoticed: {other:?}"),
    }
}

fn an_altered_event_is_found(new: New<'_>) {
    for seq in 1..=3 {
        let mut house = furnished(new);
        house.meddle(A, &|events| events[seq - 1].payload = b"tow".as_slice().into());
        assert_eq!(damage(&*house), Damage::Altered { seq: seq as u64 });
    }
    let mut house = furnished(new);
    house.meddle(A, &|events| events[1].version = 2);
    assert_eq!(damage(&*house), Damage::Altered { seq: 2 });
}

fn a_cut_tail_is_found(new: New<'_>) {
    for keep in 0..3 {
        let mut house = furnished(new);
        house.meddle(A, &|events| events.truncate(keep));
        assert_eq!(damage(&*house), Damage::TailLost { found: keep as u64, head: 3 });
    }
}

fn a_missing_event_is_found(new: New<'_>) {
    let mut house = furnished(new);
    house.meddle(A, &|events| drop(events.remove(1)));
    assert_eq!(damage(&*house), Damage::Missing { seq: 2 });
    let later = read(&*house.journal(), A, 2);
    assert_eq!(later, Err(Damage::Missing { seq: 2 }.into()));
}

fn swapped_events_are_found(new: New<'_>) {
    let mut house = furnished(new);
    house.meddle(A, &|events| {
        events.swap(1, 2);
        (events[1].seq, events[2].seq) = (2, 3);
    });
    assert_eq!(damage(&*house), Damage::Altered { seq: 2 });
}

fn an_added_event_is_found_and_not_built_upon(new: New<'_>) {
    let mut house = furnished(new);
    house.meddle(A, &|events| {
        let mut chain = journal::Chain { seq: 3, hash: events[2].hash };
        let hash = chain.push(1, b"forged");
        events.push(journal::Stored { seq: 4, version: 1, payload: b"forged".as_slice().into(), hash });
    });
    assert_eq!(damage(&*house), Damage::WrongHead { head: 3 });
}

fn a_damaged_table_leaves_the_others_whole(new: New<'_>) {
    let mut house = furnished(new);
    house.meddle(A, &|events| events.truncate(2));
    let journal = house.journal();
    assert_eq!(texts(&*journal, B), ["whole"]);
    assert_eq!(append(&*journal, B, 1, &["still"]).unwrap().seq, 2);
    assert_eq!(block_on(audit(&*journal)), Ok(vec![(A, Damage::TailLost { found: 2, head: 3 })]));
}

fn a_copy_has_every_log_and_names_what_is_damaged(new: New<'_>) {
    let mut house = furnished(new);
    let journal = house.journal();
    append(&*journal, C, 0, &["closed"]).unwrap();
    wait(|done| journal.append(Append::after(1, C, []).closing(), done)).unwrap();
    // More than fit into one append of the copy.
    let many: Vec<String> = (0..1000).map(|n| format!("event {n}")).collect();
    append(&*journal, TableId::from(9), 0, &many.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
    drop(journal);
    for is_damaged in [false, true] {
        if is_damaged {
            house.meddle(A, &|events| events[1].payload = (*b"another").into());
        }
        let journal = house.journal();
        let other = InSqlite::new();
        let copied = block_on(journal::copy(&*journal, &*other.journal(), |_| {})).unwrap();
        assert_eq!(copied.damaged, if is_damaged { vec![A] } else { vec![] });
        let heads =
            |journal: &dyn journal::Journal| wait(|done| journal.list(Which::All, None, 100, done)).unwrap();
        let whole: Vec<_> =
            heads(&*journal).into_iter().filter(|head| !copied.damaged.contains(&head.table)).collect();
        assert_eq!(heads(&*other.journal()), whole, "ends, hashes and what is closed");
        assert_eq!(
            (copied.logs, copied.events),
            (whole.len() as u64, whole.iter().map(|head| head.seq).sum())
        );
        assert_eq!(read(&*other.journal(), B, 0), read(&*journal, B, 0));
        let again = block_on(journal::copy(&*journal, &*other.journal(), |_| {}));
        assert!(matches!(again, Err(journal::BadCopy::NotEmpty)));
    }
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    // The journal's answers come from its own thread: polling again is all that is needed.
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    loop {
        if let std::task::Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
        std::thread::yield_now();
    }
}

#[derive(Clone, Debug)]
enum Step {
    Append { table: u8, after: u64, count: usize, close: bool },
    Read { table: u8, after: u64, limit: usize },
    List,
    Forget { table: u8 },
    Reopen,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let table = 0..3_u8;
    let step = prop_oneof![
        8 => (table.clone(), 0..6_u64, 0..3_usize, prop::bool::weighted(0.1))
            .prop_map(|(table, after, count, close)| Step::Append { table, after, count, close }),
        3 => (table.clone(), 0..6_u64, 0..4_usize)
            .prop_map(|(table, after, limit)| Step::Read { table, after, limit }),
        1 => Just(Step::List),
        1 => table.prop_map(|table| Step::Forget { table }),
        1 => Just(Step::Reopen),
    ];
    prop::collection::vec(step, 1..60)
}

/// What a journal holds, in the plainest form.
type Model = BTreeMap<u8, (Vec<String>, bool)>;

fn any_script_gets_the_answers_of_the_model(new: New<'_>) {
    // The same scripts in every run, unless PROPTEST_RNG_SEED asks for others.
    let told = Config::default();
    let rng_seed = if told.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { told.rng_seed };
    let mut runner = TestRunner::new(Config { cases: 48, rng_seed, ..told });
    runner.run(&steps(), |steps| follow(&mut *new(), &steps)).unwrap();
}

fn follow(house: &mut dyn House, steps: &[Step]) -> Result<(), TestCaseError> {
    let mut model = Model::new();
    for (place, step) in steps.iter().enumerate() {
        match *step {
            Step::Append { table, after, count, close } => {
                let names: Vec<_> = (0..count).map(|part| format!("{place}.{part}")).collect();
                let entries = names.iter().map(|name| text(name));
                let mut request = Append::after(after, id(table), entries);
                request.close = close;
                let answer = block_on(ask(|done| house.journal().append(request, done)));
                prop_assert_eq!(
                    answer.map(|head| head.seq),
                    expect_append(&mut model, table, after, names, close)
                );
            }
            Step::Read { table, after, limit } => {
                let page = wait(|done| house.journal().read(id(table), after, limit, done));
                let texts = page.map(|page| {
                    page.events
                        .iter()
                        .map(|event| String::from_utf8_lossy(&event.payload).into_owned())
                        .collect()
                });
                prop_assert_eq!(texts, expect_read(&model, table, after, limit));
            }
            Step::List => {
                let heads = wait(|done| house.journal().list(Which::All, None, 99, done)).unwrap();
                let heads: Vec<_> = heads.iter().map(|head| (head.table, head.seq, head.is_closed)).collect();
                let expected: Vec<_> = model
                    .iter()
                    .map(|(&table, (log, closed))| (id(table), log.len() as u64, *closed))
                    .collect();
                prop_assert_eq!(heads, expected);
            }
            Step::Forget { table } => {
                let answer = wait(|done| house.journal().forget(id(table), done));
                prop_assert_eq!(answer.is_ok(), model.remove(&table).is_some());
            }
            Step::Reopen => house.reopen(),
        }
    }
    prop_assert_eq!(block_on(audit(&*house.journal())), Ok(vec![]));
    Ok(())
}

fn id(table: u8) -> TableId {
    TableId::from(u128::from(table))
}

fn expect_append(
    model: &mut Model,
    table: u8,
    after: u64,
    names: Vec<String>,
    close: bool,
) -> Result<u64, JournalError> {
    let now = model.get(&table).map_or(0, |(log, _)| log.len() as u64);
    if after != now {
        return Err(JournalError::Conflict { now });
    }
    if model.get(&table).is_some_and(|(_, closed)| *closed) {
        return Err(JournalError::Closed { at: now });
    }
    if names.is_empty() && !(close && now > 0) {
        return Err(JournalError::Empty);
    }
    let (log, closed) = model.entry(table).or_default();
    log.extend(names);
    *closed = close;
    Ok(log.len() as u64)
}

fn expect_read(model: &Model, table: u8, after: u64, limit: usize) -> Result<Vec<String>, JournalError> {
    let (log, _) = model.get(&table).ok_or(JournalError::Unknown)?;
    let now = log.len() as u64;
    if after > now {
        return Err(JournalError::Conflict { now });
    }
    Ok(log.iter().skip(after as usize).take(limit).cloned().collect())
}
