//! The placements of one side with a given progress pattern, and its moves.
//!
//! A placement is seen by its own side, which goes up; the opponent's
//! placements are numbered in the same way on the transposed board. The number
//! of a placement has a digit for each rank, rank 0 lowest: the place of the
//! cells taken on that rank among all [`Combinations`] of as many cells.

use kaiketsu_index::Combinations;

use crate::board::cells_of;
use crate::dodgem::beside;

/// How placements of a pattern are numbered.
#[derive(Clone, Debug)]
struct Numbering {
    side: usize,
    /// By rank, the sets of cells and what the digit counts.
    digits: Vec<(Combinations, usize)>,
}

impl Numbering {
    fn new(side: usize, pattern: &[u8]) -> Self {
        let mut stride = 1;
        let digit = |&count: &u8| {
            let sets = Combinations::new(side as u32, count.into());
            let digit = (sets, stride);
            stride *= sets.count() as usize;
            digit
        };
        Numbering { side, digits: pattern.iter().map(digit).collect() }
    }

    fn number(&self, board: u64) -> u16 {
        let on_rank = |rank: usize| board >> (rank * self.side) & ((1 << self.side) - 1);
        let digits = self.digits.iter().enumerate();
        digits.map(|(rank, (sets, stride))| sets.rank(on_rank(rank)) as usize * stride).sum::<usize>() as u16
    }

    /// All placements in the order of their numbers.
    fn boards(&self) -> Vec<u64> {
        let mut boards = vec![0];
        for (rank, (sets, _)) in self.digits.iter().enumerate() {
            let lower = boards;
            let put = |set: u64| lower.iter().map(move |board| board | set << (rank * self.side));
            boards = (0..sets.count()).flat_map(|number| put(sets.unrank(number))).collect();
        }
        boards
    }
}

/// A move to the next rank or off the board, which changes the pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forward {
    /// The placement before the move.
    pub(super) origin: u16,
    /// The placement after the move, numbered in the new pattern.
    pub(super) target: u16,
}

/// All placements of a pattern.
#[derive(Debug)]
pub(super) struct Placements {
    /// Pieces on each rank.
    pub(super) pattern: Vec<u8>,
    numbering: Numbering,
    pub(super) boards: Vec<u64>,
    /// Where moves along a rank lead; those of placement `p` end at `ends[p]`.
    sideways: Vec<u16>,
    ends: Vec<u32>,
    /// The moves forward from each rank.
    forward: Vec<Vec<Forward>>,
    /// For each cell, the placements that take it, as [`Placements::words`] words.
    taking: Vec<u64>,
}

impl Placements {
    pub(super) fn new(side: usize, pattern: &[u8]) -> Self {
        let numbering = Numbering::new(side, pattern);
        let mut placements = Placements {
            pattern: pattern.to_vec(),
            boards: numbering.boards(),
            numbering,
            sideways: Vec::new(),
            ends: Vec::new(),
            forward: Vec::new(),
            taking: Vec::new(),
        };
        placements.list_sideways();
        placements.forward = (0..side).map(|rank| placements.list_forward(rank)).collect();
        placements.list_taking();
        placements
    }

    pub(super) fn len(&self) -> usize {
        self.boards.len()
    }

    /// How many words hold a bit for each placement.
    pub(super) fn words(&self) -> usize {
        self.len().div_ceil(64)
    }

    /// What a step of the digit of a rank adds to the number.
    pub(super) fn stride(&self, rank: usize) -> usize {
        self.numbering.digits[rank].1
    }

    /// The placements after a move along a rank. Such moves can be taken
    /// back, so these are also the placements before one.
    pub(super) fn beside(&self, placement: usize) -> &[u16] {
        let start = placement.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.sideways[start as usize..self.ends[placement] as usize]
    }

    /// The moves forward from a rank.
    pub(super) fn forward(&self, rank: usize) -> &[Forward] {
        &self.forward[rank]
    }

    /// Appends the opponent's placements that leave the cells of this one
    /// free, a bit each.
    pub(super) fn push_compatible(&self, placement: usize, opponent: &Placements, bits: &mut Vec<u64>) {
        let (side, words) = (self.numbering.side, opponent.words());
        let start = bits.len();
        bits.resize(start + words, u64::MAX);
        let free = &mut bits[start..];
        free[words - 1] >>= words * 64 - opponent.len();
        for cell in cells_of(self.boards[placement]) {
            let seen_by_opponent = cell % side * side + cell / side;
            let taken = &opponent.taking[seen_by_opponent * words..][..words];
            free.iter_mut().zip(taken).for_each(|(free, taken)| *free &= !taken);
        }
    }

    /// Memory held.
    pub(super) fn bytes(&self) -> u64 {
        let forward: usize = self.forward.iter().map(|moves| size_of_val(&moves[..])).sum();
        let rest =
            size_of_val(&self.boards[..]) + size_of_val(&self.sideways[..]) + size_of_val(&self.ends[..]);
        (forward + rest + size_of_val(&self.taking[..])) as u64
    }

    fn list_sideways(&mut self) {
        let side = self.numbering.side;
        for &board in &self.boards {
            for from in cells_of(board) {
                for to in beside(side, from).filter(|to| board >> to & 1 == 0) {
                    self.sideways.push(self.numbering.number(board & !(1 << from) | 1 << to));
                }
            }
            self.ends.push(self.sideways.len() as u32);
        }
    }

    fn list_forward(&self, rank: usize) -> Vec<Forward> {
        let side = self.numbering.side;
        let mut next = self.pattern.clone();
        if next[rank] == 0 {
            return Vec::new();
        }
        next[rank] -= 1;
        if rank + 1 < side {
            next[rank + 1] += 1;
        }
        let next = Numbering::new(side, &next);
        let mut moves = Vec::new();
        for (origin, &board) in (0..).zip(&self.boards) {
            for from in cells_of(board).filter(|from| from / side == rank) {
                let arrived = if rank + 1 < side { 1 << (from + side) } else { 0 };
                if board & arrived == 0 {
                    moves.push(Forward { origin, target: next.number(board & !(1 << from) | arrived) });
                }
            }
        }
        moves
    }

    fn list_taking(&mut self) {
        let words = self.words();
        self.taking = vec![0; self.numbering.side.pow(2) * words];
        for (placement, &board) in self.boards.iter().enumerate() {
            for cell in cells_of(board) {
                self.taking[cell * words + placement / 64] |= 1 << (placement % 64);
            }
        }
    }
}

#[cfg(test)]
impl Placements {
    pub(super) fn board_seen_by_other(&self, placement: usize) -> u64 {
        let side = self.numbering.side;
        cells_of(self.boards[placement]).map(|cell| 1 << (cell % side * side + cell / side)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_places_in_the_list() {
        for pattern in [[0, 0, 0, 0, 0], [1, 1, 0, 2, 0], [4, 0, 0, 0, 0], [1, 1, 1, 1, 0]] {
            let placements = Placements::new(5, &pattern);
            for (number, &board) in placements.boards.iter().enumerate() {
                assert_eq!(usize::from(placements.numbering.number(board)), number);
            }
        }
    }

    #[test]
    fn sideways_moves_can_be_taken_back() {
        let placements = Placements::new(4, &[2, 0, 1, 0]);
        for origin in 0..placements.len() {
            for &target in placements.beside(origin) {
                assert!(placements.beside(target.into()).contains(&(origin as u16)));
            }
        }
    }

    #[test]
    fn compatible_placements_share_no_cell() {
        let (mover, opponent) = (Placements::new(4, &[1, 1, 0, 0]), Placements::new(4, &[0, 2, 0, 1]));
        for (number, board) in mover.boards.iter().enumerate() {
            let mut bits = Vec::new();
            mover.push_compatible(number, &opponent, &mut bits);
            let apart = (0..opponent.len()).filter(|&other| board & opponent.board_seen_by_other(other) == 0);
            assert_eq!(cells_of(bits[0]).collect::<Vec<_>>(), apart.collect::<Vec<_>>());
        }
    }
}
