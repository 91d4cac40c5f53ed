//! Connections between all processes, each opened by the secret.
//!
//! A process calls those with lesser numbers and is called by the others, twice each:
//! once for messages, once for signs of life. The port is closed once all have called;
//! from then on a stranger finds nobody.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use socket2::{SockRef, TcpKeepalive};

use crate::secret::{Call, Secret};
use crate::watch::{SILENCE, Watch};
use crate::{ClusterError, Peer};

/// Who takes part, as one of them sees it.
pub struct Group {
    /// The number of this process.
    pub me: usize,
    /// Where all processes are called, in order: host and port.
    pub addresses: Vec<String>,
    /// Where this one is called.
    pub listener: TcpListener,
    /// What opens connections.
    pub secret: Secret,
    /// How long to wait for the others.
    pub patience: Duration,
}

/// The connections of a process.
pub(crate) struct Mesh {
    pub(crate) me: usize,
    /// To each other process: its name, and what carries messages.
    pub(crate) sockets: Vec<Option<(String, TcpStream)>>,
    pub(crate) watch: Arc<Watch>,
}

/// For messages, and for signs of life.
const PURPOSES: u32 = 2;

/// Callers that have not shown yet that they know the secret; more are sent away.
const STRANGERS: usize = 64;

/// How long a caller has to show it.
const HANDSHAKE: Duration = Duration::from_secs(3);

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(100);

/// Joins the others. When one of them is lost later, all that is exchanged fails with
/// its name; `on_lost` is called a little later, from another thread, if the process
/// has not ended by then, and should end it.
pub fn connect(group: Group, on_lost: impl Fn(&str) + Send + Sync + 'static) -> Result<Peer, ClusterError> {
    let Group { me, addresses, listener, secret, patience } = group;
    let peers = addresses.len();
    let end = Instant::now() + patience;
    let name = |peer: usize| format!("process {peer} at {}", addresses[peer]);
    let (sender, calls) = channel();
    let waiting = (peers - 1 - me) * PURPOSES as usize;
    let closed = Arc::new(AtomicUsize::new(0));
    let (answering, close) = (secret.clone(), Arc::clone(&closed));
    let listening = std::thread::spawn(move || listen(&listener, &answering, &sender, &close));
    let mut found = BTreeMap::new();
    let mut missing = Vec::new();
    for (to, address) in addresses.iter().enumerate().take(me) {
        for purpose in 0..PURPOSES {
            let call = Call { from: me as u32, purpose, peers: peers as u32 };
            match reach(address, &secret, call, end) {
                Ok(stream) => _ = found.insert((to, purpose), stream),
                Err(error) => missing.push(format!("{} ({error})", name(to))),
            }
        }
    }
    let wanted = found.len() + waiting;
    while found.len() < wanted && missing.is_empty() {
        match next(&calls, end) {
            Some((call, stream)) => {
                let from = call.from as usize;
                if from > me && from < peers && call.purpose < PURPOSES && call.peers as usize == peers {
                    found.insert((from, call.purpose), stream);
                }
            }
            None => break,
        }
    }
    closed.store(1, Relaxed);
    _ = listening.join();
    missing.dedup();
    let absent =
        |peer: &usize| *peer > me && (0..PURPOSES).any(|purpose| !found.contains_key(&(*peer, purpose)));
    missing.extend((0..peers).filter(absent).map(name));
    if !missing.is_empty() {
        return Err(ClusterError::Missing { seconds: patience.as_secs(), missing: missing.join(", ") });
    }
    let failed = || ClusterError::io("setting up a connection");
    let (mut sockets, mut pulses) = (Vec::new(), Vec::new());
    for peer in 0..peers {
        sockets.push(found.remove(&(peer, 0)).map(|stream| (name(peer), stream)));
        pulses.extend(found.remove(&(peer, 1)).map(|stream| (name(peer), stream)));
    }
    for stream in sockets.iter().flatten().chain(&pulses).map(|(_, stream)| stream) {
        limits(stream).map_err(failed())?;
    }
    let watch = Watch::begin(pulses, Box::new(on_lost)).map_err(failed())?;
    Peer::new(Mesh { me, sockets, watch })
}

/// The next that has shown who it is, or nobody in time.
fn next(calls: &Receiver<(Call, TcpStream)>, end: Instant) -> Option<(Call, TcpStream)> {
    calls.recv_timeout(end.saturating_duration_since(Instant::now())).ok()
}

/// Answers callers until it is told that all are there.
fn listen(listener: &TcpListener, secret: &Secret, calls: &Sender<(Call, TcpStream)>, closed: &AtomicUsize) {
    let strangers = Arc::new(AtomicUsize::new(0));
    if listener.set_nonblocking(true).is_err() {
        return;
    }
    while closed.load(Relaxed) == 0 {
        let Ok((stream, _)) = listener.accept() else {
            std::thread::sleep(Duration::from_millis(5));
            continue;
        };
        if strangers.load(Relaxed) >= STRANGERS || stream.set_nonblocking(false).is_err() {
            continue; // and so it is closed
        }
        strangers.fetch_add(1, Relaxed);
        let (secret, calls, strangers) = (secret.clone(), calls.clone(), Arc::clone(&strangers));
        std::thread::spawn(move || {
            let mut timed = Timed { stream: &stream, end: Instant::now() + HANDSHAKE };
            if let Ok(call) = secret.answer(&mut timed) {
                _ = calls.send((call, stream));
            }
            strangers.fetch_sub(1, Relaxed);
        });
    }
}

/// Calls a process until it answers.
fn reach(address: &str, secret: &Secret, call: Call, end: Instant) -> io::Result<TcpStream> {
    loop {
        let attempt = (|| {
            let to = address.to_socket_addrs()?.next().ok_or(io::ErrorKind::AddrNotAvailable)?;
            let stream = TcpStream::connect_timeout(&to, HANDSHAKE)?;
            secret.call(&mut Timed { stream: &stream, end: Instant::now() + HANDSHAKE }, call)?;
            Ok(stream)
        })();
        match attempt {
            Err(_) if Instant::now() < end => std::thread::sleep(PAUSE),
            attempt => return attempt,
        }
    }
}

/// So that a dead link is noticed, and small messages do not wait.
fn limits(stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(None)?;
    stream.set_nodelay(true)?;
    let socket = SockRef::from(stream);
    let alive = TcpKeepalive::new().with_time(SILENCE / 2).with_interval(Duration::from_secs(1));
    socket.set_tcp_keepalive(&alive)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(SILENCE))?;
    Ok(())
}

/// A stream that must be done by a time, however slowly it comes.
struct Timed<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Timed<'_> {
    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(buffer)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
