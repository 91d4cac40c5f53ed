//! The first step: owners count which children of their positions stay; or look at all, where
//! they hold the tiers below.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use kaiketsu_game::{Retrograde, Slot};

use super::deal::Deal;
use super::field::Field;
use super::hold::Held;
use super::ranges::Ranges;
use super::save::{Saved, Stage};
use super::{Neighbours, Part, Work, agree};
use crate::solve::state::State;
use crate::solve::sweep::GRAIN;
use crate::solve::{Children, Exchange, SolveError};

/// Chunks that are counted before somebody looks at the clock, for each piece at once.
const CHUNKS: usize = 4;

impl<G: Retrograde + ?Sized> Work<'_, G> {
    /// Room for the part of this peer. All peers have it, or none.
    pub(super) fn room(
        &self,
        field: Field,
        deal: Deal,
        exchange: &mut dyn Exchange,
    ) -> Result<Part, SolveError> {
        let me = exchange.me();
        let room = State::with_room(deal.size_of(me)).map_err(|cause| {
            let tier = field.tiers().next().map_or(String::new(), |(tier, _)| self.game.tier_name(tier));
            SolveError::Allocation { game: self.game.id(), tier, cause }
        });
        let (state, failure) = match room {
            Ok(state) => (Some(state), None),
            Err(failure) => (None, Some(failure)),
        };
        agree(exchange, failure, &[], &mut |_| ())?;
        Ok(Part { field, deal, me, state: state.expect("who has no memory has failed") })
    }

    /// Counts, or looks, and saves what is known whenever it is time. Nobody waits for long:
    /// the clocks of all peers began together.
    pub(super) fn count(
        &self,
        part: &Part,
        held: Option<&Held>,
        saved: &mut Saved<'_>,
        exchange: &mut dyn Exchange,
    ) -> Result<(), SolveError> {
        let (stage, share) = if held.is_some() { (Stage::Looking, 0.6) } else { (Stage::Counting, 0.2) };
        let before = saved.counted;
        let (mut mine, mut next) = ([0; 2], 0);
        loop {
            (self.told)("counting children", share * (next * GRAIN) as f64 / part.size().max(1) as f64);
            let mut failure = None;
            while next < part.chunks() && failure.is_none() {
                let some = next..part.chunks().min(next + CHUNKS * self.at_once());
                next = some.end;
                let counted = match held {
                    Some(held) => self.look_some(part, some, held, &saved.skip),
                    None => self.count_some(part, some, &saved.skip),
                };
                match counted {
                    Ok(counted) => mine = [0, 1].map(|what| mine[what] + counted[what]),
                    Err(error) => failure = Some(error),
                }
                if saved.is_time() {
                    break;
                }
            }
            let vote = [mine[0], mine[1], (next < part.chunks()).into()];
            let sums = agree(exchange, failure, &vote, &mut |_| ())?;
            saved.counted = [0, 1].map(|what| before[what] + sums[what]);
            if sums[2] == 0 {
                saved.stage_is_done();
                return Ok(());
            }
            saved.save(part, stage, part.first(next * GRAIN), exchange)?;
        }
    }

    /// Counts of some chunks the children that stay, and the moves that do not count one ply.
    fn count_some(&self, part: &Part, chunks: Range<usize>, skip: &Ranges) -> Result<[u64; 2], SolveError> {
        let (staying, uncounted) = (AtomicU64::new(0), AtomicU64::new(0));
        let count_chunk = |chunk: usize| {
            let mut children = Children::new(self.game);
            let mut stuck = None;
            for some in part.chunk(chunks.start + chunk).flat_map(|some| some.without(skip)) {
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
        match self.map(chunks.len(), &count_chunk).into_iter().flatten().next() {
            Some(slot) => Err(self.no_moves(slot)),
            None => Ok([staying.into_inner(), uncounted.into_inner()]),
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
