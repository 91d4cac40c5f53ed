//! The laws of symmetry, and what you know of your game.

use kaiketsu::game::{Game, Outcome};
use kaiketsu_testkit::laws::{Thoroughness, check_symmetric, played};
use kaiketsu_testkit::naive;
use template_game::TemplateGame;

#[test]
fn the_symmetries_keep_the_laws() {
    let game = TemplateGame::default();
    check_symmetric(&game, played(&game, Thoroughness::Exhaustive));
}

/// The small game after yote: nobody can force a win.
#[test]
fn the_start_is_worth_what_it_is_said_to_be() {
    let game = TemplateGame::default();
    assert_eq!(naive::solve_reachable(&game)[&game.start()].outcome, Outcome::Draw);
}
