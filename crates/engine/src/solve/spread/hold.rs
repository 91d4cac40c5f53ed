//! The first and the second step in one, where peers hold the tiers below: each owner
//! looks up what the children of its positions there are worth, as `queue` does.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use kaiketsu_db::BLOCK_POSITIONS;
use kaiketsu_game::{Code, Retrograde, Slot, Tier};

use super::field::Field;
use super::ranges::Ranges;
use super::{Neighbours, Part, Work, agree};
use crate::solve::crew::together;
use crate::solve::state::{Inside, LONGEST, Looked};
use crate::solve::{Below, Exchange, SolveError, Solved, TierValues};

/// Blocks of a file that are read at a time, for each thread; four threads at the least.
const BLOCKS: usize = 4;

/// All tiers below a field.
pub(super) struct Held(HashMap<Tier, Arc<TierValues>>);

impl Solved for Held {
    fn fetch(&self, tier: Tier) -> Result<Arc<TierValues>, SolveError> {
        Ok(Arc::clone(self.0.get(&tier).expect("the tiers below are all held")))
    }
}

impl<G: Retrograde + ?Sized> Work<'_, G> {
    /// Reads all tiers below. All peers do, or none.
    pub(super) fn hold(&self, below: &Field, exchange: &mut dyn Exchange) -> Result<Held, SolveError> {
        (self.told)("reading the tiers below", 0.0);
        let read = |(tier, _)| Ok((tier, Arc::new(self.read_whole(tier)?)));
        let (held, failure) = match below.tiers().map(read).collect() {
            Ok(tiers) => (tiers, None),
            Err(failure) => (HashMap::new(), Some(failure)),
        };
        agree(exchange, failure, &[], &mut |_| ())?;
        Ok(Held(held))
    }

    /// The values of a tier, read some blocks at a time.
    fn read_whole(&self, tier: Tier) -> Result<TierValues, SolveError> {
        let size = self.game.size(tier) as usize;
        let mut values = TierValues::with_room(size);
        let mut codes = vec![Code::DRAW; size.min(BLOCKS * self.at_once() * BLOCK_POSITIONS as usize)];
        let mut next = 0;
        while next < size {
            let length = codes.len().min(size - next);
            let mut read = || (self.read)(tier, next as u64, &mut codes[..length]);
            match self.crew {
                None => read()?,
                Some(crew) => together(crew, read)?,
            }
            values.push(&codes[..length]);
            next += length;
        }
        Ok(values)
    }

    /// Looks at the children of the positions of some chunks: how many stay, and the moves that
    /// do not count one ply.
    pub(super) fn look_some(
        &self,
        part: &Part,
        chunks: Range<usize>,
        held: &Held,
        skip: &Ranges,
    ) -> Result<[u64; 2], SolveError> {
        let look_chunk = |chunk: usize| {
            let mut all = [0; 2];
            for some in part.chunk(chunks.start + chunk).flat_map(|some| some.without(skip)) {
                let Neighbours { tier, range, local, .. } = some;
                let below = Below::fetch(self.game, tier, held)?;
                let looked = Looked { tier, range, at: local };
                let found = part.state.look(self.game, looked, &below, Inside::Count(self.count_by()));
                if let Some(index) = found.stuck {
                    return Err(self.no_moves(Slot { tier, index }));
                }
                if found.longest > LONGEST {
                    return Err(self.too_long(tier));
                }
                all = [all[0] + found.staying, all[1] + found.uncounted];
            }
            Ok(all)
        };
        let found: Result<Vec<[u64; 2]>, SolveError> =
            self.map(chunks.len(), &look_chunk).into_iter().collect();
        Ok(found?.into_iter().fold([0; 2], |all, some| [all[0] + some[0], all[1] + some[1]]))
    }
}
