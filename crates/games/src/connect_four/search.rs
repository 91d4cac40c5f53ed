//! How forward search sees connect-four.
//!
//! ```text
//! bit column * (rows + 1) + row     a cell, row 0 the lowest; the bit above the
//!                                   highest cell of a column is always empty
//! ```
//!
//! With that gap a line across or diagonal never runs from one column into the
//! next but one, so a shift by `rows`, `rows + 1` or `rows + 2` steps along it.
//!
//! A state keeps, for both sides, the empty cells that would complete a line.
//! From these follows at a glance:
//!
//! - The side to move can complete one now: it wins in 1.
//! - Every move leaves the other side a cell to complete, because it has two, or
//!   because each move is right below one: the other side wins in 2.
//! - All lines of the side that wants to win are spoilt: never.
//!
//! Moves are those that do not lose at once, the ones that make most such cells
//! first, of those the most central. Mirror images share a key.

use kaiketsu_engine::search::Published;
use kaiketsu_game::{
    Certifiable, Game, Glance, Goal, Goals, Method, NoRelaxation, Outcome, Provable, Side, Symmetric,
};

use super::{ConnectFour, Discs};

/// The board as the search numbers its cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    columns: u32,
    /// From a cell to the one beside it.
    across: u32,
    pub(super) bottom: u64,
    board: u64,
    /// The columns, the most central first.
    central: [u8; MOST_COLUMNS],
}

/// A board has four rows or more.
const MOST_COLUMNS: usize = 12;

/// A position as the search holds it.
#[derive(Clone, Copy, Debug)]
pub struct SearchState {
    /// The discs of the side to move.
    own: u64,
    /// All discs.
    all: u64,
    /// The empty cells that complete a line of the side to move.
    wins: u64,
    /// The same of the other side.
    threats: u64,
    mover: Side,
    /// The outcome for the side to move if a line is complete.
    over: Option<Outcome>,
}

impl Frame {
    /// Whether a board fits: a bit for each cell and one above each column.
    pub(super) fn fits(columns: usize, rows: usize) -> bool {
        columns * (rows + 1) <= 64
    }

    pub(super) fn new(columns: usize, rows: usize) -> Self {
        let across = rows as u32 + 1;
        let bottom = (0..columns as u32).map(|column| 1 << (column * across)).sum();
        let column = (1_u64 << rows) - 1;
        let board = (0..columns as u32).map(|at| column << (at * across)).sum();
        let mut central = [0; MOST_COLUMNS];
        (0..columns as u8).zip(&mut central).for_each(|(column, place)| *place = column);
        central[..columns].sort_by_key(|column| (2 * usize::from(*column) + 1).abs_diff(columns));
        Frame { columns: columns as u32, across, bottom, board, central }
    }

    fn column(self, column: u32) -> u64 {
        (self.board & ((1 << (self.across - 1)) - 1)) << (column * self.across)
    }

    /// The cells on which a disc can come to rest.
    fn landings(self, all: u64) -> u64 {
        (all + self.bottom) & self.board
    }

    /// The cells that would make a line of four with three of the discs.
    fn completing(self, discs: u64) -> u64 {
        // Upwards there is nothing but the cell on top.
        let mut cells = discs << 1 & discs << 2 & discs << 3;
        for step in [self.across - 1, self.across, self.across + 1] {
            let (one_up, one_down) = (discs << step, discs >> step);
            let pair_below = one_up & discs << (2 * step);
            let pair_above = one_down & discs >> (2 * step);
            cells |= pair_below & (discs << (3 * step) | one_down);
            cells |= pair_above & (discs >> (3 * step) | one_up);
        }
        cells & self.board
    }

    pub(super) fn has_line(self, discs: u64) -> bool {
        [1, self.across - 1, self.across, self.across + 1].into_iter().any(|step| {
            let pairs = discs & discs >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    pub(super) fn mirrored(self, discs: u64) -> u64 {
        let column = (1 << self.across) - 1;
        (0..self.columns).fold(0, |image, at| image << self.across | discs >> (at * self.across) & column)
    }
}

impl SearchState {
    fn other(&self) -> u64 {
        self.all & !self.own
    }

    /// The moves that neither win now nor lose at once; for states without a
    /// win.
    fn safe(&self, frame: Frame) -> u64 {
        let landings = frame.landings(self.all);
        let forced = landings & self.threats;
        let tried = match forced {
            0 => landings,
            one if one & (one - 1) == 0 => one,
            _ => 0,
        };
        // Not right below a cell that the other side wants.
        tried & !(self.threats >> 1)
    }
}

impl Goals for ConnectFour {}

impl Published for ConnectFour {}

impl Provable for ConnectFour {
    type State = SearchState;
    type Relaxed = NoRelaxation;

    fn state(&self, position: &Discs, mover: Side) -> SearchState {
        let frame = self.frame;
        let turn = position.turn();
        let (own, other) = (position.0[turn], position.0[1 - turn]);
        let empty = !(own | other);
        SearchState {
            own,
            all: own | other,
            wins: frame.completing(own) & empty,
            threats: frame.completing(other) & empty,
            mover,
            over: self.ending(position).filter(|outcome| *outcome != Outcome::Draw),
        }
    }

    fn mover(&self, state: &SearchState) -> Side {
        state.mover
    }

    fn glance(&self, state: &SearchState, goal: Goal) -> Glance {
        let (frame, wants) = (self.frame, state.mover == goal.side);
        if let Some(outcome) = state.over {
            return if (outcome == Outcome::Win) == wants { Glance::Reached(0) } else { Glance::Never };
        }
        if state.all == frame.board {
            return Glance::Never;
        }
        if state.wins & frame.landings(state.all) != 0 {
            return if wants { Glance::Reached(1) } else { Glance::Never };
        }
        if state.safe(frame) == 0 {
            return if wants { Glance::Never } else { Glance::Reached(2) };
        }
        let spoilt = if wants { state.other() } else { state.own };
        if frame.has_line(frame.board & !spoilt) { Glance::Open } else { Glance::Never }
    }

    fn candidates(&self, state: &SearchState, _: Goal, moves: &mut Vec<u8>) {
        let (frame, safe, from) = (self.frame, state.safe(self.frame), moves.len());
        let mut made = [0; MOST_COLUMNS];
        // The most central columns first, so that a stable order keeps them first.
        for &column in &frame.central[..frame.columns as usize] {
            let disc = safe & frame.column(column.into());
            if disc == 0 {
                continue;
            }
            let count = (frame.completing(state.own | disc) & !state.all).count_ones();
            made[usize::from(column)] = count;
            let better = |other: &&u8| made[usize::from(**other)] >= count;
            let place = moves[from..].iter().take_while(better).count();
            moves.insert(from + place, column);
        }
    }

    fn next(&self, state: &SearchState, column: &u8) -> (SearchState, u8) {
        let frame = self.frame;
        let disc = frame.landings(state.all) & frame.column((*column).into());
        let all = state.all | disc;
        let next = SearchState {
            own: state.other(),
            all,
            wins: state.threats & !disc,
            threats: frame.completing(state.own | disc) & !all,
            mover: state.mover.other(),
            over: (state.wins & disc != 0).then_some(Outcome::Loss),
        };
        (next, 1)
    }

    /// The discs of the side to move added to all discs tell both apart: in each
    /// column the sum has a bit where the column ends.
    fn key(&self, state: &SearchState, goal: Goal) -> u128 {
        let code = state.own + (state.all + self.frame.bottom);
        let code = code.min(self.frame.mirrored(code));
        u128::from(code) << 1 | u128::from(goal.number())
    }

    fn looks_ahead(&self) -> bool {
        true
    }

    fn well_ordered(&self) -> bool {
        true
    }

    fn usual_method(&self) -> Method {
        Method::DepthFirst
    }

    /// A table that fits the processor's cache is faster than one that forgets
    /// nothing, as long as the board is small: see `docs/prove.md`.
    fn usual_memory(&self) -> usize {
        match self.frame.board.count_ones() {
            0..=30 => 4 << 20,
            31..=36 => 128 << 20,
            _ => 1 << 30,
        }
    }
}

impl Certifiable for ConnectFour {
    type Simpler = NoRelaxation;

    fn side_to_move(&self, position: &Discs) -> Side {
        Side::first_if(position.turn() == 0)
    }

    fn shut_out(&self, position: &Discs, goal: Goal) -> bool {
        let other = position.0[usize::from(goal.side == Side::First)];
        !self.frame.has_line(self.frame.board & !other)
    }

    fn representative(&self, position: &Discs) -> Discs {
        self.least_image(position)
    }
}
