//! The orbits of the stretches of one tier.

use kaiketsu_game::{Slot, Tier};
use kaiketsu_index::Stretches;

use super::Foldable;

/// The stretches of a tier, and those that are stored.
pub(super) struct TierFold {
    /// The stretches of the whole tier.
    pub(super) whole: Stretches,
    /// What becomes of each.
    stretches: Vec<Stretch>,
    /// The stretches that are stored, in folded numbers.
    pub(super) stored: Stretches,
    /// The same, in the numbers of the whole tier.
    representatives: Vec<Representative>,
}

/// A stretch of the whole tier.
#[derive(Clone, Copy)]
pub(super) struct Stretch {
    /// The symmetries that take it to its representative, as bits.
    pub(super) arrivals: u64,
    /// The first number of its representative, in the whole tier and folded.
    whole: u64,
    folded: u64,
}

/// A stretch that is stored.
#[derive(Clone, Copy)]
pub(super) struct Representative {
    /// The stretch in the whole tier.
    pub(super) stretch: u32,
    /// How many stretches have it as their representative.
    pub(super) orbit: u32,
}

impl Stretch {
    /// The symmetry that folding uses: 0 if the stretch is stored itself.
    #[inline]
    pub(super) fn symmetry(self) -> usize {
        self.arrivals.trailing_zeros() as usize
    }

    /// The folded number of a position of the representative.
    #[inline]
    pub(super) fn number<G: Foldable>(self, game: &G, position: &G::Position) -> u64 {
        match game.offset(position) {
            Some(offset) => self.folded + offset,
            None => self.number_of(game.locate(position).index),
        }
    }

    /// The same, by its number in the whole tier.
    #[inline]
    pub(super) fn number_of(self, whole: u64) -> u64 {
        whole - self.whole + self.folded
    }
}

impl TierFold {
    pub(super) fn new<G: Foldable>(game: &G, tier: Tier) -> Self {
        let whole = Stretches::new(game.stretches(tier), game.size(tier));
        let (mut stretches, mut representatives) = (Vec::with_capacity(whole.len()), Vec::new());
        // Of the stretches so far, the number among the stored ones if it is one.
        let mut numbers = vec![u32::MAX; whole.len()];
        let (mut starts, mut size) = (Vec::new(), 0);
        for stretch in 0..whole.len() {
            let images = images(game, tier, &whole, stretch);
            let first = images.iter().copied().min().expect("the identity is a symmetry");
            let range = whole.range(first);
            if first == stretch {
                numbers[stretch] = representatives.len() as u32;
                representatives.push(Representative { stretch: stretch as u32, orbit: 0 });
                starts.push(size);
                size += range.end - range.start;
            }
            let number = numbers[first] as usize;
            representatives[number].orbit += 1;
            let arrivals = images.iter().rev().fold(0, |bits, image| bits << 1 | u64::from(*image == first));
            stretches.push(Stretch { arrivals, whole: range.start, folded: starts[number] });
        }
        TierFold { whole, stretches, stored: Stretches::new(starts, size), representatives }
    }

    #[inline]
    pub(super) fn stretch(&self, stretch: usize) -> Stretch {
        self.stretches[stretch]
    }

    /// The stored stretch that a folded number lies in: as a stretch of the whole
    /// tier, and what the number is there.
    #[inline]
    pub(super) fn unfold(&self, index: u64) -> (Representative, Stretch, u64) {
        let representative = self.representatives[self.stored.find(index)];
        let stretch = self.stretches[representative.stretch as usize];
        (representative, stretch, index - stretch.folded + stretch.whole)
    }

    pub(super) fn bytes(&self) -> usize {
        let tables = size_of_val(&self.stretches[..]) + size_of_val(&self.representatives[..]);
        self.whole.bytes() + self.stored.bytes() + tables
    }
}

/// The stretch that each symmetry takes a stretch to, seen by its first and its
/// last position.
fn images<G: Foldable>(game: &G, tier: Tier, whole: &Stretches, stretch: usize) -> Vec<usize> {
    let range = whole.range(stretch);
    let [first, last] = [range.start, range.end - 1].map(|index| game.position(Slot { tier, index }));
    let image = |symmetry: usize| {
        let [one, other] = [&first, &last].map(|position| game.locate(&game.image(position, symmetry)));
        let image = whole.find(one.index);
        let range = (range.end - range.start, whole.range(image));
        let kept = one.tier == tier && other.tier == tier && range.1.contains(&other.index);
        assert!(
            kept && range.1.end - range.1.start == range.0,
            "{}: symmetry {symmetry} takes stretch {stretch} of tier {} to no stretch as long",
            game.id(),
            tier.0
        );
        image
    };
    (0..game.symmetries()).map(image).collect()
}
