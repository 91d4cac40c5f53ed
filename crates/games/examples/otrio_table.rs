//! The paper's tables of Otrio, row by row as they are found:
//! `cargo run --release --example otrio_table -- otrio|otrio-no-centre MOVES MiB`.

use std::time::Instant;

use kaiketsu_engine::search::{Options, Prover, Side};
use kaiketsu_games::otrio::Otrio;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [id, moves, mib] = &arguments[..] else { panic!("wanted: otrio|otrio-no-centre MOVES MiB") };
    let game = if id == "otrio" { Otrio::STANDARD } else { Otrio::NO_CENTRE };
    let memory = mib.parse::<usize>().ok().map(|mib| mib << 20);
    let prover = Prover::new(game, Options { memory, ..Options::default() });
    let began = Instant::now();
    for opening in game.openings(moves.parse().expect("a number of moves")) {
        let mover = Side::first_if(opening.position.first_to_move());
        let found = prover.value(&opening.position, mover);
        println!(
            "{} {} ({} nodes, {:.2} s)",
            opening.moves.join(" "),
            found.value.word(),
            found.nodes,
            found.seconds
        );
    }
    let (seconds, (used, capacity)) = (began.elapsed().as_secs_f64(), prover.table_use());
    let rate = prover.nodes() as f64 / seconds;
    println!("{} nodes, {rate:.0} per second, table {used} of {capacity}, {seconds:.1} s", prover.nodes());
}
