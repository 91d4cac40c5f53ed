//! From the log of a tier's rounds to codes in stored order, and back.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use crate::Quixo;
use crate::quixo::cubes::news::News;
use crate::quixo::cubes::windows::{Verdict, Windows};
use kaiketsu_db::LayerReader;
use kaiketsu_engine::solve::{Checkpoint, SolveError, TierWriter};
use kaiketsu_game::Code;
use kaiketsu_lanes::{CHUNK_BITS, Chunk, flags};
use rayon::prelude::*;

use super::round_log::{RoundLog, RoundWriter, code};

/// Windows that are merged side by side.
pub(super) const AT_A_TIME: usize = 4;

/// Pushes the codes of a tier in stored order.
pub(super) fn write(
    log: &RoundLog,
    windows: Windows,
    out: &mut TierWriter<'_>,
    tell: &dyn Fn(f64),
    failed: &dyn Fn(io::Error) -> SolveError,
) -> Result<(), SolveError> {
    for first in (0..windows.count()).step_by(AT_A_TIME) {
        tell(first as f64 / windows.count() as f64);
        let batch = first..windows.count().min(first + AT_A_TIME);
        let codes: io::Result<Vec<Vec<Code>>> =
            batch.into_par_iter().map(|window| codes(log, windows, window)).collect();
        codes.map_err(failed)?.iter().try_for_each(|codes| out.push(codes))?;
    }
    Ok(())
}

/// Positions of a chunk: fewer than 512 are repeated.
fn positions_of_a_chunk(windows: Windows) -> usize {
    1 << windows.layout.marks.min(CHUNK_BITS)
}

/// The codes of a window.
fn codes(log: &RoundLog, windows: Windows, window: usize) -> io::Result<Vec<Code>> {
    let (chunks, each) =
        (windows.shapes(window).len() * windows.layout.chunks, positions_of_a_chunk(windows));
    let mut codes = vec![Code::DRAW; chunks * each];
    let mut decided = vec![Chunk::ZERO; chunks];
    let mut news = <[News; 2]>::default();
    for plies in 0..log.rounds {
        let found = log.found(plies, window)?;
        for (found, news) in found.iter().zip(&mut news) {
            news.clear();
            if let Some(bytes) = found {
                let open = |at: usize| Chunk(decided[at].0.map(|word| !word));
                news.decode(bytes, chunks, open)?;
            }
        }
        for (verdict, news) in Verdict::BOTH.into_iter().zip(&news) {
            let code = code(verdict, plies);
            for (place, new) in news.iter() {
                decided[place] = decided[place].zip(*new, |decided, new| decided | new);
                set(new, code, &mut codes[place * each..(place + 1) * each]);
            }
        }
    }
    Ok(codes)
}

/// Sets the code of every position of a chunk whose bit is set.
fn set(new: &Chunk, code: Code, codes: &mut [Code]) {
    for (word, codes) in new.0.iter().zip(codes.chunks_mut(64)) {
        let mut rest = *word;
        while rest != 0 {
            // Spare address bits repeat what is inside the slice.
            if let Some(place) = codes.get_mut(rest.trailing_zeros() as usize) {
                *place = code;
            }
            rest &= rest - 1;
        }
    }
}

/// Makes the log of a tier from its file.
pub(super) fn rebuild(
    file: &LayerReader,
    windows: Windows,
    place: &Checkpoint<'_>,
    game: &Quixo,
    failed: &dyn Fn(io::Error) -> SolveError,
) -> Result<(), SolveError> {
    let marks = windows.layout.marks as u32;
    let mut writer = RoundWriter::after(&RoundLog::default(), place, game, marks, Duration::MAX);
    let frames = writer.frames().map_err(failed)?;
    let each = positions_of_a_chunk(windows);
    (0..windows.count()).into_par_iter().try_for_each(|window| {
        let shapes = windows.shapes(window);
        let mut codes = vec![Code::DRAW; shapes.len() * windows.layout.chunks * each];
        file.read((shapes.start << windows.layout.marks) as u64, &mut codes)?;
        let mut decided = vec![Chunk::ZERO; codes.len() / each];
        let news = sorted(&codes, each);
        let mut codes = news.iter().peekable();
        while let Some((&code, news)) = codes.next() {
            let open = |at: usize| Chunk(decided[at].0.map(|word| !word));
            frames.add((code.into(), window as u32), news.encode(decided.len(), open));
            // A win and a loss in as many plies are written against the same.
            let other = codes.next_if(|(other, _)| code % 2 == 1 && **other == code + 1);
            if let Some((&other, news)) = other {
                frames.add((other.into(), window as u32), news.encode(decided.len(), open));
            }
            for (place, new) in news.iter().chain(other.into_iter().flat_map(|(_, news)| news.iter())) {
                decided[place] = decided[place].zip(*new, |decided, new| decided | new);
            }
        }
        Ok::<(), SolveError>(())
    })?;
    let rounds = file.summary().longest.map_or(0, |longest| longest + 1);
    writer.finish(rounds).map_err(failed)
}

/// The chunks of a window by code.
fn sorted(codes: &[Code], each: usize) -> BTreeMap<u16, News> {
    let mut sorted = BTreeMap::<u16, News>::new();
    let mut chunks: Vec<(u16, Chunk)> = Vec::new();
    for (place, codes) in codes.chunks(each).enumerate() {
        chunks.clear();
        for (position, code) in codes.iter().enumerate().filter(|(_, code)| **code != Code::DRAW) {
            let at = chunks.iter().position(|(found, _)| *found == code.0).unwrap_or_else(|| {
                chunks.push((code.0, Chunk::ZERO));
                chunks.len() - 1
            });
            for bit in (position..1 << CHUNK_BITS).step_by(each) {
                flags::set(&mut chunks[at].1.0, bit);
            }
        }
        chunks.iter().for_each(|(code, chunk)| sorted.entry(*code).or_default().push(place, *chunk));
    }
    sorted
}
