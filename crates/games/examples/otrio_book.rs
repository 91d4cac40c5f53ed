//! Writes a book of openings: who wins after so many moves, one opening of each
//! class of images; and, beside it, what each took. CPU-minutes:
//! `cargo run --release -p kaiketsu-games --example otrio_book -- otrio MOVES MiB > BOOK`.
//! The books that come with the program are in `crates/games/src/otrio/books`.

use kaiketsu_engine::search::{Certifiable, Options, Prover};
use kaiketsu_game::Game;
use kaiketsu_games::otrio::Otrio;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [id, moves, mib] = &arguments[..] else { panic!("wanted: otrio|otrio-no-centre MOVES MiB") };
    let game = if id == "otrio" { Otrio::STANDARD } else { Otrio::NO_CENTRE };
    let memory = mib.parse::<usize>().ok().map(|mib| mib << 20);
    let prover = Prover::new(game, Options { memory, ..Options::default() });
    println!("# {}: who wins after {moves} moves, one opening of each class of images.", game.id());
    println!("# Found by search; the example otrio_book of kaiketsu-games writes this file again.");
    let mut seconds = 0.0;
    for opening in game.openings(moves.parse().expect("a number of moves")) {
        let found = prover.value(&opening.position, game.side_to_move(&opening.position));
        println!("{} {}", opening.moves.join(" "), found.value.word());
        eprintln!("{}: {} nodes, {:.2} s", opening.moves.join(" "), found.nodes, found.seconds);
        seconds += found.seconds;
    }
    let (nodes, (used, capacity)) = (prover.nodes(), prover.table_use());
    let rate = nodes as f64 / seconds;
    eprintln!("{nodes} nodes, {rate:.0} per second, table {used} of {capacity}, {seconds:.1} s");
}
