//! How long the server works on one position, the network left out.

use std::time::{Duration, Instant};

use kaiketsu::{Registry, Store};
use serde::Serialize;

use crate::catalogue::Catalogue;
use crate::errors::ApiError;
use crate::limits::Limits;

/// Times for one position with all its moves, from text to JSON.
#[derive(Clone, Debug, Serialize)]
pub struct ServeTimes {
    /// The game.
    pub game: String,
    /// Milliseconds for opening the database or the book of verdicts.
    pub open_ms: f64,
    /// The first position after that.
    pub first_ms: f64,
    /// The median of the positions of a line of best play, all seen before.
    pub median_ms: f64,
    /// The slowest of them.
    pub slowest_ms: f64,
    /// How many positions were asked for that.
    pub requests: usize,
}

/// No request is measured after so much time, and no line followed.
const ENOUGH: Duration = Duration::from_secs(20);

/// Measures requests for the positions of a line of best play.
pub fn measure(registry: Registry, store: Store, game: &str) -> Result<ServeTimes, ApiError> {
    let catalogue = Catalogue::new(registry, store, Limits::default());
    let ask = |position: Option<&str>| -> Result<(Duration, Option<String>), ApiError> {
        let began = Instant::now();
        let answer = catalogue.position(game, position)?;
        let text = serde_json::to_string(&*answer)
            .map_err(|error| ApiError::new(crate::errors::Reason::Internal, error.to_string()))?;
        let elapsed = began.elapsed();
        debug_assert!(!text.is_empty());
        Ok((elapsed, answer.moves.first().map(|best| best.position.clone())))
    };
    let room = catalogue.room(game)?;
    let began = Instant::now();
    room.opened()?;
    let opening = began.elapsed();
    let (first, mut next) = ask(None)?;
    let mut positions = vec![room.start()];
    while let Some(best) = next.filter(|best| !positions.contains(best) && began.elapsed() < ENOUGH) {
        next = ask(Some(&best))?.1;
        positions.push(best);
    }
    let rounds = (1_000 / positions.len()).max(3);
    let mut times = Vec::new();
    for position in positions.iter().cycle().take(rounds * positions.len()) {
        if !times.is_empty() && began.elapsed() > 2 * ENOUGH {
            break;
        }
        times.push(ask(Some(position))?.0);
    }
    times.sort();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    Ok(ServeTimes {
        game: game.into(),
        open_ms: milliseconds(opening),
        first_ms: milliseconds(first),
        median_ms: milliseconds(times[times.len() / 2]),
        slowest_ms: milliseconds(times[times.len() - 1]),
        requests: times.len(),
    })
}
