//! How the forward search sees quantum tic-tac-toe.
//!
//! The key forgets what cannot matter any more. To a *complete* goal only the
//! owner of a mark matters. To the game's value the numbers matter only where
//! a line of one player is compared with a line of the other, so what counts is
//! the [class](super::Field::class_of) of a mark. A classical mark whose lines are all
//! spoilt is a mere blocker.
//!
//! ```text
//! head   for each spooky mark, in ascending order, its squares (six bits, seven on
//!        larger boards than 3x3) and its class (four bits)
//! tail   spooky marks that the head has no room for; then four bits for each square:
//!        0 open, 15 a blocker, else the class of its classical mark, odd for the
//!        first player
//! ```
//!
//! and the key is the least of the images: on 3x3 both parts as they are, 126 bits, on
//! larger boards a hash of them.

use kaiketsu_game::{
    Aim, Certifiable, Game, Glance, Goal, Goals, Method, NoRelaxation, Provable, Side, Symmetric,
};

use super::forest::Forest;
use super::{Chooser, Field, Move, Position, QuantumTicTacToe, Square};

/// A position as the search holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchState<const N: usize> {
    pub(super) position: Position<N>,
    pub(super) cycle: Option<(Square, Square)>,
    pub(super) mover: Side,
    /// The spooky marks but for one that closed a cycle.
    pub(super) forest: Forest<N>,
    /// The squares with a classical mark of the first player and of the second.
    pub(super) owned: [u16; 2],
}

const BLOCKER: u8 = 15;

/// How many spooky marks of a key are in its head; the rest are in its tail.
const HEAD_MARKS: usize = 11;

impl<const N: usize> Position<N> {
    /// Bits of a spooky mark in a key: its pair of squares and its class.
    const MARK_BITS: u32 = if N <= 9 { 6 + 4 } else { 7 + 4 };

    /// Whether a player has marks enough to complete some open pattern within so many marks
    /// of both: a mark to come for each square that no spooky mark of his touches.
    fn in_reach(&self, field: &Field<N>, first: bool, marks: usize) -> bool {
        let (mut spooky, mut touched) = (0, 0_u16);
        for (_, (a, b)) in self.spooky().filter(|(number, _)| (number % 2 == 1) == first) {
            spooky += 1;
            touched |= 1 << a | 1 << b;
        }
        let placed = usize::from(self.placed);
        let own_of = |marks: usize| if first { marks.div_ceil(2) } else { marks / 2 };
        let to_come = (own_of(placed + marks) - own_of(placed)) as u32;
        let (own, other) = self.sides(first);
        field.patterns().iter().any(|pattern| {
            let missing = pattern & !own;
            let untouched = (missing & !touched).count_ones();
            pattern & other == 0 && untouched <= to_come && missing.count_ones() <= spooky + to_come
        })
    }

    /// The squares with a classical mark of a player and of the other.
    fn sides(&self, first: bool) -> (u16, u16) {
        let [odd, even] = self.owned();
        if first { (odd, even) } else { (even, odd) }
    }

    /// The least greatest number of a player's patterns and of the other player's,
    /// `u8::MAX` if there is none: [`QuantumTicTacToe::finish`] without lists.
    pub(super) fn least_lines(&self, field: &Field<N>, first: bool) -> (u8, u8) {
        let least = |own: u16| {
            let whole = field.patterns().iter().filter(|pattern| own & **pattern == **pattern);
            whole.map(|pattern| self.greatest(*pattern)).min().unwrap_or(u8::MAX)
        };
        let (own, other) = self.sides(first);
        (least(own), least(other))
    }

    /// The class of the mark of a number on each square, or 0, and that of each spooky mark by
    /// its number less one.
    fn classes(&self, field: &Field<N>, aim: Aim) -> [[u8; N]; 2] {
        let class = |number: u8| match aim {
            Aim::Complete => 2 - number % 2,
            Aim::Win => 1 + field.class_of(number),
        };
        let owned = self.owned();
        // The squares of patterns that are open to each player.
        let open = [owned[1], owned[0]].map(|other| {
            let open = field.patterns().iter().filter(|pattern| *pattern & other == 0);
            open.fold(0, |squares, pattern| squares | pattern)
        });
        let mut on = [0; N];
        for (square, number) in self.classical.into_iter().enumerate().filter(|(_, number)| *number != 0) {
            let counts = open[usize::from(number.is_multiple_of(2))] >> square & 1 == 1;
            on[square] = if counts { class(number) } else { BLOCKER };
        }
        [on, std::array::from_fn(|mark| class(mark as u8 + 1))]
    }

    fn key(&self, field: &Field<N>, aim: Aim) -> u128 {
        let [on, class] = self.classes(field, aim);
        let image = |(map, pairs): (&[Square; N], &[[u8; N]; N])| {
            let mut marks = [u16::MAX; N];
            for (mark, (number, (a, b))) in marks.iter_mut().zip(self.spooky()) {
                let pair = pairs[usize::from(a)][usize::from(b)];
                *mark = u16::from(pair) << 4 | u16::from(class[usize::from(number) - 1]);
            }
            marks.sort_unstable();
            let (mut head, mut tail) = (0, 0);
            for (at, mark) in marks.iter().take_while(|mark| **mark != u16::MAX).enumerate() {
                let word = if at < HEAD_MARKS { &mut head } else { &mut tail };
                *word = *word << Self::MARK_BITS | u128::from(*mark);
            }
            let mut squares = 0_u64;
            for (square, class) in on.iter().enumerate() {
                squares |= u64::from(*class) << (4 * map[square]);
            }
            (head, tail << (4 * N as u32) | u128::from(squares))
        };
        let images = field.maps().iter().zip(field.pairs()).map(image);
        let (head, tail) = images.min().unwrap_or_default();
        folded::<N>(head, tail)
    }
}

/// The two parts of a key as one number of 126 bits: side by side where they fit.
fn folded<const N: usize>(head: u128, tail: u128) -> u128 {
    if N <= 9 {
        return head << (4 * N) | tail;
    }
    // Each step is undone by another, so that nothing is lost before the last two bits.
    let mixed = |word: u128| {
        let product = word.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        product ^ product >> 64
    };
    mixed(mixed(head) ^ tail) >> 2
}

/// Whose mark a number is: 0 for the first player, else 1.
pub(super) fn owner(number: u8) -> u8 {
    1 - number % 2
}

impl<const N: usize> QuantumTicTacToe<N> {
    /// The state after a mark on two squares.
    fn placed(&self, state: &SearchState<N>, a: Square, b: Square) -> SearchState<N> {
        let mut next = state.clone();
        next.position.spooky[usize::from(state.position.placed)] = Some((a, b));
        next.position.placed += 1;
        if state.forest.tree(a) >> b & 1 == 1 {
            next.cycle = Some((a, b));
            // The other player moves next, or this one chooses.
            if self.chooser == Chooser::Closer {
                return next;
            }
        } else {
            next.forest.join(a, b, owner(next.position.placed));
        }
        next.mover = state.mover.other();
        next
    }
}

impl<const N: usize> Goals for QuantumTicTacToe<N> {
    fn knows(&self, _: Goal) -> bool {
        true
    }

    /// A win that is not complete is a narrow one, and counts as a win.
    fn other_names(&self) -> &'static [(&'static str, Aim)] {
        &[("narrow", Aim::Win)]
    }
}

impl<const N: usize> Provable for QuantumTicTacToe<N> {
    type State = SearchState<N>;
    type Relaxed = NoRelaxation;

    fn state(&self, position: &Position<N>, mover: Side) -> SearchState<N> {
        let cycle = position.open_cycle();
        let mut forest = Forest::empty();
        for (number, (a, b)) in position.spooky() {
            if cycle.is_none() || number != position.placed {
                forest.join(a, b, owner(number));
            }
        }
        SearchState { position: *position, cycle, mover, forest, owned: position.owned() }
    }

    fn mover(&self, state: &SearchState<N>) -> Side {
        state.mover
    }

    fn glance(&self, state: &SearchState<N>, goal: Goal) -> Glance {
        let SearchState { position, cycle, owned, .. } = state;
        let placed = usize::from(position.placed);
        let over = owned.iter().any(|own| self.field.won(*own));
        if over || placed == N && cycle.is_none() {
            let (own, other) = position.least_lines(self.field, goal.side == Side::First);
            let reached = match goal.aim {
                Aim::Win => own < other,
                Aim::Complete => own < other && other == u8::MAX,
            };
            return if reached { Glance::Reached(0) } else { Glance::Never };
        }
        match self.collapses(state, goal) {
            Glance::Open if !position.in_reach(self.field, goal.side == Side::First, N - placed) => {
                Glance::Never
            }
            glance => glance,
        }
    }

    /// Patterns come from collapses. A glance knows what the next one can decide; and the last
    /// mark of the other side makes one only if it has to: as long as the open squares are not
    /// all connected, it need not close a cycle.
    fn too_late(&self, state: &SearchState<N>, goal: Goal, plies: u8) -> bool {
        let SearchState { position, cycle, mover, .. } = state;
        // Without a cycle there are as many groups: each spooky mark joins two, each classical
        // one closes a square.
        let groups = N - usize::from(position.placed);
        let decided = match (plies, *mover == goal.side) {
            (0, _) => true,
            (1, wants) => cycle.is_none() && (wants || groups > 1),
            (2, true) => cycle.is_none() && groups > 2,
            _ => false,
        };
        decided || !position.in_reach(self.field, goal.side == Side::First, groups.min(plies.into()))
    }

    fn candidates(&self, state: &SearchState<N>, _: Goal, moves: &mut Vec<Move>) {
        if let Some((a, b)) = state.cycle {
            moves.extend([Move::Collapse(a), Move::Collapse(b)]);
            return;
        }
        let open = |square: Square| state.position.classical(square) == 0;
        let pairs = self.field.order().iter().filter(|(a, b)| open(*a) && open(*b));
        let from = moves.len();
        moves.extend(pairs.map(|(a, b)| Move::Place(*a, *b)));
        if moves.len() == from {
            self.moves(&state.position, moves);
        }
    }

    fn next(&self, state: &SearchState<N>, mv: &Move) -> (SearchState<N>, u8) {
        match *mv {
            Move::Place(a, b) if a != b => (self.placed(state, a, b), 1),
            _ => {
                let step = self.play(&state.position, mv);
                let mover = Side::first_if(self.first_to_move(&step.position));
                (self.state(&step.position, mover), step.plies)
            }
        }
    }

    fn key(&self, state: &SearchState<N>, goal: Goal) -> u128 {
        state.position.key(self.field, goal.aim) << 2 | u128::from(goal.number())
    }

    fn usual_method(&self) -> Method {
        Method::DepthFirst
    }

    fn usual_memory(&self) -> usize {
        if N <= 9 { 16 << 20 } else { 512 << 20 }
    }
}

impl<const N: usize> Certifiable for QuantumTicTacToe<N> {
    type Simpler = NoRelaxation;

    fn side_to_move(&self, position: &Position<N>) -> Side {
        Side::first_if(self.first_to_move(position))
    }

    fn reached(&self, position: &Position<N>, goal: Goal) -> bool {
        let winner = self.finish(position).and_then(|finish| finish.grade().winner(goal.aim));
        winner == Some(goal.side == Side::First)
    }

    fn representative(&self, position: &Position<N>) -> Position<N> {
        self.least_image(position)
    }
}
