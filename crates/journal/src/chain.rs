//! The hash chain over a table's events, and what it shows.
//!
//! The chain starts from the table's id; each event's hash covers the hash before it, its sequence, its version and
//! its payload. The end of the chain (the head) is stored beside the events and changes with them. So a changed,
//! missing, swapped or added event shows, and so does a log cut short. Whoever can write the store can also rewrite a
//! whole chain with its head: only someone who kept an earlier head can show that.

use crate::{Head, Seq, Stored, TableId};
use sha2::{Digest, Sha256};
use std::fmt;

/// A SHA-256 value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(pub [u8; 32]);

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How a stored log differs from the one that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// An event is not what the chain says.
    #[error("event {seq} was altered after it was written")]
    Altered {
        /// The first event whose hash does not follow from what is stored.
        seq: Seq,
    },
    /// An event inside the log is missing.
    #[error("event {seq} is missing")]
    Missing {
        /// The first missing event.
        seq: Seq,
    },
    /// The log ends before its head.
    #[error("the log ends at event {found}, but event {head} had been stored")]
    TailLost {
        /// The last event found.
        found: Seq,
        /// The last event that had been stored.
        head: Seq,
    },
    /// The log goes on after its head, or ends with another event than the head says.
    #[error("the log's end does not agree with its head at event {head}")]
    WrongHead {
        /// The sequence of the head.
        head: Seq,
    },
}

/// The chain over one table's events, grown event by event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The last sequence the chain covers.
    pub seq: Seq,
    /// The chain's value there.
    pub hash: Hash,
}

impl Chain {
    /// The empty chain of a table.
    pub fn start(table: TableId) -> Self {
        let mut digest = Sha256::new();
        digest.update(b"stackhouse journal 1");
        digest.update(table.as_bytes());
        Self { seq: 0, hash: Hash(digest.finalize().into()) }
    }

    /// Adds the next event and returns the chain's new value.
    pub fn push(&mut self, version: u16, payload: &[u8]) -> Hash {
        self.seq += 1;
        let mut fixed = [0; 42];
        fixed[..32].copy_from_slice(&self.hash.0);
        fixed[32..40].copy_from_slice(&self.seq.to_be_bytes());
        fixed[40..].copy_from_slice(&version.to_be_bytes());
        let mut digest = Sha256::new();
        digest.update(fixed);
        digest.update(payload);
        self.hash = Hash(digest.finalize().into());
        self.hash
    }

    /// Checks that `events` go on from here, and returns the chain after them.
    pub fn follow(mut self, events: &[Stored]) -> Result<Self, Damage> {
        for event in events {
            if event.seq != self.seq + 1 {
                return Err(Damage::Missing { seq: self.seq + 1 });
            }
            if self.push(event.version, &event.payload) != event.hash {
                return Err(Damage::Altered { seq: event.seq });
            }
        }
        Ok(self)
    }

    /// Checks a part of a log read from here with room for `limit` events against the head of the log.
    pub(crate) fn check_page(self, events: &[Stored], limit: usize, head: &Head) -> Result<(), Damage> {
        let end = self.follow(events)?;
        if end.seq > head.seq || (end.seq == head.seq && end.hash != head.hash) {
            return Err(Damage::WrongHead { head: head.seq });
        }
        if events.len() < limit && end.seq < head.seq {
            return Err(Damage::TailLost { found: end.seq, head: head.seq });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out with another implementation of SHA-256, so that a stranger's checker agrees with this one.
    #[test]
    fn the_chain_of_a_known_table_has_known_values() {
        let mut chain = Chain::start(TableId::from(1));
        assert_eq!(
            chain.hash.to_string(),
            "4cc669c48060cabced773adb031602601af94ee0c201bd250d727b73386a8e72"
        );
        assert_eq!(
            chain.push(1, b"{}").to_string(),
            "ebef11501c6012324ad27236b985f96a41b2f1e23f621a026e93642c36269d5e"
        );
        assert_eq!(
            chain.push(2, b"a card").to_string(),
            "c44d0c2f6e3ed9f1e74a1e1476e5738d877adee1899e2433e7951cdd7186773d"
        );
    }
}
