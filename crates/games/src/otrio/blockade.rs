//! The blocking game by plain rules: what certificates are checked with.
//!
//! See `blocking.rs` for what the game is, why an attack that fails here fails
//! in Otrio, and why a light attack fails; that file is the fast twin.
//!
//! The four colours keep their order and are called by their *roles*: 0 and 2
//! attack, 1 and 3 block.

use kaiketsu_game::{Relaxed, Side};

use super::blocking::PASS;
use super::{CENTRE, LINES, Otrio, PLACES, Place, Position};

/// What is on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum On {
    Nothing,
    /// A ring of an attacking role.
    Ring(usize),
    /// Something that only takes up the place.
    Blocker,
}

/// A position of the blocking game.
#[derive(Clone, Debug)]
pub struct Blockade {
    places: [On; PLACES],
    /// The rings left, by role and size.
    left: [[usize; 3]; 4],
    /// The role to move.
    turn: usize,
}

impl Blockade {
    /// The attack of a side in a position of Otrio.
    pub(super) fn new(game: &Otrio, position: &Position, side: Side) -> Self {
        // The first player's A and C attack, or the second player's B and D.
        let shift = usize::from(side == Side::Second);
        let colour = |role: usize| ((role + shift) % 4) as u8;
        let mut places = [On::Nothing; PLACES];
        for place in Place::all() {
            let ring = position.ring(place).map(|c| (usize::from(c) + 4 - shift) % 4);
            places[usize::from(place.0)] = match ring {
                Some(role) if role % 2 == 0 => On::Ring(role),
                Some(_) => On::Blocker,
                None if place == CENTRE && !game.centre => On::Blocker,
                None => On::Nothing,
            };
        }
        let left = [0, 1, 2, 3].map(|role| [0, 1, 2].map(|size| position.rings_left(colour(role), size)));
        Blockade { places, left, turn: (usize::from(position.turn()) + 4 - shift) % 4 }
    }

    fn on(&self, place: Place) -> On {
        self.places[usize::from(place.0)]
    }

    /// Whether a role could still complete a line: its other places are free,
    /// and rings are left for all of them.
    fn open(&self, role: usize, line: &[Place; 3]) -> bool {
        let free = |size: u8| line.iter().filter(|p| p.size() == size && self.on(**p) == On::Nothing).count();
        line.iter().all(|p| matches!(self.on(*p), On::Nothing) || self.on(*p) == On::Ring(role))
            && (0..3).all(|size| free(size) <= self.left[role][usize::from(size)])
    }

    /// For each place, whether it is on an open line of role 0 and of role 2.
    fn on_open_lines(&self) -> [[bool; 2]; PLACES] {
        let mut found = [[false; 2]; PLACES];
        for line in &LINES {
            for attacker in [0, 1].into_iter().filter(|attacker| self.open(2 * attacker, line)) {
                line.iter().for_each(|place| found[usize::from(place.0)][attacker] = true);
            }
        }
        found
    }

    /// The weight of all open lines.
    fn weight(&self) -> usize {
        let rings = |line: &[Place; 3]| line.iter().filter(|p| self.on(**p) != On::Nothing).count();
        let of_role =
            |role| LINES.iter().filter(move |line| self.open(role, line)).map(|line| 1 << rings(line));
        of_role(0).chain(of_role(2)).sum()
    }

    /// Whether no line is open.
    #[cfg(test)]
    pub(super) fn hopeless(&self) -> bool {
        self.weight() == 0
    }

    /// How many free places of a size are on open lines of these attackers.
    fn wanted(&self, open: &[[bool; 2]; PLACES], size: usize, attackers: [bool; 2]) -> usize {
        let wanted =
            |at: &usize| self.places[*at] == On::Nothing && (0..2).any(|k| attackers[k] && open[*at][k]);
        (9 * size..9 * size + 9).filter(wanted).count()
    }
}

impl Relaxed for Blockade {
    fn settled(&self) -> Option<bool> {
        let complete = |role| LINES.iter().any(|line| line.iter().all(|p| self.on(*p) == On::Ring(role)));
        if complete(0) || complete(2) {
            return Some(true);
        }
        let weight = self.weight();
        if weight == 0 {
            return Some(false);
        }
        if self.wants() || weight >= 8 {
            return None;
        }
        let open = self.on_open_lines();
        let wanted = [0, 1, 2].map(|size| self.wanted(&open, size, [true, true]));
        let turns = wanted.iter().sum::<usize>().div_ceil(2);
        let supplied = |role: usize| (0..3).all(|size| self.left[role][size] >= wanted[size].min(turns));
        (supplied(1) && supplied(3)).then_some(false)
    }

    fn wants(&self) -> bool {
        self.turn.is_multiple_of(2)
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        let open = self.on_open_lines();
        let before = moves.len();
        for (at, [first, second]) in open.into_iter().enumerate() {
            let useful = if self.wants() { [first, second][self.turn / 2] } else { first || second };
            if useful && self.places[at] == On::Nothing && self.left[self.turn][at / 9] > 0 {
                moves.push(at as u8);
            }
        }
        if self.wants() || moves.len() == before {
            moves.push(PASS);
        }
    }

    fn play(&self, mv: u8) -> Self {
        let mut next = self.clone();
        if mv != PASS {
            let at = usize::from(mv);
            next.places[at] = if self.wants() { On::Ring(self.turn) } else { On::Blocker };
            next.left[self.turn][at / 9] -= 1;
        }
        next.turn = (self.turn + 1) % 4;
        next
    }

    /// What is on open lines, and the rings left as far as there are places for
    /// them, seen from the role to move; the least of the sixteen images.
    fn key(&self) -> u128 {
        let open = self.on_open_lines();
        // Roles in the order of their turns: the attackers, then the blockers.
        let sooner = |attacker: bool| if self.wants() == attacker { self.turn } else { (self.turn + 1) % 4 };
        let roles = [sooner(true), (sooner(true) + 2) % 4, sooner(false), (sooner(false) + 2) % 4];
        let code = |at: usize| match self.places[at] {
            On::Nothing if open[at][0] || open[at][1] => 3,
            On::Ring(role) if open[at][role / 2] => {
                if role == roles[0] {
                    1
                } else {
                    2
                }
            }
            _ => 0,
        };
        let codes: [u128; PLACES] = std::array::from_fn(code);
        let left = roles.map(|role| {
            let attackers = [role % 2 == 1 || role == 0, role % 2 == 1 || role == 2];
            [0, 1, 2].map(|size| self.left[role][size].min(self.wanted(&open, size, attackers)) as u128)
        });
        let image = |symmetry: usize| {
            let mut turned = [0; PLACES];
            for place in Place::all() {
                turned[usize::from(place.turned(symmetry).0)] = codes[usize::from(place.0)];
            }
            let number = turned.iter().fold(u128::from(self.wants()), |number, code| number << 2 | code);
            let size = |size: usize| if symmetry & 8 == 0 { size } else { 2 - size };
            left.iter().fold(number, |number, left| (0..3).fold(number, |n, s| n << 2 | left[size(s)]))
        };
        (0..16).map(image).min().unwrap_or_default()
    }
}
