//! Kernels measured against each other in one run.

use kaiketsu_db::Signature;

use crate::{Entry, Error, Request, Solver, machine};

/// One kernel on one game.
#[derive(Clone, Debug)]
pub struct BenchRow {
    /// The game.
    pub game: String,
    /// The kernel.
    pub kernel: &'static str,
    /// Whether it computed distances.
    pub distances: bool,
    /// Stored positions solved.
    pub positions: u64,
    /// Processor seconds of all threads, compressing the values included.
    pub cpu_seconds: f64,
    /// The signature of the values, to show that the kernels agree.
    pub signature: Signature,
}

impl BenchRow {
    /// Stored positions solved per second of one core.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.positions as f64 / self.cpu_seconds.max(1e-9)
    }
}

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct BenchLimits {
    /// Solve the first layers up to about so many positions; at least one layer.
    pub positions: u64,
    /// Leave out kernels that would take longer, in forecast processor seconds.
    pub cpu_seconds: f64,
}

/// Solves a game or its first layers by each of the kernels asked for, into
/// memory. Returns the kernels left out, with their forecast.
pub fn bench(
    game: &dyn Entry,
    request: &Request,
    limits: BenchLimits,
    done: &mut dyn FnMut(BenchRow),
) -> Result<Vec<(&'static str, f64)>, Error> {
    let id = game.id();
    let game = game.solver().ok_or_else(|| Error::ProvedBySearch(id.clone()))?;
    let mut chosen = game.kernels();
    chosen.retain(|name| request.kernel.as_deref().is_none_or(|kernel| kernel == *name));
    if chosen.is_empty() {
        game.plan(request)?; // says which kernels there are
    }
    let layers = layers_within(game, request, limits.positions)?;
    let mut left_out = Vec::new();
    for kernel in chosen {
        let distances = request.distances && game.keeps_distances(kernel);
        let request = Request { kernel: Some(kernel.into()), distances, layers, ..request.clone() };
        let forecast = game.plan(&request)?.cpu_seconds.unwrap_or(0.0);
        if forecast > limits.cpu_seconds {
            left_out.push((kernel, forecast));
            continue;
        }
        let before = machine::processor_time();
        let solution = game.rehearse(&request)?;
        let cpu_seconds = (machine::processor_time() - before).as_secs_f64();
        let mut manifest = solution.manifest;
        manifest.complete();
        done(BenchRow {
            game: id.clone(),
            kernel,
            distances,
            positions: manifest.positions(),
            cpu_seconds,
            signature: manifest.signature_values.expect("a complete manifest is signed"),
        });
    }
    Ok(left_out)
}

/// The most layers that together have at most so many positions; at least
/// one, and `None` if that is all of them.
fn layers_within(game: &dyn Solver, request: &Request, most: u64) -> Result<Option<u32>, Error> {
    let positions = |layers| -> Result<u64, Error> {
        Ok(game.plan(&Request { kernel: None, layers, ..request.clone() })?.positions)
    };
    if positions(None)? <= most {
        return Ok(None);
    }
    let mut layers = 1;
    while positions(Some(layers + 1))? <= most {
        layers += 1;
    }
    Ok(Some(layers))
}
