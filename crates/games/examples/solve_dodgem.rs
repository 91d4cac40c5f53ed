//! Solves Dodgem with distances into a folder and says what was found.
//!
//! `cargo run --release -p kaiketsu-games --example solve_dodgem -- 4 2 rows /tmp/dodgem-4`
//! (pieces, threads, kernel, folder). Run it under `/usr/bin/time -v` to see
//! processor time and memory.

use std::error::Error;
use std::time::Instant;

use kaiketsu_db::{Database, Folder};
use kaiketsu_engine::solve::{Kernel, Layout, Options, Queue, Silent, Sweep, solve};
use kaiketsu_game::{Code, Game, Outcome, Slot, Tier, Tiered};
use kaiketsu_games::Dodgem;
use kaiketsu_games::DodgemRows;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [pieces, threads, kernel, folder] = &arguments[..] else {
        return Err("usage: solve_dodgem PIECES THREADS rows|queue|sweep FOLDER".into());
    };
    let game = Dodgem::new(pieces.parse()?);
    let rows = DodgemRows::new(&game);
    let kernel: &dyn Kernel<Dodgem> = match kernel.as_str() {
        "rows" => &rows,
        "queue" => &Queue,
        "sweep" => &Sweep,
        other => return Err(format!("no kernel `{other}`; there are rows, queue and sweep").into()),
    };
    let options = Options { threads: threads.parse()?, memory: 1 << 30, distances: true, layers: None };
    let begin = Instant::now();
    let solution = solve(&game, kernel, &Folder::create(folder)?, &options, &Silent)?;
    println!("solved in {:.2} s, {:?}", begin.elapsed().as_secs_f64(), solution.cache);
    println!("signature of values and plies {:?}", solution.manifest.signature_plies);
    report(&game, &Database::open_folder(folder)?)
}

/// Counts the positions in which both sides have a piece.
fn report(game: &Dodgem, database: &Database) -> Result<(), Box<dyn Error>> {
    let layout = Layout::new(game);
    let (mut win, mut loss, mut draw, mut longest) = (0u64, 0u64, 0u64, 0);
    for tier in (0..game.tiers()).map(Tier).filter(|&tier| game.weight(Slot { tier, index: 0 }) > 0) {
        let (layer, first) = layout.place(tier);
        let mut codes = vec![Code::DRAW; game.size(tier) as usize];
        database.layer(layer)?.read(first, &mut codes)?;
        for code in codes {
            match code.outcome() {
                Outcome::Win => win += 1,
                Outcome::Loss => loss += 1,
                Outcome::Draw => draw += 1,
            }
            longest = longest.max(code.plies());
        }
    }
    let (layer, index) = layout.place_of(game.locate(&game.start()));
    println!("positions {}: win {win}, loss {loss}, draw {draw}", win + loss + draw);
    println!("longest {longest}, start {}", database.get(layer, index)?.value(true));
    Ok(())
}
