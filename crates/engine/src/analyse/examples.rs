//! Positions with a certain value.

use kaiketsu_db::DbError;
use kaiketsu_game::{Notation, Outcome, Plies, Slot, Tier, Tiered, Value};

use crate::analyse::Stored;
use crate::parallel;

/// Positions to be looked for: those of a tier with an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Where to look.
    pub tier: Tier,
    /// The outcome.
    pub outcome: Outcome,
    /// The distance, if only that will do.
    pub plies: Option<u16>,
    /// The key in the first breakdown of the game, if only that will do.
    pub key: Option<Vec<u32>>,
}

/// Positions that were looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examples<P> {
    /// How many there are, counted as statistics count.
    pub positions: u64,
    /// The first of them in stored order.
    pub first: Vec<P>,
}

/// Positions looked at by one thread at a time.
const STRETCH: u64 = 1 << 16;
/// Stretches for each thread before it is asked whether what was found is enough.
const STRETCHES: usize = 4;

/// Finds positions that are wanted and returns the first few that count. Where it
/// is `known` how many there are the walk ends with the last that is returned, else
/// it goes over the whole tier and counts them.
pub fn examples<G: Tiered + Notation>(
    stored: &Stored<G>,
    wanted: &Wanted,
    most: usize,
    known: Option<u64>,
) -> Result<Examples<G::Position>, DbError> {
    let game = stored.game();
    let stretches = game.size(wanted.tier).div_ceil(STRETCH) as usize;
    let at_a_time = STRETCHES * parallel::workers();
    let (mut positions, mut first) = (0, Vec::new());
    for batch in (0..stretches).step_by(at_a_time) {
        if known.is_some_and(|known| first.len() == most || positions == known) {
            break;
        }
        let look = |number| in_stretch(stored, wanted, (batch + number) as u64, most);
        for (number, slots) in parallel::try_map(at_a_time.min(stretches - batch), &look)? {
            positions += number;
            first.extend(slots);
        }
        first.truncate(most);
    }
    Ok(Examples {
        positions: known.unwrap_or(positions),
        first: first.into_iter().map(|slot| game.position(slot)).collect(),
    })
}

fn in_stretch<G: Tiered + Notation>(
    stored: &Stored<G>,
    wanted: &Wanted,
    stretch: u64,
    most: usize,
) -> Result<(u64, Vec<Slot>), DbError> {
    let (game, start) = (stored.game(), stretch * STRETCH);
    let values = stored.values(wanted.tier, start, STRETCH)?;
    let fits = |value: &Value| {
        value.outcome == wanted.outcome && wanted.plies.is_none_or(|plies| value.plies == Some(Plies(plies)))
    };
    let has_key = |slot: Slot| {
        let (Some(wanted), Some(breakdown)) = (&wanted.key, game.breakdowns().into_iter().next()) else {
            return wanted.key.is_none();
        };
        let mut key = Vec::new();
        (breakdown.class)(game, slot, &mut key);
        key == *wanted
    };
    let (mut positions, mut first) = (0, Vec::new());
    for (index, _) in (start..).zip(&values).filter(|(_, value)| fits(value)) {
        let slot = Slot { tier: wanted.tier, index };
        let weight = game.weight(slot);
        if weight > 0 && has_key(slot) {
            positions += weight;
            if first.len() < most {
                first.push(slot);
            }
        }
    }
    Ok((positions, first))
}
