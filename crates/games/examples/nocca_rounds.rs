//! Times the rounds of NOCCA x NOCCA: `nocca_rounds COLUMNS ROWS [ROUNDS]`.
//!
//! Prints, for each round, what it found and the processor time it took.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use kaiketsu_games::Nocca;
use kaiketsu_games::{NoccaRecorder, NoccaRounds};

/// Counts what a round finds.
#[derive(Default)]
struct Count(AtomicU64);

impl NoccaRecorder for Count {
    fn record(&self, _: u16, _: usize, _: usize, found: &[u64]) {
        self.0.fetch_add(found.iter().map(|word| u64::from(word.count_ones())).sum(), Relaxed);
    }
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let [columns, rows, ref rest @ ..] = numbers[..] else { panic!("name columns and rows") };
    let most = rest.first().copied().unwrap_or(usize::MAX);
    let begin = Instant::now();
    let game = Nocca::new(columns, rows);
    println!("numbering {:.2?}, {} quiet positions", begin.elapsed(), game.won_at_once().start);
    println!("planes and tables: {} MB", NoccaRounds::bytes(&game) / 1_000_000);
    let begin = Instant::now();
    let mut rounds = NoccaRounds::new(&game).expect("memory for the planes");
    println!(
        "tables {:.2?}; {} units, {} words a plane",
        begin.elapsed(),
        rounds.layout().units,
        rounds.layout().words
    );
    let begin = Instant::now();
    for round in 0..most {
        let (count, begin) = (Count::default(), Instant::now());
        let more = rounds.play(&count);
        println!("round {round:3} found {:12} in {:.3?}", count.0.into_inner(), begin.elapsed());
        if !more {
            break;
        }
    }
    println!("rounds together {:.2?}", begin.elapsed());
}
