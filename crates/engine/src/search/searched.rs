//! The oracle of forward search: books first, then the prover.

use std::sync::{Arc, OnceLock};

use kaiketsu_db::{BookError, Storage};
use kaiketsu_game::{Margin, Outcome, Value};

use crate::SOLVES;
use crate::oracle::{Derived, Either, Known, Limit, Oracle, OracleError};
use crate::search::{Certifiable, Goal, OpeningsBook, Options, Provable, Prover, Verdicts, Winner};

/// Values that cost fewer nodes are found again as fast as they are read.
const WORTH_KEEPING: u64 = 1_000;

/// How many moves beyond a position the books are searched for its value, if
/// nothing else is said.
const BEYOND: usize = 3;

/// Knows what the rules and the books say, what follows from them within three
/// moves, and what a search finds within the limit.
///
/// It is made once for many questions and shared by threads: the table of the
/// prover, which takes time to make, is made when the first search begins and
/// keeps what was learnt. What cost a thousand nodes or more is entered into
/// the book, and kept for good by [`Proving::save`](crate::setup::Proving::save).
///
/// A value is an outcome alone: search finds who wins, not how fast. In games
/// with wins of two kinds [`Searched::with_margin`] finds out how clearly.
///
/// ```
/// use std::sync::Arc;
/// use kaiketsu_engine::oracle::{Known, Limit, Oracle};
/// use kaiketsu_engine::search::{Options, Searched};
/// use kaiketsu_game::{Game, Margin, Outcome, Value};
/// use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;
/// let oracle = Searched::new(Arc::new(QuantumTicTacToe::ORIGINAL), Options::default());
/// let start = oracle.game().start();
/// let Known::Yes(value) = oracle.value(&start, Limit::NONE)? else { panic!("there is no limit") };
/// assert_eq!(value, Value::of(Outcome::Win));
/// let value = oracle.with_margin(&start, value, Limit::NONE)?;
/// assert_eq!(value.ok().and_then(|value| value.margin), Some(Margin::Narrow));
/// # Ok::<(), kaiketsu_engine::oracle::OracleError>(())
/// ```
pub struct Searched<G: Provable + Certifiable + 'static> {
    game: Arc<G>,
    pub(super) options: Options,
    pub(super) book: Verdicts<G>,
    openings: OpeningsBook<G>,
    beyond: usize,
    prover: OnceLock<Prover<G>>,
    /// For lines, where the books make a search needless.
    pub(super) small: OnceLock<Prover<G>>,
}

impl<G: Provable + Certifiable + 'static> Searched<G> {
    /// A search with a book in memory and without openings.
    #[must_use]
    pub fn new(game: Arc<G>, options: Options) -> Self {
        let book = Verdicts::in_memory(Arc::clone(&game));
        let openings = OpeningsBook::new(Arc::clone(&game), "");
        let beyond = BEYOND;
        Searched { game, options, book, openings, beyond, prover: OnceLock::new(), small: OnceLock::new() }
    }

    /// Knows a book of openings too.
    #[must_use]
    pub fn with_openings(self, openings: OpeningsBook<G>) -> Self {
        Searched { openings, ..self }
    }

    /// Looks in the books so many moves beyond a position: few where there are
    /// many moves and no books to speak of.
    #[must_use]
    pub fn looking_beyond(self, moves: usize) -> Self {
        Searched { beyond: moves, ..self }
    }

    /// Keeps what it finds in the book of a storage, where it need not be yet.
    pub fn with_book(self, storage: Arc<dyn Storage>) -> Result<Self, BookError> {
        let book = Verdicts::open(Arc::clone(&self.game), storage)?.holding(self.options.verdicts);
        Ok(Searched { book, ..self })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The book of verdicts.
    #[must_use]
    pub fn book(&self) -> &Verdicts<G> {
        &self.book
    }

    /// The prover; its table is made by the first call.
    pub fn prover(&self) -> &Prover<G> {
        self.prover.get_or_init(|| Prover::new(Arc::clone(&self.game), self.options))
    }

    /// The prover, if a search was needed yet.
    pub fn prover_if_made(&self) -> Option<&Prover<G>> {
        self.prover.get()
    }

    /// Who wins, as far as that is known without a search.
    pub fn known_winner(&self, position: &G::Position) -> Option<Winner> {
        let books = Either(&self.book, &self.openings);
        let known = Derived::new(&*self.game, books, self.beyond).value(position, Limit::NONE);
        // The books are in memory: asking them does not fail.
        let value = known.ok().and_then(Known::ok)?;
        Some(Winner::of(value.outcome, self.game.side_to_move(position)))
    }

    /// Who wins.
    pub fn winner(&self, position: &G::Position, limit: Limit) -> Known<Winner> {
        if let Some(winner) = self.known_winner(position) {
            return Known::Yes(winner);
        }
        let mover = self.game.side_to_move(position);
        if !SOLVES || limit.is_over() {
            return Known::No;
        }
        let found = self.prover().value_within(position, mover, u64::MAX, limit);
        if let Some(solution) = found.filter(|solution| solution.nodes >= WORTH_KEEPING) {
            self.book.enter_winner(position, solution.value);
        }
        found.map(|solution| solution.value).into()
    }

    /// The value of a position with how clearly the game is won, in games that
    /// know wins of two kinds: one more question. In others the value is
    /// given back as it is.
    pub fn with_margin(
        &self,
        position: &G::Position,
        value: Value,
        limit: Limit,
    ) -> Result<Known<Value>, OracleError> {
        let mover = self.game.side_to_move(position);
        let side = match value.outcome {
            Outcome::Win => mover,
            Outcome::Loss => mover.other(),
            Outcome::Draw => return Ok(Known::Yes(value)),
        };
        if !self.game.knows(Goal::complete(side)) {
            return Ok(Known::Yes(value));
        }
        let margin = |complete| if complete { Margin::Complete } else { Margin::Narrow };
        let reached = self.reaches(position, Goal::complete(side), limit);
        Ok(reached.map(|complete| value.with_margin(Some(margin(complete)))))
    }

    /// Whether a goal can be forced: by the rules, the books or a search.
    pub(super) fn reaches(&self, position: &G::Position, goal: Goal, limit: Limit) -> Known<bool> {
        if let Some(reached) = self.known_to_reach(position, goal) {
            return Known::Yes(reached);
        }
        let mover = self.game.side_to_move(position);
        if !SOLVES || limit.is_over() {
            return Known::No;
        }
        let (prover, before) = (self.prover(), self.prover().nodes());
        let found = prover.ask_within(position, mover, goal, limit);
        if let Some(reached) = found.filter(|_| prover.nodes() - before >= WORTH_KEEPING) {
            self.book.enter_reached(position, goal, reached);
        }
        found.into()
    }

    /// The same without a search.
    pub(super) fn known_to_reach(&self, position: &G::Position, goal: Goal) -> Option<bool> {
        if self.game.ending(position).is_some() {
            return Some(self.game.reached(position, goal));
        }
        let by_value = || {
            let winner = self.known_winner(position).filter(|_| goal == Goal::win(goal.side))?;
            Some(winner == goal.side.into())
        };
        self.book.reached(position, goal).or_else(by_value)
    }
}

impl<G: Provable + Certifiable + 'static> Oracle<G> for Searched<G> {
    fn value(&self, position: &G::Position, limit: Limit) -> Result<Known<Value>, OracleError> {
        let mover = self.game.side_to_move(position);
        Ok(self.winner(position, limit).map(|winner| Value::of(winner.for_side(mover))))
    }
}
