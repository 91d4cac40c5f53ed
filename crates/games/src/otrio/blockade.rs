//! The blocking game by plain rules: what certificates are checked with.
//!
//! See `blocking.rs` for what the game is, why an attack that fails here fails
//! in Otrio, and why a light attack fails; that file is the fast twin.
//!
//! The four colours keep their order and are called by their *roles*: 0 and 2
//! attack, 1 and 3 block. Sets of places are bits, bit p for place p.
//!
//! An attack is also settled if the blocker makes it light by taking the
//! heaviest place for a few turns, whatever the attacker does meanwhile
//! ([`Blockade::wears_out`]). That is a fixed strategy played out, not a search.

use kaiketsu_game::{Relaxed, Side};

use super::blocking::{COMPLETE, PASS};
use super::state::layer;
use super::{CENTRE, LINES, Otrio, PLACES, Place, Position};
use crate::board::cells_of;

/// How many turns the blocker takes the heaviest place before the attack must be
/// light.
const TURNS: usize = 5;

/// The lines as sets of places.
const LINE_BITS: [u32; LINES.len()] = {
    let mut bits = [0; LINES.len()];
    let mut k = 0;
    while k < LINES.len() {
        bits[k] = 1 << LINES[k][0].0 | 1 << LINES[k][1].0 | 1 << LINES[k][2].0;
        k += 1;
    }
    bits
};

/// A position of the blocking game.
#[derive(Clone, Debug)]
pub struct Blockade {
    /// The rings of roles 0 and 2.
    rings: [u32; 2],
    free: u32,
    /// The rings left, by role and size.
    left: [[u32; 3]; 4],
    /// The role to move.
    turn: usize,
}

/// What is open: all that matters of a position.
struct Open {
    /// The open lines of both attackers, each with its weight.
    lines: [(u32, u32); 2 * LINES.len()],
    count: usize,
    /// The places on open lines of roles 0 and 2.
    places: [u32; 2],
    /// The weight of all open lines.
    weight: u32,
}

impl Open {
    /// The weight of the open lines through a place.
    fn weight_at(&self, place: u8) -> u32 {
        let through = self.lines[..self.count].iter().filter(|(line, _)| line & 1 << place != 0);
        through.map(|(_, weight)| weight).sum()
    }
}

/// The places of a set.
fn each(places: u32) -> impl Iterator<Item = u8> {
    cells_of(places.into()).map(|place| place as u8)
}

impl Blockade {
    /// The attack of a side in a position of Otrio.
    pub(super) fn new(game: &Otrio, position: &Position, side: Side) -> Self {
        // The first player's A and C attack, or the second player's B and D.
        let shift = usize::from(side == Side::Second);
        let colour = |role: usize| ((role + shift) % 4) as u8;
        let places = |wanted: &dyn Fn(Place) -> bool| {
            Place::all().filter(|place| wanted(*place)).fold(0, |bits, place| bits | 1 << place.0)
        };
        let left = |role, size| position.rings_left(colour(role), size) as u32;
        Blockade {
            rings: [0, 2].map(|role| places(&|place| position.ring(place) == Some(colour(role)))),
            free: places(&|place| position.ring(place).is_none() && (game.centre || place != CENTRE)),
            left: [0, 1, 2, 3].map(|role| [0, 1, 2].map(|size| left(role, size))),
            turn: (usize::from(position.turn()) + 4 - shift) % 4,
        }
    }

    /// Whether an attacker could still complete a line: its other places are
    /// free, and rings are left for all of them.
    fn is_open(&self, attacker: usize, line: u32) -> bool {
        let missing = line & !self.rings[attacker];
        let enough = |size| (missing & layer(size)).count_ones() <= self.left[2 * attacker][size];
        missing & !self.free == 0 && (0..3).all(enough)
    }

    fn open(&self) -> Open {
        let mut open = Open { lines: [(0, 0); _], count: 0, places: [0; 2], weight: 0 };
        for attacker in 0..2 {
            for line in LINE_BITS.into_iter().filter(|line| self.is_open(attacker, *line)) {
                let weight = 1 << (line & self.rings[attacker]).count_ones();
                open.lines[open.count] = (line, weight);
                open.count += 1;
                open.places[attacker] |= line;
                open.weight += weight;
            }
        }
        open
    }

    /// Whether the attack is too light to succeed, with the blocker to move.
    fn is_light(&self, open: &Open) -> bool {
        let wanted = [0, 1, 2].map(|size| (self.wanted(open) & layer(size)).count_ones());
        let turns = wanted.iter().sum::<u32>().div_ceil(2);
        let supplied = |role: usize| (0..3).all(|size| self.left[role][size] >= wanted[size].min(turns));
        open.weight < COMPLETE && supplied(1) && supplied(3)
    }

    /// The free places on open lines.
    fn wanted(&self, open: &Open) -> u32 {
        self.free & (open.places[0] | open.places[1])
    }

    /// Whether the attack gets light, whatever the attacker does, if the blocker
    /// takes the heaviest place for so many turns, of equal ones that with the
    /// greatest number; places where the next attacker would complete a line go
    /// first. He passes if he has no ring for any place on an open line.
    fn wears_out(&self, turns: usize) -> bool {
        let open = self.open();
        if open.weight == 0 || !self.wants() && self.is_light(&open) {
            return true;
        }
        let targets = self.targets(&open);
        if self.wants() {
            let passed = || self.play(PASS).wears_out(turns);
            return passed() && each(targets).all(|place| self.play(place).wears_out(turns));
        }
        let next = self.turn.div_ceil(2) % 2;
        let missing = |line: &u32| Some(line & !self.rings[next]).filter(|places| places.is_power_of_two());
        let threats = LINE_BITS.iter().filter(|line| self.is_open(next, **line)).filter_map(missing);
        let urgent = threats.fold(0, |places, place| places | place) & targets;
        let listed = each(if urgent == 0 { targets } else { urgent });
        let heaviest = listed.max_by_key(|place| open.weight_at(*place)).unwrap_or(PASS);
        // In the last turn what is left must be light even if the attacker passes.
        let in_vain = turns == 1 && open.weight - open.weight_at(heaviest) >= COMPLETE;
        turns > 0 && !in_vain && self.play(heaviest).wears_out(turns - 1)
    }

    /// The places on open lines for which the role to move has a ring.
    fn targets(&self, open: &Open) -> u32 {
        let rings = (0..3).filter(|size| self.left[self.turn][*size] > 0);
        self.wanted(open) & rings.fold(0, |places, size| places | layer(size))
    }

    /// Whether no line is open.
    #[cfg(test)]
    pub(super) fn hopeless(&self) -> bool {
        self.open().weight == 0
    }

    /// Whether an attack fails for its weight alone.
    #[cfg(test)]
    pub(super) fn light(&self) -> bool {
        let open = self.open();
        open.weight == 0 || !self.wants() && self.is_light(&open)
    }
}

impl Relaxed for Blockade {
    fn settled(&self) -> Option<bool> {
        let complete = |attacker: &u32| LINE_BITS.iter().any(|line| line & !attacker == 0);
        if self.rings.iter().any(complete) {
            return Some(true);
        }
        self.wears_out(TURNS).then_some(false)
    }

    fn wants(&self) -> bool {
        self.turn.is_multiple_of(2)
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        let targets = self.targets(&self.open());
        moves.extend(each(targets));
        if self.wants() || targets == 0 {
            moves.push(PASS);
        }
    }

    fn play(&self, mv: u8) -> Self {
        let mut next = self.clone();
        if mv != PASS {
            let bit = 1 << mv;
            next.free &= !bit;
            next.left[self.turn][usize::from(mv / 9)] -= 1;
            if self.wants() {
                next.rings[self.turn / 2] |= bit;
            }
        }
        next.turn = (self.turn + 1) % 4;
        next
    }

    /// What is on open lines, and the rings left of each size as far as there are
    /// free places of that size on open lines, seen from the role to move; the
    /// least of the sixteen images.
    fn key(&self) -> u128 {
        let open = self.open();
        let wanted = self.wanted(&open);
        // Roles in the order of their turns: the attackers, then the blockers.
        let sooner = |attacker: bool| if self.wants() == attacker { self.turn } else { (self.turn + 1) % 4 };
        let roles = [sooner(true), (sooner(true) + 2) % 4, sooner(false), (sooner(false) + 2) % 4];
        let [soon, later] = [roles[0] / 2, roles[1] / 2].map(|k| self.rings[k] & open.places[k]);
        let code = |at: usize| match 1 << at {
            bit if wanted & bit != 0 => 3,
            bit if soon & bit != 0 => 1,
            bit if later & bit != 0 => 2,
            _ => 0,
        };
        let codes: [u128; PLACES] = std::array::from_fn(code);
        let left = roles
            .map(|role| [0, 1, 2].map(|size| self.left[role][size].min((wanted & layer(size)).count_ones())));
        let image = |symmetry: usize| {
            let mut turned = [0; PLACES];
            for place in Place::all() {
                turned[usize::from(place.turned(symmetry).0)] = codes[usize::from(place.0)];
            }
            let number = turned.iter().fold(u128::from(self.wants()), |number, code| number << 2 | code);
            let size = |size: usize| if symmetry & 8 == 0 { size } else { 2 - size };
            let append = |number, left: u32| number << 2 | u128::from(left);
            left.iter().fold(number, |number, left| (0..3).fold(number, |n, s| append(n, left[size(s)])))
        };
        (0..16).map(image).min().unwrap_or_default()
    }
}
