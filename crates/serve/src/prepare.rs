//! Which games a server may solve before it starts.

use kaiketsu::{Entry, Error, Kind, Plan, Registry, Request, Store};

/// Small games have at most so many stored positions,
pub const SMALL_POSITIONS: u64 = 16_000_000;
/// and are solved in so many seconds of processor time, by their forecast.
pub const SMALL_SECONDS: f64 = 6.0;

/// The small games that can be solved and have no finished database: of at most
/// [`SMALL_POSITIONS`], in at most [`SMALL_SECONDS`].
pub fn missing_small_games(registry: &Registry, store: &Store) -> Result<Vec<Box<dyn Entry>>, Error> {
    let mut missing = Vec::new();
    for id in registry.ids() {
        let game = registry.get(id)?;
        let Some(solver) = game.solver() else { continue };
        let absent = match store.open(id).map_err(Error::from) {
            Ok(_) => false,
            Err(error) => error.kind() == Kind::NotSolved,
        };
        // A plan that did not find all positions says how few they are at the least.
        let is_small = |plan: Plan| {
            plan.trial.is_none()
                && plan.positions <= SMALL_POSITIONS
                && plan.cpu_seconds.is_none_or(|seconds| seconds <= SMALL_SECONDS)
        };
        if absent && is_small(solver.plan(&Request::default())?) {
            missing.push(game);
        }
    }
    Ok(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_games_are_those_of_a_few_seconds() {
        let nowhere = Store::new(std::env::temp_dir().join("kaiketsu-no-such-folder"));
        let missing = missing_small_games(&Registry::standard(), &nowhere).unwrap();
        let ids: Vec<String> = missing.iter().map(|game| game.id()).collect();
        for id in ["tic-tac-toe", "dodgem-3", "nocca-4x4", "nocca-3x3-tall", "quixo-4x4"] {
            assert!(ids.contains(&id.to_string()), "{id} is small");
        }
        for id in [
            "dodgem-4",
            "nocca-5x3",
            "nocca-4x3-tall",
            "qubic-3x3x3",
            "quixo-5x5",
            "otrio",
            "quantum-tic-tac-toe",
            "simpei",
        ] {
            assert!(!ids.contains(&id.to_string()), "{id} is not");
        }
    }
}
