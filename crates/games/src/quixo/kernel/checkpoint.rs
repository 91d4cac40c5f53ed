//! The state of a tier that is still being solved, as a file.
//!
//! Of a position it is known that it is won, that it is lost, that it may
//! still be lost, or nothing; never two of these. So the three planes of
//! [`Unfinished`] are saved as two:
//!
//! ```text
//!     header   magic "kaicubes", version, marks, rules version, length of
//!              the game's id (four bytes each), chunks of a plane (eight
//!              bytes), the game's id, checksum of all this
//!     pieces   4096 chunks (fewer in the last) of won-or-may-lose, as many of
//!              lost-or-may-lose, checksum that starts from the piece's number
//! ```
//!
//! Numbers have their low bytes first; checksums are CRC-32C. A file that is
//! not exactly this, for this game and this number of marks, is not used.

use std::io::{self, ErrorKind};

use crate::Quixo;
use kaiketsu_db::Source;
use kaiketsu_engine::solve::Checkpoint;
use kaiketsu_game::{Game, Notation};
use kaiketsu_lanes::Chunk;
use rayon::prelude::*;

use crate::quixo::cubes::{Pool, Unfinished};

const MAGIC: &[u8; 8] = b"kaicubes";
const VERSION: u32 = 1;

/// Chunks of each plane in a piece.
const PIECE: usize = 4096;
const CHUNK_BYTES: usize = size_of::<Chunk>();
const CHECKSUM_BYTES: usize = 4;

/// Saves a state in place of the one before.
pub(super) fn save(checkpoint: &Checkpoint<'_>, game: &Quixo, state: &Unfinished) -> io::Result<()> {
    let mut sink = checkpoint.create()?;
    let planes = [&state.win, &state.loss, &state.may_lose].map(|plane| plane.chunks());
    sink.write_all(&header(game, state.marks, planes[0].len()))?;
    let mut bytes = Vec::with_capacity(piece_bytes(PIECE));
    for (number, first) in (0..).zip((0..planes[0].len()).step_by(PIECE)) {
        let [win, loss, may_lose] = planes.map(|plane| &plane[first..plane.len().min(first + PIECE)]);
        bytes.clear();
        for known in [win, loss] {
            for (known, may_lose) in known.iter().zip(may_lose) {
                let both = Chunk(std::array::from_fn(|word| known.0[word] | may_lose.0[word]));
                bytes.extend(both.bytes());
            }
        }
        bytes.extend(crc32c::crc32c_append(number, &bytes).to_le_bytes());
        sink.write_all(&bytes)?;
    }
    sink.commit()
}

/// The state that was saved for this game and number of marks, if one was. A
/// plane must have that many chunks.
pub(super) fn load(
    checkpoint: &Checkpoint<'_>,
    game: &Quixo,
    marks: u32,
    chunks: usize,
    pool: &mut Pool,
) -> io::Result<Option<Unfinished>> {
    let Some(source) = checkpoint.open()? else { return Ok(None) };
    let wanted = header(game, marks, chunks);
    let length = wanted.len()
        + (0..chunks).step_by(PIECE).map(|at| piece_bytes(PIECE.min(chunks - at))).sum::<usize>();
    if source.len() != length as u64 {
        return Err(unusable("it has another length"));
    }
    let mut found = vec![0; wanted.len()];
    source.read_at(0, &mut found)?;
    if found != wanted {
        return Err(unusable("it is for something else"));
    }
    let mut take = || pool.take(chunks);
    let mut state = Unfinished { marks, win: take()?, loss: take()?, may_lose: take()? };
    match fill(&*source, wanted.len(), &mut state) {
        Ok(()) => Ok(Some(state)),
        Err(error) => {
            [state.win, state.loss, state.may_lose].into_iter().for_each(|plane| pool.give(plane));
            Err(error)
        }
    }
}

/// Reads all pieces.
fn fill(source: &dyn Source, start: usize, state: &mut Unfinished) -> io::Result<()> {
    let planes = (
        state.win.chunks_mut().par_chunks_mut(PIECE),
        state.loss.chunks_mut().par_chunks_mut(PIECE),
        state.may_lose.chunks_mut().par_chunks_mut(PIECE),
    );
    planes.into_par_iter().enumerate().try_for_each(|(number, (win, loss, may_lose))| {
        let mut bytes = vec![0; piece_bytes(win.len())];
        source.read_at((start + number * piece_bytes(PIECE)) as u64, &mut bytes)?;
        let (bytes, checksum) = bytes.split_at(2 * win.len() * CHUNK_BYTES);
        if crc32c::crc32c_append(number as u32, bytes).to_le_bytes() != checksum {
            return Err(unusable("it is damaged"));
        }
        let (first, second) = bytes.split_at(win.len() * CHUNK_BYTES);
        let chunks = |bytes| <[u8]>::chunks_exact(bytes, CHUNK_BYTES).map(read_chunk);
        for (at, (first, second)) in chunks(first).zip(chunks(second)).enumerate() {
            for word in 0..8 {
                let (first, second) = (first.0[word], second.0[word]);
                win[at].0[word] = first & !second;
                loss[at].0[word] = second & !first;
                may_lose[at].0[word] = first & second;
            }
        }
        Ok(())
    })
}

fn read_chunk(bytes: &[u8]) -> Chunk {
    Chunk::from_bytes(bytes.try_into().expect("cut to the length of a chunk"))
}

fn piece_bytes(chunks: usize) -> usize {
    2 * chunks * CHUNK_BYTES + CHECKSUM_BYTES
}

fn header(game: &Quixo, marks: u32, chunks: usize) -> Vec<u8> {
    let id = game.id();
    let mut bytes = MAGIC.to_vec();
    for number in [VERSION, marks, game.rules_version(), id.len() as u32] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend((chunks as u64).to_le_bytes());
    bytes.extend(id.bytes());
    bytes.extend(crc32c::crc32c(&bytes).to_le_bytes());
    bytes
}

fn unusable(why: &'static str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why)
}
