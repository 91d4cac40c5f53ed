//! A numbering: no list of positions in memory or on disk.

use kaiketsu::board::Placements;
use kaiketsu::game::{NumberedBy, Tier};

use crate::rules::Kono;

/// A tier is a number of stones on the board, in all ways to share them out: so
/// many of the side to move, the rest of the other, none more than at the start.
pub fn placements(cells: usize) -> Placements<u16, 2> {
    let half = cells as u32 / 2;
    let shares = |stones: u32| stones.saturating_sub(half)..=stones.min(half);
    let tier = |stones: u32| shares(stones).map(|own| [own, stones - own]).collect();
    Placements::new(cells, (0..=2 * half).map(tier).collect())
}

impl NumberedBy for Kono {
    type Numbering = Placements<u16, 2>;

    fn numbering(&self) -> &Placements<u16, 2> {
        &self.placements
    }

    fn name_of_tier(&self, tier: Tier) -> String {
        format!("{} stones", tier.0)
    }
}
