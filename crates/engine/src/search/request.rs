//! One question from outside to one answer for outside: what the command
//! `prove` needs, with the book of verdicts in between.

use std::time::Instant;

use kaiketsu_game::{Game, Notation, NotationError};
use serde::Serialize;

use crate::search::{
    Goal, Ordering, OutOfMemory, Provable, Prover, Published, PublishedSearch, Shown, VerdictBook, Winner,
};

/// What is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The moves from the start, separated by white space.
    pub after: String,
    /// A goal; without one the value is asked.
    pub goal: Option<Goal>,
    /// The goal must be reached within so many plies.
    pub max_plies: Option<u8>,
    /// A published search instead of our own; needs a goal.
    pub ordering: Option<Ordering>,
}

/// What is answered, as `--json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The game.
    pub game: String,
    /// The moves from the start.
    pub after: Vec<String>,
    /// Who wins, if the value was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Winner>,
    /// The goal, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// Whether it is reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<bool>,
    /// States looked at; 0 if the book knew.
    pub nodes: u64,
    /// Seconds on the clock.
    pub seconds: f64,
    /// A line of play that shows the answer.
    pub line: Vec<String>,
    /// Why the line ends before the game does, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_cut: Option<String>,
    /// Whether the answer was in the book.
    pub from_book: bool,
}

/// Why a question is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// A move of the list cannot be played.
    #[error("move {number}: {explanation}")]
    BadMove {
        /// Its number in the list, from 1.
        number: usize,
        /// What is wrong with it; it names the move.
        explanation: NotationError,
    },
    /// The game does not know the goal.
    #[error("{game} does not know the goal `{goal}`")]
    GoalUnknown {
        /// The game.
        game: String,
        /// The goal.
        goal: Goal,
    },
    /// The ordering belongs to another game.
    #[error("this ordering was not published for {game}")]
    OrderingUnknown {
        /// The game.
        game: String,
    },
    /// A published search needs more memory than it may use.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// A limit of plies or a published search needs a goal.
    #[error("a limit of plies or a published ordering needs a goal, such as `first-win`")]
    GoalMissing,
}

/// Plays a list of moves from the start; the error names the offending one.
///
/// ```
/// use kaiketsu_games::otrio::Otrio;
/// use kaiketsu_engine::search::play_all;
/// let error = play_all(&Otrio::STANDARD, "b2M a1L b2M").unwrap_err();
/// assert_eq!(error.to_string(), "move 3: `b2M`: the place is taken by colour A");
/// ```
pub fn play_all<G: Game + Notation>(game: &G, moves: &str) -> Result<G::Position, RequestError> {
    let mut position = game.start();
    for (at, text) in moves.split_whitespace().enumerate() {
        let bad = |explanation| RequestError::BadMove { number: at + 1, explanation };
        let mv = game.read_move(&position, text).map_err(bad)?;
        position = game.play(&position, &mv).position;
    }
    Ok(position)
}

impl<G: Provable + Published> Prover<'_, G>
where
    G::Position: Ord,
{
    /// Answers a question, from the book if it knows; enters what was found.
    /// Saving the book is left to the caller.
    pub fn answer(&self, request: &Request, book: Option<&mut VerdictBook>) -> Result<Report, RequestError> {
        let game = self.game();
        let position = play_all(game, &request.after)?;
        let began = Instant::now();
        let mut report = Report {
            game: game.id(),
            after: request.after.split_whitespace().map(Into::into).collect(),
            value: None,
            goal: request.goal.map(|goal| goal.to_string()),
            reached: None,
            nodes: 0,
            seconds: 0.0,
            line: Vec::new(),
            line_cut: None,
            from_book: false,
        };
        match request.goal {
            Some(goal) => self.answer_goal(request, goal, &position, book, &mut report)?,
            None if request.max_plies.is_some() || request.ordering.is_some() => {
                return Err(RequestError::GoalMissing);
            }
            None => self.answer_value(&position, book, &mut report),
        }
        report.seconds = began.elapsed().as_secs_f64();
        Ok(report)
    }

    /// Adds the line that shows the answer to a report, for at most so many
    /// nodes; `known` may give values of positions on the way.
    pub fn add_line(
        &self,
        request: &Request,
        report: &mut Report,
        known: &dyn Fn(&G::Position) -> Option<Winner>,
        most: u64,
    ) {
        let game = self.game();
        let shown = match (report.value, request.goal.zip(report.reached)) {
            _ if request.ordering.is_some() => {
                report.line_cut = Some("a published search gives no line".into());
                return;
            }
            (Some(value), _) => Shown::Value(value),
            (None, Some((goal, reached))) => Shown::Goal(goal, reached, request.max_plies),
            (None, None) => return,
        };
        let Ok(mut position) = play_all(game, &request.after) else { return };
        let mover = game.side_to_move(&position);
        let line = self.line(&position, mover, shown, most, known);
        for mv in &line.moves {
            report.line.push(game.write_move(&position, mv));
            position = game.play(&position, mv).position;
        }
        if !line.whole {
            report.line_cut = Some("the next move takes a longer search".into());
        }
    }

    fn answer_value(&self, position: &G::Position, book: Option<&mut VerdictBook>, report: &mut Report) {
        let game = self.game();
        if let Some(value) = book.as_deref().and_then(|book| book.value(game, position)) {
            (report.value, report.from_book) = (Some(value), true);
            return;
        }
        let mover = game.side_to_move(position);
        let before = self.nodes();
        let value = self.value(position, mover).value;
        report.nodes = self.nodes() - before;
        report.value = Some(value);
        if let Some(book) = book {
            book.enter_value(game, position, value);
        }
    }

    fn answer_goal(
        &self,
        request: &Request,
        goal: Goal,
        position: &G::Position,
        book: Option<&mut VerdictBook>,
        report: &mut Report,
    ) -> Result<(), RequestError> {
        let game = self.game();
        if !game.knows(goal) {
            return Err(RequestError::GoalUnknown { game: game.id(), goal });
        }
        if let Some(ordering) = request.ordering {
            if !game.has_ordering(ordering) {
                return Err(RequestError::OrderingUnknown { game: game.id() });
            }
            let mut search = PublishedSearch::new(game, goal, ordering, request.max_plies, self.memory());
            let answer = search.run(position)?;
            (report.reached, report.nodes) = (Some(answer.reached), answer.nodes);
            return Ok(());
        }
        let unlimited = request.max_plies.is_none();
        let known = book.as_deref().filter(|_| unlimited).and_then(|book| book.reached(game, position, goal));
        if let Some(reached) = known {
            (report.reached, report.from_book) = (Some(reached), true);
            return Ok(());
        }
        let answer = self.ask(position, game.side_to_move(position), goal, request.max_plies);
        (report.reached, report.nodes) = (Some(answer.reached), answer.nodes);
        if let Some(book) = book.filter(|_| unlimited) {
            book.enter_reached(game, position, goal, answer.reached);
        }
        Ok(())
    }
}
