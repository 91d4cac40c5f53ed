//! Pieces of several kinds on the cells of a board, tier by tier.
//!
//! A tier has one or more *parts*, each with its own numbers of pieces. In a
//! part the cells of the first kind are numbered as combinations of all cells,
//! those of the next as combinations of the cells that are left, and so on.
//! The cells of the first kind lead: folding by symmetry goes by them.

use std::ops::Range;

use kaiketsu_game::board::CellSet;
use kaiketsu_game::{Led, Numbering, Slot, Tier};

use crate::{Combinations, gather_bits, scatter_bits};

/// A numbering of all ways to place pieces of `KINDS` kinds, given how many of
/// each there are.
///
/// ```
/// use kaiketsu_game::{Led, Numbering, Slot, Tier};
/// use kaiketsu_index::Placements;
///
/// // 3x3 cells: one king each, and then also a pawn of either side.
/// let boards = Placements::<u16, 3>::new(9, vec![vec![[1, 1, 0]], vec![[1, 1, 1], [1, 1, 2]]]);
/// assert_eq!((boards.size(Tier(0)), boards.size(Tier(1))), (72, 72 * 7 + 72 * 21));
/// let slot = boards.find(&[0b1, 0b10, 0b1100]).unwrap();
/// assert_eq!((slot.tier, boards.position(slot)), (Tier(1), [0b1, 0b10, 0b1100]));
/// assert_eq!(boards.find(&[0b11, 0b100, 0]), None); // two kings of a side
/// ```
#[derive(Clone, Debug)]
pub struct Placements<B, const KINDS: usize> {
    cells: u32,
    parts: Vec<Part<KINDS>>,
    /// The parts of each tier.
    tiers: Vec<Range<usize>>,
    /// The part by the numbers of pieces, read as digits; its place from 1.
    by_counts: Vec<u32>,
    most: [u32; KINDS],
    sets: std::marker::PhantomData<fn() -> B>,
}

/// Placements with so many pieces of each kind.
#[derive(Clone, Debug)]
struct Part<const KINDS: usize> {
    tier: Tier,
    kinds: [Combinations; KINDS],
    /// The first number, and the first number after it.
    range: Range<u64>,
    /// The first number of its stretches, and how long they are.
    stretch: u64,
    length: u64,
}

impl<const KINDS: usize> Part<KINDS> {
    #[inline]
    fn unrank<B: CellSet>(&self, mut index: u64) -> [B; KINDS] {
        let mut digits = [0; KINDS];
        for kind in (1..KINDS).rev() {
            let ways = self.kinds[kind].count();
            (digits[kind], index) = (index % ways, index / ways);
        }
        digits[0] = index;
        let mut taken = 0;
        std::array::from_fn(|kind| {
            let among = self.kinds[kind].unrank(digits[kind]);
            let set = if kind == 0 { among } else { scatter_bits(among, !taken) };
            taken |= set;
            B::from_bits(set)
        })
    }
}

impl<B: CellSet, const KINDS: usize> Placements<B, KINDS> {
    /// Placements on so many cells: for each tier the numbers of pieces of its parts.
    ///
    /// # Panics
    ///
    /// If there are more than 64 cells or they do not fit a set, if a part has
    /// more pieces than cells, or two parts have the same numbers.
    #[must_use]
    pub fn new(cells: usize, tiers: Vec<Vec<[u32; KINDS]>>) -> Self {
        assert!(cells <= B::CELLS.min(64), "{cells} cells do not fit a set of {}", B::CELLS.min(64));
        let all = || tiers.iter().flatten();
        let most = std::array::from_fn(|kind| all().map(|counts| counts[kind]).max().unwrap_or(0));
        let mut placements = Placements {
            cells: cells as u32,
            parts: Vec::new(),
            tiers: Vec::new(),
            by_counts: vec![0; most.iter().map(|most| *most as usize + 1).product()],
            most,
            sets: std::marker::PhantomData,
        };
        for (tier, counts) in (0..).map(Tier).zip(&tiers) {
            let (first, mut number, mut stretch) = (placements.parts.len(), 0, 0);
            for counts in counts {
                let key = placements.key(counts).expect("the most are known");
                assert_eq!(placements.by_counts[key], 0, "{counts:?} comes twice");
                placements.by_counts[key] = placements.parts.len() as u32 + 1;
                let mut left = cells as u32;
                let kinds = counts.map(|count| {
                    let ways = Combinations::new(left, count);
                    left = left.checked_sub(count).expect("no more pieces than cells");
                    ways
                });
                let length = kinds[1..].iter().map(|kind| kind.count()).product();
                let range = number..number + kinds[0].count() * length;
                number = range.end;
                placements.parts.push(Part { tier, kinds, range, stretch, length });
                stretch += kinds[0].count();
            }
            placements.tiers.push(first..placements.parts.len());
        }
        placements
    }

    #[inline]
    fn key(&self, counts: &[u32; KINDS]) -> Option<usize> {
        let mut key = 0;
        for (count, most) in counts.iter().zip(&self.most) {
            if count > most {
                return None;
            }
            key = key * (*most as usize + 1) + *count as usize;
        }
        Some(key)
    }

    #[inline]
    fn part(&self, sets: &[B; KINDS]) -> Option<&Part<KINDS>> {
        let mut counts = [0; KINDS];
        for (count, set) in counts.iter_mut().zip(sets) {
            *count = set.size();
        }
        let place = self.by_counts[self.key(&counts)?];
        Some(&self.parts[place.checked_sub(1)? as usize])
    }

    /// The number of the kinds from one on, given the cells of those before.
    #[inline]
    fn rank(&self, sets: &[B; KINDS], from: usize) -> u64 {
        let (mut index, mut taken, mut left) = (0, 0, self.cells);
        for (kind, set) in sets.iter().enumerate() {
            let (set, count) = (set.bits(), set.size());
            if kind >= from {
                let ways = Combinations::new(left, count);
                let number = ways.rank(if kind == 0 { set } else { gather_bits(set, !taken) });
                index = if kind == from { number } else { index * ways.count() + number };
            }
            taken |= set;
            left -= count;
        }
        index
    }

    fn parts_of(&self, tier: Tier) -> &[Part<KINDS>] {
        &self.parts[self.tiers[tier.0 as usize].clone()]
    }
}

impl<B: CellSet, const KINDS: usize> Numbering<[B; KINDS]> for Placements<B, KINDS> {
    fn tiers(&self) -> u32 {
        self.tiers.len() as u32
    }

    fn size(&self, tier: Tier) -> u64 {
        self.parts_of(tier).last().map_or(0, |part| part.range.end)
    }

    #[inline]
    fn tier_of(&self, sets: &[B; KINDS]) -> Option<Tier> {
        Some(self.part(sets)?.tier)
    }

    #[inline]
    fn find(&self, sets: &[B; KINDS]) -> Option<Slot> {
        let part = self.part(sets)?;
        Some(Slot { tier: part.tier, index: part.range.start + self.rank(sets, 0) })
    }

    #[inline]
    fn position(&self, slot: Slot) -> [B; KINDS] {
        let parts = self.parts_of(slot.tier);
        let part = parts.iter().find(|part| slot.index < part.range.end).expect("a slot of the tier");
        part.unrank(slot.index - part.range.start)
    }

    /// One kind after the other moves; mostly it is the last.
    fn walk(&self, tier: Tier, range: Range<u64>, visit: &mut dyn FnMut(u64, &[B; KINDS])) {
        for part in self.parts_of(tier) {
            let (last, end) = (part.kinds[KINDS - 1], range.end.min(part.range.end));
            let mut next = range.start.max(part.range.start);
            while next < end {
                let inside = next - part.range.start;
                let mut sets: [B; KINDS] = part.unrank(inside);
                let taken = sets[..KINDS - 1].iter().fold(0, |taken, set| taken | set.bits());
                let digit = inside % last.count();
                let until = end.min(next - digit + last.count());
                for (index, among) in (next..until).zip(last.iter_from(digit)) {
                    sets[KINDS - 1] = B::from_bits(scatter_bits(among, !taken));
                    visit(index, &sets);
                }
                next = until;
            }
        }
    }
}

impl<B: CellSet, const KINDS: usize> Led<[B; KINDS]> for Placements<B, KINDS> {
    fn stretches(&self, tier: Tier) -> Vec<u64> {
        let starts = |part: &Part<KINDS>| part.range.clone().step_by(part.length.max(1) as usize);
        self.parts_of(tier).iter().flat_map(starts).collect()
    }

    #[inline]
    fn stretch(&self, sets: &[B; KINDS]) -> Option<(Tier, usize)> {
        let part = self.part(sets)?;
        Some((part.tier, (part.stretch + part.kinds[0].rank(sets[0].bits())) as usize))
    }

    #[inline]
    fn offset(&self, sets: &[B; KINDS]) -> Option<u64> {
        Some(self.rank(sets, 1))
    }

    /// Where the first kind is the same and there are as many pieces of each other.
    #[inline]
    fn same_stretch(&self, one: &[B; KINDS], other: &[B; KINDS]) -> bool {
        one[0] == other[0] && (1..KINDS).all(|kind| one[kind].size() == other[kind].size())
    }
}
