//! Counts databases of Dodgem, half a tier at a time.
//!
//! All positions in which the mover has one pattern and the opponent another
//! have the same steps and the same pieces. So nothing is looked up for a
//! position: its code is one step of a histogram, and the histogram of half a
//! tier goes into one row of each table. Blocks are read one by one, each whole,
//! so that none is decoded more often than the tiers that share it.
//! Memory: a block of codes and a histogram for each thread.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::OnceLock;

use kaiketsu_db::{BLOCK_POSITIONS, LayerReader};
use kaiketsu_engine::solve::{Counted, Layout, Progress, Scanner, SolveError, TierFiles};
use kaiketsu_game::{Code, Counts, Slot, Tier, Tiered};
use rayon::prelude::*;

use super::Dodgem;

/// Counts databases of Dodgem, with distances and without.
#[derive(Debug, Default)]
pub struct DodgemScanner {
    /// Where tiers begin in their files; made when needed.
    layout: OnceLock<Layout>,
}

/// What was counted of some neighbours in a file.
struct Tally {
    /// Positions by code.
    histogram: Vec<u64>,
    /// The first places in the file with the greatest codes of a win and of a loss.
    longest: [Option<(u16, u64)>; 2],
}

impl Tally {
    fn new(codes: usize) -> Self {
        Tally { histogram: vec![0; codes], longest: [None; 2] }
    }

    /// Counts the codes from a place in the file on, which is after all places
    /// counted before.
    fn add(&mut self, first: u64, codes: &[Code]) {
        codes.iter().for_each(|code| self.histogram[usize::from(code.0)] += 1);
        // Codes of wins are odd, those of losses even; a draw is 0.
        let greatest = codes.iter().fold([0; 2], |[win, loss], Code(code)| {
            let odd = (code & 1).wrapping_neg();
            [win.max(code & odd), loss.max(code & !odd)]
        });
        for (longest, code) in self.longest.iter_mut().zip(greatest) {
            if code > 0 && longest.is_none_or(|(known, _)| code > known) {
                let place = codes.iter().position(|other| other.0 == code).expect("it was met");
                *longest = Some((code, first + place as u64));
            }
        }
    }

    fn merge(mut self, other: Tally) -> Tally {
        self.histogram.iter_mut().zip(&other.histogram).for_each(|(mine, theirs)| *mine += theirs);
        for (mine, theirs) in self.longest.iter_mut().zip(other.longest) {
            let rank = |found: &(u16, u64)| (found.0, Reverse(found.1));
            *mine = mine.iter().copied().chain(theirs).max_by_key(rank);
        }
        self
    }
}

/// Counts the codes of some places in a file, block by block.
fn tally(file: &LayerReader, places: &Range<u64>) -> Result<Tally, SolveError> {
    let longest = file.summary().longest.unwrap_or(0);
    let codes = usize::from(Code::loss(longest).0) + 1;
    let blocks = places.start / BLOCK_POSITIONS..places.end.div_ceil(BLOCK_POSITIONS);
    let count = |tally: Result<Tally, SolveError>, block: u64| {
        let mut tally = tally?;
        let first = places.start.max(block * BLOCK_POSITIONS);
        let end = places.end.min((block + 1) * BLOCK_POSITIONS);
        let mut codes = vec![Code::DRAW; (end - first) as usize];
        file.read(first, &mut codes)?;
        tally.add(first, &codes);
        Ok(tally)
    };
    let tallies = blocks.into_par_iter().fold(|| Ok(Tally::new(codes)), count);
    tallies.try_reduce(|| Tally::new(codes), |a, b| Ok(a.merge(b)))
}

impl Scanner<Dodgem> for DodgemScanner {
    fn counts(&self, _: bool) -> bool {
        true
    }

    fn count(
        &self,
        game: &Dodgem,
        tier: Tier,
        files: &TierFiles<'_>,
        progress: &dyn Progress,
    ) -> Result<Counted, SolveError> {
        let mut counted = Counted::none(1, game.breakdowns().len());
        let weight = game.weight(Slot { tier, index: 0 });
        if weight == 0 {
            progress.advance(game.size(tier), false);
            return Ok(counted);
        }
        let file = files(tier, 0)?;
        let (_, begins) = self.layout.get_or_init(|| Layout::new(game)).place(tier);
        for (mover, opponent) in game.halves(tier) {
            let (_, slots) = game.stored(mover, opponent);
            if slots.is_empty() {
                continue;
            }
            let found = tally(&file, &(begins + slots.start..begins + slots.end))?;
            let mut half = Counted::none(1, 0);
            let mut counts = Counts::default();
            for (code, positions) in (0..).zip(found.histogram).filter(|(_, positions)| *positions > 0) {
                half.codes[0].insert(code, weight * positions);
                counts.add(Code(code).outcome(), weight * positions);
            }
            half.longest = found.longest.map(|longest| {
                longest.map(|(code, place)| (Code(code).plies(), Slot { tier, index: place - begins }))
            });
            for breakdown in game.breakdowns() {
                let mut key = Vec::new();
                (breakdown.class)(game, Slot { tier, index: slots.start }, &mut key);
                half.tables.push([(key, counts)].into());
            }
            counted.merge(&half);
            progress.advance(slots.end - slots.start, false);
        }
        Ok(counted)
    }
}

#[cfg(test)]
mod tests {
    use kaiketsu_db::{LayerFacts, LayerWriter, Memory};
    use kaiketsu_testkit::random::Random;

    use super::*;

    /// Whatever part of a file of some blocks is counted, also one that begins
    /// and ends inside them.
    #[test]
    fn parts_of_a_file_are_counted_and_the_first_of_the_longest_are_found() {
        let mut random = Random::new(3);
        let length = 3 * BLOCK_POSITIONS + 1_000;
        let codes: Vec<Code> = (0..length).map(|_| Code((random.bits() >> 40) as u16 % 200)).collect();
        let memory = Memory::new();
        let facts = LayerFacts {
            game: "dodgem-4".into(),
            rules_version: 1,
            layer: 0,
            positions: length,
            distances: true,
        };
        let mut writer = LayerWriter::create(&memory, facts.clone()).unwrap();
        writer.push(&codes).unwrap();
        writer.finish().unwrap();
        let file = LayerReader::open(&memory, &facts).unwrap();
        let some = (0..20).map(|_| {
            let (a, b) = (random.below(length), random.below(length));
            a.min(b)..a.max(b)
        });
        for places in some.chain([0..length, 5..6, 0..BLOCK_POSITIONS, BLOCK_POSITIONS..length]) {
            let found = tally(&file, &places).unwrap();
            let part = || places.clone().zip(&codes[places.start as usize..places.end as usize]);
            for (code, positions) in (0..).map(Code).zip(&found.histogram) {
                assert_eq!(part().filter(|(_, other)| **other == code).count() as u64, *positions);
            }
            for (longest, odd) in found.longest.into_iter().zip([1, 0]) {
                let codes = part().map(|(place, code)| (code.0, Reverse(place)));
                let wanted = codes.filter(|(code, _)| *code > 0 && code % 2 == odd).max();
                assert_eq!(longest, wanted.map(|(code, Reverse(place))| (code, place)), "{places:?}");
            }
        }
    }
}
