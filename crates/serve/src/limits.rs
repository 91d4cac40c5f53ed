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
    /// Questions about one game worked on at the same time, so that the
    /// searches of one game do not hold up the others.
    pub of_one_game: usize,
    /// Questions about one game that wait; further ones are refused, and so are
    /// those that could not be answered in time.
    pub waiting: usize,
    /// Costly questions worked on at the same time: searches, puzzles, records,
    /// long lines without distances. One processor is left to the others.
    pub costly: usize,
    /// How long a request may take, waiting included.
    pub time: Duration,
    /// How long a search may take for one position or one batch.
    pub search_time: Duration,
    /// How long the head of a request may take to arrive, and how long a
    /// connection may be kept open between requests.
    pub head_time: Duration,
    /// How long the body of a request may take to arrive.
    pub body_time: Duration,
    /// How long a client may leave its answer unread.
    pub unread_time: Duration,
    /// Connections that are open at the same time, or fewer where the system
    /// gives fewer files; for a further one the one is closed that has waited
    /// longest without a request.
    pub connections: usize,
    /// Moves of a main line.
    pub line_moves: usize,
    /// Databases with more stored positions are not counted for statistics.
    pub counted_positions: u64,
    /// Bytes of the table of each game that is searched.
    pub table_bytes: u64,
    /// Verdicts in the book on all games; with so many, what is found is not kept.
    pub verdicts: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            body_bytes: 64 << 10,
            batch: 256,
            position_letters: 512,
            concurrent: 32,
            of_one_game: 4,
            waiting: 2048,
            costly: (kaiketsu::machine::processors() - 1).max(1),
            time: Duration::from_secs(10),
            search_time: Duration::from_secs(2),
            head_time: Duration::from_secs(15),
            body_time: Duration::from_secs(10),
            unread_time: Duration::from_secs(20),
            connections: 4096,
            line_moves: 500,
            counted_positions: 200_000_000,
            table_bytes: 64 << 20,
            verdicts: 100_000,
        }
    }
}
