//! Peers meet: all do the same, in the same place.

use kaiketsu_db::{DbError, Manifest, Storage};
use kaiketsu_game::{Notation, Retrograde};

use crate::solve::run::begin;
use crate::solve::spread::agree;
use crate::solve::{Exchange, Options, SolveError};

/// Makes sure that all peers do the same in the same place; the manifest to begin with.
pub(super) fn meet<G: Retrograde + Notation + ?Sized>(
    exchange: &mut dyn Exchange,
    game: &G,
    kernel: Option<&str>,
    storage: &dyn Storage,
    options: &Options,
) -> Result<Manifest, SolveError> {
    let (me, peers) = (exchange.me(), exchange.peers() as u64);
    let kernel = kernel.unwrap_or("spread");
    let asked = format!("{} by {kernel} {:?}", asked(game, options.distances), options.layers);
    let print: [u8; 32] = blake3::hash(asked.as_bytes()).into();
    // Halves of 32 bits, whose sums fit.
    let halves =
        [0, 4].map(|at| u64::from(u32::from_le_bytes(print[at..at + 4].try_into().expect("four bytes"))));
    let begun = if me == 0 {
        begin(game, storage, options).and_then(|_| leave_mark(storage))
    } else {
        Ok(Vec::new())
    };
    let (mark, failure) = begun.map_or_else(|error| (Vec::new(), Some(error)), |mark| (mark, None));
    if me == 0 {
        (1..exchange.peers()).try_for_each(|peer| exchange.send(peer, mark.clone()))?;
    }
    let mut told = mark;
    let sums = agree(exchange, failure, &halves, &mut |batch| told = batch.to_vec())?;
    let differs = (sums != halves.map(|half| half * peers)).then_some(SolveError::OtherQuestion { asked });
    agree(exchange, differs, &[], &mut |_| ())?;
    let seen = whole(storage, MARK);
    let failure = match seen {
        Ok(seen) if seen == told => None,
        Ok(_) => Some(SolveError::NotShared { folder: storage.describe() }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Some(SolveError::NotShared { folder: storage.describe() })
        }
        Err(error) => Some(io(storage, MARK, "reading the mark of the first process", error).into()),
    };
    agree(exchange, failure, &[], &mut |_| ())?;
    if me == 0 {
        storage.remove(MARK).map_err(|error| io(storage, MARK, "removing a mark", error))?;
    }
    let tool = concat!("kaiketsu ", env!("CARGO_PKG_VERSION"));
    Ok(Manifest::new(&game.id(), &game.title(), game.rules_version(), tool, options.distances))
}

/// What is solved, in words.
pub(super) fn asked<G: Retrograde + Notation + ?Sized>(game: &G, distances: bool) -> String {
    let distances = if distances { "with" } else { "without" };
    format!("{} {} {distances} distances", game.id(), game.rules_version())
}

/// By this file the others see that they are in the folder of the first.
const MARK: &str = "meeting.state";

fn leave_mark(storage: &dyn Storage) -> Result<Vec<u8>, SolveError> {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let mark = format!("{} {}", std::process::id(), now.as_nanos()).into_bytes();
    let write = || {
        let mut sink = storage.create(MARK)?;
        sink.write_all(&mark)?;
        sink.commit()
    };
    write().map_err(|error| io(storage, MARK, "leaving a mark for the other processes", error))?;
    Ok(mark)
}

fn whole(storage: &dyn Storage, name: &str) -> std::io::Result<Vec<u8>> {
    let source = storage.open(name)?;
    let mut bytes = vec![0; source.len() as usize];
    source.read_at(0, &mut bytes)?;
    Ok(bytes)
}

fn io(storage: &dyn Storage, name: &str, doing: &'static str, source: std::io::Error) -> DbError {
    DbError::Io { file: format!("{}/{name}", storage.describe()), doing, source }
}
