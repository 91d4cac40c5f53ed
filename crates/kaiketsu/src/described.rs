//! What the rules alone say of a game, behind text.

use kaiketsu_game::{Board, Game, Notation};

use crate::picture::picture;
use crate::{Error, Picture, View};

/// A game as its rules describe it: all that needs neither a database nor a
/// search.
pub trait Described: Send + Sync {
    /// The one name of the game.
    fn id(&self) -> String;

    /// Its name as people say it.
    fn title(&self) -> String;

    /// Rules and notation in a few sentences.
    fn about(&self) -> String;

    /// The start as text.
    fn start(&self) -> String;

    /// A position as the rules alone show it.
    fn look(&self, position: &str) -> Result<View, Error>;

    /// The cells and pieces, for pages that draw.
    fn board(&self) -> Board;

    /// A position as a page draws it.
    fn picture(&self, position: &str) -> Result<Picture, Error>;
}

/// An entry of the registry that holds the rules of its game.
pub(crate) trait HasRules {
    type Rules: Notation;

    fn rules(&self) -> &Self::Rules;
}

impl<E: HasRules + Send + Sync> Described for E {
    fn id(&self) -> String {
        self.rules().id()
    }

    fn title(&self) -> String {
        self.rules().title()
    }

    fn about(&self) -> String {
        self.rules().about()
    }

    fn start(&self) -> String {
        self.rules().write_position(&self.rules().start())
    }

    fn look(&self, position: &str) -> Result<View, Error> {
        View::new(self.rules(), position)
    }

    fn board(&self) -> Board {
        self.rules().board()
    }

    fn picture(&self, position: &str) -> Result<Picture, Error> {
        picture(self.rules(), position)
    }
}
