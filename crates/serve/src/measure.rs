//! How long the server works on one position, the network left out.

use std::time::{Duration, Instant};

use kaiketsu::{Registry, Store};

use crate::catalogue::Catalogue;
use crate::errors::ApiError;
use crate::limits::Limits;

/// Times for one position with all its moves, from text to JSON.
#[derive(Clone, Debug)]
pub struct ServeTimes {
    /// The game.
    pub game: String,
    /// Opening the database.
    pub opening: Duration,
    /// The first position after that.
    pub first: Duration,
    /// The median of the positions of a line of best play, all seen before.
    pub median: Duration,
    /// The slowest of them.
    pub slowest: Duration,
    /// How many positions were asked for that.
    pub requests: usize,
}

/// Measures requests for the positions of the main line of a solved game.
pub fn measure(registry: Registry, store: Store, game: &str) -> Result<ServeTimes, ApiError> {
    let catalogue = Catalogue::new(registry, store, Limits::default());
    let ask = |position: Option<&str>| -> Result<(Duration, Vec<String>), ApiError> {
        let began = Instant::now();
        let answer = catalogue.position(game, position)?;
        let text = serde_json::to_string(&answer)
            .map_err(|error| ApiError::new(crate::errors::Reason::Internal, error.to_string()))?;
        let elapsed = began.elapsed();
        debug_assert!(!text.is_empty());
        Ok((elapsed, answer.moves.into_iter().map(|mv| mv.position).collect()))
    };
    let began = Instant::now();
    catalogue.room(game)?.facts(true); // opens the database
    let opening = began.elapsed();
    let (first, mut next) = ask(None)?;
    let mut positions = vec![catalogue.room(game)?.start()];
    while let Some(best) = next.into_iter().next().filter(|best| !positions.contains(best)) {
        next = ask(Some(&best))?.1;
        positions.push(best);
    }
    let mut times = Vec::new();
    for _ in 0..(1_000 / positions.len()).max(3) {
        for position in &positions {
            times.push(ask(Some(position))?.0);
        }
    }
    times.sort();
    Ok(ServeTimes {
        game: game.into(),
        opening,
        first,
        median: times[times.len() / 2],
        slowest: times[times.len() - 1],
        requests: times.len(),
    })
}
