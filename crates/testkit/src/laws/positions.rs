//! Which positions to look at.

use kaiketsu_game::{Game, Slot, Tier, Tiered};

use crate::naive;
use crate::random::Random;

/// How many positions to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thoroughness {
    /// All there are.
    Exhaustive,
    /// About that many, chosen by a seed.
    Sample {
        /// How many.
        positions: u64,
        /// What decides which; the same seed gives the same ones.
        seed: u64,
    },
}

/// A game played at random is given up after that many moves.
const LONGEST_GAME: usize = 300;

/// Positions met in play from the start: all that can be reached, or those of
/// games played at random until enough positions were met.
pub fn played<G: Game + ?Sized>(game: &G, thoroughness: Thoroughness) -> Vec<G::Position> {
    let Thoroughness::Sample { positions, seed } = thoroughness else {
        return naive::reachable(game).into_iter().collect();
    };
    let mut random = Random::new(seed);
    let mut met = Vec::new();
    while (met.len() as u64) < positions {
        let mut position = game.start();
        for _ in 0..LONGEST_GAME {
            met.push(position.clone());
            match naive::steps(game, &position) {
                Ok(steps) if !steps.is_empty() => position = random.choose(&steps).position.clone(),
                _ => break,
            }
        }
    }
    met.truncate(positions as usize);
    met
}

/// Stored positions: all; or one at a random place of each of so many equal
/// stretches of the stored order, and the first and last of evenly spread tiers.
pub fn stored<G: Tiered + ?Sized>(game: &G, thoroughness: Thoroughness) -> impl Iterator<Item = G::Position> {
    stored_slots(game, thoroughness).into_iter().map(|slot| game.position(slot))
}

/// The slots of [`stored`].
pub(super) fn stored_slots<G: Tiered + ?Sized>(game: &G, thoroughness: Thoroughness) -> Vec<Slot> {
    let Thoroughness::Sample { positions, seed } = thoroughness else {
        return naive::slots(game).collect();
    };
    let mut random = Random::new(seed);
    let sizes: Vec<u64> = (0..game.tiers()).map(|tier| game.size(Tier(tier))).collect();
    let total: u64 = sizes.iter().sum();
    let stretch = total.div_ceil(positions.max(1)).max(1);
    let mut slots = Vec::new();
    let mut first = 0; // of the tier, in the stored order
    let mut next = random.below(stretch);
    let spread = sizes.len().div_ceil(positions as usize).max(1);
    for (number, size) in sizes.into_iter().enumerate() {
        let tier = Tier(number as u32);
        if size > 0 && number % spread == 0 {
            slots.extend([0, size - 1].map(|index| Slot { tier, index }));
        }
        while next < first + size {
            slots.push(Slot { tier, index: next - first });
            next = (next / stretch + 1) * stretch + random.below(stretch);
        }
        first += size;
    }
    slots
}
