//! A position that breaks a law has no value: every generic kernel says so.

use kaiketsu_db::Memory;
use kaiketsu_engine::solve::{Edges, Induction, Kernel, Options, Queue, Silent, SolveError, Sweep, solve};
use kaiketsu_game::{
    Backwards, Game, Notation, NotationError, NumberedBy, Numbering, Outcome, Slot, Step, Tier, Turn,
};

/// Three cells in a row, walked to the left; from the middle one there is no move,
/// and `ending` forgets to say so.
pub(super) struct Stuck;

impl Game for Stuck {
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

impl Notation for Stuck {
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

impl Numbering<u8> for Stuck {
    fn tiers(&self) -> u32 {
        1
    }

    fn size(&self, _: Tier) -> u64 {
        3
    }

    fn tier_of(&self, _: &u8) -> Option<Tier> {
        Some(Tier(0))
    }

    fn find(&self, cell: &u8) -> Option<Slot> {
        Some(Slot { tier: Tier(0), index: (*cell).into() })
    }

    fn position(&self, slot: Slot) -> u8 {
        slot.index as u8
    }
}

impl NumberedBy for Stuck {
    type Numbering = Stuck;

    fn numbering(&self) -> &Stuck {
        self
    }
}

impl Backwards for Stuck {
    fn before(&self, cell: &u8, visit: &mut dyn FnMut(u8, Turn)) {
        if *cell == 1 {
            visit(2, Turn::Passes);
        }
    }
}

#[test]
fn a_numbered_position_without_moves_stops_a_solve() {
    let kernels: [&(dyn Kernel<Stuck> + Sync); 4] = [&Sweep, &Edges, &Queue, &Induction];
    for kernel in kernels {
        let options = Options { threads: 1, memory: 1 << 30, distances: false, layers: None };
        let stopped = solve(&Stuck, kernel, &Memory::new(), &options, &Silent);
        let why = stopped.expect_err("there is no value for the middle");
        let SolveError::NoMoves { index: 1, .. } = why else { panic!("{}: {why}", kernel.name()) };
    }
}
