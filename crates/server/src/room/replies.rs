//! What becomes of a command: answered at once, or stored and then answered.

use super::drafts::Draft;
use super::storing::Asker;
use super::{ConnectionId, Guest, Output, Room, Talk, answer, send};
use crate::protocol::{Answer, Displaced, Entrance, Message, Outcome};
use crate::room::facts::PersonId;
use journal::Seq;
use table::Viewer;

/// The most connections remembered that had a place before.
const FORMER: usize = 64;

/// What a command that was not refused leads to.
pub(super) enum Verdict {
    /// Nothing to store: this is the answer.
    Now(Outcome),
    /// The answer comes from elsewhere.
    Later,
    /// It would end a window early: looked at again when the window has ended.
    Held,
    /// To be kept beside the log and then told; the answer follows.
    Note(Box<Talk>),
    /// To be stored; the answer follows.
    Store {
        /// What to store.
        drafts: Vec<Draft>,
        /// How to answer then.
        then: Then,
    },
}

/// How a stored command is answered.
pub(super) enum Then {
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
    /// With the sequence, and the connection is let go.
    Leave {
        /// Whose place it was.
        person: PersonId,
    },
}

impl Room {
    /// Answers whoever waited for facts that are now stored, the first of them at `seq`.
    pub(super) fn accept(&mut self, now_ms: u64, asker: Asker, seq: Seq, out: &mut Vec<Output>) {
        let Asker { asked, then } = asker;
        let from = asked.from;
        let outcome = match then {
            Then::Stored => Outcome::Stored { seq },
            Then::HandOver { token } => Outcome::HandedOver { token },
            Then::Enter { person, token, viewer, after } => {
                self.displace(person, from, out);
                if let Some(household) = asked.household {
                    self.households.insert(person, self.household(household));
                }
                let entered = Some((asked.id.clone(), asked.digest, token.clone()));
                let guest = Guest { person: Some(person), viewer, entered };
                self.absent.remove(&person);
                self.guests.insert(from, guest.clone());
                let snapshot = self.snapshot(&guest, after);
                self.tell_others(from, out);
                Outcome::Entered(Box::new(Entrance {
                    table: self.state.id,
                    seat: viewer.seat(),
                    token,
                    snapshot,
                }))
            }
            Then::Leave { person } => {
                self.guests.remove(&from);
                self.let_go(from, person);
                self.quiet_since_ms = now_ms;
                out.push(Output::Release(from));
                Outcome::Stored { seq }
            }
        };
        let accepted = Answer::Accepted(outcome);
        self.remember(&asked, &accepted);
        answer(&asked, accepted, out);
        self.lead_on(from, out);
    }

    /// A place as its connection has it, for a command sent again.
    pub(super) fn entry(&self, guest: &Guest, token: &str) -> Outcome {
        let (table, seat, token) = (self.state.id, guest.viewer.seat(), token.into());
        Outcome::Entered(Box::new(Entrance { table, seat, token, snapshot: self.snapshot(guest, None) }))
    }

    /// Remembers whose place a connection had.
    pub(super) fn let_go(&mut self, connection: ConnectionId, person: PersonId) {
        self.former.truncate(FORMER - 1);
        self.former.push_front((connection, person));
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
            self.let_go(connection, person);
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
