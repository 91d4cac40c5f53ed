//! What the tests of games share: only ever a dev-dependency.
//!
//! A game of your own is tested like this, and `kaiketsu new` writes it so:
//!
//! ```
//! use kaiketsu_testkit::laws::{Thoroughness, check_game, check_notation, played};
//! # use kaiketsu_testkit::{RandomGame, Shape};
//! # let shape = Shape { positions: 50, tiers: 2, moves: 3, endings: 10, alternates: true };
//! # let my_game = RandomGame::new(1, shape);
//! let all = Thoroughness::Exhaustive; // or a sample, for a large game
//! check_game(&my_game, played(&my_game, all));
//! check_notation(&my_game, played(&my_game, all));
//! ```
//!
//! | module | holds |
//! |---|---|
//! | [`laws`] | the laws of the traits of `kaiketsu-game`, as checks for any game |
//! | [`naive`] | the oracle: values straight from their definition, no tiers, no numbers |
//! | [`random`] | the seeded generator of the library, [`RandomGame`], a game given as a random graph, and [`SymmetricGame`], one with symmetries |
//! | [`golden`] | tables of published results, each naming its source |
//! | [`solved`] | a solve kept in memory, for tests that look at values |
//! | [`faulty`] | storage that fails on purpose |
//! | [`power`] | storage that loses power between any two steps |
//!
//! Everything here is obvious before it is fast, and panics instead of
//! returning errors: the reader of the panic is the person whose test failed.
//!
//! In the book: `docs/adding-a-game.md` uses them on a game.
#![forbid(unsafe_code)]

pub mod golden;
pub mod laws;
pub mod naive;
pub mod power;
mod random_game;
pub mod solved;
mod symmetric_game;

/// Test cases that look random and are the same every time: the generator of the
/// library.
pub mod random {
    pub use kaiketsu_engine::analyse::Random;
    use kaiketsu_game::Game;

    /// The position after that many random moves, or where the game ended sooner.
    pub fn random_play<G: Game>(game: &G, moves: usize, random: &mut Random) -> G::Position {
        (0..moves).fold(game.start(), |position, _| match crate::naive::steps(game, &position) {
            Ok(steps) => random.choose(&steps).position.clone(),
            Err(_) => position,
        })
    }

    /// A position after that many random moves in which the game is not over.
    pub fn after_random_moves<G: Game>(game: &G, moves: usize, random: &mut Random) -> G::Position {
        loop {
            let position = random_play(game, moves, random);
            if game.ending(&position).is_none() {
                return position;
            }
        }
    }
}

pub use kaiketsu_db::faulty;
pub use random_game::{RandomGame, Shape};
pub use solved::{SolvedGame, solve_in_memory};
pub use symmetric_game::SymmetricGame;
