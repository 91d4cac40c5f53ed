//! All positions of a database, or some of them, one after the other.
//!
//! A sample walks through the stored order with a long stride that has no
//! divisor in common with the number of slots. So it never meets a slot
//! twice, needs no memory, and depends on nothing but the seed.

use kaiketsu_db::DbError;
use kaiketsu_game::{Code, Notation, Slot, Tier, Tiered};

use crate::analyse::{Oracle, Random};

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

/// Calls `visit` with the slots of a choice and their codes, until it says no.
pub fn for_each_slot<G: Tiered + Notation, E: From<DbError>>(
    oracle: &Oracle<G>,
    choice: Choice,
    visit: &mut dyn FnMut(Slot, Code) -> Result<bool, E>,
) -> Result<(), E> {
    let (game, layout, database) = (oracle.game(), oracle.layout(), oracle.database());
    match choice {
        Choice::All => {
            for tier in (0..game.tiers()).map(Tier) {
                let (layer, offset) = layout.place(tier);
                for start in (0..game.size(tier)).step_by(STRETCH as usize) {
                    let mut codes = vec![Code::DRAW; STRETCH.min(game.size(tier) - start) as usize];
                    database.layer(layer)?.read(offset + start, &mut codes)?;
                    for (index, code) in (start..).zip(codes) {
                        if !visit(Slot { tier, index }, code)? {
                            return Ok(());
                        }
                    }
                }
            }
        }
        Choice::Sample { positions, seed } => {
            let ends: Vec<u64> = (0..game.tiers())
                .scan(0, |end, tier| {
                    *end += game.size(Tier(tier));
                    Some(*end)
                })
                .collect();
            for number in scattered(layout.positions(), seed).take(positions as usize) {
                let tier = ends.partition_point(|end| *end <= number);
                let first = if tier == 0 { 0 } else { ends[tier - 1] };
                let slot = Slot { tier: Tier(tier as u32), index: number - first };
                let (layer, index) = layout.place_of(slot);
                if !visit(slot, database.get(layer, index)?)? {
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
