//! What all handlers share: the games, and permits for work that may block.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::catalogue::Catalogue;
use crate::errors::{ApiError, Reason};
use crate::room::Room;
use crate::solving::Solving;

/// What all handlers share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) catalogue: Arc<Catalogue>,
    /// One permit for each question worked on.
    pub(crate) permits: Arc<Semaphore>,
    /// One permit: two databases are not counted at once.
    pub(crate) counting: Arc<Semaphore>,
    /// The solve that was asked for over the API.
    pub(crate) solving: Solving,
}

impl Shared {
    pub(crate) fn new(catalogue: Catalogue) -> Self {
        let permits = Arc::new(Semaphore::new(catalogue.limits.concurrent));
        Shared {
            catalogue: Arc::new(catalogue),
            permits,
            counting: Arc::new(Semaphore::new(1)),
            solving: Solving::default(),
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
            thread.await.map_err(|_| ApiError::new(Reason::Internal, "the server failed at this request"))?
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

    /// The same about one game, of which a bounded number of questions is
    /// worked on at a time and a bounded number waits.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        room: &Arc<Room>,
        work: impl FnOnce(&Room) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let place = Arc::clone(&room.queue).try_acquire_owned().map_err(|_| {
            ApiError::new(Reason::Busy, format!("too many questions about {} are waiting", room.id))
        })?;
        let room = Arc::clone(room);
        self.within(async move {
            let turn = Arc::clone(&room.turns).acquire_owned().await.map_err(|_| stopping())?;
            self.work(move |_| {
                let _held = (place, turn);
                work(&room)
            })
            .await
        })
        .await
    }

    pub(crate) async fn room(&self, id: String) -> Result<Arc<Room>, ApiError> {
        self.work(move |catalogue| catalogue.room(&id)).await
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
}

pub(crate) fn stopping() -> ApiError {
    ApiError::new(Reason::Busy, "the server is stopping")
}
