//! The searches of one variant in this run: one table for all rows, and no
//! book, so that what is called searched is searched.

use std::cell::OnceCell;

use kaiketsu_engine::search::{Answer, Goal, Options, Prover, Side, Solution, play_all};
use kaiketsu_games::otrio::Otrio;

use crate::Workbench;

/// A variant with its prover, made when it is first asked.
pub(super) struct Searches<'g> {
    pub(super) bench: &'g Workbench<'g>,
    /// The variant as the tables name it.
    pub(super) variant: &'static str,
    pub(super) id: &'static str,
    game: &'g Otrio,
    options: Options,
    prover: OnceCell<Prover<Otrio>>,
}

impl<'g> Searches<'g> {
    pub(super) fn new(
        bench: &'g Workbench<'g>,
        variant: &'static str,
        id: &'static str,
        game: &'g Otrio,
    ) -> Self {
        let memory = bench.resources.memory.map(|bytes| bytes as usize);
        let options = Options { memory, threads: bench.resources.threads, ..Options::default() };
        Searches { bench, variant, id, game, options, prover: OnceCell::new() }
    }

    fn prover(&self) -> &Prover<Otrio> {
        self.prover.get_or_init(|| Prover::new(*self.game, self.options))
    }

    /// Who wins after some moves. The nodes are those that this row adds to
    /// what the table knew from rows before.
    pub(super) fn value(&self, after: &str) -> Solution {
        let position = play_all(self.game, after).expect("the openings are legal");
        self.prover().value(&position, Side::first_if(position.first_to_move()))
    }

    /// Whether a side wins after some moves.
    pub(super) fn wins(&self, after: &str, side: Side) -> Answer {
        let position = play_all(self.game, after).expect("the openings are legal");
        self.prover().ask(&position, Side::first_if(position.first_to_move()), Goal::win(side), None)
    }

    /// Nodes of all rows so far.
    pub(super) fn nodes(&self) -> u64 {
        self.prover.get().map_or(0, Prover::nodes)
    }
}
