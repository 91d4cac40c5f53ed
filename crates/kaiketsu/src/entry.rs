//! From a typed game to a [`Solvable`].

use std::sync::Arc;

use kaiketsu_analyse::{LineEnd, Oracle, RatedMove, reachable, statistics, verify};
use kaiketsu_db::{Memory, Storage};
use kaiketsu_game::{Notation, Retrograde, Tiered, Value};
use kaiketsu_solve::{
    Induction, Kernel, Options, Plan, Progress, Queue, Silent, Solution, Sweep, check, plan, solve,
};

use crate::{Answer, Error, MoveAnswer, Playing, Rating, Request, Solvable, Solved, StatisticsReport, Store};

/// A game with the kernels that can solve it.
pub struct Entry<G> {
    game: Arc<G>,
    kernels: Vec<Box<dyn Kernel<G>>>,
}

impl<G: Tiered + Notation + 'static> Entry<G> {
    /// A game solved by the reference kernel alone.
    pub fn new(game: G) -> Self {
        Entry { game: Arc::new(game), kernels: vec![Box::new(Sweep)] }
    }

    /// Adds a kernel and prefers it to those added before.
    #[must_use]
    pub fn prefer(mut self, kernel: impl Kernel<G> + 'static) -> Self {
        self.kernels.insert(0, Box::new(kernel));
        self
    }

    fn kernel(&self, request: &Request) -> Result<&dyn Kernel<G>, Error> {
        let found = match &request.kernel {
            None => self.kernels.iter().find(|kernel| kernel.keeps_distances() || !request.distances),
            Some(name) => self.kernels.iter().find(|kernel| kernel.name() == name),
        };
        found.map(|kernel| &**kernel).ok_or_else(|| Error::UnknownKernel {
            game: self.game.id(),
            kernel: request.kernel.clone().unwrap_or_default(),
            known: self.kernels().join(", "),
        })
    }

    fn solve_into(
        &self,
        storage: &dyn Storage,
        request: &Request,
        progress: &dyn Progress,
    ) -> Result<Solution, Error> {
        Ok(solve(&*self.game, self.kernel(request)?, storage, &options(request), progress)?)
    }
}

impl<G: Retrograde + Notation + 'static> Entry<G> {
    /// A game that lists its moves backwards: all generic kernels.
    pub fn retrograde(game: G) -> Self {
        Entry::new(game).prefer(Induction).prefer(Queue)
    }
}

fn options(request: &Request) -> Options {
    Options {
        threads: request.threads,
        memory: request.memory,
        distances: request.distances,
        layers: request.layers,
    }
}

impl<G: Tiered + Notation + 'static> Solvable for Entry<G> {
    fn id(&self) -> String {
        self.game.id()
    }

    fn title(&self) -> String {
        self.game.title()
    }

    fn about(&self) -> String {
        self.game.about()
    }

    fn start(&self) -> String {
        self.game.write_position(&self.game.start())
    }

    fn kernels(&self) -> Vec<&'static str> {
        self.kernels.iter().map(|kernel| kernel.name()).collect()
    }

    fn keeps_distances(&self, kernel: &str) -> Result<bool, Error> {
        let request = Request { kernel: Some(kernel.into()), ..Request::default() };
        Ok(self.kernel(&request)?.keeps_distances())
    }

    fn plan(&self, request: &Request) -> Result<Plan, Error> {
        Ok(plan(&*self.game, self.kernel(request)?, &options(request)))
    }

    fn solve(&self, store: &Store, request: &Request, progress: &dyn Progress) -> Result<Solution, Error> {
        // Refuse what cannot work before anything is written.
        check(&*self.game, self.kernel(request)?, &options(request))?;
        let folder = store.create(&self.game.id())?;
        let _lock = folder.lock()?;
        self.solve_into(&folder, request, progress)
    }

    fn rehearse(&self, request: &Request) -> Result<Solution, Error> {
        self.solve_into(&Memory::new(), request, &Silent)
    }

    fn open(&self, store: &Store) -> Result<Box<dyn Solved>, Error> {
        Ok(Box::new(Oracle::new(Arc::clone(&self.game), store.open(&self.game.id())?)?))
    }

    fn reachable(&self, memory: u64, progress: &dyn Progress) -> Result<u64, Error> {
        let found = reachable(&*self.game, memory, progress);
        let too_large = || Error::TooLarge { game: self.game.id(), what: "the set of reachable positions" };
        Ok(found.ok_or_else(too_large)?.positions)
    }
}

impl<G: Tiered + Notation> Solved for Oracle<G> {
    fn query(&self, text: &str) -> Result<Answer, Error> {
        let (game, position) = (self.game(), read(self.game(), text)?);
        Ok(Answer {
            game: game.id(),
            position: game.write_position(&position),
            value: self.value(&position)?.into(),
            over: game.ending(&position).is_some(),
            moves: describe(game, &position, self.moves(&position)?),
            drawing: game.draw(&position),
        })
    }

    fn line(&self, text: &str, most: usize) -> Result<Playing, Error> {
        let (game, start) = (self.game(), read(self.game(), text)?);
        let line = Oracle::line(self, &start, most)?;
        let mut moves = Vec::new();
        let mut at = start.clone();
        for rated in line.moves {
            let next = rated.position.clone();
            moves.extend(describe(game, &at, vec![rated]));
            at = next;
        }
        Ok(Playing {
            game: game.id(),
            position: game.write_position(&start),
            value: self.value(&start)?.into(),
            moves,
            end: match line.end {
                LineEnd::Over(_) => "over",
                LineEnd::Repeats => "repeats",
                LineEnd::NoDistances => "no-distances",
                LineEnd::Cut => "cut",
            },
            drawing: game.draw(&at),
        })
    }

    fn rate(&self, text: &str) -> Result<Rating, Error> {
        let value: Value = self.value(&read(self.game(), text)?)?;
        Ok(value.into())
    }

    fn statistics(&self, progress: &dyn Progress) -> Result<StatisticsReport, Error> {
        let statistics = statistics(self, progress)?;
        Ok(StatisticsReport::new(self.game(), self.database().manifest(), statistics))
    }

    fn verify(&self, memory: u64, progress: &dyn Progress) -> Result<(), Error> {
        Ok(verify(self, memory, progress)?)
    }
}

fn read<G: Notation>(game: &G, text: &str) -> Result<G::Position, Error> {
    let trouble = |problem| Error::Notation { game: game.id(), problem };
    game.read_position(text.trim()).map_err(trouble)
}

fn describe<G: Notation>(game: &G, position: &G::Position, moves: Vec<RatedMove<G>>) -> Vec<MoveAnswer> {
    let describe = |rated: RatedMove<G>| MoveAnswer {
        mv: game.write_move(position, &rated.mv),
        position: game.write_position(&rated.position),
        value: rated.value.into(),
    };
    moves.into_iter().map(describe).collect()
}
