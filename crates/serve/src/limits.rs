//! What one server gives, so that no client can take it all.

use std::time::Duration;

/// The limits of a server; `GET /api/v1` shows them.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a request body.
    pub body_bytes: usize,
    /// Positions in one batch.
    pub batch: usize,
    /// Letters of a position.
    pub position_letters: usize,
    /// Questions worked on at the same time; others wait.
    pub concurrent: usize,
    /// Questions that wait for the search of one game.
    pub waiting_searches: usize,
    /// How long a request may take, waiting included.
    pub time: Duration,
    /// How long a search may take for one position.
    pub search_time: Duration,
    /// Moves of a main line.
    pub line_moves: usize,
    /// Databases with more stored positions are not counted for statistics.
    pub counted_positions: u64,
    /// Bytes of the table of each game proved by search.
    pub table_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            body_bytes: 64 << 10,
            batch: 256,
            position_letters: 512,
            concurrent: 32,
            waiting_searches: 64,
            time: Duration::from_secs(10),
            search_time: Duration::from_secs(2),
            line_moves: 500,
            counted_positions: 200_000_000,
            table_bytes: 64 << 20,
        }
    }
}
