//! The laws of rules and text, and the values against a solver that follows
//! their definition. Keep these whatever the rules become.

use kaiketsu::game::Notation;
use kaiketsu::{Limit, Registry, Request, Resources, Silent, Store};
use kaiketsu_testkit::laws::{Thoroughness, check_game, check_notation, played};
use kaiketsu_testkit::naive;
use template_game::TemplateGame;

/// For a large game: `Thoroughness::Sample { positions: 10_000, seed: 0 }`.
const ALL: Thoroughness = Thoroughness::Exhaustive;

#[test]
fn the_rules_keep_the_laws() {
    let game = TemplateGame::default();
    check_game(&game, played(&game, ALL));
}

#[test]
fn the_notation_keeps_the_laws() {
    let game = TemplateGame::default();
    check_notation(&game, played(&game, ALL));
}

/// For games of up to a few hundred thousand positions.
#[test]
fn every_value_is_right() {
    let folder = std::env::temp_dir().join(format!("template-game-{}", std::process::id()));
    let games = Registry::empty().with("template-game", template_game::setup);
    let (game, store) = (games.get("template-game").unwrap(), Store::new(&folder));
    game.solver().unwrap().solve(&store, &Request::default(), &Silent).unwrap();
    let solution = game.open(&store, Resources::default()).unwrap();
    for (position, value) in naive::solve_reachable(&TemplateGame::default()) {
        let text = TemplateGame::default().write_position(&position);
        assert_eq!(solution.rate(&text, Limit::NONE).unwrap(), value.into(), "{text}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
