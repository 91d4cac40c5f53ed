//! How the forward search sees Otrio: what is decided at a glance, and in which
//! order moves are tried.
//!
//! Every test counts turns. The colours follow one another, so the mover's
//! colour X is followed by the opponent's Y, the mover's Z and the opponent's W,
//! and then X again:
//!
//! - X completes a line now: won in 1.
//! - Y has two winning places, or one that X cannot take: lost in 2. One that X
//!   can take must be taken: the only candidate.
//! - Y has none and Z has two, or one that Y cannot take: won in 3.
//! - X makes three threats, or two while Y must answer Z: won in 5.
//! - No line is open to either colour of the side that wants to win: never.
//!
//! A glance costs some hundred nanoseconds.

use kaiketsu_game::{Certifiable, Glance, Goal, Goals, Provable, Purpose, Side, Symmetric};

use super::blockade::Blockade;
use super::blocking::Blocking;
use super::reach::weight;
use super::state::{BOARD, SearchState, THROUGH, best_first, layer, made_by};
use super::{CENTRE, Otrio, Place, Position};
use crate::board::cells_of;

/// The square of the weight of an attack that is twice as hard to hold off as the
/// lightest.
const HEAVY: u32 = 256;

impl Otrio {
    fn out_of_reach(&self, state: &SearchState, side: Side) -> bool {
        let colour = usize::from(side == Side::Second);
        state.reach[colour].places | state.reach[colour + 2].places == 0
    }
}

impl Goals for Otrio {}

impl Provable for Otrio {
    type State = SearchState;
    type Relaxed = Blocking;

    /// 2: the blocking game let an attacker place on its own open lines only.
    fn search_version(&self) -> u32 {
        2
    }

    fn state(&self, position: &Position, _: Side) -> SearchState {
        let board = if self.centre { BOARD } else { BOARD & !(1 << CENTRE.0) };
        let mut state = SearchState::empty(board, position.turn());
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
        if let Some(winner) = state.won {
            let reached = Side::first_if(winner.is_multiple_of(2)) == goal.side;
            return if reached { Glance::Reached(0) } else { Glance::Never };
        }
        let colour = usize::from(state.turn);
        let wants = self.mover(state) == goal.side;
        let won = |plies| if wants { Glance::Reached(plies) } else { Glance::Never };
        let lost = |plies| if wants { Glance::Never } else { Glance::Reached(plies) };
        let places = state.places[colour];
        if state.wins(colour) != 0 {
            return won(1);
        }
        if places == 0 || self.out_of_reach(state, goal.side) {
            return Glance::Never;
        }
        // The next colour and its threats; a colour that cannot move is skipped
        // only if no place is free for it even now, and then has no threat.
        let [next, partner] = [(colour + 1) % 4, (colour + 2) % 4];
        let next_places = state.places[next];
        let against = state.wins(next);
        if against != 0 {
            if against.count_ones() > 1 || against & places == 0 {
                return lost(2);
            }
            return Glance::Open;
        }
        // Two threats of the partner colour, or one that cannot be blocked, win
        // in three plies: the mover places elsewhere, the opponent has no win.
        let double = state.wins(partner);
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
        if double.count_ones() <= 1 {
            if let Some(0) = self.must_block(state) {
                return lost(4);
            }
            if self.wins_in_five(state, double) {
                return won(5);
            }
        }
        Glance::Open
    }

    fn candidates(&self, state: &SearchState, _goal: Goal, moves: &mut Vec<Place>) {
        let colour = usize::from(state.turn);
        let mut places = state.places[colour];
        let next = (colour + 1) % 4;
        let against = state.wins(next);
        if against != 0 {
            places &= against;
        } else if let Some(blocks) = self.must_block(state) {
            places &= blocks;
        }
        // Free places that matter to nobody differ only by their size.
        let open = |k: usize| state.reach[(colour + k) % 4].places;
        let useful = open(0) | open(1) | open(3);
        let idle = places & !(useful | open(2));
        for size in 0..3 {
            let layer = layer(size);
            let here = idle & layer;
            if here != 0 {
                places &= !layer | useful | here & here.wrapping_neg();
            }
        }
        if places.is_power_of_two() {
            moves.push(Place(places.trailing_zeros() as u8));
            return;
        }
        moves.extend(best_first(places, |place| self.score(state, colour, place)).map(Place));
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
        state.key() << 1 | u128::from(goal.side == Side::Second)
    }

    /// Where the blocker is to move: after his move the same would be asked of
    /// each child.
    fn relaxed(&self, state: &SearchState, goal: Goal) -> Option<Blocking> {
        (self.mover(state) != goal.side).then(|| Blocking::new(state, goal.side))
    }

    fn relaxing_budget(&self, state: &SearchState, purpose: Purpose) -> u64 {
        match (state.free.count_ones(), purpose) {
            (..=12, Purpose::Search) => 400,
            (..=18, Purpose::Certificate) => 150,
            _ => 0,
        }
    }

    /// The more moves, the harder it is to refute them all; and the heavier the
    /// attack, the harder to hold it off. With the centre most attacks win soon: there that
    /// would only keep the search from them.
    fn effort(&self, state: &SearchState, goal: Goal) -> (u32, u32) {
        let colour = usize::from(state.turn);
        let choices = if state.wins((colour + 1) % 4) != 0 {
            1
        } else {
            self.must_block(state).unwrap_or(state.places[colour]).count_ones()
        };
        let attacker = usize::from(goal.side == Side::Second);
        let attack = || -> u32 {
            [attacker, attacker + 2]
                .map(|colour| weight(state.rings[colour], state.places[colour]))
                .iter()
                .sum()
        };
        let holding = if self.centre { 1 } else { 1 + attack().pow(2) / HEAVY };
        if self.mover(state) == goal.side { (1, choices * holding) } else { (choices, holding) }
    }

    fn usual_memory(&self) -> usize {
        1 << 30
    }
}

impl Otrio {
    /// The places on one of which the mover must block the opponent's other
    /// colour, if there is such a need; none of them if that is in vain.
    ///
    /// The next colour has no win. The threats of the last colour can be
    /// blocked twice, now and by the partner; if the partner threatens a win,
    /// the next colour must go there and cannot do anything else.
    fn must_block(&self, state: &SearchState) -> Option<u32> {
        let [colour, next, partner, last] = [0, 1, 2, 3].map(|k| (usize::from(state.turn) + k) % 4);
        let (own, double) = (state.wins(partner), state.wins(last));
        if double == 0 || own.count_ones() > 1 || own & !state.places[next] != 0 {
            return None;
        }
        let threats = double & !own;
        let [here, there] = [colour, partner].map(|colour| state.places[colour]);
        // Nobody passes within four plies, and the next colour need not spoil a threat.
        let free_to_move = own != 0 || state.places[next] & !threats != 0;
        if !free_to_move || state.places.iter().any(|places| places.count_ones() < 5) {
            return None;
        }
        let now = threats & !there;
        match (threats.count_ones(), now.count_ones()) {
            (0, _) | (1, 0) => None,
            (1, 1) | (2, 1) => Some(now & here),
            (2, 0) => Some(threats & here),
            _ => Some(0),
        }
    }

    /// Whether the mover can make more threats than can be blocked before its
    /// colour has the turn again.
    ///
    /// Plies 2 and 4 are the opponent's. At ply 2 he has no win; if the
    /// partner threatens `forcing`, he must block there. At ply 3 the partner
    /// blocks a threat of the opponent's other colour, if there is one. So two
    /// blocks are left against the threats made now, or one if `forcing`.
    fn wins_in_five(&self, state: &SearchState, forcing: u32) -> bool {
        let [colour, partner, last] = [0, 2, 3].map(|k| (usize::from(state.turn) + k) % 4);
        let own = state.rings[colour];
        // Nobody passes within five plies.
        if own.count_ones() < 2 || state.places.iter().any(|places| places.count_ones() < 5) {
            return false;
        }
        let urgent = state.wins(last);
        let blocks = if forcing == 0 { 2 } else { 1 };
        for place in cells_of(state.reach[colour].places.into()) {
            let bit = 1 << place;
            let mut usable = state.places[colour];
            let size = place / 9;
            if state.left[colour][size] == 1 {
                usable &= !layer(size);
            }
            let made = made_by(own, place) & usable & !bit & !forcing;
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

    /// How promising a place is: the weights of the Otrio paper but for a
    /// future line of the opponent, which counts 2.
    fn score(&self, state: &SearchState, colour: usize, place: usize) -> i32 {
        let through = &THROUGH[place];
        let [own, next, partner, last] = [0, 1, 2, 3].map(|k| state.rings[(colour + k) % 4]);
        let lines = through.pairs[..through.count].iter().map(|[q, r]| {
            let line = q | r;
            let taken = line & !state.free & BOARD;
            let only = |rings: u32| taken == taken & rings;
            match taken == line {
                _ if taken == 0 => 2,
                _ if only(own) => 10,
                true if only(partner) => -100,
                false if only(partner) => -2,
                true if only(next) || only(last) => 100,
                false if only(next) || only(last) => 2,
                _ => 0,
            }
        });
        lines.sum()
    }
}

impl Certifiable for Otrio {
    type Simpler = Blockade;

    fn simpler(&self, position: &Position, goal: Goal) -> Option<Blockade> {
        Some(Blockade::new(self, position, goal.side))
    }

    fn side_to_move(&self, position: &Position) -> Side {
        Side::first_if(position.first_to_move())
    }

    fn shut_out(&self, position: &Position, goal: Goal) -> bool {
        Otrio::shut_out(self, position, goal.side == Side::First)
    }

    fn representative(&self, position: &Position) -> Position {
        self.least_image(position)
    }
}
