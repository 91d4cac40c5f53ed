//! The rules of a game, and what a move does.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Code, Margin, Outcome, Plies, Value};

/// Who moves after a move, seen from the side that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The other side moves: the usual case.
    Passes,
    /// The same side moves again.
    Stays,
}

impl Turn {
    /// An outcome after the move as the side that moved sees it.
    #[must_use]
    pub fn view(self, outcome: Outcome) -> Outcome {
        match self {
            Turn::Passes => -outcome,
            Turn::Stays => outcome,
        }
    }
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step<P> {
    /// The position after the move.
    pub position: P,
    /// Whose turn it is there.
    pub turn: Turn,
    /// How many plies the move counts: 1, or 0 for a choice that is part of
    /// the turn of which it is made.
    pub plies: u8,
}

impl<P> Step<P> {
    /// An ordinary move: one ply, then the other side.
    pub fn passes(position: P) -> Self {
        Step { position, turn: Turn::Passes, plies: 1 }
    }

    /// A move after which the same side moves again: one ply.
    pub fn stays(position: P) -> Self {
        Step { position, turn: Turn::Stays, plies: 1 }
    }

    /// The same step, not counted as a ply.
    #[must_use]
    pub fn uncounted(self) -> Self {
        Step { plies: 0, ..self }
    }

    /// The same step with another description of where it leads.
    pub fn map<Q>(self, describe: impl FnOnce(P) -> Q) -> Step<Q> {
        Step { position: describe(self.position), turn: self.turn, plies: self.plies }
    }

    /// What the move is worth to the side that makes it, given the value of
    /// the position it leads to.
    ///
    /// ```
    /// use kaiketsu_game::{Step, Value};
    /// assert_eq!(Step::passes(()).value_before(Value::loss(4)), Value::win(5));
    /// assert_eq!(Step::stays(()).value_before(Value::loss(4)), Value::loss(5));
    /// ```
    pub fn value_before(&self, after: Value) -> Value {
        let plies = after.plies.map(|p| Plies(p.0 + u16::from(self.plies)));
        Value { outcome: self.turn.view(after.outcome), plies, ..after }
    }

    /// [`Step::value_before`] on codes.
    #[inline]
    pub fn code_before(&self, after: Code) -> Code {
        Code::new(self.turn.view(after.outcome()), after.plies() + u16::from(self.plies))
    }
}

/// The rules of a game: seven required items, no more.
///
/// # Laws
///
/// For every position that can be reached from `start`, and every one that
/// [`crate::Tiered`] numbers:
///
/// 1. If `ending` is `None`, `moves` lists at least one move. (What it lists
///    for a finished game does not matter; nobody asks.)
/// 2. `moves` lists no move twice, and always in the same order.
/// 3. `play` is total on the listed moves and depends on nothing else.
/// 4. A chain of steps that count no ply ends: positions cannot repeat
///    without a ply having been played.
pub trait Game: Send + Sync {
    /// Everything that decides how the game can go on, the side to move included.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A legal move, without the position it is made in.
    type Move: Clone + Eq + Debug + Send + Sync;

    /// The one name of the game on the command line, in folders and in
    /// links: lower-case letters, digits and hyphens, such as `quixo-4x4`.
    fn id(&self) -> String;

    /// Where the game starts.
    fn start(&self) -> Self::Position;

    /// The outcome for the side to move if the game is over here.
    fn ending(&self, position: &Self::Position) -> Option<Outcome>;

    /// Appends all legal moves of a position in which the game is not over.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// All legal moves of a position in which the game is not over.
    fn legal_moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves
    }

    /// Where a legal move leads.
    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Step<Self::Position>;

    /// How clearly a decided game is won, in games that know wins of two
    /// kinds. As it stands: nothing is known.
    fn margin(&self, position: &Self::Position) -> Option<Margin> {
        let _ = position;
        None
    }

    /// The value of a finished game; `None` if it is not over.
    fn ended(&self, position: &Self::Position) -> Option<Value> {
        let outcome = self.ending(position)?;
        Some(Value::ended(outcome).with_margin(self.margin(position)))
    }

    /// Whether every move passes the turn. Saying so spares some kernels work;
    /// law: it is true of every step.
    fn alternates(&self) -> bool {
        false
    }
}

/// A game with symmetries: images of a position that have the same value.
///
/// # Laws
///
/// 1. The images form a group action; image 0 is the position itself.
/// 2. Images have the same ending, and their moves lead to the same images
///    of positions with the same turn and plies.
pub trait Symmetric: Game {
    /// How many symmetries there are, the identity included.
    fn symmetries(&self) -> usize;

    /// The image of a position under one of them.
    fn image(&self, position: &Self::Position, symmetry: usize) -> Self::Position;

    /// The least of all images: one position of each class.
    fn least_image(&self, position: &Self::Position) -> Self::Position
    where
        Self::Position: Ord,
    {
        let images = (1..self.symmetries()).map(|symmetry| self.image(position, symmetry));
        images.fold(position.clone(), |least, image| least.min(image))
    }
}
