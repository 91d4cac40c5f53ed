//! A socket as Timely sees it: one that never fails.
//!
//! What carries messages in Timely panics when a socket fails, in a thread of its own
//! and without saying whose it was. Here the failure is told to the [`Watch`], which
//! knows the name, and the thread waits for the end of the process.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::watch::Watch;

pub(crate) struct Wire {
    pub(crate) stream: TcpStream,
    /// Who is at the other end.
    pub(crate) name: Arc<str>,
    pub(crate) watch: Arc<Watch>,
}

impl Wire {
    /// Gives on what went well. Returns only when it did, or when all is said anyway.
    fn kept<T>(&self, done: io::Result<T>) -> io::Result<T> {
        match done {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                self.watch.lose(&self.name);
                self.watch.wait_for_leave();
                Err(error)
            }
            done => done,
        }
    }
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = (&self.stream).read(buffer);
            match self.kept(read) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // The end, which is right only when all is said; who is lost, the watch finds.
                Ok(0) => {
                    self.watch.wait_for_leave();
                    return Ok(0);
                }
                read => return read,
            }
        }
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = (&self.stream).write(bytes);
        self.kept(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Self> {
        let (name, watch) = (Arc::clone(&self.name), Arc::clone(&self.watch));
        Ok(Wire { stream: self.stream.try_clone()?, name, watch })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.stream.shutdown(how)
    }
}
