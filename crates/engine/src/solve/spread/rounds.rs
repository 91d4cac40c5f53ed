//! The last step: what is decided is told to predecessors, by ascending distance.

use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use kaiketsu_game::{Outcome, Retrograde, Slot};

use super::post::{Piles, Post, opened};
use super::ranges::Ranges;
use super::save::{Saved, Stage};
use super::{Part, Work, agree};
use crate::solve::state::{LONGEST, NOTHING, all_wait_for};
use crate::solve::sweep::GRAIN;
use crate::solve::{Exchange, SolveError};

/// Chunks that are one piece of work.
const PIECE: usize = 4;

/// Messages of which the memory is asked for before the first is heard.
const AHEAD: usize = 64;

/// The bit of a message that says that a move loses; without it, it wins.
const LOSES: u32 = 1 << 31;

/// Votes before those for distances: messages, positions decided, whether to save, and
/// whether there is more to tell.
const VOTES: usize = 4;
const TOLD: usize = 0;
const DECIDED: usize = 1;
const SAVE: usize = 2;
const MORE: usize = 3;

/// Distances after the next for which peers vote one by one.
const WINDOW: usize = 60;

impl<G: Retrograde + ?Sized> Work<'_, G> {
    /// From the round of a distance on, perhaps from its midst; those before it have been
    /// played.
    pub(super) fn take_back(
        &self,
        part: &Part,
        mut distance: u16,
        saved: &mut Saved<'_>,
        exchange: &mut dyn Exchange,
    ) -> Result<(), SolveError> {
        let mut waiting = all_wait_for(0, part.chunks());
        let mut post = Post::new(part.deal, exchange.peers());
        let (mut settled, mut before) = (0, part.state.decided_before(distance));
        loop {
            if distance >= LONGEST {
                let (tier, _) = part.field.tiers().next().expect("somebody has a position");
                return Err(self.too_long(tier));
            }
            let next = all_wait_for(NOTHING, part.chunks());
            let mut due = Vec::new();
            for (chunk, waits) in waiting.iter().map(|waits| waits.load(Relaxed)).enumerate() {
                if waits <= distance {
                    due.push(chunk);
                } else {
                    next[chunk].store(waits, Relaxed);
                }
            }
            let round = Round { distance, due: &due, next: &next, decided: std::mem::take(&mut before) };
            let sums = self.round(part, round, &mut post, saved, exchange)?;
            settled += sums[DECIDED];
            let all = part.field.size();
            let share = 0.6 + 0.4 * settled as f64 / all as f64;
            (self.told)(&format!("distance {distance}, {settled} of {all} decided"), share);
            // What was told last is in nobody's vote.
            let after =
                if sums[TOLD] > 0 { Some(0) } else { sums[VOTES..].iter().position(|chunks| *chunks > 0) };
            waiting = next;
            match after {
                Some(after) => distance += 1 + after as u16,
                None => return Ok(()),
            }
            if sums[SAVE] > 0 {
                saved.save(part, Stage::Round(distance), std::iter::empty(), exchange)?;
            }
        }
    }

    /// A round: tells what is decided at its distance in the chunks that are due. Breaks off
    /// whenever it is time to save, when nothing is under way, and goes on. The sums of votes.
    fn round(
        &self,
        part: &Part,
        round: Round<'_>,
        post: &mut Post,
        saved: &mut Saved<'_>,
        exchange: &mut dyn Exchange,
    ) -> Result<Vec<u64>, SolveError> {
        let Round { distance, due, next, mut decided } = round;
        let mut hear = |batch: &[u8]| {
            let (stretch, entries) = opened(batch);
            part.learn_all(stretch, entries, distance + 1, next);
        };
        let (mut told, mut begun) = (0, 0);
        loop {
            while begun < due.len() {
                let some = &due[begun..due.len().min(begun + PIECE * self.at_once())];
                begun += some.len();
                let pieces: Vec<&[usize]> = some.chunks(PIECE).collect();
                let found = self
                    .map(pieces.len(), &|piece| self.due(part, pieces[piece], distance, next, &saved.skip));
                for Found { piles, messages, settled } in found {
                    told += messages;
                    decided += settled;
                    post.put(&piles, exchange, &mut hear)?;
                }
                exchange.turn(&mut hear)?;
                if saved.is_time() {
                    break;
                }
            }
            post.flush(exchange, &mut hear)?;
            let mut vote = vec![0; VOTES + WINDOW + 1];
            (vote[TOLD], vote[DECIDED]) = (told, decided);
            (vote[SAVE], vote[MORE]) = (saved.is_time().into(), (begun < due.len()).into());
            for waits in next {
                match waits.load(Relaxed) {
                    NOTHING => {}
                    waits => vote[VOTES + usize::from(waits - distance - 1).min(WINDOW)] += 1,
                }
            }
            let sums = agree(exchange, None, &vote, &mut hear)?;
            if sums[MORE] == 0 {
                saved.stage_is_done();
                return Ok(sums);
            }
            // What comes before the next chunk that is due has nothing more to tell.
            let done = due.get(begun).map_or(part.size(), |chunk| chunk * GRAIN);
            saved.save(part, Stage::Round(distance), part.first(done), exchange)?;
        }
    }

    /// What some chunks have to tell at a distance. Messages to this peer itself are
    /// heard at once.
    fn due(
        &self,
        part: &Part,
        chunks: &[usize],
        distance: u16,
        waiting: &[AtomicU16],
        skip: &Ranges,
    ) -> Found {
        let mut piles: Piles = vec![Vec::new(); part.deal.stretches()];
        let mut origins = Vec::new();
        let mut found = Found { piles: Vec::new(), messages: 0, settled: 0 };
        for &chunk in chunks {
            let mut places = part.chunk(chunk).peekable();
            let (settled, later) = part.state.due(chunk, distance, |local, outcome| {
                let is_over = |length: u64, start: usize| local >= start + length as usize;
                while places.next_if(|some| is_over(some.range.end - some.range.start, some.local)).is_some()
                {
                }
                let some = places.peek().expect("every position has a tier");
                let index = some.range.start + (local - some.local) as u64;
                if skip.contains(some.first + index) {
                    return;
                }
                origins.clear();
                self.game.predecessors(Slot { tier: some.tier, index }, some.tier, &mut origins);
                for origin in &origins {
                    let told = match origin.turn().view(outcome) {
                        Outcome::Win => 0,
                        Outcome::Loss => LOSES,
                        Outcome::Draw => continue,
                    };
                    let (stretch, offset) = part.deal.find(some.first + origin.index);
                    piles[stretch].extend((offset | told).to_le_bytes());
                }
                found.messages += origins.len() as u64;
            });
            found.settled += settled;
            waiting[chunk].fetch_min(later.unwrap_or(NOTHING), Relaxed);
        }
        for stretch in part.deal.stretches_of(part.me) {
            part.learn_all(stretch, &std::mem::take(&mut piles[stretch]), distance + 1, waiting);
        }
        Found { piles, ..found }
    }
}

/// The round of a distance, as one peer plays it.
struct Round<'a> {
    distance: u16,
    /// Chunks in which something is decided at that distance.
    due: &'a [usize],
    /// For each chunk the least later distance that waits there.
    next: &'a [AtomicU16],
    /// Positions that were decided before those that are told.
    decided: u64,
}

/// What a piece of work found.
struct Found {
    piles: Piles,
    messages: u64,
    settled: u64,
}

impl Part {
    /// Hears what became of moves into positions that are decided.
    fn learn_all(&self, stretch: usize, entries: &[u8], plies: u16, waiting: &[AtomicU16]) {
        let start = self.deal.local_start(stretch);
        let read = |entry: &[u8; 4]| {
            let told = u32::from_le_bytes(*entry);
            let seen = if told & LOSES == 0 { Outcome::Win } else { Outcome::Loss };
            (start + (told & !LOSES) as usize, seen)
        };
        for some in entries.as_chunks::<4>().0.chunks(AHEAD) {
            some.iter().for_each(|entry| self.state.expect(read(entry).0));
            for entry in some {
                let (local, seen) = read(entry);
                if let Some(waits) = self.state.learn(local, seen, plies) {
                    let least = &waiting[local / GRAIN];
                    if least.load(Relaxed) > waits {
                        least.fetch_min(waits, Relaxed);
                    }
                }
            }
        }
    }
}
