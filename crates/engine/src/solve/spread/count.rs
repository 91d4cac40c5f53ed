//! The first step: owners count which children of their positions stay.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use kaiketsu_game::{Retrograde, Slot};

use super::deal::Deal;
use super::field::Field;
use super::{Neighbours, Part, Work, agree};
use crate::solve::state::State;
use crate::solve::{Children, Exchange, SolveError};

/// What all peers together have counted.
pub(super) struct Counted {
    /// Children that stay in their tier.
    pub(super) staying: u64,
    /// Moves into other tiers that do not count one ply.
    pub(super) uncounted: u64,
}

impl<G: Retrograde + ?Sized> Work<'_, G> {
    pub(super) fn count(
        &self,
        field: Field,
        deal: Deal,
        exchange: &mut dyn Exchange,
    ) -> Result<(Part, Counted), SolveError> {
        let me = exchange.me();
        let room = State::with_room(deal.size_of(me));
        let (part, counted) = match room {
            Ok(state) => {
                let part = Part { field, deal, me, state };
                let counted = self.count_mine(&part);
                (Ok(part), counted)
            }
            Err(cause) => {
                let tier = field.tiers().next().map_or(String::new(), |(tier, _)| self.game.tier_name(tier));
                (Err(()), Err(SolveError::Allocation { game: self.game.id(), tier, cause }))
            }
        };
        let (vote, failure) = match counted {
            Ok(counted) => ([counted.staying, counted.uncounted], None),
            Err(failure) => ([0; 2], Some(failure)),
        };
        let sums = agree(exchange, failure, &vote, &mut |_| ())?;
        let part = part.expect("who has no memory has failed");
        Ok((part, Counted { staying: sums[0], uncounted: sums[1] }))
    }

    fn count_mine(&self, part: &Part) -> Result<Counted, SolveError> {
        let (staying, uncounted) = (AtomicU64::new(0), AtomicU64::new(0));
        let count_chunk = |chunk: usize| {
            let mut children = Children::new(self.game);
            let mut stuck = None;
            for some in part.chunk(chunk) {
                if self.game.leaves(some.tier) {
                    self.count_none(part, &some);
                    continue;
                }
                self.game.walk(some.tier, some.range.clone(), &mut |index, position| {
                    let mut leaving = false;
                    let counted = children.count_leaving(some.tier, position, self.count_by(), |step, _| {
                        leaving = true;
                        if step.plies != 1 {
                            uncounted.fetch_add(1, Relaxed);
                        }
                    });
                    if let Ok(inside) = counted {
                        staying.fetch_add(inside as u64, Relaxed);
                        if inside == 0 && !leaving {
                            stuck = stuck.or(Some(Slot { tier: some.tier, index }));
                        }
                    }
                    part.state.count(some.local + (index - some.range.start) as usize, counted);
                });
            }
            stuck
        };
        match self.map(part.chunks(), &count_chunk).into_iter().flatten().next() {
            Some(slot) => Err(self.no_moves(slot)),
            None => Ok(Counted { staying: staying.into_inner(), uncounted: uncounted.into_inner() }),
        }
    }

    /// Nobody stays in these tiers: whether it is over is all there is to know of a
    /// position. If it has no moves, [`Self::all_heard`] will know.
    fn count_none(&self, part: &Part, some: &Neighbours) {
        self.game.walk(some.tier, some.range.clone(), &mut |index, position| {
            let counted = self.game.ending(position).map_or(Ok(0), Err);
            part.state.count(some.local + (index - some.range.start) as usize, counted);
        });
    }

    /// Ends the second step: what is left without any child inside its tier is decided.
    pub(super) fn all_heard(&self, part: &Part, exchange: &mut dyn Exchange) -> Result<(), SolveError> {
        let heard = |chunk: usize| {
            let mut silent = Vec::new();
            part.state.all_heard(chunk, |local| silent.push(local));
            let mut stuck = None;
            for some in part.chunk(chunk).filter(|some| self.game.leaves(some.tier)) {
                let local = some.local..some.local + (some.range.end - some.range.start) as usize;
                let first = silent.iter().find(|silent| local.contains(silent));
                let slot =
                    |first| Slot { tier: some.tier, index: some.range.start + (first - some.local) as u64 };
                stuck = stuck.or(first.map(|first| slot(*first)));
            }
            stuck
        };
        let stuck = self.map(part.chunks(), &heard).into_iter().flatten().next();
        if part.field.tiers().any(|(tier, _)| self.game.leaves(tier)) {
            agree(exchange, stuck.map(|slot| self.no_moves(slot)), &[], &mut |_| ())?;
        }
        Ok(())
    }
}
