//! Which positions can be reached from the start, up to the mirror.
//!
//! Positions in which the lion can be caught, or is home, share slots of tier 0, so the
//! search goes by a numbering of all positions, of which of two mirror images one has a
//! number, or the lesser of two is taken. It goes ply by ply with three bits a number,
//! 300 MB. Play ends where the lion is home, and where it can be caught, since nothing is
//! as good as catching it: so Tanaka counted.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use kaiketsu_engine::fold::FoldedGame;
use kaiketsu_engine::solve::{Counted, Progress, Reached, Scanner, SolveError, TierFiles};
use kaiketsu_game::board::CellSet;
use kaiketsu_game::{Game, Symmetric, Tier};
use rayon::prelude::*;

use super::numbering::{Numbering, leads};
use super::{Animals, DobutsuShogi};

/// The search after some plies.
pub struct Reach {
    game: DobutsuShogi,
    numbers: Numbering,
    /// A bit for each number: those reached in any number of plies so far.
    reached: Vec<AtomicU64>,
    /// Those reached in the last ply for the first time.
    latest: Vec<AtomicU64>,
}

/// What can be reached in so many plies and not sooner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ply {
    /// Positions in which nobody can catch a lion and none is home, up to the mirror.
    pub open: u64,
    /// The same, mirror images apart.
    pub open_apart: u64,
    /// All others, up to the mirror.
    pub decided: u64,
}

impl Ply {
    fn plus(self, other: Ply) -> Ply {
        Ply {
            open: self.open + other.open,
            open_apart: self.open_apart + other.open_apart,
            decided: self.decided + other.decided,
        }
    }
}

/// Words of bits that are looked at together.
const TOGETHER: usize = 1 << 12;

impl Default for Reach {
    fn default() -> Self {
        let (game, numbers) = (DobutsuShogi::default(), Numbering::all());
        let bits = || {
            let words = numbers.stretches().size().div_ceil(64);
            (0..words).map(|_| AtomicU64::new(0)).collect::<Vec<_>>()
        };
        let (reached, latest) = (bits(), bits());
        let reach = Reach { game, numbers, reached, latest };
        let start = reach.number(&reach.game.start());
        set(&reach.reached, start);
        set(&reach.latest, start);
        reach
    }
}

/// Sets a bit; whether it was not set before.
fn set(bits: &[AtomicU64], number: u64) -> bool {
    let (word, bit) = (&bits[(number / 64) as usize], 1 << (number % 64));
    word.load(Relaxed) & bit == 0 && word.fetch_or(bit, Relaxed) & bit == 0
}

impl Reach {
    /// The number of a position with both lions, the same for its mirror image.
    #[must_use]
    pub fn number(&self, position: &Animals) -> u64 {
        let leads = |position: &Animals| {
            let [prey, lion] = position.lions();
            leads(prey, lion).then(|| self.numbers.rank(position))
        };
        let image = self.game.image(position, 1);
        let numbers = [leads(position), leads(&image)].into_iter().flatten();
        numbers.min().expect("of the lions of two mirror images one pair leads")
    }

    /// The position of a number.
    #[must_use]
    pub fn position(&self, number: u64) -> Animals {
        self.numbers.unrank(number)
    }

    /// How many numbers there are.
    #[must_use]
    pub fn numbers(&self) -> u64 {
        self.numbers.stretches().size()
    }

    /// Counts what the last ply has reached, and goes on to the next one.
    pub fn advance(&mut self) -> Ply {
        let next: Vec<AtomicU64> = self.latest.iter().map(|_| AtomicU64::new(0)).collect();
        let words = self.latest.par_chunks(TOGETHER).enumerate();
        let ply = words.map(|(chunk, words)| {
            let mut moves = Vec::new();
            let mut ply = Ply::default();
            for (word, at) in words.iter().zip(chunk * TOGETHER..) {
                for bit in word.load(Relaxed).cells() {
                    let position = self.numbers.unrank((at * 64 + bit) as u64);
                    ply = ply.plus(self.leave(&position, &mut moves, &next));
                }
            }
            ply
        });
        let ply = ply.reduce(Ply::default, Ply::plus);
        self.latest = next;
        ply
    }

    /// Marks where the moves of a position lead.
    fn leave(&self, position: &Animals, moves: &mut Vec<super::Action>, next: &[AtomicU64]) -> Ply {
        if position.decided().is_some() {
            return Ply { decided: 1, ..Ply::default() };
        }
        moves.clear();
        self.game.moves(position, moves);
        for mv in &*moves {
            let number = self.number(&self.game.play(position, mv).position);
            if set(&self.reached, number) {
                set(next, number);
            }
        }
        let images = if self.game.image(position, 1) == *position { 1 } else { 2 };
        Ply { open: 1, open_apart: images, decided: 0 }
    }
}

/// Counts what can be reached, and nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DobutsuScanner;

impl Scanner<FoldedGame<DobutsuShogi>> for DobutsuScanner {
    fn counts(&self, _: bool) -> bool {
        false
    }

    fn count(
        &self,
        _: &FoldedGame<DobutsuShogi>,
        _: Tier,
        _: &TierFiles<'_>,
        _: &dyn Progress,
    ) -> Result<Counted, SolveError> {
        unreachable!("it counts no tiers")
    }

    fn reachable(
        &self,
        game: &FoldedGame<DobutsuShogi>,
        _: u64,
        progress: &dyn Progress,
    ) -> Result<Option<Reached<Animals>>, SolveError> {
        let mut reach = Reach::default();
        progress.begin(&format!("reachable positions of {}", game.id()), reach.numbers());
        let mut all = Ply::default();
        loop {
            let ply = reach.advance();
            if ply == Ply::default() {
                break;
            }
            progress.advance(ply.open + ply.decided, false);
            all = all.plus(ply);
        }
        progress.end();
        let facts = vec![
            ("open_up_to_the_mirror", all.open),
            ("with_decided_up_to_the_mirror", all.open + all.decided),
        ];
        Ok(Some(Reached { facts, ..Reached::counted(all.open_apart) }))
    }
}
