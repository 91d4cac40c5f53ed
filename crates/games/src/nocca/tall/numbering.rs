//! The stored order of NOCCA x NOCCA with a tall piece.
//!
//! The goal is a tier of its own, since half of all positions lead there. The rest is
//!
//! ```text
//! low:   placement of the pieces | which of them is tall
//! high:  the tall piece on the fourth level
//! ```
//!
//! where a placement has its number in the game without a tall piece, and a placement of
//! all pieces up to the third level takes any of them as the tall one. So what that
//! numbering has is here too: mirror images are stored once, but for twins; most positions
//! won at once are one unbroken stretch; a position back in time is numbered by the parts
//! that change. Pieces are counted cell by cell, the top one of a cell first, on the image
//! that is stored.

use std::ops::Range;

use kaiketsu_game::{Origin, Retrograde, Slot, Tier, Tiered};

use super::super::stack::{self, MOVER, OPPONENT};
use super::super::{Nocca, Stacks, cells_of};
use super::fourth::Fourth;
use super::{GOAL, NoccaTall, Tall, TallStacks};

/// The tier of the goal, and that of all else.
const OVER: Tier = Tier(0);
const PLAY: Tier = Tier(1);

#[derive(Debug)]
pub(super) struct Numbering {
    /// How many pieces there are, either of which may be the tall one.
    pieces: u64,
    /// The slots in which the tall piece is on the third level or below.
    low: u64,
    fourth: Fourth,
    /// The bits of the cells before a cell, as the board is and in the mirror.
    before: [Vec<u128>; 2],
}

impl Numbering {
    pub(super) fn new(plain: &Nocca) -> Self {
        let (grid, pieces) = (plain.grid, 2 * plain.grid.columns as u64);
        let image = |cell: usize| grid.cell(grid.columns - 1 - grid.column_of(cell), grid.row_of(cell));
        let bits = |cells: &mut dyn Iterator<Item = usize>| cells.map(|cell| 15 << (4 * cell)).sum();
        let cells = 0..plain.cells();
        let before = [
            cells.clone().map(|cell| bits(&mut (0..cell))).collect(),
            cells.map(|cell| bits(&mut (0..image(cell)).map(image))).collect(),
        ];
        let low = plain.won_at_once().end * pieces;
        Numbering { pieces, low, fourth: Fourth::new(plain), before }
    }

    /// The slot of a position whose placement is stored under a number, as it is or mirrored.
    fn low_index(&self, placement: u64, position: &TallStacks, mirrored: bool) -> u64 {
        let TallStacks { stacks, tall } = position;
        let cell = usize::from(tall.cell);
        let before = stack::pieces_below(stacks.0) & self.before[usize::from(mirrored)][cell];
        let above = stack::height(stacks.at(cell)) - 1 - u32::from(tall.level);
        placement * self.pieces + u64::from(before.count_ones() + above)
    }

    fn high_index(&self, position: TallStacks) -> u64 {
        self.low + self.fourth.rank(position)
    }
}

/// The position in which that one of the pieces is tall.
fn with_tall(stacks: Stacks, number: u64) -> TallStacks {
    let mut pieces = stack::pieces_below(stacks.0);
    (0..number).for_each(|_| pieces &= pieces - 1);
    let place = pieces.trailing_zeros() as usize;
    let cell = place / 4;
    let level = stack::height(stacks.at(cell)) as usize - 1 - place % 4;
    let colour = (stacks.0 >> place & 1) as u8;
    TallStacks { stacks, tall: Tall { cell: cell as u8, level: level as u8, colour } }
}

impl NoccaTall {
    /// The position of a slot, and whether its mirror image has a slot of its own.
    fn stored(&self, index: u64) -> (TallStacks, bool) {
        let Numbering { pieces, low, fourth, .. } = &self.numbering;
        if index >= *low {
            return (fourth.unrank(index - low), true);
        }
        let row = self.plain.row(index / pieces);
        (with_tall(self.plain.joined(&row), index % pieces), row.own_image)
    }
}

impl Tiered for NoccaTall {
    fn tiers(&self) -> u32 {
        2
    }

    fn size(&self, tier: Tier) -> u64 {
        if tier == OVER { 1 } else { self.numbering.low + self.numbering.fourth.size() }
    }

    fn locate(&self, position: &TallStacks) -> Slot {
        if *position == GOAL {
            return Slot { tier: OVER, index: 0 };
        }
        let index = if position.is_high() {
            self.numbering.high_index(*position)
        } else {
            let parts = &self.plain.numbering;
            let (placement, mirrored) = parts.parts(position.stacks).index(parts);
            self.numbering.low_index(placement, position, mirrored)
        };
        Slot { tier: PLAY, index }
    }

    #[inline]
    fn tier_of(&self, position: &TallStacks) -> Tier {
        if *position == GOAL { OVER } else { PLAY }
    }

    fn position(&self, slot: Slot) -> TallStacks {
        if slot.tier == OVER { GOAL } else { self.stored(slot.index).0 }
    }

    /// Placement by placement.
    fn walk(&self, tier: Tier, range: Range<u64>, visit: &mut dyn FnMut(u64, &TallStacks)) {
        if tier == OVER {
            return range.for_each(|index| visit(index, &GOAL));
        }
        let Numbering { pieces, low, .. } = self.numbering;
        let lows = range.start..range.end.min(low);
        let placements = lows.start / pieces..lows.end.div_ceil(pieces);
        self.plain.walk(Tier(0), placements, &mut |placement, stacks| {
            let first = placement * pieces;
            for index in lows.start.max(first)..lows.end.min(first + pieces) {
                visit(index, &with_tall(*stacks, index - first));
            }
        });
        (range.start.max(low)..range.end).for_each(|index| visit(index, &self.stored(index).0));
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        (0..tier.0).map(Tier).collect()
    }

    fn tier_name(&self, tier: Tier) -> String {
        if tier == OVER { "the goal" } else { "all else" }.into()
    }

    /// Positions count if the side that has moved can be seen from above, which it can
    /// after every move; mirror images count apart.
    fn weight(&self, slot: Slot) -> u64 {
        if slot.tier == OVER {
            return 1;
        }
        let (position, alone) = self.stored(slot.index);
        match position.tops(OPPONENT) {
            0 => 0,
            _ if alone => 1,
            _ => 2,
        }
    }

    fn twins(&self, slot: Slot, twins: &mut Vec<Slot>) {
        if slot.tier == OVER {
            return;
        }
        let (position, alone) = self.stored(slot.index);
        if alone {
            let twin = self.locate(&self.mirrored(position));
            twins.extend((twin != slot).then_some(twin));
        }
    }
}

impl Retrograde for NoccaTall {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        if slot.tier != PLAY || tier != PLAY {
            return;
        }
        let (position, alone) = self.stored(slot.index);
        // As the side that moved saw it after the move.
        let after = self.turned(position);
        let (own, numbering) = (&self.numbering, &self.plain.numbering);
        let parts = (!after.is_high()).then(|| numbering.parts(after.stacks));
        let mut add = |index| origins.push(Origin { index, passes: true });
        for from in cells_of(after.tops(MOVER)) {
            for to in self.targets(after, from) {
                let before = after.moved(from, to);
                if before.is_high() {
                    // The image has a slot of its own, and leads to the image of the slot.
                    add(own.high_index(before));
                    if !alone {
                        add(own.high_index(self.mirrored(before)));
                    }
                    continue;
                }
                let parts = match parts {
                    Some(parts) => numbering.parts_after(parts, before.stacks, [from, to]),
                    None => numbering.parts(before.stacks),
                };
                for (placement, mirrored) in parts.origins(numbering, alone) {
                    add(own.low_index(placement, &before, mirrored));
                }
            }
        }
    }

    /// Moves are taken back one by one, from all that is located at the slot.
    fn once_a_move(&self) -> bool {
        true
    }

    fn crosses_tiers(&self) -> bool {
        false // half of all positions lead to the goal
    }
}
