//! Progress patterns: how far each side has come.
//!
//! A pattern counts a side's pieces on each of its k+1 ranks. Moves forward
//! change the mover's pattern and lower the steps still to go by one; moves
//! sideways keep it. So the positions with the same pair of patterns,
//! whichever of the two is the mover's, are closed under sideways moves: they
//! form a tier, and all tiers with the same sum of steps form a layer.

/// The longest side of a board.
pub(super) const MOST_RANKS: usize = 6;

/// Pieces of one side on each of its ranks, the rank farthest from the goal first.
pub(super) type Pattern = [u8; MOST_RANKS];

/// All patterns and all pairs of patterns, numbered by ascending steps.
#[derive(Debug)]
pub(super) struct Patterns {
    side: usize,
    patterns: Vec<Pattern>,
    /// Number of a pattern by its [`Patterns::key`].
    numbers: Vec<u16>,
    /// The pairs a <= b of pattern numbers, by ascending sum of steps.
    pairs: Vec<(u16, u16)>,
    /// Number of the pair at [`Patterns::ordered_pair`], in either order.
    pair_numbers: Vec<u32>,
    /// What the pieces on each eight cells add to the [`Patterns::key`] of the
    /// mover, whose ranks are rows, and of the opponent, whose ranks are columns.
    keys: [Vec<[u32; 256]>; 2],
}

impl Patterns {
    pub(super) fn new(pieces: usize) -> Self {
        let side = pieces + 1;
        let numbers = vec![0; side.pow(side as u32)];
        let keys = [true, false].map(|rows| keys(side, rows));
        let (patterns, pairs, pair_numbers) = (Vec::new(), Vec::new(), Vec::new());
        let mut all = Patterns { side, patterns, numbers, pairs, pair_numbers, keys };
        all.number_patterns(pieces);
        all.number_pairs();
        all
    }

    fn number_patterns(&mut self, most: usize) {
        let digits = |key: usize| -> Pattern {
            std::array::from_fn(|rank| (key / self.side.pow(rank as u32) % self.side) as u8)
        };
        let pieces = |pattern: &Pattern| pattern.iter().map(|n| usize::from(*n)).sum::<usize>();
        self.patterns = (0..self.numbers.len()).map(digits).filter(|p| pieces(p) <= most).collect();
        let steps_of = |pattern: &Pattern| steps(self.side, pattern);
        self.patterns.sort_by_key(|pattern| (steps_of(pattern), *pattern));
        for (number, pattern) in self.patterns.iter().enumerate() {
            let key = self.key(pattern.iter().map(|n| u32::from(*n)));
            self.numbers[key] = number as u16;
        }
    }

    fn number_pairs(&mut self) {
        let count = self.patterns.len() as u16;
        let mut pairs: Vec<_> = (0..count).flat_map(|a| (a..count).map(move |b| (a, b))).collect();
        pairs.sort_by_key(|&(a, b)| (self.steps(a) + self.steps(b), a, b));
        self.pair_numbers = vec![0; self.patterns.len().pow(2)];
        for (number, &(a, b)) in pairs.iter().enumerate() {
            for ordered in [self.ordered_pair(a, b), self.ordered_pair(b, a)] {
                self.pair_numbers[ordered] = number as u32;
            }
        }
        self.pairs = pairs;
    }

    /// A pattern as a number in base k+1, rank 0 lowest.
    fn key(&self, counts: impl DoubleEndedIterator<Item = u32>) -> usize {
        counts.rev().fold(0, |key, count| key * self.side + count as usize)
    }

    /// All patterns in the order of their numbers.
    pub(super) fn all(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The number of the pattern with these pieces on its ranks.
    pub(super) fn number(&self, counts: impl DoubleEndedIterator<Item = u32>) -> u16 {
        self.numbers[self.key(counts)]
    }

    /// The numbers of the patterns of mover and opponent, given their pieces.
    #[inline]
    pub(super) fn of(&self, mover: u64, opponent: u64) -> (u16, u16) {
        let number = |side: usize, pieces: u64| {
            let tables = self.keys[side].iter().zip(pieces.to_le_bytes());
            let key: u32 = tables.map(|(table, byte)| table[usize::from(byte)]).sum();
            self.numbers[key as usize]
        };
        (number(0, mover), number(1, opponent))
    }

    /// Steps that pieces with this pattern need to leave the board.
    pub(super) fn steps(&self, number: u16) -> u32 {
        steps(self.side, &self.patterns[usize::from(number)])
    }

    /// Pieces still on the board.
    pub(super) fn pieces(&self, number: u16) -> u32 {
        self.patterns[usize::from(number)].iter().map(|count| u32::from(*count)).sum()
    }

    /// The pattern after a move forward from a rank, if there is a piece on it.
    pub(super) fn advanced(&self, number: u16, rank: usize) -> Option<u16> {
        let mut next = self.patterns[usize::from(number)];
        next[rank] = next[rank].checked_sub(1)?;
        if rank + 1 < self.side {
            next[rank + 1] += 1;
        }
        Some(self.number(next.iter().map(|n| u32::from(*n))))
    }

    /// How many pairs there are.
    pub(super) fn pairs(&self) -> u32 {
        self.pairs.len() as u32
    }

    /// The patterns of a pair, the lesser number first.
    pub(super) fn pair(&self, number: u32) -> (u16, u16) {
        self.pairs[number as usize]
    }

    /// The number of a pair, given in either order.
    pub(super) fn pair_number(&self, a: u16, b: u16) -> u32 {
        self.pair_numbers[self.ordered_pair(a, b)]
    }

    /// A number for a pair in this order.
    pub(super) fn ordered_pair(&self, mover: u16, opponent: u16) -> usize {
        usize::from(mover) * self.patterns.len() + usize::from(opponent)
    }
}

fn keys(side: usize, rows: bool) -> Vec<[u32; 256]> {
    let rank = |cell: usize| if rows { cell / side } else { cell % side };
    let add = |cell: usize| if cell < side * side { side.pow(rank(cell) as u32) as u32 } else { 0 };
    let table = |byte: usize| {
        std::array::from_fn(|bits| {
            (0..8).filter(|bit| bits >> bit & 1 == 1).map(|bit| add(8 * byte + bit)).sum()
        })
    };
    (0..(side * side).div_ceil(8)).map(table).collect()
}

fn steps(side: usize, pattern: &Pattern) -> u32 {
    let ranks = pattern.iter().take(side).enumerate();
    ranks.map(|(rank, &count)| u32::from(count) * (side - rank) as u32).sum()
}
