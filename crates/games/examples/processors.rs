//! Solves the upper tiers of Quixo with certain instructions.
//!
//! `cargo run --release -p kaiketsu-games --example processors -- 5 22 avx2`
//! (side of the board, fewest marks, instructions). Run it under
//! `/usr/bin/time -v` to see processor time, and with `RAYON_NUM_THREADS=1` to
//! keep threads from waiting for each other.

use std::error::Error;
use std::time::Instant;

use kaiketsu_games::cubes::{Board, Pool, Processor, solve_tier};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [side, fewest, name] = &arguments[..] else {
        return Err("usage: processors SIDE FEWEST_MARKS portable|avx2|avx512".into());
    };
    let named = |processor: &Processor| format!("{processor:?}").to_lowercase().starts_with(name.as_str());
    let processor = Processor::available().into_iter().find(named);
    let processor = processor.ok_or_else(|| format!("this processor has no `{name}`"))?;
    let (board, mut pool, mut above) = (Board::new(side.parse::<usize>()?), Pool::default(), None);
    for marks in (fewest.parse()?..=board.cells() as u32).rev() {
        let begin = Instant::now();
        let tier = solve_tier(&board, marks, above.as_ref(), processor, &mut pool, &mut |_, _| ())?;
        let (seconds, slots) = (begin.elapsed().as_secs_f64(), tier.slots());
        let won: u64 = tier.counts().iter().map(|class| class.counts.win).sum();
        println!("{marks} marks: {slots} positions in {seconds:.2} s, {won} won");
        above = Some(tier);
    }
    Ok(())
}
