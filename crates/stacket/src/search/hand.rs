//! Hands: players who look for places, try them out in their head, and place with an error of their own.

use crate::geometry::pose::{Pose, Standing};
use crate::geometry::scene::Scene;
use crate::geometry::sight::is_seen;
use crate::geometry::touch::{TOUCHING, spots};
use crate::moves::{AS_IN_THE_BOX, Move};
use crate::physics::settle::{HAND_STEPS, Patience, in_the_hand};
use crate::physics::world::{STEPS_PER_SECOND, World};
use crate::pieces::boxes::PieceId;
use crate::rules::judge;
use crate::search::place::{Berth, Site};
use crate::state::{Held, State};
use rapier3d_f64::math::{Pose as Iso, Rotation, Vector};
use table::Rng;
use table::nature::{below, unit};

/// How steady a hand is, how long it looks, and how mean it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// The spread of its error in place, in units.
    pub place_error: f64,
    /// The spread of its error in turn, in radians.
    pub turn_error: f64,
    /// How many pieces of the box it considers.
    pub pieces: usize,
    /// How many places it considers for a piece.
    pub tries: usize,
    /// How many of them it tries out in its head.
    pub finalists: usize,
    /// How often it tries out each.
    pub probes: usize,
    /// How much it cares to leave the next player few places: 0 not at all, 1 above its own safety.
    pub spite: f64,
}

impl Hand {
    /// Looks a little, trembles, and means no harm.
    pub const EASY: Hand = Hand {
        place_error: 0.03,
        turn_error: 0.02,
        pieces: 2,
        tries: 60,
        finalists: 2,
        probes: 0,
        spite: 0.0,
    };
    /// Looks around, tries the best places in its head, and is fairly steady.
    pub const MEDIUM: Hand = Hand {
        place_error: 0.008,
        turn_error: 0.006,
        pieces: 5,
        tries: 120,
        finalists: 6,
        probes: 2,
        spite: 0.0,
    };
    /// Looks everywhere, is very steady, and leaves the next player little to build on.
    pub const HARD: Hand = Hand {
        place_error: 0.003,
        turn_error: 0.002,
        pieces: 6,
        tries: 250,
        finalists: 8,
        probes: 3,
        spite: 0.5,
    };

    /// How much a hand likes a place at first sight: well supported, and low.
    fn likes(&self, berth: &Berth) -> f64 {
        berth.margin.min(0.25) - 0.1 * berth.height
    }

    /// How much a hand likes a place that it has tried out; where nothing holds, what does no harm may be tried again.
    pub fn rates(&self, prospect: &Prospect) -> f64 {
        let Prospect { berth, holds, harms, gain, ease, .. } = prospect;
        holds * (1.0 - self.spite * ease + gain) + (1.0 - self.spite) * self.likes(berth) - harms
    }

    /// The pose this hand really gives when it means another one.
    pub fn tremble(&self, site: &Site, piece: PieceId, meant: &Pose, rng: &mut (impl Rng + ?Sized)) -> Pose {
        let own = site.scene.set().piece(piece);
        let mut bell = |spread: f64| spread * (0..4).map(|_| unit(rng) - 0.5).sum::<f64>() * 1.73;
        let aside = Vector::new(bell(self.place_error), 0.0, bell(self.place_error));
        let axis = Vector::new(bell(self.turn_error), bell(self.turn_error), bell(self.turn_error));
        let from = meant.iso();
        for share in [1.0, 0.5, 0.25] {
            let turn = Rotation::from_scaled_axis(axis * share) * from.rotation;
            let mut at = Iso::from_parts(from.translation + aside * share, turn.normalize());
            // A hand that would bump into something lifts the piece over it.
            for _ in 0..12 {
                let pose = Pose::from(at);
                if judge::check_pose(&site.scene, own, &pose).is_ok()
                    && judge::has_way_out(&site.scene, own, &at)
                {
                    return pose;
                }
                at.translation.y += 0.004;
            }
        }
        *meant
    }
}

/// A place that has been tried out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prospect {
    /// The piece.
    pub piece: PieceId,
    /// The place.
    pub berth: Berth,
    /// See [`Chances::holds`]; 1 before it has been tried out.
    pub holds: f64,
    /// See [`Chances::harms`].
    pub harms: f64,
    /// What the pieces it touches are worth, where touching brings points.
    pub gain: f64,
    /// How easy it leaves things for the next player, from 0 to 1; counted only for a hand with spite.
    pub ease: f64,
}

/// What becomes of a placement under a hand's error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// The share of trials in which the piece held, touched what it must and nothing fell.
    pub holds: f64,
    /// The share of trials in which another piece fell, which loses.
    pub harms: f64,
}

/// Tries a placement out so many times; a trial there was no time for counts as half held.
pub fn chances(
    site: &Site,
    world: &World,
    piece: PieceId,
    pose: &Pose,
    hand: &Hand,
    trials: usize,
    rng: &mut (impl Rng + ?Sized),
) -> Chances {
    let trial = |_| match (site.patience)() {
        true => probe(site, world, piece, &hand.tremble(site, piece, pose, rng)),
        false => Trial::Unsure,
    };
    let sum = (0..trials).map(trial).fold((0.0, 0.0), |(holds, harms), trial| {
        (holds + trial.worth(), harms + f64::from(u8::from(trial == Trial::Falls)))
    });
    let trials = trials.max(1) as f64;
    Chances { holds: sum.0 / trials, harms: sum.1 / trials }
}

/// The longest a trial is followed, in steps: what topples slowly takes some seconds to be seen.
const PROBE_STEPS: u32 = 8 * STEPS_PER_SECOND;
/// A piece faster than this, in units a second, is falling.
const FALLING: f64 = 1.2;
/// Pieces slower than this, in units or radians a second, have come to rest.
const QUIET: f64 = 0.004;

/// What becomes of a release, as far as some seconds tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// It holds, and touches what it must.
    Holds,
    /// It stays up, but slips or does not visibly touch what it must.
    Misses,
    /// It falls, and nothing else does.
    Drops,
    /// Another piece falls.
    Falls,
    /// Time was up before it could be told.
    Unsure,
}

impl Trial {
    fn worth(self) -> f64 {
        match self {
            Trial::Holds => 1.0,
            Trial::Unsure => 0.5,
            Trial::Misses | Trial::Drops | Trial::Falls => 0.0,
        }
    }
}

/// Tries a release out.
pub fn probe(site: &Site, world: &World, piece: PieceId, pose: &Pose) -> Trial {
    let mut world = world.clone();
    let own = Standing { piece, pose: *pose };
    world.hold(piece, &in_the_hand(&site.scene, &own));
    let start: Vec<Standing> = world.standing().collect();
    for step in 1..=PROBE_STEPS {
        world.step();
        if step == HAND_STEPS {
            world.let_go(piece);
        }
        if step % 4 != 0 {
            continue;
        }
        let speeds = || start.iter().map(|s| world.speed(s.piece));
        let others = || start.iter().map(|s| s.piece).filter(|other| *other != piece);
        if others().any(|other| world.speed(other).0 > FALLING) || world.grounded().any(|one| one != piece) {
            return Trial::Falls;
        }
        if world.grounded().next().is_some() {
            return Trial::Drops;
        }
        if !(site.patience)() {
            return Trial::Unsure;
        }
        if step > HAND_STEPS + STEPS_PER_SECOND / 4 && speeds().all(|(v, w)| v < QUIET && w < QUIET) {
            break;
        }
    }
    let end: Vec<Standing> = world.standing().collect();
    let moved = start.iter().zip(&end).any(|(a, b)| {
        let (place, turn) = a.pose.distance(&b.pose);
        place > 0.3 || turn > 0.5
    });
    if !moved && touches_target(site, &end, piece) { Trial::Holds } else { Trial::Misses }
}

fn touches_target(site: &Site, standing: &[Standing], piece: PieceId) -> bool {
    if !site.must_touch {
        return true;
    }
    let set = site.scene.set();
    let solid = |id: Option<PieceId>| match standing.iter().find(|s| Some(s.piece) == id) {
        Some(s) => (set.piece(s.piece), s.pose.iso()),
        None => (set.base(), *set.base_at()),
    };
    let ((a, a_at), (b, b_at)) = (solid(site.previous), solid(Some(piece)));
    let spots = spots(a, &a_at, b, &b_at, TOUCHING * 0.5);
    !spots.is_empty() && is_seen(&Scene::new(set, standing), &spots)
}

/// The best places for some pieces, best first by the hand's taste.
pub fn plan(state: &State, hand: &Hand, rng: &mut (impl Rng + ?Sized)) -> Vec<Prospect> {
    plan_on(state, &Site::of(state), &mut None, hand, rng)
}

/// As [`plan`], for callers that plan more than once: `world` is built when it is first needed, and kept.
pub fn plan_on(
    state: &State,
    site: &Site,
    world: &mut Option<World>,
    hand: &Hand,
    rng: &mut (impl Rng + ?Sized),
) -> Vec<Prospect> {
    let mut pieces = match state.held() {
        Some(held) => vec![held.piece],
        None => state.left().to_vec(),
    };
    table::nature::shuffle(&mut pieces, rng);
    let grip = |held: Held| Pose { at: [0.0; 3], turn: held.grip }.iso().rotation;
    let grip = state.held().filter(|_| state.options().one_hand).map(grip);
    let keep = if hand.spite > 0.0 { FORESIGHT * hand.finalists } else { hand.finalists };
    let look = |pieces: &[PieceId], tries: usize, rng: &mut _| {
        let mut found: Vec<Prospect> = Vec::new();
        for &piece in pieces {
            let berths = site.search(piece, grip, tries, keep, rng);
            let prospect = |berth: Berth| {
                let gain = if site.must_touch { 0.0 } else { POINT * f64::from(berth.touches) };
                Prospect { piece, berth, holds: 1.0, harms: 0.0, gain, ease: 0.0 }
            };
            found.extend(berths.into_iter().map(prospect));
        }
        found
    };
    let first = hand.pieces.min(pieces.len());
    let mut found = look(&pieces[..first], hand.tries, rng);
    // Before it despairs, a hand takes every piece up and looks twice as long.
    for piece in pieces.iter().filter(|_| hand.probes > 0) {
        if !found.is_empty() || !(site.patience)() {
            break;
        }
        found = look(&[*piece], 2 * hand.tries, rng);
    }
    let promises = |p: &Prospect| hand.likes(&p.berth) + p.gain;
    found.sort_by(|a, b| promises(b).total_cmp(&promises(a)));
    if hand.spite > 0.0 {
        found.truncate(FORESIGHT * hand.finalists);
        for p in &mut found {
            p.ease = ease(state, site.patience, p, rng);
        }
        found.sort_by(|a, b| hand.rates(b).total_cmp(&hand.rates(a)));
    }
    found.truncate(hand.finalists);
    if hand.probes > 0 && !found.is_empty() && (site.patience)() {
        let world = world.get_or_insert_with(|| World::new(state.set(), state.structure()));
        for p in &mut found {
            let tried = chances(site, world, p.piece, &p.berth.pose, hand, hand.probes, rng);
            (p.holds, p.harms) = (tried.holds, tried.harms);
        }
    } else if hand.probes > 0 {
        found.iter_mut().for_each(|p| p.holds = Trial::Unsure.worth());
    }
    found.sort_by(|a, b| hand.rates(b).total_cmp(&hand.rates(a)));
    found
}

/// What a point is worth to a hand beside its safety.
const POINT: f64 = 0.15;
/// How many places for each finalist a hand with spite looks at.
const FORESIGHT: usize = 4;
/// How many pieces, and how many places for each, are tried to see what a placement leaves to the next player.
const FORESEEN: (usize, usize) = (4, 25);

/// How easy a placement leaves things: the share of pieces for which the next player soon sees a safe place.
fn ease(state: &State, patience: Patience<'_>, prospect: &Prospect, rng: &mut (impl Rng + ?Sized)) -> f64 {
    let mut standing = state.structure().to_vec();
    standing.push(Standing { piece: prospect.piece, pose: prospect.berth.pose });
    let site = Site {
        scene: Scene::new(state.set(), &standing),
        standing: &standing,
        previous: Some(prospect.piece),
        must_touch: !state.options().points,
        patience,
    };
    let mut left: Vec<PieceId> = state.left().iter().copied().filter(|p| *p != prospect.piece).collect();
    table::nature::shuffle(&mut left, rng);
    left.truncate(FORESEEN.0);
    let share = |piece: &PieceId| {
        let best = site.search(*piece, None, FORESEEN.1, 1, rng);
        best.first().map_or(0.0, |berth| (berth.margin / SAFE_MARGIN).min(1.0))
    };
    left.iter().map(share).sum::<f64>() / left.len().max(1) as f64
}

/// A place with its centre of mass this far inside its support is safe.
const SAFE_MARGIN: f64 = 0.15;

/// What a hand does next; it gives up only where it finds no place at all.
pub fn choose(state: &State, hand: &Hand, rng: &mut (impl Rng + ?Sized)) -> Move {
    let options = plan(state, hand, rng);
    let best = options.first();
    match (state.held(), best) {
        (None, Some(o)) => {
            let turn = o.berth.pose.turn;
            Move::Pick { piece: o.piece, grip: if state.options().one_hand { turn } else { AS_IN_THE_BOX } }
        }
        (Some(held), Some(o)) => {
            let site = Site::of(state);
            Move::Place(hand.tremble(&site, held.piece, &o.berth.pose, rng))
        }
        (Some(_), None) if !state.options().touch_move && below(rng, 3) > 0 => Move::PutBack,
        _ => Move::GiveUp,
    }
}
