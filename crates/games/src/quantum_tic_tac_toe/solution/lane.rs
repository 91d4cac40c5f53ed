//! Many colourings of one shape side by side: a bit for each, by rank. Bits past
//! the last colouring have no meaning.

use kaiketsu_lanes::Lane;

use crate::quantum_tic_tac_toe::Grade;

/// A grade for each colouring: lane k says where the grade is above the k-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grades<const W: usize>(pub(crate) [Lane<W>; 4]);

impl<const W: usize> Grades<W> {
    /// The worst grade for a side everywhere.
    pub(crate) fn worst(first: bool) -> Self {
        Grades([if first { Lane::NONE } else { Lane::ALL }; 4])
    }

    /// The better of two grades for a side, colouring by colouring.
    #[inline]
    pub(crate) fn better(self, other: Self, first: bool) -> Self {
        let better = |k: usize| match first {
            true => self.0[k] | other.0[k],
            false => self.0[k] & other.0[k],
        };
        Grades(std::array::from_fn(better))
    }

    /// The other grades where the lane is set, these elsewhere.
    pub(crate) fn replaced(self, at: Lane<W>, other: Self) -> Self {
        Grades(std::array::from_fn(|k| other.0[k] & at | self.0[k] & !at))
    }

    /// The number of the grade of one colouring.
    pub(crate) fn at(&self, bit: usize) -> u8 {
        self.0.iter().map(|lane| u8::from(lane.get(bit))).sum()
    }

    /// Gives one colouring a grade; before that it must have the least.
    pub(crate) fn raise(&mut self, bit: usize, grade: u8) {
        self.0[..usize::from(grade)].iter_mut().for_each(|lane| lane.set(bit));
    }

    /// Where the grade is this one.
    pub(crate) fn equal_to(&self, grade: Grade) -> Lane<W> {
        let k = grade as usize;
        let above = if k < 4 { self.0[k] } else { Lane::NONE };
        let reached = if k > 0 { self.0[k - 1] } else { Lane::ALL };
        reached & !above
    }
}

/// What a side can get out of a cycle: the best and the second best of what the
/// squares offer on which the closing mark may stay.
///
/// Whoever closes a cycle names two squares; what happens on each does not depend
/// on the other. If he chooses himself, he gets the best square. If the
/// opponent chooses, he gets the worse of the two, so he names the two best.
#[derive(Clone, Copy)]
pub(crate) struct Offers<const W: usize> {
    best: Grades<W>,
    second_best: Grades<W>,
    first: bool,
}

impl<const W: usize> Offers<W> {
    pub(crate) fn new(first: bool) -> Self {
        Offers { best: Grades::worst(first), second_best: Grades::worst(first), first }
    }

    pub(crate) fn add(&mut self, grades: Grades<W>) {
        let worse = self.best.better(grades, !self.first);
        self.second_best = self.second_best.better(worse, self.first);
        self.best = self.best.better(grades, self.first);
    }

    /// The offers of two sets of squares together, for the same side.
    pub(crate) fn merged(&self, other: &Self) -> Self {
        let mut merged = *self;
        merged.add(other.best);
        merged.second_best = merged.second_best.better(other.second_best, self.first);
        merged
    }

    /// What the closer gets of them.
    pub(crate) fn taken(&self, closer_chooses: bool) -> Grades<W> {
        if closer_chooses { self.best } else { self.second_best }
    }
}
