//! One piece of work on a game proved by search: the book is asked first, and
//! the prover, whose table takes time to make, only if the book does not know.

use std::cell::OnceCell;
use std::path::PathBuf;
use std::time::Instant;

use kaiketsu_engine::search::{
    BookError, Certificate, Glance, Goal, Options, Provable, Prover, Published, Report, Side, VerdictBook,
    Winner, play_all,
};
use kaiketsu_game::Outcome;

use kaiketsu_engine::solve::Progress;

use crate::shipped::Shipped;
use crate::watch::watched;
use crate::{Error, Question, Resources, Store, machine};

/// Values that cost fewer nodes are found again as fast as they are read.
const WORTH_KEEPING: u64 = 1_000;

/// How many moves beyond a position the book is searched for its value.
const OPENINGS: usize = 3;

/// The table for a line of which the book gave the value.
const LINE_MEMORY: usize = 1 << 26;

pub(crate) struct Session<'g, G: Provable + Published>
where
    G::Position: Ord,
{
    game: &'g G,
    folder: PathBuf,
    options: Options,
    book: VerdictBook,
    shipped: &'g Shipped<G>,
    /// What the book on disk does not have yet.
    found: Vec<(G::Position, Found)>,
    prover: OnceCell<Prover<'g, G>>,
    /// For lines, where the books make a search needless.
    small: OnceCell<Prover<'g, G>>,
}

#[derive(Clone, Copy)]
enum Found {
    Value(Winner),
    Reached(Goal, bool),
}

/// What the prover may use, if the machine has it.
pub(crate) fn options(resources: Resources) -> Result<Options, Error> {
    if let (Some(given), Some(free)) = (resources.memory, machine::free_memory())
        && given > free
    {
        return Err(Error::TableTooLarge { given, free });
    }
    let memory = resources.memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    Ok(Options { memory, threads: resources.threads, method: None })
}

impl<'g, G: Published + Provable> Session<'g, G>
where
    G::Position: Ord,
{
    pub(crate) fn new(
        game: &'g G,
        shipped: &'g Shipped<G>,
        store: &Store,
        resources: Resources,
    ) -> Result<Self, Error> {
        let folder = store.root().to_path_buf();
        let book = VerdictBook::open(&folder)?;
        let options = options(resources)?;
        Ok(Session {
            game,
            folder,
            options,
            book,
            shipped,
            found: Vec::new(),
            prover: OnceCell::new(),
            small: OnceCell::new(),
        })
    }

    /// The value of a position by the book: its own entry, or those of its
    /// moves up to `depth` moves on, so that a table of openings answers for
    /// the positions before them too. The first move without a value ends the
    /// attempt, which keeps it cheap where the book knows nothing.
    fn by_book(&self, position: &G::Position, depth: usize) -> Option<Winner> {
        let mover = self.game.side_to_move(position);
        match self.game.ending(position) {
            Some(Outcome::Win) => return Some(mover.into()),
            Some(Outcome::Loss) => return Some(mover.other().into()),
            Some(Outcome::Draw) => return Some(Winner::Draw),
            None => {}
        }
        if let Some(value) = self.entry(position) {
            return Some(value);
        }
        let depth = depth.checked_sub(1)?;
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut best = Winner::from(mover.other());
        for mv in &moves {
            match self.by_book(&self.game.play(position, mv).position, depth)? {
                value if value == mover.into() => return Some(value),
                Winner::Draw => best = Winner::Draw,
                _ => {}
            }
        }
        Some(best)
    }

    /// What the book says of a position itself: the one in the folder, or the
    /// one that came with the program.
    fn entry(&self, position: &G::Position) -> Option<Winner> {
        self.book.value(self.game, position).or_else(|| self.shipped.value(self.game, position))
    }

    fn prover(&self) -> &Prover<'g, G> {
        self.prover.get_or_init(|| Prover::new(self.game, self.options))
    }

    /// The position after a list of moves.
    pub(crate) fn after(&self, moves: &str) -> Result<G::Position, Error> {
        play_all(self.game, moves).map_err(|problem| Error::Question { game: self.game.id(), problem })
    }

    /// Answers a question, and keeps the answer. The line that shows it may
    /// cost so many nodes.
    pub(crate) fn prove(
        &mut self,
        question: &Question,
        line_nodes: u64,
        progress: &dyn Progress,
    ) -> Result<Report, Error> {
        let position = self.after(&question.after)?;
        self.consult(question, &position);
        // What needs no table, or is refused, shall not wait for one.
        let bare = Prover::new(self.game, Options { memory: Some(0), ..self.options });
        let search = self.must_search(question, &position);
        let prover = match search {
            true => self.prover.get_or_init(|| Prover::new(self.game, self.options)),
            false if question.ordering.is_some() => &Prover::for_published(self.game, self.options),
            false => &bare,
        };
        let mut answer = || prover.answer(question, Some(&mut self.book));
        let answer = if search { watched(prover, progress, answer) } else { answer() };
        let mut report = answer.map_err(|problem| Error::Question { game: self.game.id(), problem })?;
        if search && question.max_plies.is_none() {
            let value = report.value.map(Found::Value);
            let reached = question.goal.zip(report.reached).map(|(goal, yes)| Found::Reached(goal, yes));
            self.found.extend(value.or(reached).map(|found| (position, found)));
            self.save()?;
        }
        if line_nodes > 0 {
            let options = Options { memory: Some(LINE_MEMORY), ..self.options };
            let small = || self.small.get_or_init(|| Prover::new(self.game, options));
            let prover = self.prover.get().unwrap_or_else(small);
            let known = |position: &G::Position| self.by_book(position, OPENINGS);
            watched(prover, progress, || prover.add_line(question, &mut report, &known, line_nodes));
        }
        Ok(report)
    }

    /// Enters what the books imply about a question, so that it is known.
    fn consult(&mut self, question: &Question, position: &G::Position) {
        if self.game.ending(position).is_some() || question.max_plies.is_some() || question.ordering.is_some()
        {
            return;
        }
        let win = question.goal.is_none_or(|goal| goal == Goal::win(goal.side));
        let Some(value) = win.then(|| self.by_book(position, OPENINGS)).flatten() else { return };
        match question.goal {
            None => self.book.enter_value(self.game, position, value),
            Some(goal) => self.book.enter_reached(self.game, position, goal, value == goal.side.into()),
        }
    }

    fn must_search(&self, question: &Question, position: &G::Position) -> bool {
        let known = match question.goal {
            None => self.book.value(self.game, position).is_some(),
            Some(goal) if !self.game.knows(goal) => return false,
            Some(goal) => {
                question.max_plies.is_none() && self.book.reached(self.game, position, goal).is_some()
            }
        };
        question.ordering.is_none() && !known
    }

    /// The strategies that show the answer to a question.
    pub(crate) fn certify(&self, question: &Question, progress: &dyn Progress) -> Result<Certificate, Error> {
        if question.max_plies.is_some() || question.ordering.is_some() {
            return Err(Error::NoCertificate);
        }
        let position = self.after(&question.after)?;
        let prover = self.prover();
        Ok(watched(prover, progress, || match question.goal {
            None => prover.certify_value(&position),
            Some(goal) => prover.certify_goal(&position, goal),
        }))
    }

    /// Who wins from a position: by the rules, the book or a search.
    pub(crate) fn value(&mut self, position: &G::Position) -> Winner {
        if let Some(value) = self.by_book(position, OPENINGS) {
            return value;
        }
        let mover = self.game.side_to_move(position);
        let solution = self.prover().value(position, mover);
        if solution.nodes >= WORTH_KEEPING {
            self.keep(position, solution.value);
        }
        solution.value
    }

    /// Who wins from a position as far as it is known without a search.
    pub(crate) fn known(&self, position: &G::Position) -> Option<Winner> {
        self.by_book(position, OPENINGS)
    }

    /// [`Session::value`], if it is found before the clock shows `deadline`.
    pub(crate) fn value_until(&mut self, position: &G::Position, deadline: Instant) -> Option<Winner> {
        if let Some(value) = self.known(position) {
            return Some(value);
        }
        let mover = self.game.side_to_move(position);
        let solution = self.prover().value_until(position, mover, deadline)?;
        if solution.nodes >= WORTH_KEEPING {
            self.keep(position, solution.value);
        }
        Some(solution.value)
    }

    /// Enters a value into the book.
    pub(crate) fn keep(&mut self, position: &G::Position, value: Winner) {
        self.book.enter_value(self.game, position, value);
        self.found.push((position.clone(), Found::Value(value)));
    }

    /// Writes what was found into the book on disk. The book is read again
    /// before, as another process may have added to it.
    pub(crate) fn save(&mut self) -> Result<(), Error> {
        if self.found.is_empty() {
            return Ok(());
        }
        let trouble = |source| BookError::Io { path: self.folder.clone(), source };
        std::fs::create_dir_all(&self.folder).map_err(trouble)?;
        let mut book = VerdictBook::open(&self.folder)?;
        for (position, found) in self.found.drain(..) {
            match found {
                Found::Value(value) => book.enter_value(self.game, &position, value),
                Found::Reached(goal, reached) => book.enter_reached(self.game, &position, goal, reached),
            }
        }
        book.save()?;
        self.book = book;
        Ok(())
    }

    /// A move that keeps the value of a position: the winner takes the
    /// shortest way in sight, the loser the longest.
    pub(crate) fn best_move(&mut self, position: &G::Position, value: Winner) -> G::Move {
        self.find_best_move(position, value, None).expect("some move keeps the value")
    }

    /// [`Session::best_move`], if it is found before the clock shows `deadline`.
    pub(crate) fn best_move_until(
        &mut self,
        position: &G::Position,
        value: Winner,
        deadline: Instant,
    ) -> Option<G::Move> {
        self.find_best_move(position, value, Some(deadline))
    }

    fn find_best_move(
        &mut self,
        position: &G::Position,
        value: Winner,
        deadline: Option<Instant>,
    ) -> Option<G::Move> {
        let game = self.game;
        let mover = game.side_to_move(position);
        let state = game.state(position, mover);
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let plies = |goal: Goal, mv: &G::Move| match game.glance(&game.next(&state, mv).0, goal) {
            Glance::Reached(plies) => Some(plies),
            _ => None,
        };
        let own = Goal::win(mover);
        if value == mover.into() {
            let quick = moves.iter().filter_map(|mv| Some((plies(own, mv)?, mv)));
            if let Some((_, mv)) = quick.min_by_key(|(plies, _)| *plies) {
                return Some(mv.clone());
            }
        } else if value != Winner::Draw {
            let against = Goal::win(mover.other());
            let slow = moves.iter().rev().max_by_key(|mv| plies(against, mv).unwrap_or(u8::MAX));
            return slow.cloned();
        }
        // The game's own order finds a move that keeps the value soonest.
        let mut order = Vec::new();
        if game.glance(&state, own) == Glance::Open {
            game.candidates(&state, own, &mut order);
        }
        order.extend(moves);
        for mv in order {
            if self.keeps(&game.play(position, &mv).position, mover, value, deadline)? {
                return Some(mv);
            }
        }
        None
    }

    /// Whether a position is worth no less to the side that has just moved
    /// there than `value`, a win of that side or a draw; `None` if a deadline
    /// comes first.
    fn keeps(
        &self,
        position: &G::Position,
        side: Side,
        value: Winner,
        deadline: Option<Instant>,
    ) -> Option<bool> {
        let known = self.entry(position);
        let mover = self.game.side_to_move(position);
        let reached = |goal| self.prover().ask_until(position, mover, goal, deadline);
        match (value, known) {
            (Winner::Draw, Some(known)) => Some(known != side.other().into()),
            (Winner::Draw, None) => Some(!reached(Goal::win(side.other()))?),
            (_, Some(known)) => Some(known == value),
            (_, None) => reached(Goal::win(side)),
        }
    }
}

/// A winner as a side sees it.
pub(crate) fn outcome_for(winner: Winner, side: Side) -> Outcome {
    match winner {
        Winner::Draw => Outcome::Draw,
        winner if winner == side.into() => Outcome::Win,
        _ => Outcome::Loss,
    }
}

#[cfg(test)]
mod tests {
    use kaiketsu_game::Game;
    use kaiketsu_games::otrio::{CENTRE, Otrio};

    use super::*;

    #[test]
    fn openings_in_the_book_answer_for_the_start() {
        let game = Otrio::STANDARD;
        let store = Store::new(std::env::temp_dir().join("kaiketsu-no-such-folder"));
        let shipped = Shipped::new("");
        let mut session = Session::new(&game, &shipped, &store, Resources::default()).unwrap();
        assert_eq!(session.by_book(&game.start(), 1), None);
        // Verdicts after two moves, but for the opening with the centre after one.
        let after = |position: &_| -> Vec<_> {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            moves.into_iter().map(|mv| (mv, game.play(position, &mv).position)).collect()
        };
        for (mv, first) in after(&game.start()) {
            if mv == CENTRE {
                session.keep(&first, Winner::First);
                continue;
            }
            for (_, second) in after(&first) {
                session.keep(&second, Winner::Draw);
            }
            assert_eq!(session.by_book(&first, 1), Some(Winner::Draw));
        }
        assert_eq!(session.by_book(&game.start(), 1), None);
        assert_eq!(session.value(&game.start()), Winner::First);
        assert!(session.prover.get().is_none(), "nothing was searched");
    }
}
