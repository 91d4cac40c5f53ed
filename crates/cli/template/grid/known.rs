//! The laws of the numbering, of the moves backwards and of the symmetries; and
//! what you know of your game.

use kaiketsu::FoldedGame;
use kaiketsu::game::{Game, Outcome};
use kaiketsu_testkit::laws::{Thoroughness, check_foldable, check_solvable, check_symmetric, stored};
use kaiketsu_testkit::naive;
use template_game::TemplateGame;

const ALL: Thoroughness = Thoroughness::Exhaustive;

#[test]
fn the_numbering_keeps_the_laws() {
    let game = TemplateGame::default();
    check_solvable(&game, ALL);
    check_symmetric(&game, stored(&game, ALL));
    check_foldable(&FoldedGame::new(game), ALL);
}

/// Three men's morris by these rules: nobody can force a win.
#[test]
fn the_start_is_worth_what_it_is_said_to_be() {
    let game = TemplateGame::default();
    assert_eq!(naive::solve_reachable(&game)[&game.start()].outcome, Outcome::Draw);
}
