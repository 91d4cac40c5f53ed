//! What was found about a game, in the book of verdicts.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use kaiketsu_game::Value;

use crate::oracle::{Known, Limit, Oracle, OracleError};
use crate::search::{BookError, Certifiable, Goal, VerdictBook, Winner};

/// The book of verdicts as one game sees it: an oracle that knows what was
/// found before. Shared by threads.
pub struct Verdicts<G> {
    game: Arc<G>,
    folder: Option<PathBuf>,
    pages: RwLock<Pages>,
}

struct Pages {
    book: VerdictBook,
    /// What the book on disk does not have yet.
    found: Vec<(String, String)>,
}

impl<G: Certifiable> Verdicts<G>
where
    G::Position: Ord,
{
    /// A book that is forgotten with the program.
    pub fn in_memory(game: Arc<G>) -> Self {
        let pages = Pages { book: VerdictBook::empty(), found: Vec::new() };
        Verdicts { game, folder: None, pages: RwLock::new(pages) }
    }

    /// The book of a folder, which need not exist yet.
    pub fn open(game: Arc<G>, folder: &Path) -> Result<Self, BookError> {
        let pages = Pages { book: VerdictBook::open(folder)?, found: Vec::new() };
        Ok(Verdicts { game, folder: Some(folder.to_path_buf()), pages: RwLock::new(pages) })
    }

    /// Who wins from a position or from one of its images, if the book knows.
    pub fn winner(&self, position: &G::Position) -> Option<Winner> {
        let question = self.question("value", position);
        Winner::from_word(self.read().book.get(&question)?)
    }

    /// Whether a goal is reached, if the book knows.
    pub fn reached(&self, position: &G::Position, goal: Goal) -> Option<bool> {
        match self.read().book.get(&self.question(&goal.to_string(), position))? {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        }
    }

    /// Enters who wins; kept for good by [`Verdicts::save`].
    pub fn enter_winner(&self, position: &G::Position, winner: Winner) {
        self.enter(self.question("value", position), winner.word());
    }

    /// Enters whether a goal is reached; kept for good by [`Verdicts::save`].
    pub fn enter_reached(&self, position: &G::Position, goal: Goal, reached: bool) {
        self.enter(self.question(&goal.to_string(), position), if reached { "yes" } else { "no" });
    }

    /// Writes what was entered into the book on disk.
    pub fn save(&self) -> Result<(), BookError> {
        let mut pages = self.write();
        let Some(folder) = self.folder.as_ref().filter(|_| !pages.found.is_empty()) else { return Ok(()) };
        let trouble = |source| BookError::Io { path: folder.clone(), source };
        std::fs::create_dir_all(folder).map_err(trouble)?;
        // Read again: another process may have added to it.
        let mut book = VerdictBook::open(folder)?;
        for (question, answer) in &pages.found {
            book.enter(question.clone(), answer.clone());
        }
        book.save()?;
        *pages = Pages { book, found: Vec::new() };
        Ok(())
    }

    fn question(&self, what: &str, position: &G::Position) -> String {
        let game = &self.game;
        let position = game.write_position(&game.representative(position));
        format!("{} {} {what} {position}", game.id(), game.rules_version())
    }

    fn enter(&self, question: String, answer: &str) {
        let mut pages = self.write();
        pages.book.enter(question.clone(), answer.into());
        pages.found.push((question, answer.into()));
    }

    /// The pages are whole between statements, so a panic elsewhere does not
    /// spoil them.
    fn read(&self) -> RwLockReadGuard<'_, Pages> {
        self.pages.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Pages> {
        self.pages.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Certifiable> Oracle<G> for Verdicts<G>
where
    G::Position: Ord,
{
    fn value(&self, position: &G::Position, _: Limit) -> Result<Known<Value>, OracleError> {
        let mover = self.game.side_to_move(position);
        Ok(self.winner(position).map(|winner| Value::of(winner.for_side(mover))).into())
    }
}
