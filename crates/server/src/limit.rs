//! How much one connection and one address may ask for.

use journal::TableId;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Mutex;

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
    /// Commands of a connection.
    pub commands: Rate,
    /// Lines of chat of a connection.
    pub chat: Rate,
    /// Codes tried from an address.
    pub codes: Rate,
    /// Hints and odds asked for from an address.
    pub questions: Rate,
    /// Tables opened from an address.
    pub tables: Rate,
    /// Open tables that were opened from an address.
    pub tables_per_address: usize,
    /// Open connections of an address.
    pub connections_per_address: u32,
    /// Open connections of all.
    pub connections: u32,
    /// How long the headers of a request may take, in milliseconds.
    pub headers_ms: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            commands: Rate { burst: 40, each_ms: 50 },
            chat: Rate { burst: 5, each_ms: 1500 },
            codes: Rate { burst: 20, each_ms: 3000 },
            questions: Rate { burst: 12, each_ms: 500 },
            tables: Rate { burst: 30, each_ms: 60_000 },
            tables_per_address: 60,
            connections_per_address: 200,
            connections: 15_000,
            headers_ms: 10_000,
        }
    }
}

/// Lets a rate through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    rate: Rate,
    left: u32,
    since_ms: u64,
}

impl Bucket {
    /// A full bucket.
    pub(crate) fn new(rate: Rate, now_ms: u64) -> Self {
        Self { rate, left: rate.burst, since_ms: now_ms }
    }

    /// Takes one out, if there is one.
    pub(crate) fn take(&mut self, now_ms: u64) -> bool {
        self.refill(now_ms);
        let is_there = self.left > 0;
        self.left = self.left.saturating_sub(1);
        is_there
    }

    fn refill(&mut self, now_ms: u64) {
        let gained = now_ms.saturating_sub(self.since_ms) / self.rate.each_ms.max(1);
        if gained > 0 {
            self.left =
                self.rate.burst.min(self.left.saturating_add(u32::try_from(gained).unwrap_or(u32::MAX)));
            self.since_ms += gained * self.rate.each_ms.max(1);
        }
    }

    fn is_full(&mut self, now_ms: u64) -> bool {
        self.refill(now_ms);
        self.left == self.rate.burst
    }
}

/// Counts what each address asks for.
pub struct Doorkeeper {
    limits: Limits,
    addresses: Mutex<HashMap<IpAddr, Address>>,
}

struct Address {
    connections: u32,
    codes: Bucket,
    questions: Bucket,
    tables: Bucket,
    opened: Vec<TableId>,
}

/// The most addresses remembered before the quiet ones are forgotten.
const ADDRESSES: usize = 10_000;

impl Doorkeeper {
    /// Makes a doorkeeper with these limits.
    pub fn new(limits: Limits) -> Self {
        Self { limits, addresses: Mutex::default() }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Lets a connection in, unless its address has too many.
    pub fn let_in(&self, address: IpAddr, now_ms: u64) -> bool {
        self.with(address, now_ms, |known| {
            let may = known.connections < self.limits.connections_per_address;
            known.connections += u32::from(may);
            may
        })
    }

    /// A connection that was let in is gone.
    pub fn let_out(&self, address: IpAddr, now_ms: u64) {
        self.with(address, now_ms, |known| known.connections = known.connections.saturating_sub(1));
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
        let mut addresses = crate::house::lock(&self.addresses);
        if addresses.len() > ADDRESSES {
            addresses.retain(|_, known| {
                known.connections > 0
                    || !known.opened.is_empty()
                    || !known.codes.is_full(now_ms)
                    || !known.tables.is_full(now_ms)
            });
        }
        act(addresses.entry(household(address)).or_insert_with(|| Address {
            connections: 0,
            codes: Bucket::new(self.limits.codes, now_ms),
            questions: Bucket::new(self.limits.questions, now_ms),
            tables: Bucket::new(self.limits.tables, now_ms),
            opened: Vec::new(),
        }))
    }
}

/// The part of an address that one household has: a whole /64 of IPv6.
fn household(address: IpAddr) -> IpAddr {
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
}
