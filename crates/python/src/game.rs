//! Games: what they are, what a solve takes, solving, serving.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use kaiketsu::{
    Certificate, Entry, Error, Registry, Request, Resources, Store, machine, picture, read_claims,
};
use kaiketsu_serve::{Limits, Running};
use pyo3::prelude::*;
use serde_json::json;

use crate::errors::raise;
use crate::solution::Solution;
use crate::watch::{Ends, briefly, run};

/// Where databases are kept unless told otherwise: as the command line has it.
#[pyfunction]
pub(crate) fn data_folder() -> Option<PathBuf> {
    let told = std::env::var_os("KAIKETSU_DB").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    told.or_else(|| dirs::data_dir().map(|data| data.join("kaiketsu")))
}

/// The families with their games, as JSON.
#[pyfunction]
pub(crate) fn families() -> String {
    let registry = Registry::standard();
    let family = |family: &kaiketsu::Family| {
        let games: Vec<_> =
            family.games.iter().map(|game| json!({ "id": game.id, "name": game.name })).collect();
        json!({ "id": family.id, "title": family.title, "games": games })
    };
    registry.families().iter().map(family).collect::<serde_json::Value>().to_string()
}

/// How many layer files of a game are finished in a folder of databases.
#[pyfunction]
pub(crate) fn kept_layers(folder: PathBuf, id: &str) -> usize {
    let files = std::fs::read_dir(folder.join(id)).into_iter().flatten().flatten();
    files.filter(|file| file.path().extension().is_some_and(|ending| ending == "kai")).count()
}

/// Makes the registry in which a game is the one to be taken.
type Registered = Arc<dyn Fn() -> Registry + Send + Sync>;

/// A game, native or given as a table.
#[pyclass(frozen, module = "kaiketsu._kaiketsu")]
pub(crate) struct Game {
    id: String,
    registered: Registered,
    entry: Mutex<Arc<dyn Entry>>,
}

impl Game {
    pub(crate) fn new(id: &str, registered: Registered) -> Result<Self, Error> {
        let entry = Mutex::new(Arc::from(registered().get(id)?));
        Ok(Game { id: id.into(), registered, entry })
    }

    fn entry(&self) -> Arc<dyn Entry> {
        Arc::clone(&self.entry.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A setup that was unwound from is not used again.
    fn renew(&self) {
        if let Ok(fresh) = (self.registered)().get(&self.id) {
            *self.entry.lock().unwrap_or_else(PoisonError::into_inner) = Arc::from(fresh);
        }
    }

    /// Runs long work with the entry.
    fn long<T: Send + 'static>(
        &self,
        py: Python<'_>,
        progress: Option<&Bound<'_, PyAny>>,
        work: impl FnOnce(&dyn Entry, &crate::watch::Watch) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        let entry = self.entry();
        let done = run(py, progress, Ends::Unwinding, move |watch| work(&*entry, watch));
        if done.is_err() {
            self.renew();
        }
        done
    }
}

/// How to solve: what was said, and for the rest what suits the machine.
fn request(
    kernel: Option<String>,
    threads: Option<usize>,
    memory: Option<u64>,
    distances: bool,
    layers: Option<u32>,
) -> Request {
    let request = Request { kernel, distances, layers, ..Request::default() };
    Request {
        threads: threads.unwrap_or(request.threads).max(1),
        memory: memory.unwrap_or(request.memory),
        ..request
    }
}

fn resources(threads: Option<usize>, memory: Option<u64>) -> Resources {
    Resources { threads: threads.unwrap_or_else(machine::processors).max(1), memory, verdicts: None }
}

#[pymethods]
impl Game {
    /// A game that comes with Kaiketsu, by its id.
    #[staticmethod]
    fn named(py: Python<'_>, id: &str) -> PyResult<Self> {
        briefly(py, || Game::new(id, Arc::new(Registry::standard)))
    }

    /// Id, title, rules, start, kernels and goals, as JSON.
    fn facts(&self) -> String {
        let entry = self.entry();
        let kernels = entry.solver().map_or(Vec::new(), |solver| {
            let kernel =
                |name: &'static str| json!({ "name": name, "distances": solver.keeps_distances(name) });
            solver.kernels().into_iter().map(kernel).collect()
        });
        let goals: Vec<String> = entry.checker().goals().iter().map(ToString::to_string).collect();
        json!({
            "id": entry.id(), "title": entry.title(), "about": entry.about(), "start": entry.start(),
            "kernels": kernels, "goals": goals, "searched": entry.checker().made_for_it(),
        })
        .to_string()
    }

    /// The cells and kinds of pieces, as JSON.
    fn board(&self) -> String {
        serde_json::to_string(&self.entry().board()).expect("a board is plain data")
    }

    /// A position as the rules show it: JSON, and the board for a terminal.
    fn look(&self, py: Python<'_>, position: &str) -> PyResult<(String, String)> {
        let entry = self.entry();
        let view = briefly(py, || entry.look(position))?;
        Ok((serde_json::to_string(&view).expect("a view is plain data"), view.drawing))
    }

    /// A picture of a position by the rules alone.
    fn picture(&self, py: Python<'_>, position: &str, second: bool) -> PyResult<String> {
        let entry = self.entry();
        briefly(py, || Ok(picture::draw(&entry.board(), &entry.look(position)?, second)))
    }

    /// The texts of moves, and whether they are surely all.
    fn vocabulary(&self, py: Python<'_>, most: usize) -> PyResult<(Vec<String>, bool)> {
        let entry = self.entry();
        run(py, None, Ends::ByItself, move |_| Ok(entry.vocabulary(most)))
    }

    /// What a solve would take, as JSON.
    #[pyo3(signature = (kernel, threads, memory, distances))]
    fn plan(
        &self,
        py: Python<'_>,
        kernel: Option<String>,
        threads: Option<usize>,
        memory: Option<u64>,
        distances: bool,
    ) -> PyResult<String> {
        let request = request(kernel, threads, memory, distances, None);
        self.long(py, None, move |entry, _| {
            let solver = entry.solver().ok_or_else(|| Error::ProvedBySearch(entry.id()))?;
            let plan = solver.plan(&request)?;
            Ok(json!({
                "game": plan.game, "kernel": plan.kernel, "distances": plan.distances,
                "positions": plan.positions, "exact": plan.trial.is_none(), "tiers": plan.tiers,
                "layers": plan.layers, "threads": plan.threads, "memory_needed": plan.memory_needed,
                "memory_comfortable": plan.memory_comfortable, "memory_given": plan.memory_given,
                "disk_at_most": plan.disk_at_most, "cpu_seconds": plan.cpu_seconds,
            })
            .to_string())
        })
    }

    /// Solves into a folder of databases; what the solve did, as JSON.
    #[pyo3(signature = (folder, kernel, threads, memory, distances, layers, progress))]
    #[allow(clippy::too_many_arguments)]
    fn solve(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        kernel: Option<String>,
        threads: Option<usize>,
        memory: Option<u64>,
        distances: bool,
        layers: Option<u32>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let request = request(kernel, threads, memory, distances, layers);
        self.long(py, progress, move |entry, watch| {
            let solver = entry.solver().ok_or_else(|| Error::ProvedBySearch(entry.id()))?;
            let before = machine::processor_time();
            let solve = solver.solve(&Store::new(folder), &request, watch)?;
            let (manifest, cpu) = (&solve.manifest, machine::processor_time() - before);
            Ok(json!({
                "game": manifest.game, "complete": manifest.complete,
                "stored_positions": manifest.positions(), "layers": manifest.layers.len(),
                "reused_layers": solve.reused_layers,
                "bytes": manifest.layers.iter().map(|layer| layer.bytes).sum::<u64>(),
                "cpu_seconds": cpu.as_secs_f64(),
                "signature_values": manifest.signature_values.map(|s| s.to_string()),
                "signature_plies": manifest.signature_plies.map(|s| s.to_string()),
            })
            .to_string())
        })
    }

    /// The game open for questions.
    #[pyo3(signature = (folder, threads, memory))]
    fn open(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        threads: Option<usize>,
        memory: Option<u64>,
    ) -> PyResult<Solution> {
        self.long(py, None, move |entry, _| entry.open(&Store::new(folder), resources(threads, memory)))
            .map(|solution| Solution::new(self.entry(), solution))
    }

    /// The game open for proofs by search.
    #[pyo3(signature = (folder, threads, memory))]
    fn open_search(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        threads: Option<usize>,
        memory: Option<u64>,
    ) -> PyResult<Solution> {
        self.long(py, None, move |entry, _| {
            entry.open_search(&Store::new(folder), resources(threads, memory))
        })
        .map(|solution| Solution::new(self.entry(), solution))
    }

    /// The number of positions that can be reached from the start.
    #[pyo3(signature = (memory, progress))]
    fn reachable(
        &self,
        py: Python<'_>,
        memory: Option<u64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let memory = memory.unwrap_or_else(machine::default_memory);
        self.long(py, progress, move |entry, watch| {
            let solver = entry.solver().ok_or_else(|| Error::ProvedBySearch(entry.id()))?;
            Ok(solver.reachable(memory, watch)?.positions)
        })
    }

    /// Replays a certificate against the rules; what it shows, as JSON.
    fn check(&self, py: Python<'_>, certificate: Vec<u8>) -> PyResult<String> {
        let entry = self.entry();
        run(py, None, Ends::ByItself, move |_| {
            let certificate = Certificate(certificate);
            let claims = read_claims(&certificate)?;
            if claims.game != entry.id() {
                let of = format!("the certificate is of {}, not of", claims.game);
                return Err(Error::UnknownGame { id: claims.game.clone(), of, known: entry.id() });
            }
            let checked = entry.checker().check(&certificate)?;
            let claims = checked.claims.claims.iter();
            let goals = claims.map(|c| json!({ "goal": c.goal, "reached": c.reached, "bytes": c.bytes }));
            Ok(json!({
                "game": checked.claims.game, "position": checked.claims.position, "proved": true,
                "value": checked.claims.value,
                "goals": goals.collect::<Vec<_>>(),
                "bytes": certificate.0.len(), "positions": checked.positions,
            })
            .to_string())
        })
    }

    /// Serves the explorer on threads of its own.
    fn serve(&self, py: Python<'_>, folder: PathBuf, address: &str) -> PyResult<Server> {
        let address: SocketAddr = address.parse().map_err(|_| {
            raise(py, "RequestError", format!("`{address}` is no address and port, such as 127.0.0.1:4649"))
        })?;
        let bound =
            kaiketsu_serve::Server::bind((self.registered)(), Store::new(folder), address, Limits::default());
        let server = bound.map_err(|error| raise(py, "SystemRefusedError", error.to_string()))?;
        let address = server.address().to_string();
        Ok(Server { address, running: Mutex::new(Some(server.start())) })
    }
}

/// The explorer, served.
#[pyclass(frozen, module = "kaiketsu._kaiketsu")]
pub(crate) struct Server {
    address: String,
    running: Mutex<Option<Running>>,
}

#[pymethods]
impl Server {
    /// Address and port.
    #[getter]
    fn address(&self) -> &str {
        &self.address
    }

    /// Stops it; twice does no harm.
    fn stop(&self, py: Python<'_>) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner).take();
        py.detach(|| drop(running));
    }
}
