//! A position that breaks a law has no value: every generic kernel says so.

use kaiketsu_db::Memory;
use kaiketsu_engine::solve::{Edges, Induction, Kernel, Options, Queue, Silent, SolveError, Sweep, solve};
use kaiketsu_game::{
    Backwards, Game, Notation, NotationError, NumberedBy, Numbering, Outcome, Slot, Step, Tier, Turn,
};

/// Three cells in a row, walked to the left; from the middle one there is no move,
/// and `ending` forgets to say so. In one tier, or each cell in a tier of its own.
pub(super) struct Stuck<const TIERS: u32>;

impl<const TIERS: u32> Game for Stuck<TIERS> {
    type Position = u8;
    type Move = u8;

    fn id(&self) -> String {
        "stuck".into()
    }

    fn start(&self) -> u8 {
        2
    }

    fn ending(&self, cell: &u8) -> Option<Outcome> {
        (*cell == 0).then_some(Outcome::Loss)
    }

    fn moves(&self, cell: &u8, moves: &mut Vec<u8>) {
        moves.extend((*cell == 2).then_some(1));
    }

    fn play(&self, _: &u8, to: &u8) -> Step<u8> {
        Step::passes(*to)
    }
}

impl<const TIERS: u32> Notation for Stuck<TIERS> {
    fn title(&self) -> String {
        "Stuck".into()
    }

    fn about(&self) -> String {
        String::new()
    }

    fn write_position(&self, cell: &u8) -> String {
        cell.to_string()
    }

    fn read_position(&self, text: &str) -> Result<u8, NotationError> {
        text.parse().map_err(|_| NotationError::new("write a cell"))
    }

    fn write_move(&self, _: &u8, to: &u8) -> String {
        to.to_string()
    }
}

impl<const TIERS: u32> Numbering<u8> for Stuck<TIERS> {
    fn tiers(&self) -> u32 {
        TIERS
    }

    fn size(&self, _: Tier) -> u64 {
        if TIERS == 1 { 3 } else { 1 }
    }

    fn tier_of(&self, cell: &u8) -> Option<Tier> {
        Some(Tier(if TIERS == 1 { 0 } else { (*cell).into() }))
    }

    fn find(&self, cell: &u8) -> Option<Slot> {
        let index = if TIERS == 1 { (*cell).into() } else { 0 };
        self.tier_of(cell).map(|tier| Slot { tier, index })
    }

    fn position(&self, slot: Slot) -> u8 {
        slot.tier.0 as u8 + slot.index as u8
    }
}

impl<const TIERS: u32> NumberedBy for Stuck<TIERS> {
    type Numbering = Stuck<TIERS>;

    fn numbering(&self) -> &Stuck<TIERS> {
        self
    }

    fn moves_leave(&self, _: Tier) -> bool {
        TIERS > 1
    }
}

impl<const TIERS: u32> Backwards for Stuck<TIERS> {
    fn before(&self, cell: &u8, visit: &mut dyn FnMut(u8, Turn)) {
        if *cell == 1 {
            visit(2, Turn::Passes);
        }
    }
}

#[test]
fn a_numbered_position_without_moves_stops_a_solve() {
    let kernels: [&(dyn Kernel<Stuck<1>> + Sync); 4] = [&Sweep, &Edges, &Queue, &Induction];
    for kernel in kernels {
        let options = Options { threads: 1, memory: 1 << 30, distances: false, layers: None };
        let stopped = solve(&Stuck::<1>, kernel, &Memory::new(), &options, &Silent);
        let why = stopped.expect_err("there is no value for the middle");
        let SolveError::NoMoves { index: 1, .. } = why else { panic!("{}: {why}", kernel.name()) };
    }
}
