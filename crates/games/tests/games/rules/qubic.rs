//! Qubic: laws, and the search against the naive solver on late positions.

use std::collections::HashMap;

use kaiketsu_engine::search::{Options, Plain, Prover, Side, Winner};
use kaiketsu_game::Game;
use kaiketsu_games::qubic::RULES;
use kaiketsu_testkit::laws::{Thoroughness, check_game, check_notation, check_symmetric, played};
use kaiketsu_testkit::naive;
use kaiketsu_testkit::random::{Random, random_play};

const SAMPLE: Thoroughness = Thoroughness::Sample { positions: 300, seed: 3 };

#[test]
fn laws_and_late_positions() {
    let mut met = HashMap::<Winner, u32>::new();
    for game in RULES.map(|rules| rules.of) {
        check_game(&game, played(&game, SAMPLE));
        check_notation(&game, played(&game, SAMPLE));
        check_symmetric(&game, played(&game, SAMPLE));
        let prover = Prover::new(Plain::new(game).folded(), Options::default());
        let mut random = Random::new(27);
        for _ in 0..60 {
            let position = random_play(&game, 14, &mut random);
            if game.ending(&position).is_some() {
                continue;
            }
            let values = naive::solve(&game, naive::closure(&game, [position]));
            let found = prover.value(&prover.game().at(&position, Side::First), Side::First).value;
            assert_eq!(found, Winner::of(values[&position].outcome, Side::First), "{position:?}");
            *met.entry(found).or_default() += 1;
        }
    }
    assert!(met.values().sum::<u32>() >= 10, "{met:?}");
}
