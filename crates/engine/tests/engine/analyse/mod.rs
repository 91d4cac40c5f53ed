//! What a solution says.

mod equations;
mod headway;
mod oracle;
mod parts;
mod verify;

use std::sync::Arc;

use kaiketsu_db::Database;
use kaiketsu_engine::analyse::Stored;
use kaiketsu_engine::solve::Sweep;
use kaiketsu_game::{Notation, Tiered};
use kaiketsu_testkit::solve_in_memory;

/// A game solved in memory, with distances or without.
fn solved<G: Tiered + Notation>(game: impl Into<Arc<G>>, distances: bool) -> Stored<G> {
    let game = game.into();
    let storage = solve_in_memory(&*game, &Sweep, 2, distances).storage;
    Stored::new(game, Database::open(Arc::new(storage)).unwrap()).unwrap()
}
