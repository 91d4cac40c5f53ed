//! Many values at once, for those who read millions.
//!
//! Slots are read in stored order, whatever order they are asked in: so a block of
//! the database is looked for once and not once for each of its positions. Which
//! slots there are, tier by tier, is told by [`Pick`].

use kaiketsu_db::DbError;
use kaiketsu_game::{Code, Notation, Place, Slot, Tier, Tiered, Value};

use crate::analyse::{Choice, Stored, scattered};
use crate::parallel;
use crate::solve::Runs;

/// Positions that a thread looks at before it takes the next ones.
const PIECE: usize = 1 << 14;

/// One tier of a solved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierFacts {
    /// Its number.
    pub tier: u32,
    /// The layer that holds it.
    pub layer: u32,
    /// What it holds, in a word or two.
    pub name: String,
    /// How many positions are stored.
    pub positions: u64,
}

/// Which slots to look at, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// All, or a sample.
    pub choice: Choice,
    /// Of this tier only.
    pub tier: Option<u32>,
}

impl<G: Tiered + Notation> Stored<G> {
    /// The tiers in the order in which they are stored.
    pub fn tiers(&self) -> Vec<TierFacts> {
        let facts = |tier: u32| TierFacts {
            tier,
            layer: self.layout().place(Tier(tier)).0,
            name: self.game().tier_name(Tier(tier)),
            positions: self.game().size(Tier(tier)),
        };
        (0..self.game().tiers()).map(facts).collect()
    }

    /// The slots of a pick; none of a tier that is not there.
    pub fn slots(&self, pick: Pick) -> Box<dyn Iterator<Item = Slot> + Send> {
        let all = Runs::new(self.game(), 1);
        let size = |tier: u32| if tier < self.game().tiers() { self.game().size(Tier(tier)) } else { 0 };
        let count = pick.tier.map_or(all.count(), size);
        let slot = move |number: u64| match pick.tier {
            Some(tier) => Slot { tier: Tier(tier), index: number },
            None => {
                let (tier, index) = all.find(number);
                Slot { tier, index }
            }
        };
        match pick.choice {
            Choice::All => Box::new((0..count).map(slot)),
            Choice::Sample { positions, seed } => {
                let positions = usize::try_from(positions).unwrap_or(usize::MAX);
                Box::new(scattered(count, seed).take(positions).map(slot))
            }
        }
    }

    /// The values in many slots, in the order in which they are asked for.
    pub fn get_all(&self, slots: &[Slot]) -> Result<Vec<Value>, DbError> {
        let mut order: Vec<(u32, u64, usize)> = Vec::with_capacity(slots.len());
        order.extend(slots.iter().enumerate().map(|(place, slot)| {
            let (layer, index) = self.layout().place_of(*slot);
            (layer, index, place)
        }));
        order.sort_unstable();
        let mut values = vec![Value::DRAW; slots.len()];
        let mut codes: Vec<Vec<Code>> = vec![Vec::new(); self.game().aims().len()];
        for run in order.chunk_by(|one, next| one.0 == next.0) {
            let layer = run[0].0;
            for (aim, codes) in codes.iter_mut().enumerate() {
                codes.clear();
                let file = self.database().layer(self.layout().file(layer, aim))?;
                file.get_all(run.iter().map(|(_, index, _)| *index), codes)?;
            }
            for (at, (_, _, place)) in run.iter().enumerate() {
                values[*place] = self.joined(layer, |aim| Ok::<_, DbError>(codes[aim][at]))?;
            }
        }
        Ok(values)
    }

    /// The values of many positions, stored or not, in their order, by all
    /// threads of the pool.
    ///
    /// # Panics
    /// Like [`Stored::value_of`].
    pub fn values_of(&self, positions: &[G::Position]) -> Result<Vec<Value>, DbError> {
        let pieces: Vec<&[G::Position]> = positions.chunks(PIECE).collect();
        let values = parallel::try_map(pieces.len(), &|piece| self.values_of_few(pieces[piece]))?;
        Ok(values.concat())
    }

    /// The same by one thread.
    pub fn values_of_few(&self, positions: &[G::Position]) -> Result<Vec<Value>, DbError> {
        let (mut slots, mut derived) = (Vec::with_capacity(positions.len()), Vec::new());
        for (place, position) in positions.iter().enumerate() {
            match self.game().place(position) {
                Place::Stored(slot) => slots.push(slot),
                Place::Derived => {
                    derived.push(place);
                    slots.push(Slot { tier: Tier(0), index: 0 }); // overwritten below
                }
            }
        }
        let mut values = self.get_all(&slots)?;
        for place in derived {
            values[place] = self.value_of(&positions[place])?;
        }
        Ok(values)
    }
}
