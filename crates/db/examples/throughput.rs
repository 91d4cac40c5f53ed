//! How small and how fast each level of zstd makes layers, in CPU time.
//!
//! ```text
//! cargo run --release -p kaiketsu-db --example throughput
//! ```
//!
//! Three kinds of values: independent ones (70 % win, 20 % loss, 10 % draw),
//! the same in runs as neighbouring positions of real games have them, and
//! distances in runs, in blocks as the writer hands them over.

use std::time::Instant;

use kaiketsu_game::Code;

const POSITIONS: u64 = 100_000_000;

fn main() {
    let independent = two_bits(&values(POSITIONS, 1));
    let runs = two_bits(&values(POSITIONS, 12));
    let bytes: Vec<u8> = distances(POSITIONS / 5).iter().map(|code| code.0.min(255) as u8).collect();

    println!("values            level      MB/s  bit/position");
    for (name, data, block, per_byte) in [
        ("independent", &independent, 16384, 4.0),
        ("in runs", &runs, 16384, 4.0),
        ("distances", &bytes, 65536, 1.0),
    ] {
        // A quarter is enough for the slow levels.
        let data = &data[..data.len() / 4];
        for level in [-3, -1, 1, 2, 3, 5, 7, 9] {
            let mut compressor = zstd::bulk::Compressor::new(level).expect("a level of zstd");
            let mut out = vec![0; 2 * block];
            let mut length = 0;
            let seconds = cpu_seconds(|| {
                for block in data.chunks(block) {
                    length += compressor.compress_to_buffer(block, &mut out[..]).expect("room");
                }
            });
            let (rate, bits) =
                (data.len() as f64 / 1e6 / seconds, 8.0 * length as f64 / data.len() as f64 / per_byte);
            println!("{name:<16} {level:>6} {rate:>9.0} {bits:>13.3}");
        }
    }
}

/// Values with equal neighbours in runs of that mean length.
fn values(positions: u64, run: u64) -> Vec<u8> {
    let mut value = 1;
    let draw = |random: u64| match random % 10 {
        0 => 0,
        1 | 2 => 2,
        _ => 1,
    };
    (0..positions)
        .map(|i| {
            let random = scramble(i);
            if (random >> 32).is_multiple_of(run) {
                value = draw(random);
            }
            value
        })
        .collect()
}

/// Distances that wander about, with draws between.
fn distances(positions: u64) -> Vec<Code> {
    let mut plies = 30u64;
    (0..positions)
        .map(|i| {
            let random = scramble(i);
            if random.is_multiple_of(6) {
                plies = (plies + (random >> 8) % 9).saturating_sub(4).min(100);
            }
            if (random >> 16).is_multiple_of(10) { Code::DRAW } else { Code::win((plies | 1) as u16) }
        })
        .collect()
}

fn two_bits(values: &[u8]) -> Vec<u8> {
    values.chunks(4).map(|four| four.iter().rev().fold(0, |byte, value| byte << 2 | value)).collect()
}

/// Not the generator of the library: these values were measured, see docs/format.md.
fn scramble(i: u64) -> u64 {
    let x = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ x >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^ x >> 32
}

/// CPU time of all threads, from `/proc` where there is one, else wall time.
fn cpu_seconds(work: impl FnOnce()) -> f64 {
    let nanoseconds = || -> Option<u64> {
        let mut sum = 0;
        for task in std::fs::read_dir("/proc/self/task").ok()? {
            let schedule = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
            sum += schedule.split_whitespace().next()?.parse::<u64>().ok()?;
        }
        Some(sum)
    };
    let (before, start) = (nanoseconds(), Instant::now());
    work();
    match (before, nanoseconds()) {
        (Some(before), Some(after)) if after > before => (after - before) as f64 / 1e9,
        _ => start.elapsed().as_secs_f64(),
    }
}
