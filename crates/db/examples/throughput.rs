//! How fast layers are written and read, in CPU time.
//!
//! ```text
//! cargo run --release -p kaiketsu-db --example throughput
//! ```
//!
//! Three kinds of values: independent ones (70 % win, 20 % loss, 10 % draw),
//! the same in runs as neighbouring positions of real games have them, and
//! distances in runs. The first table is zstd alone, by level, on the blocks
//! as the writer hands them over; the second is the whole way.

use std::io::{self, Write};
use std::time::Instant;

use kaiketsu_db::{LayerFacts, LayerReader, LayerWriter, Memory, Sink, Source, Storage};
use kaiketsu_game::Code;

const POSITIONS: u64 = 100_000_000;

fn main() {
    let independent = two_bits(&values(POSITIONS, 1));
    let runs = two_bits(&values(POSITIONS, 12));
    let plies = distances(POSITIONS / 5);
    let bytes: Vec<u8> = plies.iter().map(|code| code.0.min(255) as u8).collect();

    println!("zstd alone        level      MB/s  bit/position");
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

    println!("\nthe whole way                    CPU s   M positions/s");
    write_two_bits("write two bits, independent", &independent);
    write_two_bits("write two bits, in runs", &runs);
    // One repeated code costs no compression: what remains is our own work.
    write_two_bits("write two bits, all equal", &vec![0x55; independent.len()]);
    write_codes("write distances", &plies);
    let codes: Vec<Code> = (0..plies.len()).map(|_| Code(5)).collect();
    write_codes("write distances, all equal", &codes);
    read(&plies);
}

fn report(name: &str, positions: u64, seconds: f64) {
    println!("{name:<30} {seconds:>7.3} {:>14.0}", positions as f64 / 1e6 / seconds);
}

fn facts(positions: u64, distances: bool) -> LayerFacts {
    LayerFacts { game: "bench".to_string(), rules_version: 1, layer: 0, positions, distances }
}

fn write_two_bits(name: &str, packed: &[u8]) {
    let seconds = cpu_seconds(|| {
        let mut writer = LayerWriter::create(&Nowhere, facts(POSITIONS, false)).expect("nowhere");
        writer.push_two_bits(packed, POSITIONS).expect("nowhere");
        writer.finish().expect("nowhere");
    });
    report(name, POSITIONS, seconds);
}

fn write_codes(name: &str, codes: &[Code]) {
    let positions = codes.len() as u64;
    let seconds = cpu_seconds(|| {
        let mut writer = LayerWriter::create(&Nowhere, facts(positions, true)).expect("nowhere");
        codes.chunks(100_003).for_each(|codes| writer.push(codes).expect("nowhere"));
        writer.finish().expect("nowhere");
    });
    report(name, positions, seconds);
}

fn read(codes: &[Code]) {
    let positions = codes.len() as u64;
    let storage = Memory::new();
    let mut writer = LayerWriter::create(&storage, facts(positions, true)).expect("memory");
    writer.push(codes).expect("memory");
    writer.finish().expect("memory");
    let reader = LayerReader::open(&storage, &facts(positions, true)).expect("as written");
    let mut all = vec![Code(0); codes.len()];
    report("read distances", positions, cpu_seconds(|| reader.read(0, &mut all).expect("as written")));
    let mut packed = vec![0; codes.len() / 4];
    report(
        "read values",
        positions,
        cpu_seconds(|| reader.read_two_bits(0, &mut packed).expect("as written")),
    );
    report("check", positions, cpu_seconds(|| reader.check(&mut |_| ()).expect("as written")));

    let blocks = positions / 65536;
    let time = |gets: u64, index: &dyn Fn(u64) -> u64| {
        let start = Instant::now();
        (0..gets).for_each(|i| assert_eq!(reader.get(index(i)).expect("there"), codes[index(i) as usize]));
        start.elapsed().as_secs_f64() * 1e6 / gets as f64
    };
    // More blocks than the cache holds, in turn: every one is decoded.
    println!("get, cold: {:.1} microseconds", time(3 * blocks, &|i| i % blocks * 65536 + i % 65536));
    println!("get, warm: {:.3} microseconds", time(1_000_000, &|i| scramble(i) % (20 * 65536)));
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

/// Storage that forgets what is written, so that only our own work counts.
struct Nowhere;

impl Storage for Nowhere {
    fn open(&self, _: &str) -> io::Result<Box<dyn Source>> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn create(&self, _: &str) -> io::Result<Box<dyn Sink>> {
        Ok(Box::new(Nowhere))
    }

    fn list(&self) -> io::Result<Vec<String>> {
        Ok(Vec::new())
    }

    fn remove(&self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn describe(&self) -> String {
        "nowhere".to_string()
    }
}

impl Write for Nowhere {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sink for Nowhere {
    fn commit(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}
