//! Positions of a class with a certain outcome.

use kaiketsu_db::DbError;
use kaiketsu_game::{Code, Notation, Outcome, Slot, Tier, Tiered};

use crate::Oracle;

/// Positions to be looked for: those of a tier with a key in the first
/// breakdown of the game and an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Where to look.
    pub tier: Tier,
    /// The key.
    pub key: Vec<u32>,
    /// The outcome.
    pub outcome: Outcome,
}

/// Positions that were looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examples<P> {
    /// How many there are, counted as statistics count.
    pub positions: u64,
    /// The first of them in stored order.
    pub first: Vec<P>,
}

const STRETCH: u64 = 1 << 16;

/// Finds all positions that are wanted and returns the first few. Walks over
/// the whole tier.
pub fn examples<G: Tiered + Notation>(
    oracle: &Oracle<G>,
    wanted: &Wanted,
    most: usize,
) -> Result<Examples<G::Position>, DbError> {
    let (game, layout) = (oracle.game(), oracle.layout());
    let (layer, offset) = layout.place(wanted.tier);
    let file = oracle.database().layer(layer)?;
    let mut found = Examples { positions: 0, first: Vec::new() };
    let Some(breakdown) = game.breakdowns().into_iter().next() else { return Ok(found) };
    let mut key = Vec::new();
    for start in (0..game.size(wanted.tier)).step_by(STRETCH as usize) {
        let mut codes = vec![Code::DRAW; STRETCH.min(game.size(wanted.tier) - start) as usize];
        file.read(offset + start, &mut codes)?;
        for (index, code) in (start..).zip(codes) {
            let slot = Slot { tier: wanted.tier, index };
            key.clear();
            (breakdown.class)(game, slot, &mut key);
            if key == wanted.key && code.outcome() == wanted.outcome {
                found.positions += game.weight(slot);
                if found.first.len() < most {
                    found.first.push(game.position(slot));
                }
            }
        }
    }
    Ok(found)
}
