//! What all handlers share: the games, and turns for work that may block.
//!
//! There are two lanes. What a database answers takes little, and many such
//! questions are worked on at once. Searches, puzzles, records and lines without
//! distances take much: few of them run, they stop at their time limit, and a
//! question that could not be answered in time is refused at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use kaiketsu::Limit;
use tokio::sync::Semaphore;

use crate::catalogue::Catalogue;
use crate::connections::Connections;
use crate::errors::{ApiError, Reason};
use crate::guard::Names;
use crate::lane::Cost;
use crate::metrics::{Metrics, Moment};
use crate::room::Room;
use crate::solving::Solving;

/// What all handlers share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) catalogue: Arc<Catalogue>,
    /// One permit for each question worked on.
    pub(crate) permits: Arc<Semaphore>,
    /// One permit for each costly question worked on.
    costly: Arc<Semaphore>,
    /// Games whose costly questions are worked on or come next.
    crowd: Arc<AtomicUsize>,
    /// One permit: two databases are not counted at once.
    pub(crate) counting: Arc<Semaphore>,
    /// The solve that was asked for over the API.
    pub(crate) solving: Solving,
    pub(crate) names: Arc<Names>,
    pub(crate) connections: Arc<Connections>,
    pub(crate) metrics: Arc<Metrics>,
}

/// Counts as long as it lives.
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Relaxed);
        Counted(Arc::clone(count))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

impl Shared {
    pub(crate) fn new(catalogue: Catalogue, names: Names) -> Self {
        let limits = catalogue.limits;
        Shared {
            permits: Arc::new(Semaphore::new(limits.concurrent)),
            costly: Arc::new(Semaphore::new(limits.costly)),
            crowd: Arc::default(),
            counting: Arc::new(Semaphore::new(1)),
            solving: Solving::default(),
            names: Arc::new(names),
            connections: Arc::new(Connections::new(&limits)),
            metrics: Arc::clone(&catalogue.metrics),
            catalogue: Arc::new(catalogue),
        }
    }

    /// Does work that may block on a thread that may, within the limits.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Catalogue) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (catalogue, permits) = (Arc::clone(&self.catalogue), Arc::clone(&self.permits));
        self.within(async move {
            let permit = permits.acquire_owned().await.map_err(|_| stopping())?;
            let thread = tokio::task::spawn_blocking(move || {
                let _permit = permit; // held until the work is done, also if the client has gone
                work(&catalogue)
            });
            thread.await.map_err(failed)?
        })
        .await
    }

    pub(crate) async fn within<T>(
        &self,
        work: impl Future<Output = Result<T, ApiError>>,
    ) -> Result<T, ApiError> {
        let limit = self.catalogue.limits.time;
        tokio::time::timeout(limit, work).await.unwrap_or_else(|_| {
            let seconds = limit.as_secs_f64();
            Err(ApiError::new(Reason::TimeLimit, format!("no answer within {seconds} seconds")))
        })
    }

    /// Work about one game, of which a bounded number of questions is worked on
    /// at a time and only those wait that can be answered in time. The work is
    /// told when to stop: soon enough for its answer to be given.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        room: &Arc<Room>,
        cost: Cost,
        work: impl FnOnce(&Room, Limit) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let limits = self.catalogue.limits;
        let ahead = match cost {
            Cost::Little => 1,
            Cost::Much => self.crowd.load(Relaxed).div_ceil(limits.costly).max(1),
        };
        let lane = room.lane(cost);
        let Some(mut ticket) = lane.join(ahead as u32, &limits) else {
            self.metrics.refused.fetch_add(1, Relaxed);
            let message = format!("too many questions about {} are waiting", room.id);
            return Err(ApiError::new(Reason::Busy, message));
        };
        let deadline = Instant::now() + limits.time - limits.time / 10;
        let (room, crowd) = (Arc::clone(room), Arc::clone(&self.crowd));
        let permits = Arc::clone(if cost == Cost::Much { &self.costly } else { &self.permits });
        self.within(async move {
            let turn = Arc::clone(&lane.turns).acquire_owned().await.map_err(|_| stopping())?;
            let crowd = (cost == Cost::Much).then(|| Counted::new(&crowd));
            let permit = permits.acquire_owned().await.map_err(|_| stopping())?;
            ticket.begin();
            let thread = tokio::task::spawn_blocking(move || {
                let _held = (turn, crowd, permit);
                let limit = deadline.min(Instant::now() + limits.search_time);
                let answer = work(&room, Limit::until(limit));
                ticket.end();
                if answer.as_ref().err().is_some_and(|error| error.reason == Reason::Damaged) {
                    room.forget(); // the files may be mended by the next question
                }
                answer
            });
            thread.await.map_err(failed)?
        })
        .await
    }

    /// A game; made on a thread that may block when it is first asked for.
    pub(crate) async fn room(&self, id: String) -> Result<Arc<Room>, ApiError> {
        match self.catalogue.room_if_made(&id) {
            Some(room) => Ok(room),
            None => self.work(move |catalogue| catalogue.room(&id)).await,
        }
    }

    /// What a position with a line of so many moves costs; opens the game when
    /// it is first asked about.
    pub(crate) async fn cost_of_line(&self, room: &Arc<Room>, moves: usize) -> Result<Cost, ApiError> {
        if room.means().is_none() {
            self.ask(room, Cost::Little, |room, _| room.opened().map(drop)).await?;
        }
        Ok(room.means().map_or(Cost::Little, |means| means.cost_of_line(moves)))
    }

    /// The solve of this server, if it solves when asked.
    pub(crate) fn allowed_solving(&self) -> Result<Solving, ApiError> {
        let message = "this server does not solve when asked; `kaiketsu serve --allow-solving` does";
        match self.solving.allowed {
            true => Ok(self.solving.clone()),
            false => Err(ApiError::new(Reason::NotAllowed, message)),
        }
    }

    /// Positions are short; longer texts are not even read.
    pub(crate) fn expect_short(&self, position: &str) -> Result<(), ApiError> {
        let most = self.catalogue.limits.position_letters;
        match position.len() > most {
            true => Err(ApiError::new(Reason::TooLarge, format!("a position has at most {most} letters"))),
            false => Ok(()),
        }
    }

    /// What there is at this moment.
    pub(crate) fn moment(&self) -> Moment {
        let (waiting, working) = self.catalogue.crowd();
        let memory = kaiketsu::machine::peak_memory().unwrap_or(0);
        Moment { connections: self.connections.count(), waiting, working, memory }
    }
}

pub(crate) fn failed(error: tokio::task::JoinError) -> ApiError {
    tracing::error!(%error, "a thread failed at a request");
    ApiError::new(Reason::Internal, "the server failed at this request")
}

pub(crate) fn stopping() -> ApiError {
    ApiError::new(Reason::Busy, "the server is stopping")
}
