//! How the forward search sees quantum tic-tac-toe.
//!
//! The key forgets what cannot matter any more. To a *complete* goal only the
//! owner of a mark matters. To the game's value the numbers matter only where
//! a line of one player is compared with a line of the other, so what counts is
//! the [class](super::classes) of a mark. A classical mark whose lines are all
//! spoilt is a mere blocker.
//!
//! ```text
//! bits  0..36   four bits for each square: 0 open, 15 a blocker, else the
//!               class of its classical mark, odd for the first player
//! bits 36..116  ten bits for each spooky mark, in ascending order: its squares
//!               (six bits) and its class (four)
//! ```
//!
//! and the key is the least of the eight images.

use std::sync::LazyLock;

use kaiketsu_game::{
    Aim, Certifiable, Game, Glance, Goal, Goals, Method, NoRelaxation, Provable, Side, Symmetric,
};

use super::classes::{FIRST_SQUARE, class_of, pair_spot, squares_of_pair};
use super::{LINES, Move, Position, QuantumTicTacToe, Square, turned};

/// A position as the search holds it.
#[derive(Clone, Debug)]
pub struct SearchState {
    position: Position,
    cycle: Option<(Square, Square)>,
    mover: Side,
}

const BLOCKER: u8 = 15;

/// The number of a pair of squares, the smaller first, under each symmetry: 0 to 35.
static PAIRS: [[[u8; 9]; 9]; 8] = {
    let mut table = [[[0; 9]; 9]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut spot = 0;
        while spot < FIRST_SQUARE {
            let (a, b) = squares_of_pair(spot);
            table[symmetry][a as usize][b as usize] = pair_spot(turned(a, symmetry), turned(b, symmetry));
            spot += 1;
        }
        symmetry += 1;
    }
    table
};

impl Position {
    /// Whether a line is free of classical marks of the other player.
    fn open_to(&self, line: &[Square; 3], first: bool) -> bool {
        line.iter().all(|&s| self.classical(s) == 0 || (self.classical(s) % 2 == 1) == first)
    }

    /// Whether a player has marks enough to complete some open line: a mark to
    /// come for each square that no spooky mark of his touches.
    fn in_reach(&self, first: bool) -> bool {
        let (mut spooky, mut touched) = (0, 0_u16);
        for (_, (a, b)) in self.spooky().filter(|(number, _)| (number % 2 == 1) == first) {
            spooky += 1;
            touched |= 1 << a | 1 << b;
        }
        let to_come =
            (9 - usize::from(self.placed()) + usize::from(first && self.placed().is_multiple_of(2))) / 2;
        LINES.iter().any(|line| {
            let missing = || line.iter().filter(|&&s| self.classical(s) == 0);
            let untouched = missing().filter(|&&s| touched & 1 << s == 0).count();
            self.open_to(line, first) && untouched <= to_come && missing().count() <= spooky + to_come
        })
    }

    /// The least greatest number of a player's lines and of the other player's,
    /// `u8::MAX` if there is none: [`Position::finish`] without lists.
    fn least_lines(&self, first: bool) -> (u8, u8) {
        let mut least = [u8::MAX; 2];
        for line in &LINES {
            let [a, b, c] = line.map(|square| self.classical(square));
            if a != 0 && b != 0 && c != 0 && a % 2 == b % 2 && b % 2 == c % 2 {
                let owner = usize::from(a.is_multiple_of(2));
                least[owner] = least[owner].min(a.max(b).max(c));
            }
        }
        if first { (least[0], least[1]) } else { (least[1], least[0]) }
    }

    /// The class of each mark, by its number; 0 for none.
    fn classes(&self, aim: Aim) -> [u8; 10] {
        let mut classes = [0; 10];
        let mut place_of = [None; 10];
        for square in 0..9 {
            place_of[usize::from(self.classical(square))] = Some(square);
        }
        for number in 1..=self.placed() {
            let first = number % 2 == 1;
            let spoilt = place_of[usize::from(number)].is_some_and(|square| {
                !LINES.iter().any(|line| line.contains(&square) && self.open_to(line, first))
            });
            classes[usize::from(number)] = match aim {
                _ if spoilt => BLOCKER,
                Aim::Complete => 2 - number % 2,
                Aim::Win => 1 + class_of(number),
            };
        }
        classes
    }

    fn key(&self, aim: Aim) -> u128 {
        let classes = self.classes(aim);
        let mut least = u128::MAX;
        for (symmetry, pairs) in PAIRS.iter().enumerate() {
            let mut key = 0_u128;
            let mut marks = [u16::MAX; 9];
            for (mark, (number, (a, b))) in marks.iter_mut().zip(self.spooky()) {
                let pair = pairs[usize::from(a)][usize::from(b)];
                *mark = u16::from(pair) << 4 | u16::from(classes[usize::from(number)]);
            }
            marks.sort_unstable();
            for mark in marks.iter().take_while(|mark| **mark != u16::MAX) {
                key = key << 10 | u128::from(*mark);
            }
            let mut squares = 0_u64;
            for square in (0..9).filter(|s| self.classical(*s) != 0) {
                let class = classes[usize::from(self.classical(square))];
                squares |= u64::from(class) << (4 * turned(square, symmetry));
            }
            least = least.min(key << 36 | u128::from(squares));
        }
        least
    }
}

/// All pairs of squares in the order of [`super::orderings::centre_first`].
static CENTRE_FIRST: LazyLock<Vec<(Square, Square)>> = LazyLock::new(|| {
    let game = QuantumTicTacToe::ORIGINAL;
    let mut moves = game.legal_moves(&game.start());
    moves.sort_by_key(super::orderings::centre_first);
    moves.iter().filter_map(|mv| if let Move::Place(a, b) = mv { Some((*a, *b)) } else { None }).collect()
});

impl Goals for QuantumTicTacToe {
    fn knows(&self, _: Goal) -> bool {
        true
    }

    /// A win that is not complete is a narrow one, and counts as a win.
    fn other_names(&self) -> &'static [(&'static str, Aim)] {
        &[("narrow", Aim::Win)]
    }
}

impl Provable for QuantumTicTacToe {
    type State = SearchState;
    type Relaxed = NoRelaxation;

    fn state(&self, position: &Position, mover: Side) -> SearchState {
        SearchState { position: *position, cycle: position.open_cycle(), mover }
    }

    fn mover(&self, state: &SearchState) -> Side {
        state.mover
    }

    fn glance(&self, state: &SearchState, goal: Goal) -> Glance {
        let first = goal.side == Side::First;
        let (own, other) = state.position.least_lines(first);
        if own != u8::MAX || other != u8::MAX || state.position.placed() == 9 && state.cycle.is_none() {
            let reached = match goal.aim {
                Aim::Win => own < other,
                Aim::Complete => own < other && other == u8::MAX,
            };
            return if reached { Glance::Reached(0) } else { Glance::Never };
        }
        if state.position.in_reach(first) { Glance::Open } else { Glance::Never }
    }

    fn candidates(&self, state: &SearchState, _: Goal, moves: &mut Vec<Move>) {
        if let Some((a, b)) = state.cycle {
            moves.extend([Move::Collapse(a), Move::Collapse(b)]);
            return;
        }
        let open = |square: Square| state.position.classical(square) == 0;
        let pairs = CENTRE_FIRST.iter().filter(|(a, b)| open(*a) && open(*b));
        let from = moves.len();
        moves.extend(pairs.map(|(a, b)| Move::Place(*a, *b)));
        if moves.len() == from {
            self.moves(&state.position, moves);
        }
    }

    fn next(&self, state: &SearchState, mv: &Move) -> (SearchState, u8) {
        let step = self.play(&state.position, mv);
        let cycle = step.position.open_cycle();
        let mover = Side::first_if(self.first_to_move(&step.position));
        (SearchState { position: step.position, cycle, mover }, step.plies)
    }

    fn key(&self, state: &SearchState, goal: Goal) -> u128 {
        state.position.key(goal.aim) << 2 | u128::from(goal.number())
    }

    fn usual_method(&self) -> Method {
        Method::DepthFirst
    }

    fn usual_memory(&self) -> usize {
        16 << 20
    }
}

impl Certifiable for QuantumTicTacToe {
    type Simpler = NoRelaxation;

    fn side_to_move(&self, position: &Position) -> Side {
        Side::first_if(self.first_to_move(position))
    }

    fn reached(&self, position: &Position, goal: Goal) -> bool {
        let winner = position.finish().and_then(|finish| finish.grade().winner(goal.aim));
        winner == Some(goal.side == Side::First)
    }

    fn representative(&self, position: &Position) -> Position {
        self.least_image(position)
    }
}
