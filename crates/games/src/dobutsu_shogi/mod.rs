//! Dobutsu shogi (どうぶつしょうぎ), the game of Madoka Kitao and Maiko Fujita.
//!
//! The board is always seen by the side to move; passing the turn turns it by
//! half a turn. Cell `row * 3 + column`, row 0 is the mover's home row.
//!
//! Where the lion can be caught, only catching it is a move: nothing is as
//! good. So all such positions are worth a win in 1 and share one slot, and
//! likewise those where the lion is caught or home: tier 0. Tier 1 has the
//! rest; see `numbering`. Mirror images are stored once.

mod animals;
mod notation;
mod numbering;
mod reach;
mod setup;

use kaiketsu_engine::fold::Foldable;
use kaiketsu_game::board::CellSet;
use kaiketsu_game::{Game, Notation, Origin, Outcome, Retrograde, Slot, Step, Symmetric, Tier, Tiered, Turn};

pub use animals::Animals;
use animals::{ALL, ATTACKERS, CHICK, FAR, GIRAFFE, HEN, LION, MIRRORED, REACH};
use numbering::Numbering;
pub use reach::{Ply, Reach};
pub use setup::setup;

/// What tier 0 stands for: the lion is caught, home, or can be caught.
const ENDS: [&str; 3] = ["gle/.c./.C./E.G", "g.e/.c./LC./E.l+G", "gle/.C./.../ELG+C"];

/// The rules and the numbering.
pub struct DobutsuShogi {
    numbering: Numbering,
}

/// A piece goes from a cell, or from place 12 to 14 in hand, to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action(u8, u8);

impl Default for DobutsuShogi {
    fn default() -> Self {
        DobutsuShogi { numbering: Numbering::open() }
    }
}

impl DobutsuShogi {
    /// Whether the mover, whose lion is on that cell, has no move. The lion can
    /// nearly always step, so the rest is seldom looked at.
    fn is_stuck(&self, position: &Animals, lion: u8) -> bool {
        let steps = |from: usize| REACH[position.kind(from)][from] & !position.mine != 0;
        let drops = || position.hands & 0o77 != 0; // there is always an empty cell
        !steps(lion.into()) && !drops() && !position.mine.cells().any(steps)
    }
}

impl Game for DobutsuShogi {
    type Position = Animals;
    type Move = Action;

    fn id(&self) -> String {
        "dobutsu-shogi".into()
    }

    fn start(&self) -> Animals {
        self.read_position("gle/.c./.C./ELG").expect("a constant")
    }

    fn ending(&self, position: &Animals) -> Option<Outcome> {
        let [prey, lion] = position.lions();
        let home = prey < 3 && position.attackers(prey) == 0;
        let over = prey < 12 && (lion >= 12 || home || self.is_stuck(position, lion));
        over.then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Animals, moves: &mut Vec<Action>) {
        let [prey, _] = position.lions();
        let catches = prey < 12 && position.attackers(prey) != 0;
        let wanted = if catches { 1 << prey } else { ALL };
        for from in position.mine.cells() {
            let targets = REACH[position.kind(from)][from] & !position.mine & wanted;
            moves.extend(targets.cells().map(|to| Action(from as u8, to as u8)));
        }
        let empty = wanted & !(position.others() | position.kinds[LION]);
        for kind in (0..3).filter(|kind| position.held(*kind) > 0) {
            moves.extend(empty.cells().map(|to| Action(12 + kind as u8, to as u8)));
        }
    }

    fn play(&self, position: &Animals, &Action(from, to): &Action) -> Step<Animals> {
        let mut after = *position;
        let target = 1 << to;
        if (after.others() | after.kinds[LION]) & target != 0 {
            let caught = after.kind(to.into());
            after.kinds[caught] &= !target;
            if caught < LION {
                after.hands += 1 << (2 * caught.min(CHICK)); // a captured hen is a chick again
            }
        }
        let kind = if from < 12 {
            let kind = after.kind(from.into());
            after.kinds[kind] &= !(1 << from);
            after.mine &= !(1 << from);
            if kind == CHICK && target & FAR != 0 { HEN } else { kind }
        } else {
            let kind = usize::from(from) - 12;
            after.hands -= 1 << (2 * kind);
            kind
        };
        after.kinds[kind] |= target;
        after.mine |= target;
        Step::passes(after.passed())
    }

    fn alternates(&self) -> bool {
        true
    }
}

impl Tiered for DobutsuShogi {
    fn tiers(&self) -> u32 {
        2
    }

    fn size(&self, tier: Tier) -> u64 {
        if tier.0 == 0 { ENDS.len() as u64 } else { self.numbering.stretches().size() }
    }

    #[inline]
    fn locate(&self, position: &Animals) -> Slot {
        match position.decided() {
            Some(index) => Slot { tier: Tier(0), index },
            None => Slot { tier: Tier(1), index: self.numbering.rank(position) },
        }
    }

    #[inline]
    fn tier_of(&self, position: &Animals) -> Tier {
        Tier(u32::from(position.decided().is_none()))
    }

    fn position(&self, slot: Slot) -> Animals {
        match slot.tier.0 {
            0 => self.read_position(ENDS[slot.index as usize]).expect("a constant"),
            _ => self.numbering.unrank(slot.index),
        }
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        (0..tier.0).map(Tier).collect()
    }

    /// The positions of tier 0 are not counted.
    fn weight(&self, slot: Slot) -> u64 {
        slot.tier.0.into()
    }

    fn distances_apart(&self) -> bool {
        true
    }

    fn numbering_bytes(&self) -> u64 {
        self.numbering.bytes() as u64
    }
}

impl Retrograde for DobutsuShogi {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        self.visit_predecessors(slot, &self.position(slot), tier, &mut |before, _| {
            origins.push(Origin { index: self.locate(before).index, passes: true });
        });
    }

    fn visit_predecessors(
        &self,
        slot: Slot,
        after: &Animals,
        tier: Tier,
        visit: &mut dyn FnMut(&Animals, Turn),
    ) {
        if slot.tier != tier || tier.0 == 0 {
            if slot == (Slot { tier, index: 0 }) {
                visit(&self.position(Slot { tier, index: 2 }), Turn::Passes); // the catch
            }
            return;
        }
        let after = after.passed(); // as the side that moved sees it
        let [prey, _] = after.lions();
        let attackers = after.attackers(prey);
        let empty = ALL & !(after.others() | after.kinds[LION]);
        for to in after.mine.cells() {
            let (kind, target) = (after.kind(to), 1_u16 << to);
            if attackers & !target != 0 {
                continue; // the lion could have been caught
            }
            let mut lifted = after;
            lifted.kinds[kind] &= !target;
            lifted.mine &= !target;
            if kind <= CHICK {
                let mut before = lifted;
                before.hands += 1 << (2 * kind);
                visit(&before, Turn::Passes);
            }
            let was = if kind == HEN && target & FAR != 0 { CHICK..=HEN } else { kind..=kind };
            for was in was.filter(|was| *was != CHICK || kind == HEN || target & FAR == 0) {
                let mut sources = ATTACKERS[was][to] & empty & !ATTACKERS[was][usize::from(prey)];
                sources &= if was == LION { !FAR } else { ALL };
                for from in sources.cells() {
                    let mut before = lifted;
                    before.kinds[was] |= 1 << from;
                    before.mine |= 1 << from;
                    visit(&before, Turn::Passes);
                    for caught in (GIRAFFE..=HEN).filter(|caught| after.held((*caught).min(CHICK)) > 0) {
                        let mut before = before;
                        before.hands -= 1 << (2 * caught.min(CHICK));
                        before.kinds[caught] |= target;
                        visit(&before, Turn::Passes);
                    }
                }
            }
        }
    }

    /// The animal, its way and what it caught tell moves and positions apart alike.
    fn once_a_move(&self) -> bool {
        true
    }

    fn crosses_tiers(&self) -> bool {
        false // nearly every position has a move that loses the lion
    }
}

impl Symmetric for DobutsuShogi {
    fn symmetries(&self) -> usize {
        2
    }

    #[inline]
    fn image(&self, position: &Animals, symmetry: usize) -> Animals {
        let mirrored = |cells: u16| MIRRORED[usize::from(cells & ALL)];
        match symmetry {
            0 => *position,
            _ => Animals {
                kinds: position.kinds.map(mirrored),
                mine: mirrored(position.mine),
                hands: position.hands,
            },
        }
    }
}

impl Foldable for DobutsuShogi {
    fn stretches(&self, tier: Tier) -> Vec<u64> {
        match tier.0 {
            0 => (0..ENDS.len() as u64).collect(),
            _ => self.numbering.stretches().starts().to_vec(),
        }
    }

    #[inline]
    fn stretch(&self, position: &Animals) -> Option<(Tier, usize)> {
        Some(match position.decided() {
            Some(index) => (Tier(0), index as usize),
            None => (Tier(1), self.numbering.lead(position)),
        })
    }
}
