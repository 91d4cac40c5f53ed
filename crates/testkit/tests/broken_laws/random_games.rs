//! Random games obey the laws and show everything they are meant to show.

use std::collections::BTreeSet;

use kaiketsu_game::{Outcome, Slot, Step, Tier, Tiered, Turn};
use kaiketsu_testkit::laws::{Thoroughness, check_solvable};
use kaiketsu_testkit::{RandomGame, Shape, naive};
use proptest::prelude::*;

const SHAPE: Shape = Shape { positions: 200, tiers: 6, moves: 4, endings: 15, alternates: false };

proptest! {
    #[test]
    fn random_games_obey_the_laws(seed: u64, alternates: bool, positions in 1u32..120, tiers in 1u32..9) {
        let game = RandomGame::new(seed, Shape { positions, tiers, alternates, ..SHAPE });
        check_solvable(&game, Thoroughness::Exhaustive);
        check_solvable(&game, Thoroughness::Sample { positions: 20, seed });
    }
}

#[test]
fn the_same_seed_is_the_same_game() {
    let text = |seed| format!("{:?}", RandomGame::new(seed, SHAPE));
    assert_eq!(text(1), text(1));
    assert_ne!(text(1), text(2));
}

#[test]
fn random_games_have_everything() {
    let mut seen = BTreeSet::new();
    for seed in 0..20 {
        let game = RandomGame::new(seed, SHAPE);
        let tiers = (0..game.tiers()).map(Tier);
        seen.extend(tiers.clone().filter(|tier| game.size(*tier) == 0).map(|_| "an empty tier".to_string()));
        let layers: BTreeSet<u32> = tiers.map(|tier| game.layer(tier)).collect();
        seen.extend((layers.len() < game.tiers() as usize).then(|| "a layer of several tiers".to_string()));
        for (position, value) in naive::solve_stored(&game) {
            seen.insert(format!("a {}", value.outcome));
            seen.extend(value.plies.filter(|plies| plies.0 > 6).map(|_| "a long way".to_string()));
            match naive::steps(&game, &position) {
                Err(outcome) => drop(seen.insert(format!("an end with a {outcome}"))),
                Ok(steps) => {
                    let endless = value.outcome == Outcome::Draw;
                    seen.extend(endless.then(|| "a draw that is not an end".to_string()));
                    describe(&game, game.locate(&position), &steps, &mut seen);
                }
            }
        }
    }
    let expected = [
        "a draw",
        "a draw that is not an end",
        "a layer of several tiers",
        "a long way",
        "a loss",
        "a move to where it was",
        "a step inside the tier",
        "a step to another tier",
        "a step twice",
        "a turn that stays inside the tier",
        "a turn that stays to another tier",
        "a win",
        "an empty tier",
        "an end with a draw",
        "an end with a loss",
        "an end with a win",
        "an uncounted step to another tier",
    ];
    assert_eq!(seen, expected.map(String::from).into());
}

fn describe(game: &RandomGame, from: Slot, steps: &[Step<u32>], seen: &mut BTreeSet<String>) {
    for (number, step) in steps.iter().enumerate() {
        let to = game.locate(&step.position);
        let place = if to.tier == from.tier { "inside the tier" } else { "to another tier" };
        seen.insert(format!("a step {place}"));
        seen.extend((step.turn == Turn::Stays).then(|| format!("a turn that stays {place}")));
        seen.extend((step.plies == 0).then(|| format!("an uncounted step {place}")));
        seen.extend((to == from).then(|| "a move to where it was".to_string()));
        seen.extend(steps[..number].contains(step).then(|| "a step twice".to_string()));
    }
}
