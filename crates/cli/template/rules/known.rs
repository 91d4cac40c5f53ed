//! What you know of your game. Hexapawn: the second player wins.

use kaiketsu::game::{Game, Outcome};
use kaiketsu_testkit::naive;
use template_game::TemplateGame;

#[test]
fn the_start_is_worth_what_it_is_said_to_be() {
    let game = TemplateGame::default();
    assert_eq!(naive::solve_reachable(&game)[&game.start()].outcome, Outcome::Loss);
}
