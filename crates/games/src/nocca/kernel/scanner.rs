//! Counts databases of NOCCA x NOCCA row by row.
//!
//! In a row of a matrix only the far part differs. So the stacks, and whether
//! both sides can be seen, are looked up for the near part and the middle once
//! a row and for the far part in a table; a position costs one step of a
//! histogram. Memory: two bytes for each arrangement of the near part, and for
//! each thread the histogram and a stretch of codes.

use crate::nocca::numbering::Row;
use crate::nocca::part::Part;
use crate::nocca::{Nocca, Stacks, stack};
use kaiketsu_engine::solve::{Counted, Progress, Reached, Scanner, SolveError, TierFiles};
use kaiketsu_game::{Code, Outcome, Slot, Tier, Tiered};
use rayon::prelude::*;

use super::reach;

/// Counts databases of NOCCA x NOCCA, with distances and without.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoccaScanner;

/// Positions read at a time by each thread.
const STRETCH: u64 = 1 << 20;

/// Stretches counted before progress is told and the work divided anew.
const STRETCHES: u64 = 1 << 10;

/// How high the stacks of a part are, in eleven bits that add up over the
/// parts of a board, and who can be seen: stacks of one (four bits), two (four) and three (three).
#[derive(Clone, Copy, Debug)]
struct Packed {
    stacks: u16,
    /// Bits for the mover and the opponent.
    seen: u8,
}

const KEYS: usize = 1 << 11;
const BOTH: u8 = 3;

impl Packed {
    fn new(part: &Part, (class, number): (usize, u32)) -> Self {
        let stacks = part.stacks(class, number);
        let mut packed = Packed { stacks: 0, seen: 0 };
        for cell in 0..part.rows * part.columns {
            let stack = (stacks >> (4 * cell) & 15) as u8;
            if let Some(top) = stack::top(stack) {
                packed.seen |= 1 << top;
                packed.stacks += 1 << (4 * (stack::height(stack) - 1));
            }
        }
        packed
    }

    /// The same part as the other side sees it.
    fn turned(self) -> Self {
        Packed { seen: self.seen >> 1 | (self.seen & 1) << 1, ..self }
    }

    fn key(stacks: usize) -> Vec<u32> {
        [stacks >> 8, stacks >> 4 & 15, stacks & 15].map(|count| count as u32).to_vec()
    }
}

/// What far parts hold, by class and number, as the mover sees them.
fn far_parts(part: &Part) -> Vec<Vec<Packed>> {
    let of_class = |class: usize| {
        let numbers = 0..part.classes[class].all;
        numbers.map(|number| Packed::new(part, (class, number)).turned()).collect()
    };
    (0..part.classes.len()).into_par_iter().map(of_class).collect()
}

/// What a thread has counted.
struct Tally {
    /// Positions by stacks and code.
    histogram: Vec<u64>,
    codes: usize,
    /// The first slots with the longest win and the longest loss.
    longest: [Option<(u16, u64)>; 2],
}

impl Tally {
    fn new(codes: usize) -> Self {
        Tally { histogram: vec![0; KEYS * codes], codes, longest: [None; 2] }
    }

    /// Counts a row, given its codes.
    fn add(&mut self, game: &Nocca, far_parts: &[Vec<Packed>], row: &Row, codes: &[Code]) {
        let near = Packed::new(&game.numbering.near, row.near);
        let middle = Packed::new(&game.numbering.middle, row.middle);
        let (stacks, seen) = (near.stacks + middle.stacks, near.seen | middle.seen);
        let weight = if row.own_image { 1 } else { 2 };
        let far_parts = &far_parts[row.far.0][row.far.1 as usize..];
        for ((index, code), far) in row.slots.clone().zip(codes).zip(far_parts) {
            if seen | far.seen == BOTH {
                let at = usize::from(stacks + far.stacks) * self.codes + usize::from(code.0);
                self.histogram[at] += weight;
                self.see(*code, index);
            }
        }
    }

    #[inline]
    fn see(&mut self, code: Code, index: u64) {
        let longest = match code.outcome() {
            Outcome::Win => &mut self.longest[0],
            Outcome::Loss => &mut self.longest[1],
            Outcome::Draw => return,
        };
        if longest.is_none_or(|(plies, _)| code.plies() > plies) {
            *longest = Some((code.plies(), index));
        }
    }

    fn counted(self, tier: Tier, distances: bool) -> Counted {
        let classes = self.histogram.chunks(self.codes).enumerate();
        let classes = classes
            .map(|(stacks, counts)| (Packed::key(stacks), (0..).map(Code).zip(counts.iter().copied())));
        let longest = self
            .longest
            .map(|found| found.filter(|_| distances).map(|(plies, index)| (plies, Slot { tier, index })));
        Counted { longest, ..Counted::of_classes(classes) }
    }
}

impl Scanner<Nocca> for NoccaScanner {
    fn counts(&self, _: bool) -> bool {
        true
    }

    fn reachable(
        &self,
        game: &Nocca,
        memory: u64,
        progress: &dyn Progress,
    ) -> Result<Option<Reached<Stacks>>, SolveError> {
        reach::reachable(game, memory, progress).map(Some)
    }

    fn count(
        &self,
        game: &Nocca,
        tier: Tier,
        files: &TierFiles<'_>,
        progress: &dyn Progress,
    ) -> Result<Counted, SolveError> {
        let far_parts = far_parts(&game.numbering.near);
        let file = files(tier, 0)?;
        let size = game.size(tier);
        let longest = file.summary().longest;
        let codes = usize::from(Code::loss(longest.unwrap_or(0)).0) + 1;
        let count = |tally: Result<Tally, SolveError>, stretch: u64| {
            let mut tally = tally?;
            let slots = stretch * STRETCH..size.min((stretch + 1) * STRETCH);
            let mut codes = vec![Code::DRAW; (slots.end - slots.start) as usize];
            file.read(slots.start, &mut codes)?;
            game.visit_rows(slots.clone(), |row| {
                let first = (row.slots.start - slots.start) as usize;
                let length = (row.slots.end - row.slots.start) as usize;
                tally.add(game, &far_parts, &row, &codes[first..first + length]);
            });
            progress.advance(slots.end - slots.start, false);
            Ok(tally)
        };
        let mut all = Counted::none(1, 1);
        let stretches = size.div_ceil(STRETCH);
        for first in (0..stretches).step_by(STRETCHES as usize) {
            let some = first..stretches.min(first + STRETCHES);
            let tallies = some.into_par_iter().fold(|| Ok(Tally::new(codes)), count);
            let counted = tallies.map(|tally| tally.map(|tally| tally.counted(tier, longest.is_some())));
            let merged = |mut a: Counted, b: Counted| {
                a.merge(&b);
                Ok(a)
            };
            all.merge(&counted.try_reduce(|| Counted::none(1, 1), merged)?);
        }
        Ok(all)
    }
}
