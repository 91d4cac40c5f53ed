//! Counts a tier with distances, block by block as it is read.
//!
//! No more than a few blocks are in memory. Positions are counted by the marks of the
//! other side, by code, and by how many images their shape has, which are 1, 2, 4 or 8.

use kaiketsu_db::{BLOCK_POSITIONS, LayerReader};
use kaiketsu_engine::solve::{Counted, Progress, SolveError};
use kaiketsu_game::{Code, Slot, Tier, Tiered};
use rayon::prelude::*;

use crate::Quixo;
use crate::quixo::cubes::{Board, Shapes};

/// Blocks that one thread counts before it adds to what others counted.
const BLOCKS_AT_A_TIME: usize = 256;

/// One for each number of images: 1, 2, 4, 8.
const ORBITS: usize = 4;

/// What some blocks hold.
struct Tally {
    /// Slots by images, marks of the other side and code.
    slots: Vec<u64>,
    /// For wins and for losses the greatest code and the first slot with it.
    longest: [Option<(u16, u64)>; 2],
}

impl Tally {
    fn none(length: usize) -> Self {
        Tally { slots: vec![0; length], longest: [None; 2] }
    }

    fn merge(mut self, other: Tally) -> Tally {
        self.slots.iter_mut().zip(&other.slots).for_each(|(mine, theirs)| *mine += theirs);
        for (mine, theirs) in self.longest.iter_mut().zip(other.longest) {
            *mine = longer(*mine, theirs);
        }
        self
    }
}

/// The longer of two, and the earlier of two equally long.
fn longer(a: Option<(u16, u64)>, b: Option<(u16, u64)>) -> Option<(u16, u64)> {
    match (a, b) {
        (Some(a), Some(b)) if (b.0, a.1) > (a.0, b.1) => Some(b),
        (None, b) => b,
        (a, _) => a,
    }
}

/// The counts of a tier.
pub(super) fn count(
    game: &Quixo,
    board: &Board,
    tier: Tier,
    file: &LayerReader,
    progress: &dyn Progress,
) -> Result<Counted, SolveError> {
    let marks = game.marks(tier);
    let shapes = board.shapes(marks);
    // Codes grow with the distance: a loss in the longest has the greatest.
    let codes = 2 * usize::from(file.summary().longest.unwrap_or(0)) + 3;
    let places = marks as usize + 1;
    let counter = Counter { shapes, codes, places };
    let blocks = game.size(tier).div_ceil(BLOCK_POSITIONS) as usize;
    let tally = (0..blocks.div_ceil(BLOCKS_AT_A_TIME))
        .into_par_iter()
        .map(|batch| {
            let mut tally = Tally::none(ORBITS * places * codes);
            for block in batch * BLOCKS_AT_A_TIME..blocks.min((batch + 1) * BLOCKS_AT_A_TIME) {
                let first = block as u64 * BLOCK_POSITIONS;
                let mut found = vec![Code::DRAW; BLOCK_POSITIONS.min(game.size(tier) - first) as usize];
                file.read(first, &mut found)?;
                counter.add(&found, first, &mut tally);
                progress.advance(found.len() as u64, false);
            }
            Ok::<Tally, SolveError>(tally)
        })
        .try_reduce_with(|a, b| Ok(a.merge(b)))
        .unwrap_or_else(|| Ok(Tally::none(ORBITS * places * codes)))?;
    let mut counted = counter.counted(&tally);
    for ((tier_number, code), both) in counter.by_code(&tally, tier) {
        counted.by_tier.insert((tier_number, code), both);
    }
    counted.longest =
        tally.longest.map(|found| found.map(|(code, index)| (Code(code).plies(), Slot { tier, index })));
    Ok(counted)
}

struct Counter<'a> {
    shapes: &'a Shapes,
    codes: usize,
    places: usize,
}

impl Counter<'_> {
    /// Adds some neighbours to a tally.
    fn add(&self, codes: &[Code], first: u64, tally: &mut Tally) {
        let marks = self.shapes.marks;
        let colourings = 1_u64 << marks;
        let mut done = 0;
        while done < codes.len() {
            let slot = first + done as u64;
            let (shape, colouring) = (slot >> marks, slot & (colourings - 1));
            let here = ((colourings - colouring) as usize).min(codes.len() - done);
            let orbit = self.shapes.orbit(shape as usize).trailing_zeros() as usize;
            let rows = &mut tally.slots[orbit * self.places * self.codes..][..self.places * self.codes];
            for (code, colouring) in codes[done..done + here].iter().zip(colouring..) {
                rows[colouring.count_ones() as usize * self.codes + usize::from(code.0)] += 1;
            }
            done += here;
        }
        for (odd, longest) in [1, 0].into_iter().zip(&mut tally.longest) {
            let greatest = codes.iter().map(|code| if code.0 & 1 == odd { code.0 } else { 0 }).max();
            let greatest = greatest.filter(|code| *code > 0 && longest.is_none_or(|(most, _)| *code > most));
            if let Some(greatest) = greatest {
                let place = codes.iter().position(|code| code.0 == greatest);
                *longest = place.map(|place| (greatest, first + place as u64));
            }
        }
    }

    /// Slots of a number of images, of the marks of the other side, and of a code.
    fn slots(&self, tally: &Tally, orbit: usize, place: usize, code: usize) -> u64 {
        tally.slots[(orbit * self.places + place) * self.codes + code]
    }

    /// Positions by class and code.
    fn counted(&self, tally: &Tally) -> Counted {
        let classes = (0..self.places).map(|other| {
            let positions = move |code: usize| {
                let of_orbit = move |orbit: usize| self.slots(tally, orbit, other, code) << orbit;
                (Code(code as u16), (0..ORBITS).map(of_orbit).sum::<u64>())
            };
            (vec![self.shapes.marks - other as u32, other as u32], (0..self.codes).map(positions))
        });
        Counted::of_classes(classes)
    }

    /// Slots and positions by code.
    fn by_code(&self, tally: &Tally, tier: Tier) -> impl Iterator<Item = ((u32, u16), [u64; 2])> {
        let of_code = move |code: usize| {
            let mut both = [0; 2];
            for orbit in 0..ORBITS {
                let slots: u64 = (0..self.places).map(|place| self.slots(tally, orbit, place, code)).sum();
                both = [both[0] + slots, both[1] + (slots << orbit)];
            }
            ((tier.0, code as u16), both)
        };
        (0..self.codes).map(of_code).filter(|(_, [slots, _])| *slots > 0)
    }
}
