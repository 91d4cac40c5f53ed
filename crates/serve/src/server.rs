//! Listening, and stopping in good order.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use kaiketsu::{Registry, Store};
use tokio::sync::oneshot;

use crate::catalogue::Catalogue;
use crate::guard::Names;
use crate::limits::Limits;
use crate::routes::router;
use crate::shared::Shared;

/// How long a graceful stop waits for requests.
const GRACE: Duration = Duration::from_secs(5);

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The system refused something else.
    #[error("the server cannot run: {0}")]
    System(#[from] io::Error),
}

/// A server that listens but does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Shared,
}

/// A server that answers on threads of its own, until this is dropped.
pub struct Running {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<Result<(), ServeError>>>,
}

impl Server {
    /// Listens on an address; port 0 takes any free one.
    pub fn bind(
        registry: Registry,
        store: Store,
        address: SocketAddr,
        limits: Limits,
    ) -> Result<Self, ServeError> {
        let listener = TcpListener::bind(address).map_err(|source| ServeError::Listen { address, source })?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let shared = Shared::new(Catalogue::new(registry, store, limits), Names::new(address));
        let server = Server { listener, address, shared };
        Ok(server.allow_solving(address.ip().is_loopback()))
    }

    /// Whether games are solved when the page asks for it. As it stands: on a
    /// loopback address only, where nobody else can ask.
    #[must_use]
    pub fn allow_solving(mut self, allowed: bool) -> Self {
        self.shared.solving.allowed = allowed;
        self
    }

    /// A name by which it may be asked, beside those of the loopback.
    #[must_use]
    pub fn allow_host(mut self, name: &str) -> Self {
        Arc::make_mut(&mut self.shared.names).allow(name);
        self
    }

    /// The address with its actual port.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until the process is told to stop (ctrl-c, or a signal to
    /// terminate), and finishes the requests it has begun.
    pub fn run_until_interrupted(self) -> Result<(), ServeError> {
        self.run(async {
            let interrupted = tokio::signal::ctrl_c();
            #[cfg(unix)]
            {
                use tokio::signal::unix::{SignalKind, signal};
                if let Ok(mut terminate) = signal(SignalKind::terminate()) {
                    tokio::select! { _ = interrupted => {}, _ = terminate.recv() => {} }
                    return;
                }
            }
            let _ = interrupted.await;
        })
    }

    /// Answers on a thread of its own.
    #[must_use]
    pub fn start(self) -> Running {
        let (stop, stopped) = oneshot::channel();
        let address = self.address;
        let thread = std::thread::spawn(move || {
            self.run(async {
                let _ = stopped.await;
            })
        });
        Running { address, stop: Some(stop), thread: Some(thread) }
    }

    fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let limits = self.shared.catalogue.limits;
        let threads = limits.concurrent + limits.costly + 4;
        let runtime =
            tokio::runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(threads).build()?;
        let result = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let (tell, told) = oneshot::channel();
            let stop = async {
                stop.await;
                let _ = tell.send(());
            };
            let connections = Arc::clone(&self.shared.connections);
            let serving = connections.answer(listener, router(self.shared), limits, stop);
            // Connections that clients keep open do not hold the server up.
            let overdue = async {
                let _ = told.await;
                tokio::time::sleep(GRACE).await;
            };
            tokio::select! {
                () = serving => (),
                () = overdue => (),
            }
            Ok(())
        });
        runtime.shutdown_background();
        result
    }
}

impl Running {
    /// The address with its actual port.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
