//! Otrio for the forward search: bitboards, threats and folding.
//!
//! A colour's rings are 27 bits, bit p for place p. Beside them go the places
//! that would complete a line of the colour (`threats`, kept up to date move by
//! move) and sixteen codes, one for each symmetry: the board read as a number
//! in base 5 (digit 0 free, 1 to 4 a colour), which fits in 63 bits. A move
//! adds one digit to each. The least code and the colour to move are the key,
//! exact and the same for all images.

use kaiketsu_prove::{Glance, Goal, Provable, Side};

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
    codes: [u64; 16],
    rings: [u32; 4],
    threats: [u32; 4],
    turn: Colour,
}

/// 5^p at p, for each symmetry at the place where it takes p.
static WEIGHTS: [[u64; 16]; PLACES] = {
    let mut weights = [[0; 16]; PLACES];
    let mut place = 0;
    while place < PLACES {
        let mut symmetry = 0;
        while symmetry < 16 {
            weights[place][symmetry] = 5_u64.pow(Place(place as u8).turned(symmetry).0 as u32);
            symmetry += 1;
        }
        place += 1;
    }
    weights
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

/// The lines as bits.
static LINE_BITS: [u32; 49] = {
    let mut bits = [0; 49];
    let mut i = 0;
    while i < 49 {
        bits[i] = 1 << LINES[i][0].0 | 1 << LINES[i][1].0 | 1 << LINES[i][2].0;
        i += 1;
    }
    bits
};

impl SearchState {
    fn put(&mut self, colour: Colour, place: Place) {
        let (colour, place) = (usize::from(colour), usize::from(place.0));
        let digit = colour as u64 + 1;
        for (code, weight) in self.codes.iter_mut().zip(&WEIGHTS[place]) {
            *code += digit * weight;
        }
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
        self.rings[colour] |= 1 << place;
    }

    fn occupied(&self) -> u32 {
        self.rings[0] | self.rings[1] | self.rings[2] | self.rings[3]
    }
}

/// The places of the sizes of which the colour has a ring left.
fn sizes_left(rings: u32) -> u32 {
    let mut left = 0;
    for size in 0..3 {
        let layer = SIZE << (9 * size);
        if (rings & layer).count_ones() < 3 {
            left |= layer;
        }
    }
    left
}

impl Otrio {
    fn free(&self, state: &SearchState) -> u32 {
        let board = if self.centre { BOARD } else { BOARD & !(1 << CENTRE.0) };
        board & !state.occupied()
    }

    /// The places where a colour could put a ring.
    fn places(&self, state: &SearchState, colour: usize) -> u32 {
        self.free(state) & sizes_left(state.rings[colour])
    }

    fn can_win(&self, state: &SearchState, colour: usize) -> bool {
        let own = state.rings[colour];
        let open = own | self.places(state, colour);
        LINE_BITS.iter().any(|line| line & !open == 0 && {
            // A line of one size takes all three rings of that size.
            let size = line.trailing_zeros() / 9;
            let layer = SIZE << (9 * size);
            line & !layer != 0 || own & layer & !line == 0
        })
    }

    fn out_of_reach(&self, state: &SearchState, side: Side) -> bool {
        let colour = usize::from(side == Side::Second);
        !self.can_win(state, colour) && !self.can_win(state, colour + 2)
    }
}

impl Provable for Otrio {
    type State = SearchState;

    fn state(&self, position: &Position, _: Side) -> SearchState {
        let mut state = SearchState { codes: [0; 16], rings: [0; 4], threats: [0; 4], turn: position.turn() };
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
        let places = self.places(state, colour);
        if state.threats[colour] & places != 0 {
            return won(1);
        }
        if places == 0 || self.out_of_reach(state, goal.side) {
            return Glance::Never;
        }
        // The next colour and its threats; a colour that cannot move is skipped
        // only if no place is free for it even now, and then has no threat.
        let [next, partner] = [(colour + 1) % 4, (colour + 2) % 4];
        let next_places = self.places(state, next);
        let against = state.threats[next] & next_places;
        if against != 0 {
            if against.count_ones() > 1 || against & places == 0 {
                return lost(2);
            }
            return Glance::Open;
        }
        // Two threats of the partner colour, or one that cannot be blocked, win
        // in three plies: the mover places elsewhere, the opponent has no win.
        let partner_places = self.places(state, partner);
        let double = state.threats[partner] & partner_places;
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
        Glance::Open
    }

    fn candidates(&self, state: &SearchState, _goal: Goal, moves: &mut Vec<Place>) {
        let colour = usize::from(state.turn);
        let mut places = self.places(state, colour);
        let next = (colour + 1) % 4;
        let against = state.threats[next] & self.places(state, next);
        if against != 0 {
            places &= against;
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
            if self.places(&next, usize::from(next.turn)) != 0 {
                return (next, 1);
            }
        }
        next.turn = (state.turn + 1) % 4;
        (next, 1)
    }

    fn key(&self, state: &SearchState, goal: Goal) -> u128 {
        let code = state.codes.iter().copied().min().unwrap_or_default();
        (u128::from(code) << 2 | u128::from(state.turn)) << 1 | u128::from(goal.number() & 1)
    }

    fn usual_memory(&self) -> usize {
        1 << 30
    }
}

impl Otrio {
    fn score(&self, state: &SearchState, colour: usize, place: Place) -> i32 {
        let through = &THROUGH[usize::from(place.0)];
        let [own, next, partner, last] = [0, 1, 2, 3].map(|k| state.rings[(colour + k) % 4]);
        let occupied = state.occupied();
        let mut score = 0;
        for [q, r] in &through.pairs[..through.count] {
            let line = q | r;
            if line & occupied == 0 {
                score += 2;
                continue;
            }
            let both = line & occupied == line;
            let value = if line & occupied == line & own {
                10
            } else if line & occupied == line & partner {
                if both { -100 } else { -2 }
            } else if line & occupied == line & next || line & occupied == line & last {
                if both { 100 } else { 2 }
            } else {
                0
            };
            score += value;
        }
        score
    }
}
