//! How much one connection and one address may ask for.

use journal::TableId;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, MutexGuard};

/// So many at once, and one more each time that passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many at once.
    pub burst: u32,
    /// Milliseconds until one more is allowed.
    pub each_ms: u64,
}

/// The limits of the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Messages of a connection, whatever they say.
    pub commands: Rate,
    /// What comes in on one stream, in kibibytes, read or not.
    pub incoming: Rate,
    /// Messages of all connections of an address.
    pub messages: Rate,
    /// Messages of a connection that may come beyond that before it is cut; one that cannot be read counts for ten.
    pub refusals: Rate,
    /// Refusals of an address before nothing new is taken in from it; a connection that was cut counts for twenty.
    pub patience: Rate,
    /// Lines of chat of a connection.
    pub chat: Rate,
    /// Reactions of a connection.
    pub reactions: Rate,
    /// Codes tried from an address.
    pub codes: Rate,
    /// Hints and odds asked for from an address.
    pub questions: Rate,
    /// HTTP requests of an address, and streams they could come on.
    pub requests: Rate,
    /// Tables an address has looked up whole: attended, listed, looked back on.
    pub lookups: Rate,
    /// Tables opened from an address.
    pub tables: Rate,
    /// Open tables that were opened from an address.
    pub tables_per_address: usize,
    /// Open connections of an address.
    pub connections_per_address: u32,
    /// Open connections of all.
    pub connections: u32,
    /// Open streams of an address, those of browsers that fetch pages included.
    pub streams_per_address: u32,
    /// Replays and records on their way to an address.
    pub copies_per_address: u32,
    /// Replays and records on their way to all.
    pub copies: u32,
    /// How long the headers of a request may take, in milliseconds.
    pub headers_ms: u64,
    /// How long a reader may take nothing of what waits for it, in milliseconds.
    pub writes_ms: u64,
    /// How long a socket may say nothing before it is asked whether it is there, in milliseconds.
    pub quiet_ms: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            commands: Rate { burst: 40, each_ms: 50 },
            // Forty messages as long as they may be, and twenty a second, three times over.
            incoming: Rate { burst: 512, each_ms: 4 },
            messages: Rate { burst: 4000, each_ms: 2 },
            refusals: Rate { burst: 300, each_ms: 100 },
            patience: Rate { burst: 200, each_ms: 100 },
            chat: Rate { burst: 5, each_ms: 1500 },
            reactions: Rate { burst: 6, each_ms: 1000 },
            codes: Rate { burst: 20, each_ms: 3000 },
            questions: Rate { burst: 12, each_ms: 500 },
            // Two hundred phones in one room open the page at once: some twenty files each.
            requests: Rate { burst: 6000, each_ms: 10 },
            lookups: Rate { burst: 1200, each_ms: 25 },
            tables: Rate { burst: 30, each_ms: 60_000 },
            tables_per_address: 60,
            connections_per_address: 200,
            connections: 15_000,
            streams_per_address: 2000,
            copies_per_address: 64,
            copies: 512,
            headers_ms: 10_000,
            writes_ms: 15_000,
            quiet_ms: 25_000,
        }
    }
}

impl Limits {
    /// As many of everything as come; only the times stay.
    pub fn none() -> Self {
        let mut limits = Self::default();
        for rate in limits.rates() {
            rate.burst = u32::MAX;
        }
        limits.tables_per_address = usize::MAX;
        limits.connections_per_address = u32::MAX;
        limits.connections = u32::MAX;
        limits.streams_per_address = u32::MAX;
        limits.copies_per_address = u32::MAX;
        limits.copies = u32::MAX;
        limits
    }

    fn rates(&mut self) -> [&mut Rate; 12] {
        let Self {
            commands,
            incoming,
            messages,
            refusals,
            patience,
            chat,
            reactions,
            codes,
            questions,
            requests,
            lookups,
            tables,
            ..
        } = self;
        [
            commands, incoming, messages, refusals, patience, chat, reactions, codes, questions, requests,
            lookups, tables,
        ]
    }
}

/// What a message that cannot be read takes of a connection's refusals.
pub(crate) const UNREADABLE: u32 = 10;
/// What a connection that was cut takes of its address's patience.
const CUT: u32 = 20;

/// Lets a rate through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    rate: Rate,
    left: i64,
    since_ms: u64,
}

impl Bucket {
    /// A full bucket.
    pub(crate) fn new(rate: Rate, now_ms: u64) -> Self {
        Self { rate, left: rate.burst.into(), since_ms: now_ms }
    }

    /// Takes one out, if there is one.
    pub(crate) fn take(&mut self, now_ms: u64) -> bool {
        self.take_many(1, now_ms)
    }

    /// Takes so many out, or all there are; tells whether there were any.
    pub(crate) fn take_many(&mut self, count: u32, now_ms: u64) -> bool {
        let is_there = self.has_some(now_ms);
        self.left = (self.left - i64::from(count)).max(self.left.min(0));
        is_there
    }

    /// Takes so many out whether they are there or not: what is owed must come in before anything is there again.
    fn owe(&mut self, count: u32, now_ms: u64) {
        self.refill(now_ms);
        self.left = (self.left - i64::from(count)).max(-i64::from(self.rate.burst));
    }

    fn has_some(&mut self, now_ms: u64) -> bool {
        self.refill(now_ms);
        self.left > 0
    }

    fn refill(&mut self, now_ms: u64) {
        let gained = now_ms.saturating_sub(self.since_ms) / self.rate.each_ms.max(1);
        if gained > 0 {
            let gain = i64::try_from(gained).unwrap_or(i64::MAX);
            self.left = self.left.saturating_add(gain).min(self.rate.burst.into());
            self.since_ms += gained * self.rate.each_ms.max(1);
        }
    }

    fn is_full(&mut self, now_ms: u64) -> bool {
        self.refill(now_ms);
        self.left == i64::from(self.rate.burst)
    }
}

/// Counts what each address asks for.
pub struct Doorkeeper {
    limits: Limits,
    addresses: Mutex<Addresses>,
}

#[derive(Default)]
struct Addresses {
    known: HashMap<IpAddr, Address>,
    /// Replays and records on their way to all.
    copies: u32,
    /// When the quiet ones were last looked for.
    swept_ms: u64,
}

struct Address {
    connections: u32,
    streams: u32,
    copies: u32,
    messages: Bucket,
    patience: Bucket,
    codes: Bucket,
    questions: Bucket,
    requests: Bucket,
    lookups: Bucket,
    tables: Bucket,
    opened: Vec<TableId>,
}

impl Address {
    fn new(limits: &Limits, now_ms: u64) -> Self {
        let bucket = |rate| Bucket::new(rate, now_ms);
        Self {
            connections: 0,
            streams: 0,
            copies: 0,
            messages: bucket(limits.messages),
            patience: bucket(limits.patience),
            codes: bucket(limits.codes),
            questions: bucket(limits.questions),
            requests: bucket(limits.requests),
            lookups: bucket(limits.lookups),
            tables: bucket(limits.tables),
            opened: Vec::new(),
        }
    }

    fn is_quiet(&mut self, now_ms: u64) -> bool {
        let Self { messages, patience, codes, questions, requests, lookups, tables, .. } = self;
        let buckets = [messages, patience, codes, questions, requests, lookups, tables];
        self.connections + self.streams + self.copies == 0
            && self.opened.is_empty()
            && buckets.into_iter().all(|bucket| bucket.is_full(now_ms))
    }
}

/// The most addresses remembered before the quiet ones are forgotten.
const ADDRESSES: usize = 10_000;
/// How often the quiet ones are looked for at most.
const SWEEP_MS: u64 = 1000;

impl Doorkeeper {
    /// Makes a doorkeeper with these limits.
    pub fn new(limits: Limits) -> Self {
        Self { limits, addresses: Mutex::default() }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Takes a stream in, unless its address has too many or has worn the house's patience out. A stream counts as a
    /// request, for what comes on it may be none.
    pub fn take_in(&self, address: IpAddr, now_ms: u64) -> bool {
        self.with(address, now_ms, |known| {
            if known.streams >= self.limits.streams_per_address || !known.patience.has_some(now_ms) {
                return false;
            }
            let may = known.requests.take(now_ms);
            if !may {
                known.patience.owe(1, now_ms);
            }
            known.streams += u32::from(may);
            may
        })
    }

    /// A stream that was taken in is gone.
    pub fn let_go(&self, address: IpAddr, now_ms: u64) {
        self.with(address, now_ms, |known| known.streams = known.streams.saturating_sub(1));
    }

    /// Lets a connection in, unless its address has too many or has worn the house's patience out.
    pub fn let_in(&self, address: IpAddr, now_ms: u64) -> bool {
        self.with(address, now_ms, |known| {
            let may =
                known.connections < self.limits.connections_per_address && known.patience.has_some(now_ms);
            known.connections += u32::from(may);
            may
        })
    }

    /// A connection that was let in is gone.
    pub fn let_out(&self, address: IpAddr, now_ms: u64) {
        self.with(address, now_ms, |known| known.connections = known.connections.saturating_sub(1));
    }

    /// A connection of an address was cut because of what it sent: coming back does not make up for it.
    pub fn has_cut(&self, address: IpAddr, now_ms: u64) {
        self.with(address, now_ms, |known| known.patience.owe(CUT, now_ms));
    }

    /// Whether the house has any patience left with an address.
    pub fn is_patient_with(&self, address: IpAddr, now_ms: u64) -> bool {
        self.with(address, now_ms, |known| known.patience.has_some(now_ms))
    }

    /// Whether an address may send one more message.
    pub fn may_speak(&self, address: IpAddr, now_ms: u64) -> bool {
        self.with(address, now_ms, |known| known.messages.take(now_ms))
    }

    /// Whether an address may make one more request; who goes on is no longer taken in.
    pub fn may_request(&self, address: IpAddr, now_ms: u64) -> bool {
        self.with(address, now_ms, |known| {
            let may = known.requests.take(now_ms);
            if !may {
                known.patience.owe(1, now_ms);
            }
            may
        })
    }

    /// Whether an address may look a whole table up.
    pub fn may_look_up(&self, address: IpAddr, now_ms: u64) -> bool {
        self.with(address, now_ms, |known| known.lookups.take(now_ms))
    }

    /// Whether a replay or record may be sent to an address now; [`has_sent`](Self::has_sent) ends it.
    pub fn may_send(&self, address: IpAddr, now_ms: u64) -> bool {
        let mut addresses = self.swept(now_ms);
        let Addresses { known, copies, .. } = &mut *addresses;
        let known = known.entry(household(address)).or_insert_with(|| Address::new(&self.limits, now_ms));
        let may = known.copies < self.limits.copies_per_address && *copies < self.limits.copies;
        known.copies += u32::from(may);
        *copies += u32::from(may);
        may
    }

    /// A replay or record was sent, or given up.
    pub fn has_sent(&self, address: IpAddr, now_ms: u64) {
        self.with(address, now_ms, |known| known.copies = known.copies.saturating_sub(1));
        let mut addresses = crate::house::lock(&self.addresses);
        addresses.copies = addresses.copies.saturating_sub(1);
    }

    /// Whether an address may try a code.
    pub fn may_try_code(&self, address: IpAddr, now_ms: u64) -> bool {
        self.with(address, now_ms, |known| known.codes.take(now_ms))
    }

    /// Whether an address may have something thought about.
    pub fn may_ask(&self, address: IpAddr, now_ms: u64) -> bool {
        self.with(address, now_ms, |known| known.questions.take(now_ms))
    }

    /// Whether an address may open a table: not too fast, and not while many of its tables are still open.
    pub fn may_open_table(&self, address: IpAddr, now_ms: u64, is_open: impl Fn(TableId) -> bool) -> bool {
        self.with(address, now_ms, |known| {
            known.opened.retain(|table| is_open(*table));
            known.opened.len() < self.limits.tables_per_address && known.tables.take(now_ms)
        })
    }

    /// An address opened a table.
    pub fn has_opened(&self, address: IpAddr, now_ms: u64, table: TableId) {
        self.with(address, now_ms, |known| known.opened.push(table));
    }

    fn with<T>(&self, address: IpAddr, now_ms: u64, act: impl FnOnce(&mut Address) -> T) -> T {
        let mut addresses = self.swept(now_ms);
        let known = addresses.known.entry(household(address));
        act(known.or_insert_with(|| Address::new(&self.limits, now_ms)))
    }

    /// What is known of all addresses; the quiet ones are forgotten where there are many.
    fn swept(&self, now_ms: u64) -> MutexGuard<'_, Addresses> {
        let mut addresses = crate::house::lock(&self.addresses);
        if addresses.known.len() > ADDRESSES && now_ms.abs_diff(addresses.swept_ms) >= SWEEP_MS {
            addresses.known.retain(|_, known| !known.is_quiet(now_ms));
            addresses.swept_ms = now_ms;
        }
        addresses
    }
}

/// The part of an address that one household has: a whole /64 of IPv6.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_lets_a_burst_through_and_then_its_rate() {
        let mut bucket = Bucket::new(Rate { burst: 3, each_ms: 100 }, 0);
        assert_eq!(
            [0, 0, 0, 0, 99, 100, 101, 350, 350, 350].map(|ms| bucket.take(ms)),
            [true, true, true, false, false, true, false, true, true, false]
        );
    }

    #[test]
    fn an_address_has_so_many_open_tables_and_not_more() {
        let limits = Limits { tables_per_address: 2, ..Limits::default() };
        let doorkeeper = Doorkeeper::new(limits);
        let here: IpAddr = "192.0.2.1".parse().unwrap();
        let tables = [1, 2].map(|n| TableId::from_bytes([n; 16]));
        for table in tables {
            assert!(doorkeeper.may_open_table(here, 0, |_| true));
            doorkeeper.has_opened(here, 0, table);
        }
        assert!(!doorkeeper.may_open_table(here, 0, |_| true));
        assert!(doorkeeper.may_open_table("192.0.2.2".parse().unwrap(), 0, |_| true));
        assert!(doorkeeper.may_open_table(here, 0, |table| table == tables[0]), "one was closed");
    }

    #[test]
    fn an_address_has_so_many_connections_and_not_more() {
        let limits = Limits { connections_per_address: 2, ..Limits::default() };
        let doorkeeper = Doorkeeper::new(limits);
        let here: IpAddr = "2001:db8::1".parse().unwrap();
        let next_door: IpAddr = "2001:db8::2".parse().unwrap();
        let elsewhere: IpAddr = "2001:db8:1::1".parse().unwrap();
        assert!(doorkeeper.let_in(here, 0) && doorkeeper.let_in(next_door, 0));
        assert!(!doorkeeper.let_in(here, 0) && doorkeeper.let_in(elsewhere, 0));
        doorkeeper.let_out(next_door, 0);
        assert!(doorkeeper.let_in(here, 0));
    }

    #[test]
    fn who_was_cut_comes_back_only_so_often() {
        let limits = Limits { patience: Rate { burst: 40, each_ms: 100 }, ..Limits::default() };
        let doorkeeper = Doorkeeper::new(limits);
        let (here, elsewhere) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        for _ in 0..2 {
            assert!(doorkeeper.take_in(here, 0) && doorkeeper.let_in(here, 0));
            doorkeeper.has_cut(here, 0);
        }
        assert!(!doorkeeper.take_in(here, 0) && !doorkeeper.let_in(here, 0));
        assert!(doorkeeper.take_in(elsewhere, 0), "others notice nothing");
        assert!(doorkeeper.take_in(here, 100), "the house forgives");
        for _ in 0..9 {
            doorkeeper.has_cut(here, 100);
        }
        assert!(!doorkeeper.take_in(here, 4100), "many at once are not forgotten as soon as one");
        assert!(doorkeeper.take_in(here, 4200));
    }

    #[test]
    fn who_goes_on_asking_for_pages_is_no_longer_taken_in() {
        let (requests, patience) = (Rate { burst: 2, each_ms: 1000 }, Rate { burst: 3, each_ms: 1000 });
        let doorkeeper = Doorkeeper::new(Limits { requests, patience, ..Limits::default() });
        let here = "192.0.2.1".parse().unwrap();
        assert_eq!([0; 5].map(|_| doorkeeper.may_request(here, 0)), [true, true, false, false, false]);
        assert!(!doorkeeper.take_in(here, 0) && doorkeeper.take_in(here, 1000));
    }

    #[test]
    fn only_so_many_copies_are_on_their_way() {
        let doorkeeper = Doorkeeper::new(Limits { copies_per_address: 2, copies: 3, ..Limits::default() });
        let [here, there]: [IpAddr; 2] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse().unwrap());
        assert!(doorkeeper.may_send(here, 0) && doorkeeper.may_send(here, 0));
        assert!(!doorkeeper.may_send(here, 0), "two for one address");
        assert!(doorkeeper.may_send(there, 0) && !doorkeeper.may_send(there, 0), "three for all");
        doorkeeper.has_sent(here, 0);
        assert!(doorkeeper.may_send(there, 0));
    }

    #[test]
    fn quiet_addresses_are_forgotten_and_busy_ones_are_not() {
        let doorkeeper = Doorkeeper::new(Limits::default());
        let here = "192.0.2.1".parse().unwrap();
        assert!(doorkeeper.let_in(here, 0));
        for number in 0..=ADDRESSES as u32 {
            doorkeeper.may_speak(IpAddr::V4((0x0a00_0000 + number).into()), 0);
        }
        assert!(crate::house::lock(&doorkeeper.addresses).known.len() > ADDRESSES);
        doorkeeper.may_speak(here, 10 * SWEEP_MS);
        assert_eq!(crate::house::lock(&doorkeeper.addresses).known.len(), 1);
    }
}
