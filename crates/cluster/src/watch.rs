//! Who is lost.
//!
//! Between any two processes there is a second connection that carries nothing but
//! signs of life, a byte a second. A process that was killed closes it; one that is
//! frozen, or behind a cut cable, is silent. Either way the others know the name, say
//! it and end: first by an error where they exchange messages, and where a process does
//! something else for long, by what it wanted to be done.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often a process shows that it is there.
const PULSE: Duration = Duration::from_secs(1);

/// After so long without a sign a process is lost.
pub(crate) const SILENCE: Duration = Duration::from_secs(7);

/// How long a process may take to end by itself once another is lost.
const GRACE: Duration = Duration::from_secs(1);

/// How long after a goodbye all that was said before has surely arrived.
const PATIENCE: Duration = Duration::from_secs(3);

const ALIVE: u8 = 1;
const GOODBYE: u8 = 2;

/// What is done when the process does not end by itself.
pub(crate) type OnLost = Box<dyn Fn(&str) + Send + Sync>;

/// What all threads know of the others.
pub(crate) struct Watch {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The first that was lost.
    lost: Option<String>,
    /// The first that said goodbye, and when.
    gone: Option<(String, Instant)>,
    /// Everything is said; whoever closes a connection now is right.
    leaving: bool,
}

impl Watch {
    /// Watches over these connections: the name of each process and its stream.
    pub(crate) fn begin(streams: Vec<(String, TcpStream)>, on_lost: OnLost) -> std::io::Result<Arc<Self>> {
        let watch = Arc::new(Watch { state: Mutex::default(), changed: Condvar::new() });
        let mut writers = Vec::new();
        for (name, stream) in streams {
            stream.set_read_timeout(Some(SILENCE))?;
            stream.set_write_timeout(Some(SILENCE))?;
            writers.push(stream.try_clone()?);
            let watch = Arc::clone(&watch);
            spawn("watch", move || watch.listen(&name, stream))?;
        }
        let pulse = Arc::clone(&watch);
        spawn("pulse", move || pulse.pulse(writers))?;
        let warden = Arc::clone(&watch);
        spawn("warden", move || warden.guard(&on_lost))?;
        Ok(watch)
    }

    fn listen(&self, name: &str, mut stream: TcpStream) {
        let mut sign = [0];
        loop {
            match stream.read(&mut sign) {
                Ok(1) if sign[0] == ALIVE => {}
                Ok(1) if sign[0] == GOODBYE => {
                    let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                    state.gone.get_or_insert_with(|| (name.to_string(), Instant::now()));
                    return;
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                _ => return self.lose(name),
            }
        }
    }

    fn pulse(&self, writers: Vec<TcpStream>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let sign = [if state.leaving { GOODBYE } else { ALIVE }];
            let leaving = state.leaving;
            drop(state);
            // One that cannot be written to is found out by who listens.
            writers.iter().for_each(|mut stream| _ = stream.write_all(&sign));
            if leaving {
                return;
            }
            state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if !state.leaving {
                state = self.changed.wait_timeout(state, PULSE).unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }

    /// Ends the process if it does not end by itself.
    fn guard(&self, on_lost: &OnLost) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let waits = |state: &mut State| state.lost.is_none() && !state.leaving;
        let state = self.changed.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner);
        let Some(lost) = state.lost.clone() else { return };
        drop(state);
        std::thread::sleep(GRACE);
        on_lost(&lost);
    }

    /// A process is lost.
    pub(crate) fn lose(&self, name: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if !state.leaving && state.lost.is_none() {
            state.lost = Some(name.to_string());
            self.changed.notify_all();
        }
    }

    /// Who was lost first. Whoever still waits for one that said goodbye has lost it:
    /// it ended with an error.
    pub(crate) fn lost(&self) -> Option<String> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let gone = state.gone.as_ref().filter(|(_, since)| since.elapsed() > PATIENCE);
        state.lost.clone().or_else(|| gone.map(|(name, _)| name.clone()))
    }

    /// All is said; nobody is lost any more.
    pub(crate) fn leave(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).leaving = true;
        self.changed.notify_all();
    }

    /// Waits until all is said. If a process is lost that never comes.
    pub(crate) fn wait_for_leave(&self) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(state, |state| !state.leaving).unwrap_or_else(PoisonError::into_inner));
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    let builder = std::thread::Builder::new().name(name.into()).stack_size(256 << 10);
    builder.spawn(work).map(drop)
}
