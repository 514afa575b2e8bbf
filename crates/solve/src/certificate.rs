//! What is claimed of a strategy, in numbers.

use crate::{
    response::{Response, best_response},
    strategy::Strategy,
};

/// What can be won from a strategy, measured exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certificate {
    /// The best responses to it: of an opener, and of a second seat.
    pub responses: [Response; 2],
}

impl Certificate {
    /// Measures a strategy with so many threads.
    pub fn measure(strategy: &Strategy, threads: usize) -> Certificate {
        Certificate { responses: [0, 1].map(|seat| best_response(strategy, seat, threads)) }
    }

    /// The ends between which the value of the round to the opener lies: what the strategy secures as opener, and what it
    /// concedes as second.
    pub fn value(&self) -> [f64; 2] {
        [-self.responses[1].points, self.responses[0].points]
    }

    /// The mean of what best responses win in both seats; 0 for perfect play.
    pub fn exploitability(&self) -> f64 {
        (self.responses[0].points + self.responses[1].points) / 2.0
    }

    /// The ends between which lies what one seat's strategy gives away to a perfect opponent, compared with perfect play.
    pub fn loss(&self) -> [f64; 2] {
        let [low, high] = self.value();
        [0.0, high - low]
    }
}
