//! Connections: how many there are, and how long each may keep others waiting.
//!
//! ```text
//! accept -> a place among the open ones -> hyper, with time limits -> router
//! ```
//!
//! The head of a request must arrive in time, and an answer must be read in
//! time; bodies are read in time by `guard`. When all places are taken, the
//! connection that has waited longest without a request gives up its own: those
//! that hold many open and ask nothing lose against those that ask.

use std::collections::HashMap;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::time::Sleep;
use tower_service::Service;

use crate::limits::Limits;

/// Files that are left for databases and whatever else the process opens.
const RESERVED_FILES: u64 = 256;

/// After the system refused a connection, it is asked again so much later.
const RECOVERY: Duration = Duration::from_millis(50);

/// A request is worked on: the connection does not wait for one.
const AT_WORK: u64 = u64::MAX;

/// One open connection.
struct Place {
    /// Since when it waits for a request, in microseconds of the server.
    waits_since: AtomicU64,
    leave: Notify,
}

/// The open connections.
pub(crate) struct Connections {
    began: Instant,
    most: usize,
    next: AtomicU64,
    open: Mutex<HashMap<u64, Arc<Place>>>,
}

impl Connections {
    pub(crate) fn new(limits: &Limits) -> Self {
        Connections {
            began: Instant::now(),
            most: limits.connections.min(files().saturating_sub(RESERVED_FILES).max(16) as usize),
            next: AtomicU64::new(0),
            open: Mutex::default(),
        }
    }

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        self.open().len()
    }

    fn open(&self) -> MutexGuard<'_, HashMap<u64, Arc<Place>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_micros() as u64
    }

    /// A place for a new connection; none if all are at work.
    fn enter(&self) -> Option<(u64, Arc<Place>)> {
        let mut open = self.open();
        if open.len() >= self.most && !leave_longest(&mut open) {
            return None;
        }
        let number = self.next.fetch_add(1, Relaxed);
        let place = Arc::new(Place { waits_since: AtomicU64::new(self.now()), leave: Notify::new() });
        open.insert(number, Arc::clone(&place));
        Some((number, place))
    }

    /// Answers connections until it is told to stop, and then until the
    /// requests that have begun are answered.
    pub(crate) async fn answer(
        self: Arc<Self>,
        listener: TcpListener,
        router: Router,
        limits: Limits,
        stop: impl Future<Output = ()>,
    ) {
        let (stopping, stopped) = watch::channel(false);
        tokio::pin!(stop);
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = &mut stop => break,
            };
            match accepted {
                Ok((stream, _)) => match self.enter() {
                    Some((number, place)) => {
                        let serving =
                            serve(stream, place, router.clone(), limits, stopped.clone(), Arc::clone(&self));
                        let connections = Arc::clone(&self);
                        tokio::spawn(async move {
                            serving.await;
                            connections.open().remove(&number);
                        });
                    }
                    None => tracing::warn!("a connection was refused: all {} are at work", self.most),
                },
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    leave_longest(&mut self.open());
                    tokio::time::sleep(RECOVERY).await;
                }
            }
        }
        let _ = stopping.send(true);
        drop(listener);
        while self.count() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// Closes the connection that has waited longest for a request, if one waits.
fn leave_longest(open: &mut HashMap<u64, Arc<Place>>) -> bool {
    let waiting = open.iter().map(|(number, place)| (place.waits_since.load(Relaxed), *number));
    let Some((_, number)) = waiting.filter(|(since, _)| *since != AT_WORK).min() else { return false };
    if let Some(place) = open.remove(&number) {
        place.leave.notify_one();
    }
    true
}

async fn serve(
    stream: TcpStream,
    place: Arc<Place>,
    router: Router,
    limits: Limits,
    mut stopped: watch::Receiver<bool>,
    connections: Arc<Connections>,
) {
    let _ = stream.set_nodelay(true);
    let at = Arc::clone(&place);
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        at.waits_since.store(AT_WORK, Relaxed);
        let answered = router.clone().call(request.map(Body::new));
        let (at, connections) = (Arc::clone(&at), Arc::clone(&connections));
        async move {
            let answered = answered.await;
            at.waits_since.store(connections.now(), Relaxed);
            answered
        }
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_buf_size(limits.body_bytes.max(16 << 10))
        .serve_connection(TokioIo::new(Patient::new(stream, limits.unread_time)), service);
    tokio::pin!(serving);
    let told = async {
        let _ = stopped.wait_for(|stopped| *stopped).await;
    };
    tokio::pin!(told);
    let mut finishing = false;
    loop {
        tokio::select! {
            _ = serving.as_mut() => return,
            () = place.leave.notified() => return,
            () = &mut told, if !finishing => {
                finishing = true;
                serving.as_mut().graceful_shutdown();
            }
        }
    }
}

/// A stream whose other end must read: a write that gets nowhere for too long fails.
struct Patient {
    stream: TcpStream,
    patience: Duration,
    stuck: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream, patience: Duration) -> Self {
        Patient { stream, patience, stuck: None }
    }

    /// Passes on what was written, or fails when nothing was for too long.
    fn heed<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stuck = None;
            return written;
        }
        let patience = self.patience;
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        ready!(stuck.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.heed(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.heed(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

/// How many files this process may have open.
#[cfg(unix)]
fn files() -> u64 {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current.unwrap_or(u64::MAX)
}

#[cfg(not(unix))]
fn files() -> u64 {
    u64::MAX
}
