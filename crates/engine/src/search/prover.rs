//! The prover: questions in, answers out.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Instant;

use crate::oracle::Limit;
use crate::search::depth_first::{self, DepthFirst, Stopped, UNLIMITED};
use crate::search::limits::Limits;
use crate::search::proof_numbers::{self, ProofNumbers};
use crate::search::race::{Allowed, Undecided};
use crate::search::relaxation::Relaxation;
use crate::search::table::Table;
use crate::search::{Aim, Answer, Goal, Method, Options, Provable, Purpose, Side, Solution, Winner};

/// Without a limit every search of a game that ends has an answer.
const ANSWERED: &str = "the first thread to end has an answer";

/// A game, a table and what has been counted.
///
/// The table keeps what was learnt from one question to the next.
///
/// ```
/// use kaiketsu_game::Game;
/// use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;
/// use kaiketsu_engine::search::{Goal, Options, Prover, Side, Winner};
/// let game = QuantumTicTacToe::ORIGINAL;
/// let prover = Prover::new(game, Options::default());
/// assert_eq!(prover.value(&game.start(), Side::First).value, Winner::First);
/// assert!(!prover.ask(&game.start(), Side::First, Goal::complete(Side::First), None).reached);
/// ```
pub struct Prover<G: Provable> {
    game: Arc<G>,
    options: Options,
    method: Method,
    numbers: Table,
    relaxed: Table,
    bounds: OnceLock<Table>,
    /// Whether a position was seen to come back.
    repeats: AtomicBool,
    pub(super) nodes: AtomicU64,
    written: AtomicU64,
}

/// What is asked of a state of the game, and how much an answer may take.
pub(crate) struct Question<'a, S> {
    pub(crate) state: &'a S,
    pub(crate) goal: Goal,
    /// Plies within which the goal is to be reached.
    pub(crate) max_plies: Option<u8>,
    /// Nodes of a thread.
    pub(crate) nodes: u64,
    pub(crate) limit: Limit,
}

impl<S> Clone for Question<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Question<'_, S> {}

impl<'a, S> Question<'a, S> {
    /// Whether the goal can be forced, however long it takes.
    pub(crate) fn new(state: &'a S, goal: Goal) -> Self {
        Question { state, goal, max_plies: None, nodes: u64::MAX, limit: Limit::NONE }
    }
}

impl<G: Provable> Prover<G> {
    /// A prover with an empty table.
    #[must_use]
    pub fn new(game: impl Into<Arc<G>>, options: Options) -> Self {
        let game = game.into();
        let memory = options.memory_or(game.usual_memory());
        let method = options.method.unwrap_or_else(|| game.usual_method());
        let numbers = if method == Method::ProofNumbers { memory } else { 0 };
        // Who gives memory has a long search before him.
        let table = |bytes| match options.memory {
            Some(_) => Table::with_memory(bytes).in_large_pages(),
            None => Table::with_memory(bytes),
        };
        Prover {
            game,
            options,
            method,
            numbers: table(numbers / 2),
            relaxed: table(numbers / 2),
            bounds: OnceLock::new(),
            repeats: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            written: AtomicU64::new(0),
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The bytes that were allowed for the table, or that suit the game.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.options.memory_or(self.game.usual_memory())
    }

    /// The bytes that a strategy may take beside the table.
    pub(super) fn beside(&self) -> usize {
        self.options.beside(self.memory())
    }

    /// States looked at since the prover was made; it grows during a search.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether some position of the game was seen to come back. Then wins are
    /// what can be forced, and what goes on for ever is a draw.
    #[must_use]
    pub fn repeats(&self) -> bool {
        self.repeats.load(Ordering::Relaxed)
    }

    /// Positions for which a strategy was written since the prover was made; it
    /// grows while a certificate is written.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written.load(Ordering::Relaxed)
    }

    pub(crate) fn count_written(&self) {
        self.written.fetch_add(1, Ordering::Relaxed);
    }

    /// The part of the table that is in use, by a sample: cheap enough to be
    /// asked during a search.
    #[must_use]
    pub fn table_share(&self) -> f64 {
        self.table().map_or(0.0, Table::share_used)
    }

    /// Entries of the table in use, and how many there are.
    #[must_use]
    pub fn table_use(&self) -> (usize, usize) {
        self.table().map_or((0, 0), |table| (table.used(), table.capacity()))
    }

    /// The table of depth-first searches. Where positions may repeat, half of
    /// the memory is for those.
    pub(super) fn bounds(&self) -> &Table {
        let part = if self.game.ends() { 1 } else { 2 };
        self.bounds.get_or_init(|| Table::with_memory(self.memory() / part))
    }

    /// The table of the method; one of bounds is made by the first search.
    fn table(&self) -> Option<&Table> {
        match self.method {
            Method::ProofNumbers => Some(&self.numbers),
            Method::DepthFirst => self.bounds.get(),
        }
    }

    /// Whether the goal can be forced, within `max_plies` if given.
    ///
    /// # Panics
    /// If positions repeat, the memory is full and there is no answer:
    /// [`Prover::try_ask`] says so.
    pub fn ask(&self, position: &G::Position, mover: Side, goal: Goal, max_plies: Option<u8>) -> Answer {
        let began = Instant::now();
        let before = self.nodes();
        let state = self.game.state(position, mover);
        let reached = self.settle(&state, goal, max_plies).expect(ANSWERED);
        Answer { reached, nodes: self.nodes() - before, seconds: began.elapsed().as_secs_f64() }
    }

    /// Whether the goal can be forced, within `max_plies` if given; or why that
    /// was not found within a limit.
    pub fn try_ask(
        &self,
        position: &G::Position,
        mover: Side,
        goal: Goal,
        max_plies: Option<u8>,
        limit: Limit,
    ) -> Result<bool, Undecided> {
        let state = self.game.state(position, mover);
        self.try_settle(Question { max_plies, limit, ..Question::new(&state, goal) })
    }

    /// Whether the goal can be forced, within `max_plies` if given, if that takes no more than so
    /// many nodes of a thread: the same on every machine.
    pub fn ask_in_nodes(
        &self,
        position: &G::Position,
        mover: Side,
        goal: Goal,
        max_plies: Option<u8>,
        nodes: u64,
    ) -> Option<bool> {
        let state = self.game.state(position, mover);
        self.try_settle(Question { max_plies, nodes, ..Question::new(&state, goal) }).ok()
    }

    /// Whether the goal can be forced, if that is found within a limit.
    pub fn ask_within(&self, position: &G::Position, mover: Side, goal: Goal, limit: Limit) -> Option<bool> {
        let state = self.game.state(position, mover);
        self.try_settle(Question { limit, ..Question::new(&state, goal) }).ok()
    }

    /// Who wins: two questions at most, as in the Otrio paper.
    ///
    /// # Panics
    /// If positions repeat, the memory is full and there is no answer:
    /// [`Prover::try_value`] says so.
    pub fn value(&self, position: &G::Position, mover: Side) -> Solution {
        self.value_within(position, mover, u64::MAX, Limit::NONE).expect(ANSWERED)
    }

    /// [`Prover::value`], if each question takes no more than so many nodes of
    /// a thread and all of it is found within a limit. What was learnt until
    /// then stays in the table for the next attempt.
    ///
    /// ```
    /// use std::time::Duration;
    /// use kaiketsu_game::Game;
    /// use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;
    /// use kaiketsu_engine::oracle::Limit;
    /// use kaiketsu_engine::search::{Options, Prover, Side, Winner};
    /// let game = QuantumTicTacToe::ORIGINAL;
    /// let prover = Prover::new(game, Options::default());
    /// let within = |time| {
    ///     let limit = Limit::within(Duration::from_secs(time));
    ///     prover.value_within(&game.start(), Side::First, u64::MAX, limit)
    /// };
    /// assert!(within(0).is_none());
    /// assert_eq!(within(600).map(|solution| solution.value), Some(Winner::First));
    /// ```
    pub fn value_within(
        &self,
        position: &G::Position,
        mover: Side,
        nodes: u64,
        limit: Limit,
    ) -> Option<Solution> {
        self.try_value(position, mover, nodes, limit).ok()
    }

    /// [`Prover::value_within`], or why it was not found.
    pub fn try_value(
        &self,
        position: &G::Position,
        mover: Side,
        nodes: u64,
        limit: Limit,
    ) -> Result<Solution, Undecided> {
        let (began, before) = (Instant::now(), self.nodes());
        let state = self.game.state(position, mover);
        let value = self.winner_of(&state, nodes, limit)?;
        Ok(Solution { value, nodes: self.nodes() - before, seconds: began.elapsed().as_secs_f64() })
    }

    fn winner_of(&self, state: &G::State, nodes: u64, limit: Limit) -> Result<Winner, Undecided> {
        for side in [Side::First, Side::Second] {
            if self.repeats() {
                break;
            }
            match self.by_threads(Question { nodes, limit, ..Question::new(state, Goal::win(side)) }) {
                Some(true) => return Ok(side.into()),
                Some(false) if side == Side::Second => return Ok(Winner::Draw),
                Some(false) => {}
                None if self.repeats() => break,
                None => return Err(Undecided { plies: None, memory: false }),
            }
        }
        Ok(match self.race_within(state, None, nodes, limit)? {
            [Some(true), _] => Winner::First,
            [_, Some(true)] => Winner::Second,
            _ => Winner::Draw,
        })
    }

    /// The answer for a state of the game, if there is one.
    pub(crate) fn settle(&self, state: &G::State, goal: Goal, max_plies: Option<u8>) -> Option<bool> {
        self.try_settle(Question { max_plies, ..Question::new(state, goal) }).ok()
    }

    /// The answer, or why there is none.
    pub(crate) fn try_settle(&self, question: Question<'_, G::State>) -> Result<bool, Undecided> {
        let Question { state, goal, max_plies, nodes, limit } = question;
        debug_assert!(self.game.knows(goal) || goal.aim == Aim::Win);
        // A limit of plies is right however often positions repeat.
        if max_plies.is_some() || !self.repeats() {
            match self.by_threads(question) {
                Some(reached) => return Ok(reached),
                None if max_plies.is_none() && self.repeats() => {}
                None => return Err(Undecided { plies: None, memory: false }),
            }
        }
        let [first, second] = self.race_within(state, Some(goal), nodes, limit)?;
        Ok(if goal.side == Side::First { first } else { second }.expect("that answer was wanted"))
    }

    /// The answer that one of the threads finds first.
    fn by_threads(&self, question: Question<'_, G::State>) -> Option<bool> {
        let stop = AtomicBool::new(false);
        let answer = Mutex::new(None);
        let run = |thread: usize| {
            let limits = Limits::new(&stop, &self.nodes, question.nodes);
            let found = self.search(question, thread, &limits);
            if let (Some(found), Ok(mut answer)) = (found, answer.lock()) {
                *answer = Some(found);
                stop.store(true, Ordering::Relaxed);
            }
        };
        if self.options.threads <= 1 {
            until(question.limit, &stop, || run(0));
        } else {
            until(question.limit, &stop, || {
                std::thread::scope(|scope| {
                    let run = &run;
                    for thread in 1..self.options.threads {
                        scope.spawn(move || run(thread));
                    }
                    run(0);
                });
            });
        }
        answer.into_inner().ok().flatten()
    }

    fn race_within(
        &self,
        state: &G::State,
        wanted: Option<Goal>,
        nodes: u64,
        limit: Limit,
    ) -> Result<[Option<bool>; 2], Undecided> {
        let stop = AtomicBool::new(false);
        let allowed = Allowed { stop: &stop, nodes, on_and_on: limit != Limit::NONE };
        until(limit, &stop, || self.race(state, wanted, &allowed))
    }

    /// Searches below a state of which the answer is known, so that the table
    /// holds the answers of the children that decide it. A depth-first search without
    /// a limit has just been there; with one, what the strategy does may be new to it.
    pub(crate) fn search_again(&self, state: &G::State, goal: Goal, max_plies: Option<u8>) {
        if max_plies.is_some() {
            self.settle(state, goal, max_plies);
        } else if self.method == Method::ProofNumbers {
            let stop = AtomicBool::new(false);
            let limits = Limits::new(&stop, &self.nodes, u64::MAX);
            let (game, table, relaxation) = (self.game(), &self.numbers, Relaxation::new(&self.relaxed));
            ProofNumbers { game, goal, table, relaxation, limits: &limits, thread: 0, moves: Vec::new() }
                .solve_below(state);
        }
    }

    /// What the tables know already, within so many plies if given.
    pub(crate) fn known(&self, state: &G::State, goal: Goal, max_plies: Option<u8>) -> Option<bool> {
        if self.held_off(state, goal, Purpose::Search) {
            return Some(false);
        }
        if let Some(plies) = max_plies {
            return depth_first::decided(self.bounds.get()?.get(self.game.key(state, goal))?, plies);
        }
        let word = self.table()?.get(self.game.key(state, goal))?;
        match self.method {
            Method::ProofNumbers => proof_numbers::decided(word),
            Method::DepthFirst => depth_first::decided(word, UNLIMITED),
        }
    }

    /// Whether the simpler game, asked with this much effort, shows that the
    /// goal is out of reach.
    pub(crate) fn held_off(&self, state: &G::State, goal: Goal, purpose: Purpose) -> bool {
        let budget = self.game.relaxing_budget(state, purpose);
        budget > 0 && self.game.relaxed(state, goal).is_some_and(|relaxed| self.fails(&relaxed, budget))
    }

    /// Whether a position of the simpler game is shown to miss the goal.
    pub(crate) fn fails(&self, relaxed: &G::Relaxed, budget: u64) -> bool {
        let (answer, cost) = Relaxation::new(&self.relaxed).within(budget, relaxed);
        self.nodes.fetch_add(cost, Ordering::Relaxed);
        answer == Some(false)
    }

    fn search(&self, question: Question<'_, G::State>, thread: usize, limits: &Limits<'_>) -> Option<bool> {
        let (game, Question { state, goal, max_plies, .. }) = (self.game(), question);
        if max_plies.is_none() && self.method == Method::ProofNumbers {
            let (table, relaxation) = (&self.numbers, Relaxation::new(&self.relaxed));
            let (thread, moves) = (thread as u32, Vec::new());
            return ProofNumbers { game, goal, table, relaxation, limits, thread, moves }.solve(state);
        }
        let mut search = DepthFirst::new(game, goal, self.bounds(), limits, thread);
        match search.solve(state, max_plies.unwrap_or(UNLIMITED)) {
            Ok(plies) => Some(plies.is_some()),
            Err(Stopped::Limit) => None,
            Err(Stopped::Repeats) => {
                self.repeats.store(true, Ordering::Relaxed);
                limits.stop_all();
                None
            }
        }
    }
}

/// Does some work that is told to stop when the time has come.
fn until<T>(limit: Limit, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let Some(deadline) = limit.deadline else { return work() };
    std::thread::scope(|scope| {
        let watch = scope.spawn(move || stop_at(deadline, stop));
        let done = work();
        stop.store(true, Ordering::Relaxed);
        watch.thread().unpark();
        done
    })
}

/// Tells searches to stop when the time has come, unless they have stopped.
fn stop_at(deadline: Instant, stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            stop.store(true, Ordering::Relaxed);
        }
        std::thread::park_timeout(left);
    }
}
