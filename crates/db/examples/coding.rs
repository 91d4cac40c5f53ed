//! How small and how fast each way of writing distances makes the layers of a
//! database that is there, in CPU time.
//!
//! ```text
//! cargo run --release -p kaiketsu-db --example coding -- FOLDER BITS-OF-LAYER-0 [MOST-BLOCKS]
//! ```
//!
//! The folder is that of a game, such as `databases/quixo-4x4`, where the full board
//! has 16 bits that tell neighbours apart and every further layer one less. Of a
//! longer layer as many blocks are taken as are asked for, evenly spread. The
//! entropy is that of independent codes with the frequencies of their block.

use std::path::Path;
use std::time::Instant;

use kaiketsu_db::{BLOCK_POSITIONS, Coding, DbError, Folder, LayerFacts, LayerReader, LayerWriter, Memory};
use kaiketsu_game::Code;

fn main() -> Result<(), DbError> {
    let arguments: Vec<String> = std::env::args().collect();
    let number =
        |place: usize, else_: u64| arguments.get(place).and_then(|text| text.parse().ok()).unwrap_or(else_);
    let folder = Folder::open(Path::new(arguments.get(1).map_or(".", String::as_str)))?;
    let (bits, most) = (number(2, 16), number(3, 200));
    println!(
        "layer  positions        entropy  together     apart  neighbours   write ns  read ns  (of the last)"
    );
    for layer in 0.. {
        let Ok(reader) = LayerReader::open_as_found(&folder, layer) else { break };
        let blocks = sample(&reader, most)?;
        let positions: usize = blocks.iter().map(Vec::len).sum();
        let entropy: f64 = blocks.iter().map(|block| entropy(block)).sum::<f64>() / positions as f64;
        print!("{layer:>5} {:>12} {entropy:>12.3}", reader.positions());
        let bits = bits.saturating_sub(layer.into()) as u32;
        let mut speeds = [0.0; 2];
        for coding in [Coding::Together, Coding::Apart, Coding::ByNeighbours { bits }] {
            let (length, nanoseconds) = measure(&blocks, coding)?;
            print!(" {:>9.3}", 8.0 * length as f64 / positions as f64);
            speeds = nanoseconds.map(|sum| sum / positions as f64);
        }
        println!("   {:>9.2} {:>8.2}", speeds[0], speeds[1]);
    }
    Ok(())
}

/// So many blocks of a layer.
fn sample(reader: &LayerReader, most: u64) -> Result<Vec<Vec<Code>>, DbError> {
    let all = reader.positions().div_ceil(BLOCK_POSITIONS);
    let every = all.div_ceil(most).max(1);
    let blocks = (0..all).step_by(every as usize).map(|block| {
        let first = block * BLOCK_POSITIONS;
        let mut codes = vec![Code::DRAW; BLOCK_POSITIONS.min(reader.positions() - first) as usize];
        reader.read(first, &mut codes)?;
        Ok(codes)
    });
    blocks.collect()
}

/// Bits of a block whose codes are independent.
fn entropy(codes: &[Code]) -> f64 {
    let mut counts = vec![0.0; 1 << 16];
    codes.iter().for_each(|code| counts[usize::from(code.0)] += 1.0);
    let all = codes.len() as f64;
    counts.iter().filter(|count| **count > 0.0).map(|count| -count * (count / all).log2()).sum()
}

/// Bytes, and the nanoseconds of writing and of reading, signatures and checksums
/// included.
fn measure(blocks: &[Vec<Code>], coding: Coding) -> Result<(u64, [f64; 2]), DbError> {
    let mut storages = Vec::new();
    let writing = cpu_nanoseconds(|| {
        for codes in blocks {
            let storage = Memory::new();
            let mut writer = LayerWriter::create_as(&storage, facts(codes), coding)?;
            writer.push(codes)?;
            storages.push((storage, writer.finish()?.bytes));
        }
        Ok(())
    })?;
    let mut found = vec![Code::DRAW; BLOCK_POSITIONS as usize];
    let reading = cpu_nanoseconds(|| {
        for ((storage, _), codes) in storages.iter().zip(blocks) {
            let found = &mut found[..codes.len()];
            LayerReader::open(storage, &facts(codes))?.read(0, found)?;
            assert!(found == codes, "what is read is what was written");
        }
        Ok(())
    })?;
    // Header, index and summary are not what is measured.
    let length = storages.iter().map(|(_, bytes)| bytes - 52 - 8 - 128).sum();
    Ok((length, [writing, reading]))
}

fn facts(codes: &[Code]) -> LayerFacts {
    let (game, positions) = ("coding".to_string(), codes.len() as u64);
    LayerFacts { game, rules_version: 1, layer: 0, positions, distances: true }
}

/// CPU time of all threads, from `/proc` where there is one, else wall time.
fn cpu_nanoseconds(work: impl FnOnce() -> Result<(), DbError>) -> Result<f64, DbError> {
    let nanoseconds = || -> Option<u64> {
        let mut sum = 0;
        for task in std::fs::read_dir("/proc/self/task").ok()? {
            let schedule = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
            sum += schedule.split_whitespace().next()?.parse::<u64>().ok()?;
        }
        Some(sum)
    };
    let (before, start) = (nanoseconds(), Instant::now());
    work()?;
    Ok(match (before, nanoseconds()) {
        (Some(before), Some(after)) if after > before => (after - before) as f64,
        _ => start.elapsed().as_nanos() as f64,
    })
}
