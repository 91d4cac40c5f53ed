//! One question from outside to one answer for outside: what the command
//! `prove` needs. [`Searched`](crate::search::Searched) puts the books in between.

use std::time::{Duration, Instant};

use kaiketsu_game::{Game, Notation, NotationError, Outcome};
use serde::{Serialize, Serializer};

use crate::oracle::Limit;
use crate::search::line::{LineEnd, Shown};
use crate::search::{
    Goal, NoRoom, Ordering, OutOfMemory, Provable, Prover, Published, PublishedSearch, Side, UnknownGoal,
    UnknownOrdering, Winner,
};

/// What is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The position as the game writes it; the start if nothing is said.
    pub position: Option<String>,
    /// The moves from there, separated by white space.
    pub after: String,
    /// A goal; without one the value is asked.
    pub goal: Option<Goal>,
    /// The goal must be reached within so many plies.
    pub max_plies: Option<u8>,
    /// The name of a published ordering, for that search instead of our own;
    /// needs a goal.
    pub ordering: Option<String>,
    /// How long the search may take.
    pub time: Option<Duration>,
}

/// What is answered, as `--json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The game.
    pub game: String,
    /// The position from which the moves go, if not the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves from there.
    pub after: Vec<String>,
    /// Who wins, if the value was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Winner>,
    /// The same for the side to move.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_word")]
    pub outcome: Option<Outcome>,
    /// The goal, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// Whether it is reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<bool>,
    /// Why there is no answer, if so, and what is known nevertheless.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided: Option<String>,
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

fn as_word<S: Serializer>(outcome: &Option<Outcome>, to: S) -> Result<S::Ok, S::Error> {
    outcome.map(Outcome::word).serialize(to)
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
    /// The position cannot be read.
    #[error(transparent)]
    BadPosition(#[from] NotationError),
    /// The game does not know the goal.
    #[error("{game}: {problem}")]
    GoalUnknown {
        /// The game.
        game: String,
        /// What is wrong, and what would be right.
        problem: UnknownGoal,
    },
    /// The game has no such ordering.
    #[error(transparent)]
    OrderingUnknown(#[from] UnknownOrdering),
    /// A published search needs more memory than it may use.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// A strategy needs more memory than it may use.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// A limit of plies or a published search needs a goal.
    #[error("a limit of plies or a published ordering needs a goal, such as `first-win`")]
    GoalMissing,
    /// The program was built without the feature `solving`.
    #[error("this program reads what was found, and searches nothing")]
    ReadsAlone,
    /// There is no certificate of such an answer.
    #[error("a certificate shows a value or a goal, without a published ordering")]
    NoCertificate,
    /// What is reached later, or never, has no certificate with a limit of plies.
    #[error(
        "{goal} is not reached within {plies} plies, and a certificate shows that a goal is reached or never is"
    )]
    NotWithin {
        /// The goal.
        goal: Goal,
        /// The limit.
        plies: u8,
    },
    /// There is no certificate of this game.
    #[error("{game}: positions repeat, and certificates are for games that end")]
    Repeats {
        /// The game.
        game: String,
    },
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
    play_from(game, game.start(), moves)
}

fn play_from<G: Game + Notation>(
    game: &G,
    mut position: G::Position,
    moves: &str,
) -> Result<G::Position, RequestError> {
    for (at, text) in moves.split_whitespace().enumerate() {
        let bad = |explanation| RequestError::BadMove { number: at + 1, explanation };
        let mv = game.read_move(&position, text).map_err(bad)?;
        position = game.play(&position, &mv).position;
    }
    Ok(position)
}

impl Request {
    /// The position that is asked about.
    pub fn at<G: Notation>(&self, game: &G) -> Result<G::Position, RequestError> {
        let from = self.position.as_ref().map(|text| game.read_position(text.trim())).transpose()?;
        play_from(game, from.unwrap_or_else(|| game.start()), &self.after)
    }

    /// Refuses what makes no sense for a game; else gives the ordering, if one
    /// was named.
    pub fn check<G: Published>(&self, game: &G) -> Result<Option<Ordering>, RequestError> {
        let ordering = self.ordering.as_ref().map(|name| game.ordering(name)).transpose()?;
        if let Some(goal) = self.goal {
            let unknown = |problem| RequestError::GoalUnknown { game: game.id(), problem };
            game.read_goal(&goal.to_string()).map_err(unknown)?;
        } else if self.max_plies.is_some() || self.ordering.is_some() {
            return Err(RequestError::GoalMissing);
        }
        Ok(ordering)
    }

    /// The answer of a published search, which may remember so many bytes.
    pub(super) fn answer_as_published<G: Published>(
        &self,
        game: &G,
        ordering: Ordering,
        memory: usize,
    ) -> Result<Report, RequestError> {
        let goal = self.goal.ok_or(RequestError::GoalMissing)?;
        let mut search = PublishedSearch::new(game, goal, ordering, self.max_plies, memory);
        let answer = search.run(&self.at(game)?)?;
        let (reached, nodes, seconds) = (Some(answer.reached), answer.nodes, answer.seconds);
        Ok(Report { reached, nodes, seconds, ..Report::open(game.id(), self) })
    }
}

impl Report {
    /// A report in which the answer is still open.
    pub(crate) fn open(game: String, request: &Request) -> Self {
        Report {
            game,
            position: request.position.clone(),
            after: request.after.split_whitespace().map(Into::into).collect(),
            value: None,
            outcome: None,
            goal: request.goal.map(|goal| goal.to_string()),
            reached: None,
            undecided: None,
            nodes: 0,
            seconds: 0.0,
            line: Vec::new(),
            line_cut: None,
            from_book: false,
        }
    }
}

impl Report {
    /// Enters who wins, given the side to move.
    pub(crate) fn won_by(&mut self, winner: Winner, mover: Side) {
        (self.value, self.outcome) = (Some(winner), Some(winner.for_side(mover)));
    }
}

impl<G: Provable + Published> Prover<G> {
    /// Answers a question by search.
    pub fn answer(&self, request: &Request) -> Result<Report, RequestError> {
        let game = self.game();
        let position = request.at(game)?;
        if let Some(ordering) = request.check(game)? {
            return request.answer_as_published(game, ordering, self.memory());
        }
        let mover = game.side_to_move(&position);
        let (began, before) = (Instant::now(), self.nodes());
        let mut report = Report::open(game.id(), request);
        let limit = request.time.map_or(Limit::NONE, Limit::within);
        let answered = match request.goal {
            Some(goal) => self
                .try_ask(&position, mover, goal, request.max_plies, limit)
                .map(|reached| report.reached = Some(reached)),
            None => self
                .try_value(&position, mover, u64::MAX, limit)
                .map(|solution| report.won_by(solution.value, mover)),
        };
        report.undecided = answered.err().map(|why| why.to_string());
        (report.nodes, report.seconds) = (self.nodes() - before, began.elapsed().as_secs_f64());
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
        let Ok(mut position) = request.at(game) else { return };
        let mover = game.side_to_move(&position);
        let (line, end) = self.line(position.clone(), mover, shown, most, known);
        for mv in &line {
            report.line.push(game.write_move(&position, mv));
            position = game.play(&position, mv).position;
        }
        report.line_cut = match end {
            LineEnd::Whole => None,
            LineEnd::Longer => Some("the next move takes a longer search".into()),
            LineEnd::Repeats => Some("from here positions repeat".into()),
        };
    }
}
