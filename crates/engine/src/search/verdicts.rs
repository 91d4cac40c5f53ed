//! What was found about a game, in the book of verdicts.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use kaiketsu_db::{Book, BookError, Edition, Memory, Storage};
use kaiketsu_game::Value;

use crate::oracle::{Known, Limit, Oracle, OracleError};
use crate::search::{Certifiable, Goal, Provable, Winner};

/// The book of verdicts as one game sees it: an oracle that knows what the same
/// versions of its rules and its search found before. Shared by threads.
pub struct Verdicts<G> {
    game: Arc<G>,
    edition: Edition,
    book: RwLock<Book>,
    /// With so many verdicts the book is full.
    most: usize,
}

impl<G: Provable + Certifiable> Verdicts<G> {
    /// A book that is forgotten with the program.
    pub fn in_memory(game: Arc<G>) -> Self {
        Verdicts::open(game, Arc::new(Memory::new())).expect("there is no file that could be damaged")
    }

    /// The book in a folder.
    pub fn open(game: Arc<G>, storage: Arc<dyn Storage>) -> Result<Self, BookError> {
        let edition = Edition { game: game.id(), rules: game.rules_version(), search: game.search_version() };
        Ok(Verdicts { game, edition, book: RwLock::new(Book::open(storage)?), most: usize::MAX })
    }

    /// The same book, but nothing is entered once it has so many verdicts, on all
    /// games: whoever asks on behalf of others would fill the disk.
    #[must_use]
    pub fn holding(self, most: Option<usize>) -> Self {
        Verdicts { most: most.unwrap_or(usize::MAX), ..self }
    }

    /// Who wins from a position or from one of its images, if the book knows.
    pub fn winner(&self, position: &G::Position) -> Option<Winner> {
        let question = self.question("value", position);
        Winner::from_word(self.read().get(&self.edition, &question)?)
    }

    /// Whether a goal is reached, if the book knows.
    pub fn reached(&self, position: &G::Position, goal: Goal) -> Option<bool> {
        let question = self.question(&goal.to_string(), position);
        match self.read().get(&self.edition, &question)? {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        }
    }

    /// Enters who wins; kept for good by [`Verdicts::save`].
    pub fn enter_winner(&self, position: &G::Position, winner: Winner) {
        self.enter(&self.question("value", position), winner.word());
    }

    /// Enters whether a goal is reached; kept for good by [`Verdicts::save`].
    pub fn enter_reached(&self, position: &G::Position, goal: Goal, reached: bool) {
        self.enter(&self.question(&goal.to_string(), position), if reached { "yes" } else { "no" });
    }

    /// Writes what was entered into the file.
    pub fn save(&self) -> Result<(), BookError> {
        self.book.write().unwrap_or_else(PoisonError::into_inner).save()
    }

    fn question(&self, what: &str, position: &G::Position) -> String {
        format!("{what} {}", self.game.write_position(&self.game.representative(position)))
    }

    fn enter(&self, question: &str, answer: &str) {
        let mut book = self.book.write().unwrap_or_else(PoisonError::into_inner);
        if book.len() < self.most {
            book.enter(&self.edition, question, answer);
        }
    }

    /// The book is whole between statements, so a panic elsewhere does not
    /// spoil it.
    fn read(&self) -> RwLockReadGuard<'_, Book> {
        self.book.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Provable + Certifiable> Oracle<G> for Verdicts<G> {
    fn value(&self, position: &G::Position, _: Limit) -> Result<Known<Value>, OracleError> {
        let mover = self.game.side_to_move(position);
        Ok(self.winner(position).map(|winner| Value::of(winner.for_side(mover))).into())
    }
}
