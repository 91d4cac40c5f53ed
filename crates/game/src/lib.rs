//! The vocabulary in which every game of Kaiketsu is described.
//!
//! A game is a plain description of rules: where it starts, when it is over,
//! which moves there are and where they lead ([`Game`]). Further abilities are
//! further traits, each optional and each with its laws:
//!
//! | trait | what it adds | what it buys |
//! |---|---|---|
//! | [`Notation`] | text for positions and moves, and a board | command line, records, links, pictures |
//! | [`Symmetric`] | images with the same value | smaller search and databases |
//! | [`Tiered`] | dense numbers, tier by tier | strong solutions in databases |
//! | [`Retrograde`] | the moves backwards | the kernels `queue` and `induction` |
//! | [`NumberedBy`], [`Backwards`] | a [`Numbering`] that is there already, and positions before a position | both of the above |
//! | [`Provable`] | states, keys and tests for forward search | proofs of single positions |
//! | [`Certifiable`] | goals and what is out of reach, by the rules | certificates that anybody can check |
//! | [`Relaxed`] | a simpler game that settles a position | shorter searches and certificates |
//!
//! Rules can be turned into others: [`Misere`] turns every ending round,
//! [`MoveLimit`] makes a draw of what takes too long.
//!
//! This crate depends on nothing and holds no threads, files or clever code.
//!
//! # Whose turn, whose value
//!
//! A position includes whose turn it is in whatever way suits the game: Quixo
//! and Dodgem always show the board from the side to move, other games keep
//! the side in the position. A [`Value`] is always for the side to move. What
//! a move does to the turn is part of the [`Step`] it makes, so solvers treat
//! a game in which a side moves twice, or passes, like any other: they ask
//! [`Step::value_before`] what a child is worth to the side that moved.
//!
//! In the book: `docs/theory.md` says in plain words what values and distances are,
//! `docs/adding-a-game.md` how a game is described.
#![forbid(unsafe_code)]

pub mod board;
mod certifiable;
mod goal;
mod misere;
mod move_limit;
mod notation;
mod numbering;
mod provable;
mod relaxed;
mod rules;
mod tiers;
mod value;

pub use board::{
    Board, Cell, CellForm, Gesture, GestureKind, Hand, Link, Piece, PieceForm, PieceKind, Scene, Seen,
    TextPart, TurnSymbol, View,
};
pub use certifiable::Certifiable;
pub use goal::{Aim, Goal, Goals, Side, UnknownGoal};
pub use misere::Misere;
pub use move_limit::{Counted, MoveLimit};
pub use notation::{Notation, NotationError};
pub use numbering::{Backwards, Led, NumberedBy, Numbering};
pub use provable::{Glance, Method, Provable, Purpose};
pub use relaxed::{NoRelaxation, Relaxed};
pub use rules::{Game, Step, Symmetric, Turn};
pub use tiers::{Breakdown, Counting, Origin, Place, Retrograde, Slot, Tier, Tiered};
pub use value::{Code, Counts, Margin, Outcome, Plies, Value};
