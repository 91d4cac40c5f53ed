//! Forward search and its certificates.

mod book;
mod by_rules;
mod certificates;
mod otrio;
mod quantum_tic_tac_toe;
mod requests;
mod searched;

use kaiketsu_game::Game;
use kaiketsu_testkit::random::Random;

/// A position after that many random moves in which the game is not over.
fn after_random_moves<G: Game>(game: &G, moves: usize, random: &mut Random) -> G::Position {
    loop {
        let mut position = game.start();
        let mut left = moves;
        while game.ending(&position).is_none() {
            if left == 0 {
                return position;
            }
            position = game.play(&position, random.choose(&game.legal_moves(&position))).position;
            left -= 1;
        }
    }
}
