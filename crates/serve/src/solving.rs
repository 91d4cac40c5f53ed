//! Solving from the page: what it takes, one solve at a time, with its course
//! and a way to stop it.
//!
//! A solve runs on a thread of its own and writes into the store as `kaiketsu
//! solve` does, so that what was stopped goes on where it was. It is stopped by
//! unwinding out of its next report of progress: kernels need no way out of
//! their own, and files are whole or absent anyway.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use kaiketsu::{Plan, Progress, Registry, Request, Store};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::caching::Keep;
use crate::errors::{ApiError, Reason};
use crate::room::Room;
use crate::shared::{Shared, failed, stopping};

/// What solving a game takes on this machine.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlanAnswer {
    /// The game.
    game: String,
    /// Stored positions; the least there can be if `exact` is false.
    positions: u64,
    /// Whether all positions are known; if not, they are found while solving.
    exact: bool,
    /// Bytes of memory it needs at least.
    memory_needed: u64,
    /// Bytes of memory it may use here.
    memory_given: u64,
    /// Bytes on disk, roughly, with what is put aside while it works.
    disk_expected: u64,
    /// Bytes on disk at the most, before compression.
    disk_at_most: u64,
    /// Bytes free on the disk of the databases, if the system tells.
    #[schema(required)]
    disk_free: Option<u64>,
    /// Roughly so many seconds with all processors, if that can be said.
    #[schema(required)]
    seconds: Option<f64>,
    /// Whether it fits this machine.
    fits: bool,
    /// Whether this server solves when asked.
    allowed: bool,
}

/// What is asked for: nothing can be chosen yet.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveRequest {}

/// The course of a solve.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SolveAnswer {
    /// How it stands.
    state: SolveState,
    /// The game that is being solved on this server, if one is.
    #[schema(required)]
    game: Option<String>,
    /// How much is done, from 0 to 1.
    share: f64,
    /// What is being done, in English.
    status: String,
    /// Seconds since it began.
    seconds: f64,
    /// What went wrong.
    #[schema(required)]
    message: Option<String>,
}

/// How a solve stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SolveState {
    /// Nobody has asked for it.
    Idle,
    /// It goes on.
    Solving,
    /// It was stopped; it can go on where it was.
    Stopped,
    /// It failed.
    Failed,
    /// The game is solved.
    Solved,
}

/// What unwinds out of a solve that was stopped.
struct Stop;

/// A solve, as its thread and the handlers see it.
struct Course {
    game: String,
    began: Instant,
    stop: AtomicBool,
    positions: AtomicU64,
    done: AtomicU64,
    partly: AtomicU64,
    status: Mutex<String>,
    ended: Mutex<Option<(SolveState, Option<String>)>>,
}

/// The solve of this server, if there is one.
#[derive(Clone, Default)]
pub(crate) struct Solving {
    pub(crate) allowed: bool,
    course: Arc<Mutex<Option<Arc<Course>>>>,
}

impl Course {
    fn heed_stop(&self) {
        if self.stop.load(Relaxed) && !std::thread::panicking() {
            resume_unwind(Box::new(Stop));
        }
    }

    fn run(&self, registry: &Registry, store: &Store) {
        let solve = || {
            let game = registry.get(&self.game)?;
            let solver = game.solver().ok_or_else(|| kaiketsu::Error::ProvedBySearch(self.game.clone()))?;
            solver.solve(store, &Request::default(), self).map(drop)
        };
        let ended = match catch_unwind(AssertUnwindSafe(solve)) {
            Ok(Ok(())) => (SolveState::Solved, None),
            Ok(Err(error)) => (SolveState::Failed, Some(error.to_string())),
            Err(_) if self.stop.load(Relaxed) => (SolveState::Stopped, None),
            Err(_) => (SolveState::Failed, Some("the solve failed".into())),
        };
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(ended);
    }

    fn ended(&self) -> Option<(SolveState, Option<String>)> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn answer(&self) -> SolveAnswer {
        let (state, message) = self.ended().unwrap_or((SolveState::Solving, None));
        let [positions, done, partly] =
            [&self.positions, &self.done, &self.partly].map(|count| count.load(Relaxed) as f64);
        let share = if positions > 0.0 { ((done + partly) / positions).min(1.0) } else { 0.0 };
        SolveAnswer {
            state,
            game: (state == SolveState::Solving).then(|| self.game.clone()),
            share: if state == SolveState::Solved { 1.0 } else { share },
            status: self.status.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            seconds: self.began.elapsed().as_secs_f64(),
            message,
        }
    }
}

impl Progress for Course {
    fn begin(&self, _: &str, positions: u64) {
        self.positions.store(positions, Relaxed);
        for count in [&self.done, &self.partly] {
            count.store(0, Relaxed);
        }
        self.heed_stop();
    }

    fn advance(&self, positions: u64, _: bool) {
        self.done.fetch_add(positions, Relaxed);
        self.partly.store(0, Relaxed);
        self.heed_stop();
    }

    fn partly(&self, positions: u64) {
        self.partly.store(positions, Relaxed);
        self.heed_stop();
    }

    fn warning(&self, text: &str) {
        tracing::warn!(game = self.game, "{text}");
        self.status(text);
    }

    fn status(&self, text: &str) {
        *self.status.lock().unwrap_or_else(PoisonError::into_inner) = text.into();
        self.heed_stop();
    }
}

impl Solving {
    fn current(&self) -> Option<Arc<Course>> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Begins a solve unless another game is being solved.
    fn begin(&self, game: &str, registry: &Registry, store: &Store) -> Result<Arc<Course>, ApiError> {
        let mut course = self.course.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = course.as_ref().filter(|running| running.ended().is_none()) {
            return match running.game == game {
                true => Ok(Arc::clone(running)),
                false => Err(ApiError::new(Reason::Busy, format!("{} is being solved", running.game))),
            };
        }
        let begun = Arc::new(Course {
            game: game.into(),
            began: Instant::now(),
            stop: AtomicBool::new(false),
            positions: AtomicU64::new(0),
            done: AtomicU64::new(0),
            partly: AtomicU64::new(0),
            status: Mutex::default(),
            ended: Mutex::default(),
        });
        let (thread, registry, store) = (Arc::clone(&begun), registry.clone(), store.clone());
        std::thread::spawn(move || thread.run(&registry, &store));
        *course = Some(Arc::clone(&begun));
        Ok(begun)
    }

    /// The course of the solve of a game.
    fn answer(&self, game: &str) -> SolveAnswer {
        match self.current() {
            Some(course) if course.game == game => course.answer(),
            other => SolveAnswer {
                state: SolveState::Idle,
                game: other.filter(|other| other.ended().is_none()).map(|other| other.game.clone()),
                share: 0.0,
                status: String::new(),
                seconds: 0.0,
                message: None,
            },
        }
    }
}

#[utoipa::path(get, path = "/api/v1/games/{game}/plan", tag = "solving",
    params(("game" = String, Path, description = "The id of the game")),
    responses(
        (status = 200, description = "What solving takes here", body = PlanAnswer),
        (status = 400, description = "The game is not solved as a whole", body = ApiError),
        (status = 404, description = "No such game", body = ApiError)))]
pub(crate) async fn plan(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let allowed = shared.solving.allowed;
    let room = shared.room(id).await?;
    let plan = planned(&shared, &room).await?;
    let disk_free = kaiketsu::machine::free_disk(room.store().root());
    Ok(Keep::No.respond(&HeaderMap::new(), Json(PlanAnswer::new(&plan, disk_free, allowed))))
}

/// What solving a game takes. A task of its own goes on finding it when this request gives
/// up: whoever asks again waits for the same, or has it at once. What failed is not kept.
async fn planned(shared: &Shared, room: &Arc<Room>) -> Result<Arc<Plan>, ApiError> {
    let (room, permits) = (Arc::clone(room), Arc::clone(&shared.permits));
    let found = tokio::spawn(async move {
        let here = Arc::clone(&room);
        let find = || async {
            let _permit = permits.acquire_owned().await.map_err(|_| stopping())?;
            let thread = tokio::task::spawn_blocking(move || here.work_out_plan());
            thread.await.map_err(failed)?.map(Arc::new)
        };
        room.plan.get_or_try_init(find).await.cloned()
    });
    shared.within(async { found.await.map_err(failed)? }).await
}

impl PlanAnswer {
    fn new(plan: &Plan, disk_free: Option<u64>, allowed: bool) -> Self {
        let disk_expected = plan.disk_expected * if plan.keeps_rounds { 2 } else { 1 };
        // Forecasts by measured solves are within a factor of two; others tell nothing.
        let disk_needed =
            if plan.measured { plan.disk_at_most.min(2 * disk_expected) } else { plan.disk_at_most };
        let fits = plan.memory_needed <= plan.memory_given
            && plan.trial.is_none()
            && disk_free.is_none_or(|free| disk_needed <= free);
        PlanAnswer {
            positions: plan.positions,
            exact: plan.trial.is_none(),
            memory_needed: plan.memory_needed,
            memory_given: plan.memory_given,
            disk_expected,
            disk_at_most: plan.disk_at_most,
            disk_free,
            seconds: plan.cpu_seconds.map(|seconds| seconds / plan.threads as f64),
            fits,
            allowed,
            game: plan.game.clone(),
        }
    }
}

#[utoipa::path(post, path = "/api/v1/games/{game}/solve", tag = "solving",
    params(("game" = String, Path, description = "The id of the game")),
    request_body = SolveRequest,
    responses(
        (status = 200, description = "It is being solved", body = SolveAnswer),
        (status = 400, description = "The game is not solved as a whole, or the body is not `{}`", body = ApiError),
        (status = 403, description = "This server does not solve when asked", body = ApiError),
        (status = 404, description = "No such game", body = ApiError),
        (status = 503, description = "Another game is being solved", body = ApiError)))]
pub(crate) async fn solve(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    body: Result<Json<SolveRequest>, JsonRejection>,
) -> Result<Response, ApiError> {
    // A page of another server cannot send JSON here without being asked first.
    let Json(SolveRequest {}) =
        body.map_err(|error| ApiError::new(Reason::BadRequest, format!("send {{}} as JSON: {error}")))?;
    let solving = shared.allowed_solving()?;
    let room = shared.room(id).await?;
    planned(&shared, &room).await?; // says what is wrong if it cannot be solved
    let answer = shared
        .work(move |catalogue| Ok(solving.begin(&room.id, catalogue.registry(), room.store())?.answer()));
    Ok(Keep::No.respond(&HeaderMap::new(), Json(answer.await?)))
}

#[utoipa::path(get, path = "/api/v1/games/{game}/solve", tag = "solving",
    params(("game" = String, Path, description = "The id of the game")),
    responses(
        (status = 200, description = "How its solve on this server stands", body = SolveAnswer),
        (status = 404, description = "No such game", body = ApiError)))]
pub(crate) async fn course(
    State(shared): State<Shared>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let room = shared.room(id).await?;
    Ok(Keep::No.respond(&HeaderMap::new(), Json(shared.solving.answer(&room.id))))
}

#[utoipa::path(delete, path = "/api/v1/games/{game}/solve", tag = "solving",
    params(("game" = String, Path, description = "The id of the game")),
    responses(
        (status = 200, description = "It will stop, and can go on later", body = SolveAnswer),
        (status = 403, description = "This server does not solve when asked", body = ApiError),
        (status = 404, description = "No such game", body = ApiError)))]
pub(crate) async fn stop(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let room = shared.room(id).await?;
    let solving = shared.allowed_solving()?;
    if let Some(course) = solving.current().filter(|course| course.game == room.id) {
        course.stop.store(true, Relaxed);
    }
    Ok(Keep::No.respond(&HeaderMap::new(), Json(solving.answer(&room.id))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compression leaves a tenth of what could be: whoever has room for that is not sent away.
    #[test]
    fn what_compression_leaves_decides_whether_a_game_fits() {
        let game = Registry::standard().get("quixo-5x5").unwrap();
        let request = Request { memory: 16 << 30, threads: 2, ..Request::default() };
        let plan = game.solver().unwrap().plan(&request).unwrap();
        let on = |free: u64| PlanAnswer::new(&plan, Some(free << 30), true);
        assert!(on(0).disk_at_most > 190 << 30, "{}", on(0).disk_at_most);
        assert!((30 << 30..40 << 30).contains(&on(0).disk_expected), "{}", on(0).disk_expected);
        assert!(on(80).fits && !on(60).fits, "twice of what is expected");
        let unmeasured = Plan { measured: false, ..plan.clone() };
        assert!(!PlanAnswer::new(&unmeasured, Some(80 << 30), true).fits);
        let small = Plan { memory_given: 8 << 30, ..plan.clone() };
        assert!(!PlanAnswer::new(&small, Some(1_000 << 30), true).fits);
    }
}
