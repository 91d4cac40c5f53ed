//! The stored order of Dodgem.
//!
//! A tier is a pair {a, b} of pattern numbers, a <= b. First come the
//! positions in which the mover has pattern a, then those in which he has b
//! (if it is another). Each of the two is numbered by a decision diagram over
//! the cells, cell 0 first, with 0 for an empty cell, 1 for the mover, 2 for
//! the opponent.

use std::ops::Range;

use kaiketsu_game::{Breakdown, Origin, Retrograde, Slot, Tier, Tiered};
use kaiketsu_index::{Automaton, Diagram};

use super::patterns::{MOST_RANKS, Pattern};
use super::{Dodgem, Pieces, beside, cells_of};

impl Dodgem {
    /// The progress patterns in the order of their numbers: the pieces on each
    /// rank, the rank farthest from the goal first.
    pub fn patterns(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.patterns.all().iter().map(|pattern| &pattern[..self.side])
    }

    /// Where the positions with these patterns are stored: their tier and
    /// their numbers in it.
    pub(super) fn stored(&self, mover: u16, opponent: u16) -> (Tier, Range<u64>) {
        let count = |a, b| self.diagram().count(self.patterns.ordered_pair(a, b));
        let before = if mover > opponent { count(opponent, mover) } else { 0 };
        (Tier(self.patterns.pair_number(mover, opponent)), before..before + count(mover, opponent))
    }

    /// The pairs of patterns of mover and opponent in a tier, in stored order.
    pub(super) fn halves(&self, tier: Tier) -> Vec<(u16, u16)> {
        let (a, b) = self.patterns.pair(tier.0);
        if a == b { vec![(a, a)] } else { vec![(a, b), (b, a)] }
    }

    /// The pattern numbers of mover and opponent.
    fn patterns_of(&self, position: &Pieces) -> (u16, u16) {
        self.patterns.of(position.mover, position.opponent)
    }

    /// The number of a position among those with the same patterns.
    fn rank(&self, patterns: usize, position: &Pieces) -> u64 {
        let symbol =
            |cell: usize| (position.mover >> cell & 1 | (position.opponent >> cell & 1) << 1) as usize;
        self.diagram().rank(patterns, symbol).expect("a position has the patterns counted from it")
    }

    /// The position with a number among those with the same patterns.
    fn placed(&self, patterns: usize, rank: u64) -> Pieces {
        let mut word = [0; MOST_RANKS * MOST_RANKS];
        let word = &mut word[..self.side * self.side];
        self.diagram().unrank(patterns, rank, word);
        let mut position = Pieces { mover: 0, opponent: 0 };
        position.read(word, 0);
        position
    }

    /// The pattern numbers of mover and opponent in a slot.
    fn patterns_of_slot(&self, slot: Slot) -> [u16; 2] {
        let (a, b) = self.patterns.pair(slot.tier.0);
        let (_, first) = self.stored(a, b);
        if first.contains(&slot.index) { [a, b] } else { [b, a] }
    }

    /// One root per pair of patterns in the order mover, opponent.
    fn diagram(&self) -> &Diagram {
        self.diagram.get_or_init(|| {
            let all = self.patterns.all();
            let pairs = all.iter().flat_map(|a| all.iter().map(move |b| (*a, *b)));
            Diagram::build(&Placement { side: self.side }, pairs)
        })
    }
}

impl Pieces {
    /// Takes the cells from one on from a word of the diagram.
    #[inline]
    fn read(&mut self, word: &[u8], from: usize) {
        let kept = (1 << from) - 1;
        (self.mover, self.opponent) = (self.mover & kept, self.opponent & kept);
        for (cell, symbol) in word.iter().enumerate().skip(from) {
            self.mover |= u64::from(symbol & 1) << cell;
            self.opponent |= u64::from(symbol >> 1) << cell;
        }
    }
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

impl Tiered for Dodgem {
    fn tiers(&self) -> u32 {
        self.patterns.pairs()
    }

    fn size(&self, tier: Tier) -> u64 {
        let (a, b) = self.patterns.pair(tier.0);
        let (_, last) = self.stored(b, a);
        last.end
    }

    fn locate(&self, position: &Pieces) -> Slot {
        let (mover, opponent) = self.patterns_of(position);
        let (tier, numbers) = self.stored(mover, opponent);
        Slot { tier, index: numbers.start + self.rank(self.patterns.ordered_pair(mover, opponent), position) }
    }

    fn tier_of(&self, position: &Pieces) -> Tier {
        let (mover, opponent) = self.patterns_of(position);
        Tier(self.patterns.pair_number(mover, opponent))
    }

    fn position(&self, slot: Slot) -> Pieces {
        let [mover, opponent] = self.patterns_of_slot(slot);
        let (_, numbers) = self.stored(mover, opponent);
        self.placed(self.patterns.ordered_pair(mover, opponent), slot.index - numbers.start)
    }

    fn walk(&self, tier: Tier, range: Range<u64>, visit: &mut dyn FnMut(u64, &Pieces)) {
        let (a, b) = self.patterns.pair(tier.0);
        for (mover, opponent) in [(a, b), (b, a)].into_iter().take(if a == b { 1 } else { 2 }) {
            let (_, numbers) = self.stored(mover, opponent);
            let range = range.start.max(numbers.start)..range.end.min(numbers.end);
            if range.is_empty() {
                continue;
            }
            let root = self.patterns.ordered_pair(mover, opponent);
            let mut words = self.diagram().words(root, range.start - numbers.start);
            let mut position = Pieces { mover: 0, opponent: 0 };
            let mut changed = Some(0);
            for index in range {
                position.read(words.word(), changed.expect("as many words as positions"));
                visit(index, &position);
                changed = words.advance();
            }
        }
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        let (a, b) = self.patterns.pair(tier.0);
        let mut below = Vec::new();
        for (moved, still) in [(a, b), (b, a)] {
            let next = (0..self.side).filter_map(|rank| self.patterns.advanced(moved, rank));
            below.extend(next.map(|next| Tier(self.patterns.pair_number(next, still))));
        }
        below.sort_unstable();
        below.dedup();
        below
    }

    fn tier_name(&self, tier: Tier) -> String {
        let (a, b) = self.patterns.pair(tier.0);
        let digits = |number: u16| -> String {
            self.patterns.all()[usize::from(number)].iter().take(self.side).map(u8::to_string).collect()
        };
        format!("{}*{}", digits(a), digits(b))
    }

    fn layer(&self, tier: Tier) -> u32 {
        let (a, b) = self.patterns.pair(tier.0);
        self.patterns.steps(a) + self.patterns.steps(b)
    }

    fn layer_name(&self, layer: u32) -> String {
        format!("{layer} steps")
    }

    /// Statistics speak of positions in which both sides have a piece.
    fn weight(&self, slot: Slot) -> u64 {
        let (fewest_steps, _) = self.patterns.pair(slot.tier.0);
        u64::from(fewest_steps != 0) // pattern 0 is the one without pieces
    }

    fn breakdowns(&self) -> Vec<Breakdown<Self>> {
        vec![
            Breakdown::new("by_steps", &["mover_steps", "opponent_steps"], |game, slot, key| {
                key.extend(game.patterns_of_slot(slot).map(|pattern| game.patterns.steps(pattern)));
            }),
            Breakdown::new("by_pieces", &["mover_pieces", "opponent_pieces"], |game, slot, key| {
                key.extend(game.patterns_of_slot(slot).map(|pattern| game.patterns.pieces(pattern)));
            }),
        ]
    }
}

impl Retrograde for Dodgem {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        // The side that moved, seen as it saw the board after its move.
        let after = self.transposed(&self.position(slot));
        let taken = after.mover | after.opponent;
        let is_free = |cell: &usize| taken & 1 << cell == 0;
        let moved_from = |from: usize, to: usize| after.mover & !(1 << to) | 1 << from;
        if tier == slot.tier {
            // A step to the side keeps both patterns.
            let (mover, opponent) = self.patterns_of(&after);
            let (root, (_, numbers)) =
                (self.patterns.ordered_pair(mover, opponent), self.stored(mover, opponent));
            for to in cells_of(after.mover) {
                for from in beside(self.side, to).filter(is_free) {
                    let before = Pieces { mover: moved_from(from, to), ..after };
                    origins.push(Origin { index: numbers.start + self.rank(root, &before), passes: true });
                }
            }
            return;
        }
        let back = cells_of(after.mover).filter_map(|to| Some((to.checked_sub(self.side)?, to)));
        let back = back.filter(|(from, _)| is_free(from)).map(|(from, to)| moved_from(from, to));
        let left_by_piece = (after.mover.count_ones() as usize) < self.pieces;
        let exits = if left_by_piece { self.row(self.side - 1) & !taken } else { 0 };
        for mover in back.chain(cells_of(exits).map(|from| after.mover | 1 << from)) {
            let before = self.locate(&Pieces { mover, ..after });
            if before.tier == tier {
                origins.push(Origin { index: before.index, passes: true });
            }
        }
    }

    /// No two moves lead to the same position.
    fn once_a_move(&self) -> bool {
        true
    }
}
