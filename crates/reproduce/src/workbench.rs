//! What the comparisons work with: games, a store, options. What is missing is
//! solved here, once, and remembered.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use kaiketsu::{
    Error, Kind, Part, Progress, Question, Registry, Request, Resources, Silent, Solution, Solver, Store,
    Verdict, machine,
};
use serde_json::Value as Json;

use crate::figures::Figures;
use crate::numbers::{seconds, times};
use crate::report::Provenance;
use crate::{Published, Row};

/// How much is computed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scope {
    /// All of Otrio, and the papers' own searches.
    pub full: bool,
    /// Quixo 5x5 and NOCCA x NOCCA 5x6, from their databases or kept results.
    pub large: bool,
    /// Leaves out what takes longest, for tests: kernels against each other on
    /// all of Quixo 4x4, Dodgem with four pieces, all of quantum tic-tac-toe, the first moves of Otrio
    /// and most of the others.
    pub brief: bool,
}

/// Games, store, options, and what was computed so far.
pub struct Workbench<'a> {
    pub(crate) registry: &'a Registry,
    pub(crate) store: Store,
    pub(crate) request: Request,
    pub(crate) resources: Resources,
    pub(crate) scope: Scope,
    pub(crate) published: Published,
    progress: &'a dyn Progress,
    figures: RefCell<BTreeMap<String, Rc<Figures>>>,
    /// Pages that stand in for those kept in the program.
    pages: BTreeMap<String, Figures>,
    began: Duration,
}

impl<'a> Workbench<'a> {
    /// With all that the machine allows, and the tables as printed.
    pub fn new(registry: &'a Registry, store: Store, scope: Scope, progress: &'a dyn Progress) -> Self {
        let request = Request::default();
        Workbench {
            registry,
            store,
            resources: Resources { threads: request.threads, ..Resources::default() },
            request,
            scope,
            published: Published::embedded(),
            progress,
            figures: RefCell::default(),
            pages: BTreeMap::new(),
            began: machine::processor_time(),
        }
    }

    /// The same bench with other limits of threads and memory.
    #[must_use]
    pub fn limited(mut self, request: Request, resources: Resources) -> Self {
        (self.request, self.resources) = (Request { kernel: None, distances: true, ..request }, resources);
        self
    }

    /// The same bench with other published tables.
    #[must_use]
    pub fn comparing(mut self, published: Published) -> Self {
        self.published = published;
        self
    }

    /// The same bench with another page of results for a game than the one kept in
    /// the program, as `stats --results` writes it.
    ///
    /// # Panics
    /// If the text is no TOML.
    #[must_use]
    pub fn keeping(mut self, game: &str, page: &str) -> Self {
        let page = Figures::read(page).unwrap_or_else(|| panic!("the page of {game} is no TOML"));
        self.pages.insert(game.into(), page);
        self
    }

    pub(crate) fn kept(&self, id: &str) -> Option<Figures> {
        self.pages.get(id).cloned().or_else(|| Figures::kept(id))
    }

    /// Does some work and says which.
    pub(crate) fn busy<T>(&self, what: &str, work: impl FnOnce() -> T) -> T {
        self.progress.begin(what, 0);
        let done = work();
        self.progress.end();
        done
    }

    pub(crate) fn cpu_seconds(&self) -> f64 {
        (machine::processor_time() - self.began).as_secs_f64()
    }

    /// The database of a game, if it is there.
    fn database(&self, id: &str) -> Result<Option<Box<dyn Solution>>, Error> {
        match self.registry.get(id)?.open(&self.store, self.resources) {
            Ok(solution) => Ok(Some(solution).filter(|solution| solution.whole().is_some())),
            Err(error) if error.kind() == Kind::NotSolved => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What solves a game as a whole.
    pub(crate) fn with_solver<T>(
        &self,
        id: &str,
        work: impl FnOnce(&dyn Solver) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let game = self.registry.get(id)?;
        work(game.solver().ok_or_else(|| Error::ProvedBySearch(id.into()))?)
    }

    /// The database of a game, solved if it is missing.
    pub(crate) fn open(&self, id: &str) -> Result<Box<dyn Solution>, Error> {
        if let Some(solution) = self.database(id)? {
            return Ok(solution);
        }
        self.with_solver(id, |solver| solver.solve(&self.store, &self.request, self.progress))?;
        self.registry.get(id)?.open(&self.store, self.resources)
    }

    /// The numbers of a game, solved if it is missing.
    pub(crate) fn figures(&self, id: &str) -> Result<Rc<Figures>, Error> {
        if let Some(known) = self.figures.borrow().get(id) {
            return Ok(Rc::clone(known));
        }
        let solution = self.open(id)?;
        Ok(self.keep(id, self.count(id, &*solution)?))
    }

    /// The numbers of a large game: from its database, from the kept page, or
    /// none. Nothing is solved.
    pub(crate) fn large(&self, id: &str) -> Result<Large, Error> {
        if !self.scope.large {
            return Ok(Large { found: None, needs: "needs --large".into() });
        }
        let mut found = self.figures.borrow().get(id).cloned();
        if found.is_none() {
            found = match self.database(id)? {
                Some(solution) => Some(self.keep(id, self.count(id, &*solution)?)),
                None => self.kept(id).map(|kept| self.keep(id, kept)),
            };
        }
        let needs = format!("neither a database (kaiketsu solve {id}) nor kept results");
        Ok(Large { found, needs })
    }

    /// The numbers of a result beyond the papers: the page kept of it, or with
    /// `--large` its database, if that is there and has distances. Nothing is solved.
    pub(crate) fn beyond(&self, id: &str) -> Result<Large, Error> {
        // A result may be of a game that is not registered.
        let is_there = self.scope.large && self.registry.get(id).is_ok();
        let database = if is_there { self.database(id)? } else { None };
        let distances =
            database.is_some_and(|found| found.whole().is_some_and(|whole| whole.manifest().distances));
        if distances {
            return self.large(id);
        }
        let mut found = self.figures.borrow().get(id).cloned();
        found = found.or_else(|| self.kept(id).map(|kept| self.keep(id, kept)));
        Ok(Large { found, needs: "there are no kept results; needs --large and a database".into() })
    }

    /// The numbers of a small game, solved if it is missing.
    pub(crate) fn found(&self, id: &str) -> Result<Large, Error> {
        Ok(Large { found: Some(self.figures(id)?), needs: String::new() })
    }

    fn count(&self, id: &str, solution: &dyn Solution) -> Result<Figures, Error> {
        let whole = solution.whole().ok_or_else(|| Error::ProvedBySearch(id.into()))?;
        let times = self.with_solver(id, |solver| Ok(solver.times(&self.store)))?;
        let (_, results) = whole.results(&times, whole.census(Part::WHOLE, self.progress)?, self.progress)?;
        let page = serde_json::to_value(&results).unwrap_or(Json::Null);
        Ok(Figures { source: "database", page })
    }

    fn keep(&self, id: &str, figures: Figures) -> Rc<Figures> {
        let figures = Rc::new(figures);
        self.figures.borrow_mut().insert(id.into(), Rc::clone(&figures));
        figures
    }

    /// Asks a question, with the book of verdicts.
    pub(crate) fn prove(&self, id: &str, question: &Question) -> Result<Verdict, Error> {
        self.prove_within(id, question, self.resources)
    }

    /// A published search, which remembers all it meets and so may use all that
    /// the machine allows; `None` if that is not enough.
    pub(crate) fn prove_as_published(&self, id: &str, question: &Question) -> Result<Option<Verdict>, Error> {
        let memory = self.resources.memory.or(Some(self.request.memory));
        match self.prove_within(id, question, Resources { memory, ..self.resources }) {
            Err(error) if error.kind() == Kind::Memory => Ok(None),
            found => found.map(Some),
        }
    }

    fn prove_within(&self, id: &str, question: &Question, resources: Resources) -> Result<Verdict, Error> {
        let solution = self.registry.get(id)?.open(&self.store, resources)?;
        let verdict = solution.prover()?.prove(question, &Silent)?;
        solution.keep()?;
        Ok(verdict)
    }

    pub(crate) fn provenance(&self) -> Vec<Provenance> {
        let figures = self.figures.borrow();
        let row = |(game, figures): (&String, &Rc<Figures>)| Provenance {
            game: game.clone(),
            source: figures.source,
            signature_values: figures.text("signature_values").unwrap_or_default(),
            signature_plies: figures.text("signature_plies"),
            cpu_seconds: figures.cpu_seconds(),
        };
        figures.iter().map(row).collect()
    }
}

/// The numbers of a game that may be too large to be solved for a comparison,
/// and the rows that need them.
#[derive(Clone)]
pub(crate) struct Large {
    pub(crate) found: Option<Rc<Figures>>,
    pub(crate) needs: String,
}

impl Large {
    /// The same if it has a table, else nothing.
    pub(crate) fn having(&self, table: &str) -> Large {
        Large { found: self.found.clone().filter(|found| found.has(table)), needs: self.needs.clone() }
    }

    /// What follows from the numbers, and where they come from; or what is missing.
    pub(crate) fn row(
        &self,
        what: impl ToString,
        published: impl ToString,
        row: impl FnOnce(&Figures, String, String) -> Row,
    ) -> Row {
        match &self.found {
            Some(found) => row(found, what.to_string(), published.to_string()).also(&found.remark()),
            None => Row::missing(what, published, &self.needs),
        }
    }

    /// Equal or different, if the numbers are there.
    pub(crate) fn compare(
        &self,
        what: impl ToString,
        published: impl ToString,
        computed: impl FnOnce(&Figures) -> String,
    ) -> Row {
        self.row(what, published, |found, what, published| Row::compare(what, published, computed(found)))
    }

    /// A published time in seconds beside ours, if the journal of the solve has it.
    pub(crate) fn time(
        &self,
        what: impl ToString,
        (published, theirs): (String, f64),
        ours: impl FnOnce(&Figures) -> Option<f64>,
        conditions: impl FnOnce(&Figures) -> String,
    ) -> Row {
        self.row(what, published, |found, what, published| match ours(found) {
            Some(ours) => {
                let why = format!("{} faster: {}", times(theirs, ours), conditions(found));
                Row::apart(what, published, seconds(ours), &why)
            }
            None => Row::apart(what, published, "unknown", "the journal of the solve is absent"),
        })
    }
}
