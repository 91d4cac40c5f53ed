//! Otrio for the forward search: bitboards, threats and folding.
//!
//! A colour's rings are 27 bits, bit p for place p. Beside them go the places
//! that would complete a line of the colour (`threats`) and what is still open
//! to it ([`Reach`]).
//!
//! The key forgets what cannot matter any more. A ring on no open line of its
//! colour only takes up a place; a free place on no open line of any colour
//! only takes up a ring. What is left of a size is
//!
//! ```text
//! bits  0..27   three bits for each square: 0 nothing that matters, 1 to 4 a
//!               ring that matters, 5 a free place that matters
//! bits 27..31   how many free places do not matter
//! bits 31..39   rings left, two bits for each colour
//! ```
//!
//! and the key is the least of the sixteen images of these three numbers, with
//! the colour to move and the goal.

use kaiketsu_prove::{Glance, Goal, Provable, Side};

use super::reach::{Reach, reach};
use super::{CENTRE, Colour, LINES, Otrio, PLACES, Place, Position};

/// How the search orders moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Ordering {
    /// Ours.
    #[default]
    Default,
}

const BOARD: u32 = (1 << PLACES) - 1;
const SIZE: u32 = 0x1ff;

/// A position as the search holds it.
#[derive(Clone, Debug)]
pub struct SearchState {
    rings: [u32; 4],
    threats: [u32; 4],
    /// Where each colour could place a ring.
    places: [u32; 4],
    reach: [Reach; 4],
    /// How many rings of each size each colour has left.
    left: [[u8; 3]; 4],
    /// How many places of each size are free.
    free_of_size: [u8; 3],
    free: u32,
    turn: Colour,
}

/// Nine bits spread to three bits apart, for each symmetry of the square.
static SPREAD: [[u32; 8]; 512] = {
    let mut table = [[0; 8]; 512];
    let mut squares = 0;
    while squares < 512 {
        let mut square = 0;
        while square < 9 {
            if squares & 1 << square != 0 {
                let mut symmetry = 0;
                while symmetry < 8 {
                    table[squares][symmetry] |= 1 << (3 * Place(square).turned(symmetry).0);
                    symmetry += 1;
                }
            }
            square += 1;
        }
        squares += 1;
    }
    table
};

/// For each place, the other two places of each line through it, as bits.
struct Through {
    count: usize,
    pairs: [[u32; 2]; 13],
}

static THROUGH: [Through; PLACES] = {
    let mut through = [const { Through { count: 0, pairs: [[0; 2]; 13] } }; PLACES];
    let mut i = 0;
    while i < LINES.len() {
        let mut k = 0;
        while k < 3 {
            let at = &mut through[LINES[i][k].0 as usize];
            at.pairs[at.count] = [1 << LINES[i][(k + 1) % 3].0, 1 << LINES[i][(k + 2) % 3].0];
            at.count += 1;
            k += 1;
        }
        i += 1;
    }
    through
};

impl SearchState {
    fn put(&mut self, colour: Colour, place: Place) {
        let (colour, place) = (usize::from(colour), usize::from(place.0));
        let own = self.rings[colour];
        let through = &THROUGH[place];
        for [q, r] in &through.pairs[..through.count] {
            if own & q != 0 {
                self.threats[colour] |= r;
            }
            if own & r != 0 {
                self.threats[colour] |= q;
            }
        }
        let bit = 1 << place;
        self.rings[colour] |= bit;
        self.free &= !bit;
        let size = place / 9;
        self.free_of_size[size] -= 1;
        self.left[colour][size] -= 1;
        if self.left[colour][size] == 0 {
            self.places[colour] &= !(SIZE << (9 * size));
        }
        for places in &mut self.places {
            *places &= !bit;
        }
        // A colour that could not use the place for a line loses nothing.
        for other in 0..4 {
            if other == colour || self.reach[other].places & bit != 0 {
                self.reach[other] = reach(self.rings[other], self.places[other]);
            }
        }
    }

    /// Whether a colour can still complete a line.
    fn in_reach(&self, colour: usize) -> bool {
        self.reach[colour].places != 0
    }
}

impl Otrio {
    fn out_of_reach(&self, state: &SearchState, side: Side) -> bool {
        let colour = usize::from(side == Side::Second);
        !state.in_reach(colour) && !state.in_reach(colour + 2)
    }
}

impl Provable for Otrio {
    type State = SearchState;

    fn state(&self, position: &Position, _: Side) -> SearchState {
        let free = if self.centre { BOARD } else { BOARD & !(1 << CENTRE.0) };
        let mut state = SearchState {
            rings: [0; 4],
            threats: [0; 4],
            places: [free; 4],
            reach: [reach(0, free); 4],
            left: [[3; 3]; 4],
            free_of_size: [0, 1, 2].map(|size| (free >> (9 * size) & SIZE).count_ones() as u8),
            free,
            turn: position.turn(),
        };
        for place in Place::all() {
            if let Some(colour) = position.ring(place) {
                state.put(colour, place);
            }
        }
        state
    }

    fn mover(&self, state: &SearchState) -> Side {
        Side::first_if(state.turn.is_multiple_of(2))
    }

    fn glance(&self, state: &SearchState, goal: Goal) -> Glance {
        let colour = usize::from(state.turn);
        let wants = self.mover(state) == goal.side;
        let won = |plies| if wants { Glance::Reached(plies) } else { Glance::Never };
        let lost = |plies| if wants { Glance::Never } else { Glance::Reached(plies) };
        let places = state.places[colour];
        if state.threats[colour] & places != 0 {
            return won(1);
        }
        if places == 0 || self.out_of_reach(state, goal.side) {
            return Glance::Never;
        }
        // The next colour and its threats; a colour that cannot move is skipped
        // only if no place is free for it even now, and then has no threat.
        let [next, partner] = [(colour + 1) % 4, (colour + 2) % 4];
        let next_places = state.places[next];
        let against = state.threats[next] & next_places;
        if against != 0 {
            if against.count_ones() > 1 || against & places == 0 {
                return lost(2);
            }
            return Glance::Open;
        }
        // Two threats of the partner colour, or one that cannot be blocked, win
        // in three plies: the mover places elsewhere, the opponent has no win.
        let double = state.threats[partner] & state.places[partner];
        if double != 0 && next_places.count_ones() > 1 {
            let unblockable = double & !next_places;
            let elsewhere = |keep: u32| places & !keep != 0;
            let sure = if unblockable != 0 {
                elsewhere(unblockable & unblockable.wrapping_neg())
            } else {
                double.count_ones() > 2 || double.count_ones() == 2 && elsewhere(double)
            };
            if sure {
                return won(3);
            }
        }
        if double.count_ones() <= 1 && self.wins_in_five(state, double) {
            return won(5);
        }
        Glance::Open
    }

    fn candidates(&self, state: &SearchState, _goal: Goal, moves: &mut Vec<Place>) {
        let colour = usize::from(state.turn);
        let mut places = state.places[colour];
        let next = (colour + 1) % 4;
        let against = state.threats[next] & state.places[next];
        if against != 0 {
            places &= against;
        }
        // Free places that matter to nobody differ only by their size.
        let open = |k: usize| state.reach[(colour + k) % 4].places;
        let useful = open(0) | open(1) | open(3);
        let idle = places & !(useful | open(2));
        for size in 0..3 {
            let layer = SIZE << (9 * size);
            let here = idle & layer;
            if here != 0 {
                places &= !layer | useful | here & here.wrapping_neg();
            }
        }
        if places.is_power_of_two() {
            moves.push(Place(places.trailing_zeros() as u8));
            return;
        }
        let mut scored = [(0_i32, Place(0)); PLACES];
        let mut count = 0;
        while places != 0 {
            let place = Place(places.trailing_zeros() as u8);
            places &= places - 1;
            scored[count] = (-self.score(state, colour, place), place);
            count += 1;
        }
        let scored = &mut scored[..count];
        scored.sort_unstable();
        moves.extend(scored.iter().map(|(_, place)| *place));
    }

    fn next(&self, state: &SearchState, place: &Place) -> (SearchState, u8) {
        let mut next = state.clone();
        next.put(state.turn, *place);
        for step in 1..=4 {
            next.turn = (state.turn + step) % 4;
            if next.places[usize::from(next.turn)] != 0 {
                return (next, 1);
            }
        }
        next.turn = (state.turn + 1) % 4;
        (next, 1)
    }

    fn key(&self, state: &SearchState, goal: Goal) -> u128 {
        let matters = state.reach.iter().fold(0, |all, reach| all | reach.places);
        let live = state.reach.map(|reach| reach.rings);
        let planes = [live[0] | live[2] | matters, live[1] | live[2], live[3] | matters];
        let mut squares = [[0_u32; 8]; 3];
        let mut rest = [0_u64; 3];
        for size in 0..3 {
            let layer = |bits: u32| (bits >> (9 * size) & SIZE) as usize;
            let spread = planes.map(|plane| &SPREAD[layer(plane)]);
            for symmetry in 0..8 {
                squares[size][symmetry] =
                    spread[0][symmetry] | spread[1][symmetry] << 1 | spread[2][symmetry] << 2;
            }
            let free = state.free_of_size[size];
            rest[size] = u64::from(layer(state.free & !matters).count_ones());
            for (colour, left) in state.left.iter().enumerate() {
                let left = left[size].min(free);
                rest[size] |= u64::from(left) << (4 + 2 * colour);
            }
        }
        let mut least = u128::MAX;
        for symmetry in 0..8 {
            let [small, middle, large] =
                [0, 1, 2].map(|size| rest[size] << 27 | u64::from(squares[size][symmetry]));
            let ends = u128::from(small.min(large)) << 39 | u128::from(small.max(large));
            least = least.min(u128::from(middle) << 78 | ends);
        }
        let key = (least << 2 | u128::from(state.turn)) << 1 | u128::from(goal.number() & 1);
        key
    }

    fn effort(&self, state: &SearchState, goal: Goal) -> (u32, u32) {
        let m = MODE();
        if m & 24 == 0 { return (1, 1); }
        let colour = usize::from(state.turn);
        let wants = self.mover(state) == goal.side;
        let next = (colour + 1) % 4;
        let against = state.threats[next] & state.places[next];
        let n = if against != 0 { 1 } else { state.places[colour].count_ones() };
        let n = if m & 16 != 0 { 1 + n / 4 } else { n };
        if wants { (1, n) } else { (n, 1) }
    }

    fn usual_memory(&self) -> usize {
        1 << 30
    }
}

impl Otrio {
    /// Whether the mover can make more threats than can be blocked before its
    /// colour has the turn again.
    ///
    /// Plies 2 and 4 are the opponent's. At ply 2 he has no win; if the
    /// partner threatens `forcing`, he must block there. At ply 3 the partner
    /// blocks a threat of the opponent's other colour, if there is one. So two
    /// blocks are left against the threats made now, or one if `forcing`.
    fn wins_in_five(&self, state: &SearchState, forcing: u32) -> bool {
        let [colour, next, partner, last] = [0, 1, 2, 3].map(|k| (usize::from(state.turn) + k) % 4);
        let own = state.rings[colour];
        // Nobody passes within five plies.
        if own & (own.wrapping_sub(1)) == 0
            || state.places.iter().any(|places| places.count_ones() < 5)
        {
            return false;
        }
        let urgent = state.threats[last] & state.places[last];
        let blocks = if forcing == 0 { 2 } else { 1 };
        let _ = next;
        let mut tries = state.reach[colour].places;
        while tries != 0 {
            let place = tries.trailing_zeros() as usize;
            let bit = 1 << place;
            tries &= tries - 1;
            let through = &THROUGH[place];
            let mut made = 0;
            for [q, r] in &through.pairs[..through.count] {
                if own & q != 0 {
                    made |= r;
                }
                if own & r != 0 {
                    made |= q;
                }
            }
            let mut usable = state.places[colour];
            let size = place / 9;
            if state.left[colour][size] == 1 {
                usable &= !(SIZE << (9 * size));
            }
            made &= usable & !bit & !forcing;
            if made.count_ones() <= blocks || forcing & bit != 0 {
                continue;
            }
            let urgent = urgent & !bit & !forcing;
            // The partner's move at ply 3: forced, or anywhere but on a threat.
            let partner_places = state.places[partner] & !bit;
            let kept = match urgent.count_ones() {
                0 if (partner_places & !made & !forcing).count_ones() > 2 => made,
                1 if urgent & partner_places != 0 => made & !urgent,
                _ => continue,
            };
            if kept.count_ones() > blocks {
                return true;
            }
        }
        false
    }

    fn score(&self, state: &SearchState, colour: usize, place: Place) -> i32 {
        let through = &THROUGH[usize::from(place.0)];
        let [own, next, partner, last] = [0, 1, 2, 3].map(|k| state.rings[(colour + k) % 4]);
        let occupied = BOARD & !state.free;
        let mut score = 0;
        let w = weights();
        for [q, r] in &through.pairs[..through.count] {
            let line = q | r;
            let taken = line & occupied;
            if taken == 0 {
                score += w[0];
                continue;
            }
            let both = taken == line;
            score += if taken == taken & own {
                w[1]
            } else if taken == taken & partner {
                if both { w[3] } else { w[2] }
            } else if taken == taken & next {
                w[4]
            } else if taken == taken & last {
                if both { w[6] } else { w[5] }
            } else {
                0
            };
        }
        score
    }
}

fn weights() -> &'static [i32; 8] {
    static W: std::sync::OnceLock<[i32; 8]> = std::sync::OnceLock::new();
    W.get_or_init(|| {
        let v = std::env::var("W").unwrap_or("2,10,-2,-100,2,2,100,0".into());
        let v: Vec<i32> = v.split(',').map(|x| x.parse().unwrap()).collect();
        std::array::from_fn(|i| v[i])
    })
}

#[allow(non_snake_case)]
fn MODE() -> u32 { static W: std::sync::OnceLock<u32> = std::sync::OnceLock::new(); *W.get_or_init(|| std::env::var("MODE").unwrap_or("0".into()).parse().unwrap()) }
