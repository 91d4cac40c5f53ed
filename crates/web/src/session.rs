//! The games of a page, and their answers.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use kaiketsu::{
    Annotation, Entry, Error, Limit, LineEnd, LineOptions, PositionView, Record, Registry, Resources, Silent,
    Solution, Storage, Strategy, Want, annotate,
};
use serde::Serialize;

use crate::{Answer, Ask, Fetched, FileFacts, Piece, Question, Refusal};

/// Where there is no file with this name, the game is answered from its books.
const MANIFEST: &str = "manifest.toml";

/// The limits of the server, where they matter here.
const MOST_LETTERS: usize = 512;
const MOST_LINE: usize = 500;
const MOST_MOVES: usize = 1_000;

/// A game of the page.
struct Table {
    entry: Box<dyn Entry>,
    files: Arc<Fetched>,
    is_solved: bool,
    solution: OnceLock<Box<dyn Solution>>,
}

/// Answers the questions of one page.
pub struct Session {
    registry: Registry,
    tables: HashMap<String, Table>,
    /// What the last answer needed, and of which game.
    needed: Option<(String, Vec<Piece>)>,
}

impl Session {
    /// The games of a registry.
    #[must_use]
    pub fn new(registry: Registry) -> Self {
        Session { registry, tables: HashMap::new(), needed: None }
    }

    /// Answers a [`Question`] in JSON by an [`Answer`] in JSON.
    pub fn ask(&mut self, question: &str) -> String {
        let found = match serde_json::from_str::<Question>(question) {
            Ok(question) => self.answer(&question),
            Err(error) => Err(Refusal::request(format!("the question is not understood: {error}"))),
        };
        let answer = match found {
            Ok(answer) => answer,
            Err(refusal) => json(&Answer::<()>::Refused(refusal)),
        };
        answer.unwrap_or_else(|_| unreachable!("views are written as JSON everywhere"))
    }

    /// Takes one of the parts that the last answer needed, by its number; or the whole
    /// file it is of, from a host that does not know parts.
    pub fn give(&mut self, number: usize, bytes: Vec<u8>, whole: bool) {
        let Some((game, pieces)) = &self.needed else { return };
        let (Some(table), Some(piece)) = (self.tables.get(game), pieces.get(number)) else { return };
        table.files.give(&piece.file, if whole { 0 } else { piece.offset }, bytes);
    }

    fn answer(&mut self, question: &Question) -> Result<serde_json::Result<String>, Refusal> {
        let id = &question.game;
        if !self.tables.contains_key(id) {
            let table = Table::new(self.registry.get(id)?, &question.files);
            self.tables.insert(id.clone(), table);
        }
        let table = &self.tables[id];
        if !question.again {
            table.files.tidy();
        }
        let body = match &question.ask {
            Ask::Board { position } => table.board(position.as_deref()).map(|view| json(&Answer::Body(view))),
            Ask::Position { position, line } => {
                table.position(position.as_deref(), *line).map(|view| json(&Answer::Body(view)))
            }
            Ask::Annotate { record } => table.annotate(record).map(|notes| json(&Answer::Body(notes))),
        };
        // What failed for want of bytes has not failed.
        let missing = table.files.take_missing();
        if missing.is_empty() {
            return body;
        }
        self.needed = Some((id.clone(), missing.clone()));
        Ok(json(&Answer::<()>::Need(missing)))
    }
}

fn json<T: Serialize>(answer: &Answer<T>) -> serde_json::Result<String> {
    serde_json::to_string(answer)
}

impl Table {
    fn new(entry: Box<dyn Entry>, files: &[FileFacts]) -> Self {
        let is_solved = files.iter().any(|file| file.name == MANIFEST);
        let files = Arc::new(Fetched::new(files.iter().map(|file| (file.name.clone(), file.bytes))));
        Table { entry, files, is_solved, solution: OnceLock::new() }
    }

    /// What answers for the game: its database, or its books. Nothing is searched:
    /// browsers have one thread for the page.
    fn solution(&self) -> Result<&dyn Solution, Error> {
        if let Some(solution) = self.solution.get() {
            return Ok(&**solution);
        }
        let storage: Arc<dyn Storage> = Arc::clone(&self.files) as _;
        let opened = match self.is_solved {
            true => self.entry.open_from(storage)?,
            false => self.entry.open_book(storage, Resources::default())?,
        };
        Ok(&**self.solution.get_or_init(|| opened))
    }

    fn text(&self, position: Option<&str>) -> Result<String, Refusal> {
        match position {
            Some(text) if text.chars().count() > MOST_LETTERS => {
                let message = format!("a position has at most {MOST_LETTERS} letters");
                Err(Refusal { reason: "too_large", message, status: 413 })
            }
            Some(text) => Ok(text.into()),
            None => Ok(self.entry.start()),
        }
    }

    fn board(&self, position: Option<&str>) -> Result<PositionView, Refusal> {
        Ok(self.entry.look(&self.text(position)?)?)
    }

    fn position(&self, position: Option<&str>, line: usize) -> Result<PositionView, Refusal> {
        if line > MOST_LINE {
            return Err(Refusal::request(format!("a line has at most {MOST_LINE} moves")));
        }
        let (text, solution) = (self.text(position)?, self.solution()?);
        self.look_ahead(solution, &text)?;
        let options = |most| LineOptions { most, strategy: Strategy::SEARCH, seed: 0 };
        // The line grows move by move, so that each asks for all its values at once.
        for most in 0..line {
            let Some(found) = solution.line(&text, &options(most), Limit::AT_ONCE)? else { break };
            if found.end != LineEnd::Cut {
                break;
            }
            if let Some(last) = found.moves.last() {
                self.look_ahead(solution, &last.position)?;
            }
        }
        let line = (line > 0).then(|| options(line));
        let want = Want { limit: Limit::AT_ONCE, line, drawing: false, progress: &Silent };
        Ok(solution.view(&text, want)?)
    }

    fn annotate(&self, record: &str) -> Result<Annotation, Refusal> {
        let record = Record::parse(record).map_err(|error| Refusal::request(error.to_string()))?;
        let (id, game) = (self.entry.id(), &record.game);
        if *game != id {
            return Err(Refusal::request(format!("this is a record of `{game}`, not of `{id}`")));
        }
        if record.moves.len() > MOST_MOVES {
            let message = format!("a record has at most {MOST_MOVES} moves");
            return Err(Refusal { reason: "too_large", message, status: 413 });
        }
        let (solution, start) = (self.solution()?, self.entry.start());
        let mut view = self.entry.look(record.start.as_deref().unwrap_or(&start))?;
        for word in &record.moves {
            self.look_ahead(solution, &view.seen.position)?;
            let found = if record.seen_by_first { view.find_seen(&word.text) } else { view.find(&word.text) };
            let Ok(found) = found else { break }; // told below, with its place
            view = self.entry.look(&found.seen.position.clone())?;
        }
        Ok(annotate(solution, &start, &record, Limit::AT_ONCE)?)
    }

    /// Asks for the value of a position and of all its moves, so that all that is
    /// missing for them is known at once.
    fn look_ahead(&self, solution: &dyn Solution, text: &str) -> Result<(), Refusal> {
        if !self.is_solved {
            return Ok(()); // books are fetched whole
        }
        let view = self.entry.look(text)?;
        for text in [&view.position].into_iter().chain(view.moves.iter().map(|mv| &mv.position)) {
            let _ = solution.rate(text, Limit::AT_ONCE); // what is wrong is told by the view
        }
        Ok(())
    }
}
