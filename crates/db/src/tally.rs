//! Counts of a run of values.

/// How many values of each kind there are, and the greatest code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) win: u64,
    pub(crate) loss: u64,
    pub(crate) draw: u64,
    pub(crate) greatest: u16,
}

impl Tally {
    /// Adds the counts of another run.
    pub(crate) fn add(&mut self, other: &Tally) {
        self.win += other.win;
        self.loss += other.loss;
        self.draw += other.draw;
        self.greatest = self.greatest.max(other.greatest);
    }

    /// The greatest distance: codes grow with it, so the greatest code has it.
    pub(crate) fn longest(&self, distances: bool) -> Option<u16> {
        (distances && self.greatest > 0).then(|| (self.greatest - 1) / 2)
    }
}

/// Why a run of codes cannot be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotAValue {
    /// Where in the run.
    pub(crate) offset: usize,
    /// The code.
    pub(crate) code: u16,
}

/// The greatest code of a value: a loss in [`kaiketsu_game::Code::MAX_PLIES`].
pub(crate) const GREATEST_CODE: u16 = 2 * kaiketsu_game::Code::MAX_PLIES + 2;
