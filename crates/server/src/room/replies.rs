//! What becomes of a command: answered at once, or stored and then answered.

use super::{Asker, ConnectionId, Guest, Output, Room, answer, send};
use crate::fact::{PersonId, What};
use crate::wire::{Answer, Displaced, Entry, Message, Outcome};
use journal::Seq;
use table::Viewer;

/// The most connections remembered whose place was taken on another.
const DISPLACED: usize = 64;

/// What a command that was not refused leads to.
pub enum Decision {
    /// Nothing to store: this is the answer.
    Now(Outcome),
    /// The answer comes from elsewhere.
    Later,
    /// It would end a window early: looked at again when the window has ended.
    Held,
    /// To be stored; the answer follows.
    Store {
        /// What to store.
        facts: Vec<What>,
        /// How to answer then.
        then: Then,
    },
}

/// How a stored command is answered.
pub enum Then {
    /// With the sequence of its first fact.
    Stored,
    /// With a place at the table.
    Enter {
        /// Whose place.
        person: PersonId,
        /// Its new token.
        token: String,
        /// As whom the connection looks.
        viewer: Viewer,
        /// What the connection knows already.
        after: Option<Seq>,
    },
    /// With a token for another device.
    HandOver {
        /// The token.
        token: String,
    },
    /// With nothing, and the connection is let go.
    Leave,
}

impl Room {
    /// Answers whoever waited for facts that are now stored, the first of them at `seq`.
    pub(super) fn accept(&mut self, now_ms: u64, asker: Asker, seq: Seq, out: &mut Vec<Output>) {
        let Asker { from, id, then, .. } = asker;
        let outcome = match then {
            Then::Stored => Outcome::Stored { seq },
            Then::HandOver { token } => Outcome::HandedOver { token },
            Then::Enter { person, token, viewer, after } => {
                self.displace(person, from, out);
                let entered = Some((id.clone(), token.clone()));
                let guest = Guest { person: Some(person), viewer, entered };
                self.absent.remove(&person);
                let snapshot = self.snapshot(&guest, after);
                self.guests.insert(from, guest);
                self.tell_others(from, out);
                Outcome::Entered(Box::new(Entry {
                    table: self.state.id,
                    seat: viewer.seat(),
                    token,
                    snapshot,
                }))
            }
            Then::Leave => {
                self.guests.remove(&from);
                self.quiet_since_ms = now_ms;
                out.push(Output::Release(from));
                Outcome::Stored { seq }
            }
        };
        answer(from, id, Answer::Accepted(outcome), out);
    }

    /// The answer to a command that brought this connection in, when it is sent again.
    pub(super) fn entered_before(&self, from: ConnectionId, id: &str) -> Option<Outcome> {
        let guest = self.guests.get(&from)?;
        let (_, token) = guest.entered.as_ref().filter(|(command, _)| command == id)?;
        let (table, seat, token) = (self.state.id, guest.viewer.seat(), token.clone());
        Some(Outcome::Entered(Box::new(Entry { table, seat, token, snapshot: self.snapshot(guest, None) })))
    }

    /// Lets go of other connections in a person's place: the newest counts.
    fn displace(&mut self, person: PersonId, except: ConnectionId, out: &mut Vec<Output>) {
        let others: Vec<_> = self
            .guests
            .iter()
            .filter(|(id, guest)| guest.person == Some(person) && **id != except)
            .map(|(id, _)| *id)
            .collect();
        send(others.clone(), &Message::Displaced { table: self.state.id, why: Displaced::Claimed }, out);
        for connection in others {
            self.guests.remove(&connection);
            self.displaced.truncate(DISPLACED - 1);
            self.displaced.push_front((connection, person));
            out.push(Output::Release(connection));
        }
    }

    fn tell_others(&self, except: ConnectionId, out: &mut Vec<Output>) {
        let to = self.guests.keys().copied().filter(|id| *id != except).collect::<Vec<_>>();
        if !to.is_empty() {
            send(to, &Message::Table(Box::new(self.info())), out);
        }
    }

    /// Begins to tell a connection the table, without a place of its own.
    pub(super) fn watch(
        &mut self,
        from: ConnectionId,
        viewer: Viewer,
        after: Option<Seq>,
        out: &mut Vec<Output>,
    ) -> Outcome {
        let guest = Guest { person: None, viewer, entered: None };
        let snapshot = Box::new(self.snapshot(&guest, after));
        self.guests.insert(from, guest);
        self.tell_others(from, out);
        out.push(Output::Listed);
        Outcome::Attending { snapshot }
    }
}
