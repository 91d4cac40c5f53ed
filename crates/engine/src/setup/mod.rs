//! A game with all that can be done with it, types and all.
//!
//! ```text
//! rules ----------------> FromRules --\
//! rules, numbering -----> Numbered ----> Strong: plan, solve, open -> Whole
//! rules, search --------> BySearch ----> Weak: open -> Proving
//! rules ----------------> ByRules  --/      \-> Setup: the game, and either or both
//! ```
//!
//! A [`Setup`] is what a folder of a game ends in, and what a registry takes.
//! Programs that know their game use [`Strong`], [`Whole`], [`Weak`] and
//! [`Proving`] as they are; whoever wants all games alike loses the types
//! once, in the facade.

mod by_rules;
mod by_search;
mod from_rules;
mod numbered;
mod opened;
mod strong;
mod weak;

use std::sync::Arc;

use kaiketsu_game::{Game, Notation};

pub use by_rules::ByRules;
pub use by_search::BySearch;
pub use from_rules::FromRules;
pub use numbered::Numbered;
pub use strong::{How, StoredPosition, Strong, Whole};
pub use weak::{Proving, Weak};

/// What a finished game is worth beside won, lost or drawn, in words.
pub type Remark<G> = fn(&G, &<G as Game>::Position) -> Option<String>;

/// A game and how it is solved: as a whole, by search, or both. Every game can be
/// searched by its rules.
pub struct Setup<G: Game> {
    /// The rules.
    pub game: Arc<G>,
    /// How it is solved as a whole.
    pub strong: Option<Box<dyn Strong<G>>>,
    /// How single positions are proved.
    pub weak: Box<dyn Weak<G>>,
    /// What is said of finished games.
    pub remark: Remark<G>,
}

impl<G: Notation + 'static> Setup<G> {
    /// A game that can be looked at and played, and searched by its rules.
    pub fn new(game: impl Into<Arc<G>>) -> Self {
        let game = game.into();
        let weak = Box::new(ByRules::new(Arc::clone(&game)));
        Setup { game, strong: None, weak, remark: |_, _| None }
    }

    /// The same, and it is proved by this search.
    #[must_use]
    pub fn and_searched(self, weak: impl Weak<G> + 'static) -> Self {
        Setup { weak: Box::new(weak), ..self }
    }

    /// The same, and it is solved as a whole as well.
    #[must_use]
    pub fn and_solved(self, strong: impl Strong<G> + 'static) -> Self {
        Setup { strong: Some(Box::new(strong)), ..self }
    }

    /// Says more about finished games.
    #[must_use]
    pub fn remarking(self, remark: Remark<G>) -> Self {
        Setup { remark, ..self }
    }
}

/// What becomes a [`Setup`]: the setup itself, or one way of solving.
pub trait IntoSetup {
    /// The game.
    type Game: Notation + 'static;

    /// The setup.
    fn into_setup(self) -> Setup<Self::Game>;
}

impl<G: Notation + 'static> IntoSetup for Setup<G> {
    type Game = G;

    fn into_setup(self) -> Setup<G> {
        self
    }
}
