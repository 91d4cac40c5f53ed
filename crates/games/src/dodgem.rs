//! Dodgem with k pieces on (k+1) x (k+1), after Kotani.
//!
//! The board is always seen by the side to move: his pieces go up, the
//! opponent's go right. Passing the turn transposes the board, which takes the
//! start to itself. Cell (row, column) is bit row * (k+1) + column.
//!
//! # Tiers
//!
//! A *progress pattern* counts a side's pieces on each of its k+1 ranks. Moves
//! forward change the mover's pattern and lower the steps still to go by one;
//! moves sideways keep both patterns. So the positions with the same pair of
//! patterns, whichever of the two is the mover's, form a tier, and all tiers
//! with the same sum of steps form a layer.
//!
//! In a tier {a, b}, a <= b, first come the positions in which the mover has
//! pattern a, then those in which he has b (if it is another). Each of the two
//! is numbered by a decision diagram over the cells, cell 0 first, with 0 for
//! an empty cell, 1 for the mover, 2 for the opponent.

use std::ops::Range;
use std::sync::OnceLock;

use kaiketsu_game::{
    Breakdown, Game, Notation, NotationError, Origin, Outcome, Retrograde, Slot, Step, Tier, Tiered,
};
use kaiketsu_index::{Automaton, BitPermutation, Diagram};

use crate::board::Grid;

const MOST_RANKS: usize = 6;

/// Pieces of one side on each of its ranks.
type Pattern = [u8; MOST_RANKS];

/// Dodgem with a number of pieces.
#[derive(Debug)]
pub struct Dodgem {
    pieces: usize,
    side: usize,
    grid: Grid,
    transpose: BitPermutation,
    /// All patterns by ascending steps; their order numbers them.
    patterns: Vec<Pattern>,
    /// Number of a pattern by its [`Dodgem::pattern_key`].
    pattern_numbers: Vec<u16>,
    /// The pairs a <= b of pattern numbers, by ascending sum of steps.
    tiers: Vec<(u16, u16)>,
    /// Tier of an ordered pair, at a * patterns + b.
    tier_numbers: Vec<u32>,
    /// Root a * patterns + b numbers the positions with mover a, opponent b.
    diagram: OnceLock<Diagram>,
}

/// The pieces of both sides as bits, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces {
    mover: u64,
    opponent: u64,
}

/// A move of one piece; `to` is `None` when it leaves the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advance {
    from: u8,
    to: Option<u8>,
}

impl Dodgem {
    /// Dodgem with that many pieces a side; 2 to 5.
    #[must_use]
    pub fn new(pieces: usize) -> Self {
        assert!((2..MOST_RANKS).contains(&pieces), "Dodgem is numbered for 2 to 5 pieces");
        let side = pieces + 1;
        let cells = 0..side * side;
        let transpose =
            BitPermutation::new(&cells.map(|c| (c % side * side + c / side) as u8).collect::<Vec<_>>());
        let mut game = Dodgem {
            pieces,
            side,
            grid: Grid { columns: side, rows: side },
            transpose,
            patterns: Vec::new(),
            pattern_numbers: vec![0; side.pow(side as u32)],
            tiers: Vec::new(),
            tier_numbers: Vec::new(),
            diagram: OnceLock::new(),
        };
        game.number_patterns();
        game.number_tiers();
        game
    }

    /// How many cells a side of the board has.
    #[must_use]
    pub fn side(&self) -> usize {
        self.side
    }

    /// The progress patterns in the order of their numbers: the pieces on each
    /// rank, the rank farthest from the goal first.
    pub fn patterns(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.patterns.iter().map(|pattern| &pattern[..self.side])
    }

    /// The pattern after a move forward from a rank, if there is a piece on it.
    #[must_use]
    pub fn advanced(&self, pattern: u16, rank: usize) -> Option<u16> {
        let mut next = self.patterns[usize::from(pattern)];
        next[rank] = next[rank].checked_sub(1)?;
        if rank + 1 < self.side {
            next[rank + 1] += 1;
        }
        Some(self.pattern_numbers[self.pattern_key(next.iter().map(|n| u32::from(*n)))])
    }

    /// The patterns a tier is of, the lesser number first.
    #[must_use]
    pub fn patterns_of_tier(&self, tier: Tier) -> (u16, u16) {
        self.tiers[tier.0 as usize]
    }

    /// Where the positions with these patterns are stored: their tier and
    /// their numbers in it.
    #[must_use]
    pub fn stored(&self, mover: u16, opponent: u16) -> (Tier, Range<u64>) {
        let root = self.root(mover, opponent);
        let before = if mover > opponent { self.diagram().count(self.root(opponent, mover)) } else { 0 };
        (Tier(self.tier_numbers[root]), before..before + self.diagram().count(root))
    }

    fn number_patterns(&mut self) {
        let all = 0..self.pattern_numbers.len();
        let digits = |key: usize| -> Pattern {
            std::array::from_fn(|rank| (key / self.side.pow(rank as u32) % self.side) as u8)
        };
        let pieces = |pattern: &Pattern| pattern.iter().map(|n| usize::from(*n)).sum::<usize>();
        let mut patterns: Vec<Pattern> = all.map(digits).filter(|p| pieces(p) <= self.pieces).collect();
        patterns.sort_by_key(|pattern| (self.steps(pattern), *pattern));
        for (number, pattern) in patterns.iter().enumerate() {
            let key = self.pattern_key(pattern.iter().map(|n| u32::from(*n)));
            self.pattern_numbers[key] = number as u16;
        }
        self.patterns = patterns;
    }

    fn number_tiers(&mut self) {
        let count = self.patterns.len() as u16;
        let mut tiers: Vec<_> = (0..count).flat_map(|a| (a..count).map(move |b| (a, b))).collect();
        tiers.sort_by_key(|&(a, b)| (self.pair_steps(a, b), a, b));
        self.tier_numbers = vec![0; self.patterns.len().pow(2)];
        for (number, &(a, b)) in tiers.iter().enumerate() {
            for root in [self.root(a, b), self.root(b, a)] {
                self.tier_numbers[root] = number as u32;
            }
        }
        self.tiers = tiers;
    }

    /// A pattern as a number in base k+1, rank 0 lowest.
    fn pattern_key(&self, counts: impl DoubleEndedIterator<Item = u32>) -> usize {
        counts.rev().fold(0, |key, count| key * self.side + count as usize)
    }

    /// Steps that pieces with this pattern need to leave the board.
    fn steps(&self, pattern: &Pattern) -> u32 {
        let ranks = pattern.iter().take(self.side).enumerate();
        ranks.map(|(rank, &count)| u32::from(count) * (self.side - rank) as u32).sum()
    }

    fn pair_steps(&self, a: u16, b: u16) -> u32 {
        self.steps(&self.patterns[usize::from(a)]) + self.steps(&self.patterns[usize::from(b)])
    }

    fn root(&self, mover: u16, opponent: u16) -> usize {
        usize::from(mover) * self.patterns.len() + usize::from(opponent)
    }

    fn row(&self, row: usize) -> u64 {
        ((1 << self.side) - 1) << (row * self.side)
    }

    fn column(&self, column: usize) -> u64 {
        (0..self.side).map(|row| 1 << (row * self.side + column)).sum()
    }

    /// The pattern numbers of mover and opponent.
    fn patterns_of(&self, position: &Pieces) -> (u16, u16) {
        let mover = (0..self.side).map(|rank| (position.mover & self.row(rank)).count_ones());
        let opponent = (0..self.side).map(|rank| (position.opponent & self.column(rank)).count_ones());
        let number = |key: usize| self.pattern_numbers[key];
        (number(self.pattern_key(mover)), number(self.pattern_key(opponent)))
    }

    fn diagram(&self) -> &Diagram {
        self.diagram.get_or_init(|| {
            let pairs = self.patterns.iter().flat_map(|a| self.patterns.iter().map(move |b| (*a, *b)));
            Diagram::build(&Placement { side: self.side }, pairs)
        })
    }

    /// The board as the other side sees it.
    fn transposed(&self, position: &Pieces) -> Pieces {
        let turn = |bits| self.transpose.apply(bits);
        Pieces { mover: turn(position.opponent), opponent: turn(position.mover) }
    }

    /// Cells beside a cell on its row.
    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let column = cell % self.side;
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < self.side).then_some(cell + 1);
        left.into_iter().chain(right)
    }

    fn symbol(&self, position: &Pieces) -> impl Fn(usize, usize) -> char + use<> {
        let (side, position) = (self.side, *position);
        move |row, column| match 1u64 << (row * side + column) {
            bit if position.mover & bit != 0 => 'U',
            bit if position.opponent & bit != 0 => 'R',
            _ => '.',
        }
    }

    fn cell_name(&self, cell: u8) -> String {
        self.grid.cell_name(usize::from(cell) / self.side, usize::from(cell) % self.side)
    }
}

fn cells_of(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (cell < 64).then_some(cell)
    })
}

/// Reads a board cell by cell and counts down the pieces each row of the mover
/// and each column of the opponent still needs.
struct Placement {
    side: usize,
}

impl Automaton for Placement {
    type State = (Pattern, Pattern);

    fn cells(&self) -> usize {
        self.side * self.side
    }

    fn symbols(&self, _: usize) -> usize {
        3
    }

    fn step(&self, cell: usize, state: &Self::State, symbol: usize) -> Option<Self::State> {
        let (row, column) = (cell / self.side, cell % self.side);
        let (mut rows, mut columns) = *state;
        match symbol {
            1 => rows[row] = rows[row].checked_sub(1)?,
            2 => columns[column] = columns[column].checked_sub(1)?,
            _ => {}
        }
        let row_is_over = column == self.side - 1;
        (!row_is_over || rows[row] == 0).then_some((rows, columns))
    }

    fn accepts(&self, state: &Self::State) -> bool {
        *state == Default::default()
    }
}

impl Game for Dodgem {
    type Position = Pieces;
    type Move = Advance;

    fn id(&self) -> String {
        format!("dodgem-{}", self.pieces)
    }

    fn start(&self) -> Pieces {
        Pieces { mover: self.row(0) & !1, opponent: self.column(0) & !1 }
    }

    fn ending(&self, position: &Pieces) -> Option<Outcome> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.is_empty().then_some(Outcome::Win)
    }

    fn moves(&self, position: &Pieces, moves: &mut Vec<Advance>) {
        let taken = position.mover | position.opponent;
        let is_free = |cell: &usize| taken & 1 << cell == 0;
        for from in cells_of(position.mover) {
            let forward = from + self.side;
            if forward >= self.side * self.side {
                moves.push(Advance { from: from as u8, to: None });
            }
            let ahead = (forward < self.side * self.side).then_some(forward);
            for to in ahead.into_iter().chain(self.beside(from)).filter(is_free) {
                moves.push(Advance { from: from as u8, to: Some(to as u8) });
            }
        }
    }

    fn play(&self, position: &Pieces, mv: &Advance) -> Step<Pieces> {
        let arrived = mv.to.map_or(0, |to| 1 << to);
        let mover = position.mover & !(1 << mv.from) | arrived;
        Step::passes(self.transposed(&Pieces { mover, ..*position }))
    }

    fn alternates(&self) -> bool {
        true
    }
}

impl Notation for Dodgem {
    fn title(&self) -> String {
        format!("Dodgem, {} pieces on {1}x{1}", self.pieces, self.side)
    }

    fn about(&self) -> String {
        format!(
            "Your pieces go up or sideways, the opponent's go right or sideways as he sees it; a piece may leave \
             the board at its far side. Nothing is captured. Whoever is to move and has no legal move wins, also \
             when he has no piece left. A position is {} rows from the top, such as `{}`: U is always the side to \
             move and goes up, R goes right. After a move the board is turned over its diagonal so that the next \
             player goes up. A move names two cells, such as `b1-b2`, or `b{}-off` when a piece leaves.",
            self.side,
            self.grid.write(self.symbol(&self.start())),
            self.side,
        )
    }

    fn write_position(&self, position: &Pieces) -> String {
        self.grid.write(self.symbol(position))
    }

    fn read_position(&self, text: &str) -> Result<Pieces, NotationError> {
        let cells = self.grid.read(text, &['.', 'U', 'R'])?;
        for (kind, letter) in [(1, 'U'), (2, 'R')] {
            if cells[kind].len() > self.pieces {
                let problem = format!(
                    "`{text}` has {} {letter}; a side has at most {}",
                    cells[kind].len(),
                    self.pieces
                );
                return Err(NotationError::new(problem));
            }
        }
        let bits =
            |kind: usize| cells[kind].iter().map(|(row, column)| 1 << (row * self.side + column)).sum();
        Ok(Pieces { mover: bits(1), opponent: bits(2) })
    }

    fn write_move(&self, _: &Pieces, mv: &Advance) -> String {
        let to = mv.to.map_or("off".into(), |to| self.cell_name(to));
        format!("{}-{to}", self.cell_name(mv.from))
    }

    fn draw(&self, position: &Pieces) -> String {
        self.grid.draw(self.symbol(position))
    }
}

impl Tiered for Dodgem {
    fn tiers(&self) -> u32 {
        self.tiers.len() as u32
    }

    fn size(&self, tier: Tier) -> u64 {
        let (a, b) = self.tiers[tier.0 as usize];
        let count = |a, b| self.diagram().count(self.root(a, b));
        count(a, b) + if a == b { 0 } else { count(b, a) }
    }

    fn locate(&self, position: &Pieces) -> Slot {
        let (mover, opponent) = self.patterns_of(position);
        let root = self.root(mover, opponent);
        let symbol =
            |cell: usize| (position.mover >> cell & 1 | (position.opponent >> cell & 1) << 1) as usize;
        let rank = self.diagram().rank(root, symbol).expect("a position has the patterns counted from it");
        let before = if mover > opponent { self.diagram().count(self.root(opponent, mover)) } else { 0 };
        Slot { tier: Tier(self.tier_numbers[root]), index: before + rank }
    }

    fn position(&self, slot: Slot) -> Pieces {
        let (a, b) = self.tiers[slot.tier.0 as usize];
        let first = self.diagram().count(self.root(a, b));
        let (root, rank) = match slot.index.checked_sub(first) {
            None => (self.root(a, b), slot.index),
            Some(rank) => (self.root(b, a), rank),
        };
        let mut word = [0; MOST_RANKS * MOST_RANKS];
        let word = &mut word[..self.side * self.side];
        self.diagram().unrank(root, rank, word);
        let bits = |symbol| {
            (0..).zip(word.iter()).filter(|(_, s)| **s == symbol).map(|(cell, _)| 1u64 << cell).sum()
        };
        Pieces { mover: bits(1), opponent: bits(2) }
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        let (a, b) = self.tiers[tier.0 as usize];
        let mut below = Vec::new();
        for (moved, still) in [(a, b), (b, a)] {
            let next = (0..self.side).filter_map(|rank| self.advanced(moved, rank));
            below.extend(next.map(|next| Tier(self.tier_numbers[self.root(next, still)])));
        }
        below.sort_unstable();
        below.dedup();
        below
    }

    fn tier_name(&self, tier: Tier) -> String {
        let (a, b) = self.tiers[tier.0 as usize];
        let digits = |number: u16| -> String {
            self.patterns[usize::from(number)].iter().take(self.side).map(u8::to_string).collect()
        };
        format!("{}*{}", digits(a), digits(b))
    }

    fn layer(&self, tier: Tier) -> u32 {
        let (a, b) = self.tiers[tier.0 as usize];
        self.pair_steps(a, b)
    }

    fn layer_name(&self, layer: u32) -> String {
        format!("{layer} steps")
    }

    /// Statistics speak of positions in which both sides have a piece.
    fn weight(&self, slot: Slot) -> u64 {
        let (fewest_steps, _) = self.tiers[slot.tier.0 as usize];
        u64::from(fewest_steps != 0) // pattern 0 is the one without pieces
    }

    fn breakdowns(&self) -> Vec<Breakdown<Self>> {
        vec![
            Breakdown {
                name: "by_steps",
                keys: &["mover_steps", "opponent_steps"],
                class: |game, position, key| {
                    let (mover, opponent) = game.patterns_of(position);
                    let steps = |number: u16| game.steps(&game.patterns[usize::from(number)]);
                    key.extend([steps(mover), steps(opponent)]);
                },
            },
            Breakdown {
                name: "by_pieces",
                keys: &["mover_pieces", "opponent_pieces"],
                class: |_, position, key| {
                    key.extend([position.mover.count_ones(), position.opponent.count_ones()])
                },
            },
        ]
    }
}

impl Retrograde for Dodgem {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        // The side that moved, seen as it saw the board after its move.
        let after = self.transposed(&self.position(slot));
        let taken = after.mover | after.opponent;
        let is_free = |cell: &usize| taken & 1 << cell == 0;
        let mut add = |mover: u64| {
            let before = self.locate(&Pieces { mover, ..after });
            if before.tier == tier {
                origins.push(Origin { index: before.index, passes: true });
            }
        };
        for to in cells_of(after.mover) {
            let back = if tier == slot.tier { None } else { to.checked_sub(self.side) };
            let sideways = self.beside(to).filter(|_| tier == slot.tier);
            for from in back.into_iter().chain(sideways).filter(is_free) {
                add(after.mover & !(1 << to) | 1 << from);
            }
        }
        if tier != slot.tier && (after.mover.count_ones() as usize) < self.pieces {
            for from in cells_of(self.row(self.side - 1) & !taken) {
                add(after.mover | 1 << from);
            }
        }
    }
}
