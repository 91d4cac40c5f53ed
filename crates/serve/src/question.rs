//! What is asked about the positions of one game. A question may take two turns,
//! one for what is known at once and one for a search; its texts are read once.
//! Everything here may block.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use kaiketsu::{
    Limit, LineEnd, LineOptions, LineView, PositionView, Rating, ReadPosition, Silent, Strategy, Want,
};

use crate::caching::Keep;
use crate::errors::{ApiError, Reason};
use crate::room::{LONG, Means, Opened, Room};

/// Some positions of a game with whatever answers for it.
pub(crate) struct Batch {
    opened: Arc<Opened>,
    positions: Vec<Result<ReadPosition, ApiError>>,
}

impl Batch {
    /// Reads the texts; an unsolved game is refused as a whole.
    pub(crate) fn new(room: &Room, positions: &[String]) -> Result<Self, ApiError> {
        let (opened, most) = (room.opened()?, room.limits.position_letters);
        let read = |position: &String| match position.len() > most {
            true => Err(ApiError::new(Reason::TooLarge, format!("a position has at most {most} letters"))),
            false => Ok(opened.solution.read(position)?),
        };
        Ok(Batch { positions: positions.iter().map(read).collect(), opened })
    }

    pub(crate) fn is_searched(&self) -> bool {
        self.opened.means == Means::Search
    }

    /// The values, as far as they are found in time.
    pub(crate) fn rate(&self, room: &Room, limit: Limit) -> Vec<Result<Rating, ApiError>> {
        let began = Instant::now();
        let rate = |position: &Result<ReadPosition, ApiError>| match position {
            Ok(position) => Ok(self.opened.solution.rate_read(position, limit)?),
            Err(refused) => Err(refused.clone()),
        };
        let found = self.positions.iter().map(rate).collect();
        if began.elapsed() >= LONG {
            room.keep(&self.opened);
        }
        found
    }
}

/// A position with all its moves and a line of so many.
pub(crate) struct Question {
    opened: Arc<Opened>,
    /// As it was asked; answers are kept by it.
    asked: (String, usize),
    read: Option<ReadPosition>,
}

impl Question {
    pub(crate) fn new(room: &Room, position: String, line: usize) -> Result<Self, ApiError> {
        Ok(Question { opened: room.opened()?, asked: (position, line), read: None })
    }

    pub(crate) fn is_searched(&self) -> bool {
        self.opened.means == Means::Search
    }

    /// Whether nothing is missing that more time could find.
    pub(crate) fn is_whole(&self, answer: &PositionView) -> bool {
        let wanted = self.asked.1;
        let goes_on = |line: &LineView| line.end == LineEnd::Cut && line.moves.len() < wanted;
        answer.complete && (wanted == 0 || answer.line.as_ref().is_some_and(|found| !goes_on(found)))
    }

    /// The answer as far as it is found in time, and how long clients may keep it.
    pub(crate) fn view(&mut self, room: &Room, limit: Limit) -> Result<(Arc<PositionView>, Keep), ApiError> {
        let kept = self.opened.answers().get(&self.asked);
        let count = if kept.is_some() { &room.metrics.kept } else { &room.metrics.found };
        count.fetch_add(1, Relaxed);
        let answer = match kept {
            Some(answer) => answer,
            None => self.find(room, limit)?,
        };
        let keep = match &self.opened.signature {
            _ if !self.is_whole(&answer) => Keep::No,
            Some(signature) => Keep::signed(signature),
            None => Keep::Hour,
        };
        Ok((answer, keep))
    }

    fn find(&mut self, room: &Room, limit: Limit) -> Result<Arc<PositionView>, ApiError> {
        let (began, most, solution) = (Instant::now(), self.asked.1, &self.opened.solution);
        let want = Want {
            limit,
            line: (most > 0).then_some(LineOptions { most, strategy: Strategy::SEARCH, seed: 0 }),
            drawing: false, // pages draw from the scene
            progress: &Silent,
        };
        let read = match self.read.take() {
            Some(read) => read,
            None => solution.read(&self.asked.0)?,
        };
        let answer = Arc::new(solution.view_read(self.read.insert(read), want)?);
        if began.elapsed() >= LONG {
            room.keep(&self.opened);
            if self.is_whole(&answer) {
                self.opened.answers().insert(self.asked.clone(), Arc::clone(&answer));
            }
        }
        Ok(answer)
    }
}
