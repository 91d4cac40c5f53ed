//! A registered game without its types: the one place where they are lost.

use std::sync::Arc;

use kaiketsu_db::{DbError, Folder, Memory, Storage};
use kaiketsu_engine::SOLVES;
use kaiketsu_engine::search::{Certificate, Checked, Claims, Options as SearchOptions, Refusal};
use kaiketsu_engine::setup::{How, Setup, Strong};
use kaiketsu_engine::solve::{Among, Options, Plan, Progress, Silent, Solution as Solve};
use kaiketsu_game::{Board, Goal, Notation, Seen, View};

use crate::answering::Answering;
use crate::bulk::vocabulary;
use crate::forecast::{among_by_measured_rates, by_measured_rates};
use crate::journal::{self, Journal, LayerTime};
use crate::{Error, Kind, PositionView, ReachReport, Solution, Store, machine};

/// How to solve: what the command line offers.
#[derive(Clone, Debug)]
pub struct Request {
    /// The kernel, or the game's own choice.
    pub kernel: Option<String>,
    /// Threads to use.
    pub threads: usize,
    /// Memory to use, in bytes.
    pub memory: u64,
    /// Whether to compute and store distances.
    pub distances: bool,
    /// Stop after so many layers.
    pub layers: Option<u32>,
}

impl Default for Request {
    fn default() -> Self {
        Request {
            kernel: None,
            threads: machine::processors(),
            memory: machine::default_memory(),
            distances: true,
            layers: None,
        }
    }
}

impl From<&Request> for How {
    fn from(request: &Request) -> Self {
        let &Request { threads, memory, distances, layers, .. } = request;
        How { kernel: request.kernel.clone(), options: Options { threads, memory, distances, layers } }
    }
}

/// What a forward search may use.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// How many threads share the table.
    pub threads: usize,
    /// Bytes of the transposition table, or what suits the game and the machine. A
    /// strategy that is written down may take as much again.
    pub memory: Option<u64>,
    /// The most verdicts that the book may have for a search to enter another; any
    /// number if `None`.
    pub verdicts: Option<usize>,
}

impl Default for Resources {
    fn default() -> Self {
        Resources { threads: 1, memory: None, verdicts: None }
    }
}

/// A search by a table of half of this is slow; with less there is no room for it.
const LEAST_FREE: u64 = 32 << 20;

impl Resources {
    /// What the prover may use, if the machine has it.
    fn options(self) -> Result<SearchOptions, Error> {
        let free = machine::free_memory();
        match (self.memory, free) {
            (Some(given), Some(free)) if given > free => return Err(Error::TableTooLarge { given, free }),
            (None, Some(free)) if free < LEAST_FREE => {
                return Err(Error::NoMemory { needed: LEAST_FREE, free });
            }
            _ => {}
        }
        let bytes = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
        let (memory, free, verdicts) = (self.memory.map(bytes), free.map(bytes), self.verdicts);
        Ok(SearchOptions { memory, threads: self.threads, method: None, free, verdicts })
    }
}

/// A registered game: it describes itself, it may be solved as a whole or
/// proved by search, and it opens to a [`Solution`].
pub trait Entry: Send + Sync {
    /// The one name of the game.
    fn id(&self) -> String;

    /// Its name as people say it.
    fn title(&self) -> String;

    /// Rules and notation in a few sentences.
    fn about(&self) -> String;

    /// The start as text.
    fn start(&self) -> String;

    /// The cells and pieces, for pages that draw.
    fn board(&self) -> Board;

    /// The board as people see it, from the first player's side whoever is to move.
    fn seen(&self) -> Board;

    /// A position as the rules alone show it.
    fn look(&self, position: &str) -> Result<PositionView, Error>;

    /// The texts of all moves, sorted, so that each can have a number; where more
    /// than `most` positions can be reached, those of so many and of random
    /// games. Says whether they are surely all.
    fn vocabulary(&self, most: usize) -> (Vec<String>, bool);

    /// How it is solved as a whole, if it can be.
    fn solver(&self) -> Option<&dyn Solver>;

    /// How certificates of it are checked.
    fn checker(&self) -> &dyn Checker;

    /// Whatever answers for the game: its finished database, a search made for
    /// it, or both. Without either, the error says how to solve it.
    fn open(&self, store: &Store, resources: Resources) -> Result<Box<dyn Solution>, Error>;

    /// The game open for proofs: by a search made for it, or by its rules alone,
    /// which may take for ever unless a question sets a limit.
    fn open_search(&self, store: &Store, resources: Resources) -> Result<Box<dyn Solution>, Error>;

    /// The finished database in a storage of any kind.
    fn open_from(&self, storage: Arc<dyn Storage>) -> Result<Box<dyn Solution>, Error>;

    /// The game open for proofs, with the book of verdicts in a storage of any
    /// kind, where it need not be yet.
    fn open_book(&self, storage: Arc<dyn Storage>, resources: Resources) -> Result<Box<dyn Solution>, Error>;
}

/// Solves a game as a whole.
pub trait Solver: Send + Sync {
    /// The names of the kernels, the preferred one first.
    fn kernels(&self) -> Vec<&'static str>;

    /// Whether a kernel computes distances.
    fn keeps_distances(&self, kernel: &str) -> bool;

    /// What a solve would take.
    fn plan(&self, request: &Request) -> Result<Plan, Error>;

    /// Solves into the folder of the game in a store, or finishes what was
    /// begun there.
    fn solve(&self, store: &Store, request: &Request, progress: &dyn Progress) -> Result<Solve, Error>;

    /// Refuses what so many processes cannot do, with what each is given.
    fn check_among(&self, request: &Request, processes: usize) -> Result<(), Error>;

    /// What each of so many processes would need, and what they would take together.
    fn plan_among(&self, request: &Request, processes: usize) -> Result<Plan, Error>;

    /// Solves into the folder of the game together with other processes, which have
    /// the same store. The first of them keeps all others out.
    fn solve_among(
        &self,
        store: &Store,
        request: &Request,
        among: Among<'_>,
        progress: &dyn Progress,
    ) -> Result<Solve, Error>;

    /// Solves into a storage of any kind.
    fn solve_into(
        &self,
        storage: &dyn Storage,
        request: &Request,
        progress: &dyn Progress,
    ) -> Result<Solve, Error>;

    /// Solves into memory and forgets the result; for measurements.
    fn rehearse(&self, request: &Request) -> Result<Solve, Error> {
        self.solve_into(&Memory::new(), request, &Silent)
    }

    /// What each layer in the store took to solve, as far as it is known.
    fn times(&self, store: &Store) -> Vec<LayerTime>;

    /// The positions reachable from the start.
    fn reachable(&self, memory: u64, progress: &dyn Progress) -> Result<ReachReport, Error>;
}

/// What can be said of a game that is proved by search without searching.
pub trait Checker: Send + Sync {
    /// Whether a search was made for the game. If not, its rules alone are
    /// searched, and only when a proof is asked for.
    fn made_for_it(&self) -> bool;

    /// The goals a side can have.
    fn goals(&self) -> Vec<Goal>;

    /// The goal that a text names, which may be a name that only this game uses.
    fn read_goal(&self, text: &str) -> Result<Goal, Error>;

    /// Replays a certificate against the rules.
    fn check(&self, certificate: &Certificate) -> Result<Checked, Error> {
        self.check_within(certificate, u64::MAX)
    }

    /// The same holding no more than so many bytes, the certificate included.
    fn check_within(&self, certificate: &Certificate, memory: u64) -> Result<Checked, Error>;
}

/// What a game adds to its rules whose texts do not tell the side to move.
const WHO_MOVES: &str = "`first:` or `second:` before a position says who is to move, the first player if neither \
     does. A database keeps every position as the side to move sees it.";

impl<G: Notation + 'static> Entry for Setup<G> {
    fn id(&self) -> String {
        self.game.id()
    }

    fn title(&self) -> String {
        self.game.title()
    }

    fn about(&self) -> String {
        let about = self.game.about();
        match self.game.board().view {
            View::Fixed => about,
            _ => format!("{about} {WHO_MOVES}"),
        }
    }

    fn start(&self) -> String {
        self.game.write_position(&self.game.start())
    }

    fn board(&self) -> Board {
        self.game.board()
    }

    fn seen(&self) -> Board {
        Seen::new(&self.game.board()).board().clone()
    }

    fn look(&self, position: &str) -> Result<PositionView, Error> {
        Answering::by_rules(&self.game, self.remark).look(position)
    }

    fn vocabulary(&self, most: usize) -> (Vec<String>, bool) {
        vocabulary(&*self.game, most)
    }

    fn solver(&self) -> Option<&dyn Solver> {
        if !SOLVES {
            return None;
        }
        self.strong.is_some().then_some(self)
    }

    fn checker(&self) -> &dyn Checker {
        self
    }

    fn open(&self, store: &Store, resources: Resources) -> Result<Box<dyn Solution>, Error> {
        let mut answering = Answering::by_rules(&self.game, self.remark);
        let id = self.game.id();
        let opened = self.strong.as_ref().map(|strong| {
            let storage: Arc<dyn Storage> = Arc::new(Folder::open(store.path(&id))?);
            Ok::<_, Error>(strong.open(storage)?)
        });
        match (opened, self.weak.stands_in()) {
            (Some(Err(error)), true) if error.kind() == Kind::NotSolved => {}
            (Some(opened), _) => answering.whole = Some(opened?),
            (None, false) => return Err(Error::NoSolution(id)),
            (None, true) => {}
        }
        if self.weak.stands_in() {
            match self.weak.open(book_of(store), resources.options()?) {
                Ok(proving) => answering.proving = Some(proving),
                // Nobody needs the book for what the database answers.
                Err(trouble) if answering.whole.is_some() => answering.book_trouble = Some(trouble),
                Err(trouble) => return Err(trouble.into()),
            }
        }
        Ok(Box::new(answering))
    }

    fn open_search(&self, store: &Store, resources: Resources) -> Result<Box<dyn Solution>, Error> {
        self.open_book(book_of(store), resources)
    }

    fn open_from(&self, storage: Arc<dyn Storage>) -> Result<Box<dyn Solution>, Error> {
        let mut answering = Answering::by_rules(&self.game, self.remark);
        answering.whole = Some(strong(self)?.open(storage)?);
        Ok(Box::new(answering))
    }

    fn open_book(&self, storage: Arc<dyn Storage>, resources: Resources) -> Result<Box<dyn Solution>, Error> {
        let mut answering = Answering::by_rules(&self.game, self.remark);
        answering.proving = Some(self.weak.open(storage, resources.options()?)?);
        Ok(Box::new(answering))
    }
}

/// Where the book of verdicts of a store is kept.
fn book_of(store: &Store) -> Arc<dyn Storage> {
    Arc::new(Folder::expected(store.root()))
}

/// The way to solve a game as a whole, which it must have.
fn strong<G: Notation + 'static>(setup: &Setup<G>) -> Result<&dyn Strong<G>, Error> {
    setup.strong.as_deref().ok_or_else(|| Error::ProvedBySearch(setup.game.id()))
}

impl<G: Notation + 'static> Solver for Setup<G> {
    fn kernels(&self) -> Vec<&'static str> {
        self.strong.as_ref().map_or(Vec::new(), |strong| strong.kernels())
    }

    fn keeps_distances(&self, kernel: &str) -> bool {
        self.strong.as_ref().and_then(|strong| strong.keeps_distances(kernel)).unwrap_or(false)
    }

    fn plan(&self, request: &Request) -> Result<Plan, Error> {
        Ok(by_measured_rates(strong(self)?.plan(&request.into())?))
    }

    fn solve(&self, store: &Store, request: &Request, progress: &dyn Progress) -> Result<Solve, Error> {
        let (strong, id, how) = (strong(self)?, self.game.id(), How::from(request));
        // What cannot work is refused before a folder is made.
        match Folder::open(store.path(&id)) {
            Ok(folder) => strong.check(Some(&folder), &how, progress)?,
            Err(DbError::NoDatabase { .. }) => strong.check(None, &how, progress)?,
            Err(error) => return Err(error.into()),
        }
        let folder = Folder::create(store.path(&id))?;
        let _lock = folder.lock()?;
        let kernel = strong.chosen(&how)?;
        let journal = Journal::new(progress, store, &id, kernel, request.threads);
        Ok(strong.solve(&folder, &how, &journal)?)
    }

    fn check_among(&self, request: &Request, processes: usize) -> Result<(), Error> {
        Ok(strong(self)?.check_among(&request.into(), processes)?)
    }

    fn plan_among(&self, request: &Request, processes: usize) -> Result<Plan, Error> {
        Ok(among_by_measured_rates(strong(self)?.plan_among(&request.into(), processes)?))
    }

    fn solve_among(
        &self,
        store: &Store,
        request: &Request,
        among: Among<'_>,
        progress: &dyn Progress,
    ) -> Result<Solve, Error> {
        let (strong, id, how) = (strong(self)?, self.game.id(), How::from(request));
        let folder = Folder::create(store.path(&id))?;
        if among.exchange.me() > 0 {
            return Ok(strong.solve_among(among, &folder, &how, progress)?);
        }
        let _lock = folder.lock()?;
        let journal = Journal::new(progress, store, &id, "spread", request.threads);
        Ok(strong.solve_among(among, &folder, &how, &journal)?)
    }

    fn solve_into(
        &self,
        storage: &dyn Storage,
        request: &Request,
        progress: &dyn Progress,
    ) -> Result<Solve, Error> {
        Ok(strong(self)?.solve(storage, &request.into(), progress)?)
    }

    fn times(&self, store: &Store) -> Vec<LayerTime> {
        journal::read(store, &self.game.id())
    }

    fn reachable(&self, memory: u64, progress: &dyn Progress) -> Result<ReachReport, Error> {
        let found = strong(self)?.reachable(memory, progress)?;
        let what = "the set of reachable positions";
        let found = found.ok_or_else(|| Error::TooLarge { game: self.game.id(), what })?;
        Ok(ReachReport::new(&*self.game, found))
    }
}

impl<G: Notation + 'static> Checker for Setup<G> {
    fn made_for_it(&self) -> bool {
        self.weak.stands_in()
    }

    fn goals(&self) -> Vec<Goal> {
        self.weak.goals()
    }

    fn read_goal(&self, text: &str) -> Result<Goal, Error> {
        let refused = |problem| Error::Goal { game: self.game.id(), problem };
        self.weak.read_goal(text).map_err(refused)
    }

    fn check_within(&self, certificate: &Certificate, memory: u64) -> Result<Checked, Error> {
        let memory = usize::try_from(memory).unwrap_or(usize::MAX);
        let claims = kaiketsu_engine::search::read_claims(certificate)?;
        self.weak.check(certificate, memory).map_err(|reason| match reason {
            Refusal::Malformed(_)
            | Refusal::Damaged
            | Refusal::OtherGame { .. }
            | Refusal::ReadsAlone
            | Refusal::NoRoom(_) => Error::from(reason),
            reason => Error::NoProof { claim: claim(&claims), reason },
        })
    }
}

/// What a certificate claims, in words.
fn claim(claims: &Claims) -> String {
    let of =
        |goal: &str, reached| format!("that `{goal}` is {}", if reached { "reached" } else { "not reached" });
    let what: Vec<String> = match &claims.value {
        Some(value) => vec![format!("the value `{value}`")],
        None => claims.claims.iter().map(|claim| of(&claim.goal, claim.reached)).collect(),
    };
    format!("{} of {} at {}", what.join(" and "), claims.game, claims.position)
}
