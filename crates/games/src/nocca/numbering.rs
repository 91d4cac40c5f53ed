//! The stored order of NOCCA x NOCCA.
//!
//! There is one tier. The board is cut into three parts: the *near* rows, the
//! *middle* (one row, or two if the number of rows is even) and the *far* rows,
//! as many as the near ones. The far part is read as the opponent sees it: from
//! the other edge and with the colours exchanged. So near and far are numbered
//! by the same table (`part.rs`), a move of the mover turns the board by
//! exchanging the two numbers, and the far part is breached if the mover can
//! step into the goal at once. All pieces are somewhere, so the pieces of the
//! middle and of the near part tell those of the far part. The index is
//!
//! ```text
//! quiet:   class of the middle | number of the middle | class of the near part | near | far
//! at once: the same, for far parts that are breached: all won in 1
//! goal:    one slot for all positions in which a piece is in the goal
//! ```
//!
//! where the middle is folded by the mirror: of two images the one with the
//! even number is stored. A middle that is its own image has all near and far
//! parts beside it, which come in twins. All positions with one middle are a
//! *unit*. So an index is a few look-ups and multiplications, whatever solves
//! the tier can go through the units and, inside them, through matrices of
//! near x far, and the stored order of a unit is a plain sequence of them.
//!
//! Numbered are all placements of the pieces in stacks up to three. Those in
//! which a side cannot be seen from above weigh nothing: they are not among
//! the pseudo-reachable positions of which statistics speak, though some of
//! them end games.

use std::ops::Range;

use kaiketsu_game::{Breakdown, Origin, Retrograde, Slot, Tier, Tiered};

use super::part::Part;
use super::stack::{MOVER, OPPONENT};
use super::{GOAL, Nocca, Stacks};

/// The parts of the board and where their positions are stored.
#[derive(Debug)]
pub(super) struct Numbering {
    /// The near part, and the far part as the opponent sees it.
    pub(super) near: Part,
    /// The rows between the near and the far ones.
    pub(super) middle: Part,
    /// First the quiet ones, then those won at once; by class of the middle.
    pub(super) units: [Vec<Units>; 2],
    /// Where the positions won at once begin, and where they end.
    at_once: u64,
    goal: u64,
}

/// The units of one class of the middle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Units {
    /// The first index of the first of them.
    pub(super) first: u64,
    /// How many there are.
    pub(super) count: u32,
    /// How many slots each has.
    pub(super) slots: u64,
    /// The matrices of a unit, in order.
    pub(super) matrices: Vec<Matrix>,
    /// By class of the near part: which of the matrices is its.
    by_near: Vec<u8>,
}

/// The positions of a unit with the same pieces in each part: near x far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Matrix {
    /// The first slot in the unit.
    pub(super) first: u64,
    /// The class of the near part.
    pub(super) near: usize,
    /// The class of the far part, as the opponent sees it.
    pub(super) far: usize,
    /// The numbers of far parts that are stored here, and how many.
    pub(super) far_first: u32,
    /// How many far parts there are in a row.
    pub(super) far_count: u32,
}

impl Numbering {
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        let between = 2 - rows % 2;
        let near = Part::new((rows - between) / 2, columns, columns, true);
        let middle = Part::new(between, columns, columns, false);
        let mut next = 0;
        let mut sections = [false, true].map(|breached| {
            let units = |class| Units::new(&near, &middle, columns, class, breached, &mut next);
            (0..middle.classes.len()).map(units).collect::<Vec<_>>()
        });
        let at_once = sections[1].first_mut().map_or(next, |units| units.first);
        Numbering { near, middle, units: sections, at_once, goal: next }
    }

    /// The parts of a position other than the goal.
    fn parts(&self, position: Stacks) -> Parts {
        let none = (0, 0);
        let mut parts = Parts { near: none, middle: none, far: none };
        (0..3).for_each(|part| self.count_again(&mut parts, part, position));
        parts
    }

    /// Which part a cell belongs to: 0 near, 1 middle, 2 far.
    fn part_of(&self, cell: usize) -> usize {
        let (near, middle) = (self.near.bits(), self.middle.bits());
        usize::from(4 * cell >= near) + usize::from(4 * cell >= near + middle)
    }

    /// Numbers one of the parts as it is in a position.
    fn count_again(&self, parts: &mut Parts, part: usize, position: Stacks) {
        let (near, middle) = (&self.near, &self.middle);
        match part {
            0 => parts.near = near.number(position.0 as u64),
            1 => parts.middle = middle.number((position.0 >> near.bits()) as u64),
            _ => {
                let far = (position.0 >> (near.bits() + middle.bits())) as u64;
                parts.far = near.number(near.turned(far));
            }
        }
    }
}

impl Units {
    fn new(near: &Part, middle: &Part, pieces: usize, class: usize, breached: bool, next: &mut u64) -> Self {
        let [mine, theirs] = middle.pieces_of(class);
        let count = middle.classes[class].folded();
        let mut units = Units { first: *next, count, ..Units::default() };
        for (near_class, arrangements) in near.classes.iter().enumerate() {
            units.by_near.push(units.matrices.len() as u8);
            let [near_mine, near_theirs] = near.pieces_of(near_class);
            if mine + near_mine > pieces || theirs + near_theirs > pieces {
                continue;
            }
            let far_class = near.class_of([pieces - theirs - near_theirs, pieces - mine - near_mine]);
            let far = near.classes[far_class];
            let (far_first, far_count) =
                if breached { (far.sound, far.all - far.sound) } else { (0, far.sound) };
            let slots = u64::from(arrangements.all) * u64::from(far_count);
            if slots > 0 {
                let first = units.slots;
                units.matrices.push(Matrix { first, near: near_class, far: far_class, far_first, far_count });
                units.slots += slots;
            }
        }
        *next += u64::from(count) * units.slots;
        units
    }

    /// Where the matrix of a class of near parts begins in a unit.
    fn matrix(&self, near: usize) -> &Matrix {
        let matrix = &self.matrices[usize::from(self.by_near[near])];
        debug_assert_eq!(matrix.near, near, "a position has its matrix");
        matrix
    }

    /// The matrix of a slot of a unit.
    fn matrix_at(&self, slot: u64) -> &Matrix {
        &self.matrices[self.matrices.partition_point(|matrix| matrix.first <= slot) - 1]
    }
}

/// The parts of a position: class and number of each.
#[derive(Clone, Copy)]
struct Parts {
    near: (usize, u32),
    middle: (usize, u32),
    far: (usize, u32),
}

impl Parts {
    /// Whether the mirror image of the middle is the middle.
    fn own_image(&self, numbering: &Numbering) -> bool {
        let (class, number) = self.middle;
        number >= numbering.middle.classes[class].pairs
    }

    fn mirrored(&self, numbering: &Numbering) -> Self {
        let mirror = |part: &Part, (class, number): (usize, u32)| (class, part.classes[class].mirror(number));
        let Numbering { near, middle, .. } = numbering;
        Parts {
            near: mirror(near, self.near),
            middle: mirror(middle, self.middle),
            far: mirror(near, self.far),
        }
    }

    /// The index, the mirror image taken if the middle is not stored.
    fn index(&self, numbering: &Numbering) -> u64 {
        let Numbering { near: ends, middle: between, units, .. } = numbering;
        let ((near, mut i), (class, number), (far, mut j)) = (self.near, self.middle, self.far);
        let (unit, mirrored) = between.classes[class].fold(number);
        let classes = &ends.classes;
        if mirrored {
            (i, j) = (classes[near].mirror(i), classes[far].mirror(j));
        }
        let units = &units[usize::from(j >= classes[far].sound)][class];
        let matrix = units.matrix(near);
        let in_matrix = u64::from(i) * u64::from(matrix.far_count) + u64::from(j - matrix.far_first);
        units.first + u64::from(unit) * units.slots + matrix.first + in_matrix
    }
}

/// Neighbouring slots that differ in the far part alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The slots.
    pub(super) slots: Range<u64>,
    /// Class and number of the middle.
    pub(super) middle: (usize, u32),
    /// Whether the middle is its own mirror image.
    pub(super) own_image: bool,
    /// Class and number of the near part.
    pub(super) near: (usize, u32),
    /// Class of the far part, and its number in the first slot.
    pub(super) far: (usize, u32),
}

impl Nocca {
    /// Where the positions won at once by a step into the goal are stored:
    /// one unbroken stretch of the stored order, followed by the goal itself.
    pub(super) fn won_at_once(&self) -> Range<u64> {
        self.numbering.at_once..self.numbering.goal
    }

    /// The first position of a row.
    pub(super) fn joined(&self, row: &Row) -> Stacks {
        let (near, middle) = (&self.numbering.near, &self.numbering.middle);
        let stacks = |part: &Part, (class, number)| u128::from(part.stacks(class, number));
        let far = u128::from(near.turned(near.stacks(row.far.0, row.far.1)));
        let lower = stacks(near, row.near) | stacks(middle, row.middle) << near.bits();
        Stacks(lower | far << (near.bits() + middle.bits()))
    }

    /// The index of a position, the mirror image taken if its middle is not stored.
    fn index(&self, position: Stacks) -> u64 {
        if position == GOAL {
            return self.numbering.goal;
        }
        self.numbering.parts(position).index(&self.numbering)
    }

    /// The rest of a row from an index on, which is below the goal.
    fn row(&self, index: u64) -> Row {
        let units = &self.numbering.units[usize::from(index >= self.numbering.at_once)];
        // Of classes without slots, which begin where the next one does, the last is meant.
        let class = units.partition_point(|units| units.first <= index) - 1;
        let units = &units[class];
        let (unit, slot) = ((index - units.first) / units.slots, (index - units.first) % units.slots);
        let matrix = units.matrix_at(slot);
        let width = u64::from(matrix.far_count);
        let (near, column) = ((slot - matrix.first) / width, (slot - matrix.first) % width);
        let middles = self.numbering.middle.classes[class];
        Row {
            slots: index..index + width - column,
            middle: (class, middles.unfold(unit as u32)),
            own_image: middles.is_symmetric(unit as u32),
            near: (matrix.near, near as u32),
            far: (matrix.far, column as u32 + matrix.far_first),
        }
    }

    /// Visits a range of slots row by row, the goal left out.
    pub(super) fn visit_rows(&self, slots: Range<u64>, mut visit: impl FnMut(Row)) {
        let mut index = slots.start;
        let end = slots.end.min(self.numbering.goal);
        while index < end {
            let mut row = self.row(index);
            row.slots.end = row.slots.end.min(end);
            index = row.slots.end;
            visit(row);
        }
    }

    fn at(&self, index: u64) -> Stacks {
        if index == self.numbering.goal { GOAL } else { self.joined(&self.row(index)) }
    }
}

/// Everything is in one tier.
const ONLY: Tier = Tier(0);

impl Tiered for Nocca {
    fn tiers(&self) -> u32 {
        1
    }

    fn size(&self, _: Tier) -> u64 {
        self.numbering.goal + 1
    }

    fn locate(&self, position: &Stacks) -> Slot {
        Slot { tier: ONLY, index: self.index(*position) }
    }

    #[inline]
    fn tier_of(&self, _: &Stacks) -> Tier {
        ONLY
    }

    fn position(&self, slot: Slot) -> Stacks {
        self.at(slot.index)
    }

    /// Row by row: only the far part is new from slot to slot.
    fn walk(&self, _: Tier, range: Range<u64>, visit: &mut dyn FnMut(u64, &Stacks)) {
        let (near, middle) = (&self.numbering.near, &self.numbering.middle);
        self.visit_rows(range.clone(), |row| {
            let first = self.joined(&row);
            let far_bits = near.bits() + middle.bits();
            let rest = first.0 & ((1 << far_bits) - 1);
            for (number, index) in (row.far.1..).zip(row.slots) {
                let far = u128::from(near.turned(near.stacks(row.far.0, number)));
                visit(index, &Stacks(rest | far << far_bits));
            }
        });
        if range.contains(&self.numbering.goal) {
            visit(self.numbering.goal, &GOAL);
        }
    }

    fn below(&self, _: Tier) -> Vec<Tier> {
        Vec::new()
    }

    fn tier_name(&self, _: Tier) -> String {
        "all positions".into()
    }

    fn layer_name(&self, _: u32) -> String {
        self.tier_name(ONLY)
    }

    /// Pseudo-reachable positions count, mirror images apart.
    fn weight(&self, slot: Slot) -> u64 {
        let position = self.at(slot.index);
        let seen = |colour| self.tops(position, colour).next().is_some();
        match position != GOAL && seen(MOVER) && seen(OPPONENT) {
            false => 0,
            true if self.row(slot.index).own_image => 1,
            true => 2,
        }
    }

    fn twins(&self, slot: Slot, twins: &mut Vec<Slot>) {
        if slot.index == self.numbering.goal || !self.row(slot.index).own_image {
            return;
        }
        let twin = self.index(self.mirrored(self.at(slot.index)));
        twins.extend((twin != slot.index).then_some(Slot { tier: ONLY, index: twin }));
    }

    fn breakdowns(&self) -> Vec<Breakdown<Self>> {
        vec![Breakdown::new(
            "by_stacks",
            &["stacks_of_3", "stacks_of_2", "stacks_of_1"],
            |game, slot, key| {
                let position = game.at(slot.index);
                let high = |height| {
                    (0..game.cells()).filter(move |&cell| position.at(cell).checked_ilog2() == Some(height))
                };
                key.extend([3, 2, 1].map(|height| high(height).count() as u32));
            },
        )]
    }

    fn facts(&self) -> Vec<(&'static str, u64)> {
        let (counts, special) = (self.placement_counts(), self.special_positions());
        vec![
            ("placements", counts.placements),
            ("placement_classes", counts.placement_classes),
            ("pseudo_reachable", counts.pseudo_reachable),
            ("pseudo_reachable_classes", counts.pseudo_reachable_classes),
            ("without_moves", special.without_moves.len() as u64),
            ("without_predecessors", special.without_predecessors.len() as u64),
        ]
    }
}

impl Retrograde for Nocca {
    /// Note that a step into the goal leads there from every position won at
    /// once, which is half of all.
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        if tier != ONLY {
            return;
        }
        if slot.index == self.numbering.goal {
            origins.extend(self.won_at_once().map(|index| Origin { index, passes: true }));
            return;
        }
        let row = self.row(slot.index);
        // As the side that moved saw it after the move.
        let after = self.turned(self.joined(&row));
        let parts = self.numbering.parts(after);
        for (from, to) in self.taken_back(after) {
            let mut before = parts;
            let moved = after.moved(from, to);
            let [gives, takes] = [from, to].map(|cell| self.numbering.part_of(cell));
            self.numbering.count_again(&mut before, gives, moved);
            if takes != gives {
                self.numbering.count_again(&mut before, takes, moved);
            }
            let mut add = |before: &Parts| {
                origins.push(Origin { index: before.index(&self.numbering), passes: true });
            };
            if before.own_image(&self.numbering) {
                // It is stored, and so is its image, which leads to the image of the slot.
                add(&before);
                if !row.own_image {
                    add(&before.mirrored(&self.numbering));
                }
            } else if !row.own_image || before.middle.1.is_multiple_of(2) {
                // It is stored or its image is; of twins each has a slot of its own.
                add(&before);
            }
        }
    }

    /// Moves are taken back one by one, from all that is located at the slot.
    fn once_a_move(&self) -> bool {
        true
    }
}
