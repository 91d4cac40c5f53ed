//! How the forward search sees one against the others.
//!
//! The one alone has one turn to take a winning place away, and then all others follow;
//! the others have as many turns in a row as there are of them before his next. So two
//! winning places of the others, of whatever colours, win for them, and one of his is in
//! time only if they are more than the turns they have until then. In the quiet game the
//! others threaten nothing, and do not complete lines.

use kaiketsu_engine::search::Published;
use kaiketsu_game::{Certifiable, Glance, Goal, Goals, Method, NoRelaxation, Provable, Side, Symmetric};

use super::Party;
use crate::otrio::reach::Reach;
use crate::otrio::state::{BOARD, SearchState, THROUGH, best_first, layer};
use crate::otrio::{CENTRE, Colour, LINES, Place, Position};

/// What the others' or his winning places do to the turn.
struct Pressure {
    /// Plies after which the side that threatens has won, if that cannot be helped.
    lost_in: Option<u8>,
    /// The places one of which has to be taken now; none if any place will do.
    urgent: u32,
}

impl Party {
    /// Where a colour can be placed without giving the game away.
    fn safe(&self, state: &SearchState, colour: Colour) -> u32 {
        let gives = self.line_of(colour) != self.side(colour);
        let places = state.places[usize::from(colour)];
        if gives { places & !state.wins(colour.into()) } else { places }
    }

    /// What the other side threatens while `state.turn` cannot win at once.
    fn pressure(&self, state: &SearchState) -> Pressure {
        let (mut turn, mut urgent, mut cover) = (0, 0, self.safe(state, state.turn));
        let alone = state.turn == self.alone;
        while turn + 1 < self.players {
            turn += 1;
            let colour = self.after(state.turn, turn);
            let lines_count = self.line_of(colour) == self.side(colour);
            let wins = if lines_count { state.wins(colour.into()) } else { 0 };
            if alone {
                // One place can be taken from them, once.
                let left = wins & !urgent;
                if left != 0 && (urgent != 0 || left.count_ones() > 1 || left & cover == 0) {
                    return Pressure { lost_in: Some(turn + 1), urgent: 0 };
                }
                urgent |= left;
            } else if colour == self.alone {
                let lost = wins.count_ones() > u32::from(turn) || wins & !cover != 0;
                let all_needed = wins.count_ones() == u32::from(turn);
                let lost_in = lost.then_some(turn + 1);
                return Pressure { lost_in, urgent: if all_needed { wins } else { 0 } };
            } else {
                cover |= self.safe(state, colour);
            }
        }
        Pressure { lost_in: None, urgent }
    }

    /// Plies after which a partner who follows before the one alone has won.
    fn partner_wins_in(&self, state: &SearchState) -> Option<u8> {
        let follow = (1..self.players).map(|turns| (turns, self.after(state.turn, turns)));
        let mut partners = follow.take_while(|(_, colour)| *colour != self.alone);
        let won =
            |colour: Colour| self.line_of(colour) == self.side(colour) && state.wins(colour.into()) != 0;
        partners.find(|(_, colour)| won(*colour)).map(|(turns, _)| turns + 1)
    }

    /// Whether everybody has places to spare, so that nobody is driven anywhere.
    fn is_roomy(&self, state: &SearchState) -> bool {
        state.places[..self.players.into()].iter().all(|places| places.count_ones() > 4)
    }

    /// Whether the goal is a full board without a line.
    fn is_for_peace(&self, goal: Goal) -> bool {
        self.quiet && goal.side != self.side(self.alone)
    }

    /// Lines that are open through a place, to the mover and to others: rings on them count.
    /// In the quiet game the one alone spares the lines of others, and these keep clear of their
    /// own and break the rest.
    fn score(&self, state: &SearchState, place: usize) -> i32 {
        let through = &THROUGH[place];
        let line = |[q, r]: &[u32; 2]| {
            let line = q | r;
            let worth = |colour: Colour| {
                let Reach { rings, places, .. } = state.reach[usize::from(colour)];
                let open = places & 1 << place != 0 && (rings | places) & line == line;
                let rings = (state.rings[usize::from(colour)] & line).count_ones();
                let weight = match (self.quiet, colour == state.turn) {
                    (false, own) => 4 + i32::from(own),
                    (true, own) if own == (state.turn == self.alone) => 4,
                    (true, _) => -4,
                };
                if open { weight << (2 * rings) } else { 0 }
            };
            (0..self.players).map(worth).sum::<i32>()
        };
        through.pairs[..through.count].iter().map(line).sum()
    }
}

impl Goals for Party {}

impl Provable for Party {
    type State = SearchState;
    type Relaxed = NoRelaxation;

    fn state(&self, position: &Position, _: Side) -> SearchState {
        let board = if self.board.centre { BOARD } else { BOARD & !(1 << CENTRE.0) };
        let mut state = SearchState::empty(board, position.turn());
        for nobody in usize::from(self.players)..4 {
            (state.places[nobody], state.left[nobody], state.reach[nobody]) = (0, [0; 3], Reach::default());
        }
        for place in Place::all() {
            if let Some(colour) = position.ring(place) {
                state.put(colour, place);
            }
        }
        state
    }

    fn mover(&self, state: &SearchState) -> Side {
        self.side(state.turn)
    }

    fn glance(&self, state: &SearchState, goal: Goal) -> Glance {
        if let Some(colour) = state.won {
            return if self.line_of(colour) == goal.side { Glance::Reached(0) } else { Glance::Never };
        }
        let wants = self.mover(state) == goal.side;
        let won = |plies| if wants { Glance::Reached(plies) } else { Glance::Never };
        let lost = |plies| if wants { Glance::Never } else { Glance::Reached(plies) };
        let turn = usize::from(state.turn);
        let hopeless = |colour: Colour| state.reach[usize::from(colour)].places == 0;
        if self.is_for_peace(goal) {
            if (0..self.players).all(hopeless) {
                return Glance::Reached(state.free.count_ones() as u8);
            }
        } else if state.places[turn] == 0 || self.colours_for(goal.side).all(hopeless) {
            return Glance::Never;
        }
        if state.wins(turn) != 0 && self.line_of(state.turn) == self.side(state.turn) {
            return won(1);
        }
        if self.safe(state, state.turn) == 0 {
            return lost(1);
        }
        if self.is_for_peace(goal) && self.starves_others(state) {
            return Glance::Never;
        }
        if !self.is_roomy(state) {
            return Glance::Open;
        }
        match (state.turn == self.alone, self.partner_wins_in(state)) {
            (false, Some(plies)) => won(plies),
            _ => self.pressure(state).lost_in.map_or(Glance::Open, lost),
        }
    }

    fn candidates(&self, state: &SearchState, _: Goal, moves: &mut Vec<Place>) {
        let mut places = self.safe(state, state.turn);
        if self.is_roomy(state) {
            let urgent = self.pressure(state).urgent & places;
            places = if urgent == 0 { places } else { urgent };
        }
        // Free places that matter to nobody differ only by their size.
        let matters = state.reach.iter().fold(0, |all, reach| all | reach.places);
        for size in 0..3 {
            let idle = places & !matters & layer(size);
            places &= !idle | idle & idle.wrapping_neg();
        }
        moves.extend(best_first(places, |place| self.score(state, place)).map(Place));
    }

    fn next(&self, state: &SearchState, place: &Place) -> (SearchState, u8) {
        let mut next = state.clone();
        next.put(state.turn, *place);
        let rotation = (1..=self.players).map(|turns| self.after(state.turn, turns));
        let able = rotation.clone().find(|colour| next.places[usize::from(*colour)] != 0);
        next.turn = able.unwrap_or(self.after(state.turn, 1));
        (next, 1)
    }

    fn key(&self, state: &SearchState, goal: Goal) -> u128 {
        state.key() << 1 | u128::from(goal.side == Side::Second)
    }

    /// The more moves, the harder it is to refute them all.
    fn effort(&self, state: &SearchState, goal: Goal) -> (u32, u32) {
        let safe = self.safe(state, state.turn);
        let urgent = self.pressure(state).urgent & safe;
        let choices = if urgent == 0 { safe } else { urgent }.count_ones();
        if self.mover(state) == goal.side { (1, choices) } else { (choices, 1) }
    }

    /// Four players keep each other from lines with nearly any good order of moves, three where the
    /// centre is forbidden. Elsewhere few moves force.
    fn usual_method(&self) -> Method {
        let keep = self.quiet && (self.players == 4 || !self.board.centre);
        if keep { Method::DepthFirst } else { Method::ProofNumbers }
    }

    fn well_ordered(&self) -> bool {
        true
    }

    fn usual_memory(&self) -> usize {
        512 << 20
    }
}

impl Certifiable for Party {
    type Simpler = NoRelaxation;

    fn side_to_move(&self, position: &Position) -> Side {
        self.side(position.turn())
    }

    fn shut_out(&self, position: &Position, goal: Goal) -> bool {
        let shut = |colour: Colour| LINES.iter().all(|line| self.board.shut(position, colour, line));
        !self.is_for_peace(goal) && self.colours_for(goal.side).all(shut)
    }

    fn representative(&self, position: &Position) -> Position {
        self.least_image(position)
    }
}

impl Published for Party {}
