//! How many positions there are, and the few that are special.
//!
//! Placements are counted over the decision diagram of the board read cell by
//! cell, so that 148 billion of them take milliseconds.

use kaiketsu_game::{Game, Retrograde, Tier, Tiered};
use kaiketsu_index::{Automaton, Diagram, Zdd};

use super::stack::{self, MOVER, OPPONENT};
use super::{Nocca, Stacks, cells_of};

/// Sizes of the sets of positions of which one may speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacementCounts {
    /// All ways to place the pieces in stacks up to three.
    pub placements: u64,
    /// The same with mirror images taken together.
    pub placement_classes: u64,
    /// Those in which both sides can be seen from above.
    pub pseudo_reachable: u64,
    /// The same with mirror images taken together.
    pub pseudo_reachable_classes: u64,
}

/// Pseudo-reachable positions that stand out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecialPositions {
    /// The side to move can be seen from above and yet has no move.
    pub without_moves: Vec<Stacks>,
    /// No move of the other side leads here.
    pub without_predecessors: Vec<Stacks>,
}

/// Reads the stacks of a board.
pub(super) struct Stacking {
    /// How often each cell occurs (twice if it stands for its image too), and a
    /// bit for each stack that it may hold.
    pub(super) cells: Vec<(u8, u16)>,
}

/// Any stack may be on the cell.
pub(super) const ANY: u16 = u16::MAX;

/// What is still to come.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ToCome {
    pub(super) pieces: [u8; 2],
    /// Stacks of one, two and three pieces, if that matters.
    stacks: Option<[u8; 3]>,
    /// Whether the sides must still be seen.
    pub(super) unseen: [bool; 2],
}

impl Automaton for Stacking {
    type State = ToCome;

    fn cells(&self) -> usize {
        self.cells.len()
    }

    fn symbols(&self, _: usize) -> usize {
        15
    }

    fn step(&self, cell: usize, state: &ToCome, symbol: usize) -> Option<ToCome> {
        let (stack, (times, allowed)) = (symbol as u8 + 1, self.cells[cell]);
        if allowed >> stack & 1 == 0 {
            return None;
        }
        let mut next = *state;
        for (left, here) in next.pieces.iter_mut().zip(stack::pieces(stack)) {
            *left = left.checked_sub(times * here)?;
        }
        if let Some(top) = stack::top(stack) {
            next.unseen[usize::from(top)] = false;
            if let Some(stacks) = &mut next.stacks {
                let left = &mut stacks[stack::height(stack) as usize - 1];
                *left = left.checked_sub(times)?;
            }
        }
        Some(next)
    }

    fn accepts(&self, state: &ToCome) -> bool {
        let none = |stacks: [u8; 3]| stacks == [0; 3];
        state.pieces == [0; 2] && state.unseen == [false; 2] && state.stacks.is_none_or(none)
    }
}

impl Nocca {
    /// How many placements there are, and how many are pseudo-reachable.
    ///
    /// ```
    /// let counts = kaiketsu_games::Nocca::new(5, 6).placement_counts();
    /// assert_eq!(counts.placement_classes, 73_995_673_500);
    /// assert_eq!(counts.pseudo_reachable, 147_969_899_280);
    /// assert_eq!(counts.pseudo_reachable_classes, 73_986_754_080);
    /// ```
    #[must_use]
    pub fn placement_counts(&self) -> PlacementCounts {
        let all = self.count(&self.any_stacks());
        let half = (self.grid.columns / 2) * self.grid.rows;
        let mut own_image = vec![(2, ANY); half];
        own_image.resize(half + (self.grid.columns % 2) * self.grid.rows, (1, ANY));
        let symmetric = self.count(&Stacking { cells: own_image });
        PlacementCounts {
            placements: all[0],
            placement_classes: (all[0] + symmetric[0]) / 2,
            pseudo_reachable: all[1],
            pseudo_reachable_classes: (all[1] + symmetric[1]) / 2,
        }
    }

    /// A board on which any stack may be anywhere.
    pub(super) fn any_stacks(&self) -> Stacking {
        Stacking { cells: vec![(1, ANY); self.cells()] }
    }

    /// All pieces, and both sides must be seen.
    pub(super) fn all_to_come(&self) -> ToCome {
        ToCome { pieces: [self.grid.columns as u8; 2], stacks: None, unseen: [true; 2] }
    }

    /// All placements, and those in which both sides are seen.
    fn count(&self, stacking: &Stacking) -> [u64; 2] {
        let all = self.all_to_come();
        let diagram = Diagram::build(stacking, [ToCome { unseen: [false; 2], ..all }, all]);
        [diagram.count(0), diagram.count(1)]
    }

    /// The binary decision diagram of the pseudo-reachable positions, built as
    /// table 7 of Yamamoto and Hoki has it; a symbol is a stack less one.
    ///
    /// ```
    /// let diagram = kaiketsu_games::Nocca::new(5, 6).published_diagram();
    /// assert_eq!((diagram.nodes(), diagram.count()), (17_512, 147_969_899_280));
    /// ```
    #[must_use]
    pub fn published_diagram(&self) -> Zdd {
        Zdd::build(&self.any_stacks(), self.all_to_come())
    }

    /// The pseudo-reachable positions by how many stacks of three, two and
    /// one pieces they have: table 5 of Yamamoto and Hoki.
    #[must_use]
    pub fn counts_by_stacks(&self) -> Vec<([u32; 3], u64)> {
        let pieces = self.grid.columns as u8;
        let splits = |threes: u8| {
            let twos = (0..=(2 * pieces - 3 * threes) / 2).rev();
            twos.map(move |twos| [2 * pieces - 3 * threes - 2 * twos, twos, threes])
        };
        let kinds: Vec<[u8; 3]> = (0..=2 * pieces / 3).rev().flat_map(splits).collect();
        let root = |stacks: &[u8; 3]| ToCome { stacks: Some(*stacks), ..self.all_to_come() };
        let diagram = Diagram::build(&self.any_stacks(), kinds.iter().map(root));
        let key = |[ones, twos, threes]: [u8; 3]| [threes, twos, ones].map(u32::from);
        let counted = (0..).zip(kinds).map(|(root, stacks)| (key(stacks), diagram.count(root)));
        counted.filter(|(_, positions)| *positions > 0).collect()
    }

    /// The positions in which a side is seen but cannot move, or cannot have moved.
    ///
    /// A piece on top that can neither go nor have come needs a stack of
    /// three on every cell beside it. So only arrangements with such a cell
    /// are looked at. With at most five pieces a side they are a corner with
    /// one piece, and nothing else.
    #[must_use]
    pub fn special_positions(&self) -> SpecialPositions {
        let mut special = SpecialPositions { without_moves: Vec::new(), without_predecessors: Vec::new() };
        let pieces = 2 * self.grid.columns;
        for (cell, around) in self.neighbours.iter().enumerate() {
            let fitting = 3 * around.count_ones() as usize + 1;
            assert!(fitting >= pieces, "no piece is left for other cells");
            if fitting > pieces {
                continue;
            }
            let colourings =
                (0_u32..1 << pieces).filter(|colours| colours.count_ones() as usize == self.grid.columns);
            for colours in colourings {
                let position = self.surrounded(cell, colours);
                let seen = |colour| self.tops(position, colour).next().is_some();
                if seen(MOVER) && seen(OPPONENT) {
                    if self.ending(&position).is_some() {
                        special.without_moves.push(position);
                    }
                    let mut origins = Vec::new();
                    self.predecessors(self.locate(&position), Tier(0), &mut origins);
                    if origins.is_empty() {
                        special.without_predecessors.push(position);
                    }
                }
            }
        }
        special
    }

    /// One piece on a cell and three on every cell beside it, coloured by the
    /// bits of a number.
    fn surrounded(&self, cell: usize, colours: u32) -> Stacks {
        let mut position = self.empty();
        let mut next = (0..).map(|place| (colours >> place & 1) as u8);
        let mut pile = |height: usize| next.by_ref().take(height).fold(stack::EMPTY, stack::with);
        position.put(cell, pile(1));
        for beside in cells_of(self.neighbours[cell]) {
            position.put(beside, pile(3));
        }
        position
    }
}
