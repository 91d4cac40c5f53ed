//! All positions of a database, or some of them, one after the other.
//!
//! A sample walks through the stored order with a long stride that has no
//! divisor in common with the number of slots. So it never meets a slot
//! twice, needs no memory, and depends on nothing but the seed.

use kaiketsu_db::DbError;
use kaiketsu_game::{Notation, Slot, Tier, Tiered, Value};

use crate::analyse::{Random, Stored};
use crate::solve::Runs;

/// Which positions to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// All, in stored order.
    All,
    /// So many, or all if there are fewer, in an order that the seed decides.
    Sample {
        /// How many slots.
        positions: u64,
        /// What the choice depends on.
        seed: u64,
    },
}

/// Slots read at a time in stored order.
const STRETCH: u64 = 1 << 16;

/// Calls `visit` with the slots of a choice and their values, until it says no.
pub fn for_each_slot<G: Tiered + Notation, E: From<DbError>>(
    stored: &Stored<G>,
    choice: Choice,
    visit: &mut dyn FnMut(Slot, Value) -> Result<bool, E>,
) -> Result<(), E> {
    let game = stored.game();
    match choice {
        Choice::All => {
            for tier in (0..game.tiers()).map(Tier) {
                for start in (0..game.size(tier)).step_by(STRETCH as usize) {
                    for (index, value) in (start..).zip(stored.values(tier, start, STRETCH)?) {
                        if !visit(Slot { tier, index }, value)? {
                            return Ok(());
                        }
                    }
                }
            }
        }
        Choice::Sample { positions, seed } => {
            let runs = Runs::new(game, 1);
            for number in scattered(runs.count(), seed).take(positions as usize) {
                let (tier, index) = runs.find(number);
                let slot = Slot { tier, index };
                if !visit(slot, stored.get(slot)?)? {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// All numbers less than `count`, each once, in an order that the seed decides.
pub fn scattered(count: u64, seed: u64) -> impl Iterator<Item = u64> {
    let mut random = Random::new(seed);
    let first = random.below(count.max(1));
    let strides = std::iter::repeat_with(move || random.below(count.max(1))).filter(move |s| *s > count / 3);
    let stride = if count < 8 { 1 } else { { strides }.find(|s| gcd(*s, count) == 1).unwrap_or(1) };
    (0..count)
        .map(move |n| ((u128::from(first) + u128::from(n) * u128::from(stride)) % u128::from(count)) as u64)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_once_and_the_seed_decides_when() {
        for count in [0, 1, 2, 7, 8, 30, 1_000, 4_099] {
            let mut numbers: Vec<u64> = scattered(count, 5).collect();
            if count >= 1_000 {
                assert_ne!(numbers, scattered(count, 6).collect::<Vec<_>>());
                assert!(!numbers.is_sorted());
            }
            numbers.sort_unstable();
            assert_eq!(numbers, (0..count).collect::<Vec<_>>());
        }
    }
}
