//! The database of a whole game, behind text.

use kaiketsu_db::Manifest;
use kaiketsu_engine::analyse::{
    Census, Choice, Fingerprint, NotablePositions, Part, Puzzle, PuzzleOptions, Scope, Verified, fingerprint,
};
use kaiketsu_engine::oracle::Oracle;
use kaiketsu_engine::setup::Whole as TypedWhole;
use kaiketsu_engine::solve::Progress;
use kaiketsu_game::Notation;

use crate::answering::Answering;
use crate::results::Highlight;
use crate::{Bulk, Error, LayerTime, PositionRow, PuzzleView, Results, StatisticsReport, Want, Whole};

impl<G: Notation + 'static> Answering<G> {
    fn typed(&self) -> &dyn TypedWhole<G> {
        &**self.whole.as_ref().expect("only a game with a database offers `Whole`")
    }

    fn highlight(&self, found: NotablePositions<G>) -> Highlight {
        let game = &*self.game;
        let reached_by = |way: Option<Vec<G::Move>>, target: &G::Position| {
            // Played out to make sure.
            let mut position = game.start();
            let mut text = Vec::new();
            for mv in way.unwrap_or_default() {
                text.push(game.write_move(&position, &mv));
                position = game.play(&position, &mv).position;
            }
            if position == *target { text.join(" ") } else { String::new() }
        };
        let first = &found.examples.first;
        let ways = found.ways.into_iter().zip(first).filter(|_| found.routed);
        Highlight {
            title: found.title,
            class: found.wanted.key,
            value: found.wanted.outcome,
            plies: found.wanted.plies,
            positions: found.examples.positions,
            examples: first.iter().map(|position| game.write_position(position)).collect(),
            reached_by: ways.map(|(way, target)| reached_by(way, target)).collect(),
        }
    }
}

impl<G: Notation + 'static> Whole for Answering<G> {
    fn manifest(&self) -> &Manifest {
        self.typed().manifest()
    }

    fn puzzles(&self, options: &PuzzleOptions, progress: &dyn Progress) -> Result<Vec<PuzzleView>, Error> {
        let view = |puzzle: Puzzle<G>| PuzzleView {
            position: self.game.write_position(&puzzle.position),
            value: puzzle.value.into(),
            solution: self.game.write_move(&puzzle.position, &puzzle.solution.mv),
            moves: puzzle.moves,
        };
        Ok(self.typed().puzzles(options, progress)?.into_iter().map(view).collect())
    }

    fn positions(
        &self,
        choice: Choice,
        progress: &dyn Progress,
        row: &mut dyn FnMut(PositionRow) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut refused = Ok(());
        self.typed().positions(choice, progress, &mut |stored| {
            refused = row(PositionRow {
                layer: stored.layer,
                index: stored.index,
                weight: stored.weight,
                position: self.game.write_position(&stored.position),
                value: stored.value.into(),
            });
            refused.is_ok()
        })?;
        refused
    }

    fn census(&self, part: Part, progress: &dyn Progress) -> Result<Census, Error> {
        Ok(self.typed().census(part, progress)?)
    }

    fn statistics_of(&self, census: Census, progress: &dyn Progress) -> Result<StatisticsReport, Error> {
        let counts = self.typed().statistics(census, progress)?;
        Ok(StatisticsReport::new(&*self.game, self.typed().manifest(), &counts))
    }

    fn results(
        &self,
        times: &[LayerTime],
        census: Census,
        progress: &dyn Progress,
    ) -> Result<(StatisticsReport, Results), Error> {
        let counts = self.typed().statistics(census, progress)?;
        let notable = self.typed().notable(&counts)?;
        let highlights = notable.into_iter().map(|found| self.highlight(found)).collect();
        let first_moves =
            crate::Solution::view(self, &self.game.write_position(&self.game.start()), Want::VALUES)?;
        let report = StatisticsReport::new(&*self.game, self.typed().manifest(), &counts);
        let results = Results::new(self.typed().manifest(), &report, times, first_moves.moves, highlights);
        Ok((report, results))
    }

    fn fingerprint(&self, memory: u64, progress: &dyn Progress) -> Result<Fingerprint, Error> {
        let whole: &dyn Oracle<G> = self.typed();
        let found = fingerprint(&*self.game, whole, memory, progress)?;
        let what = "the set of reachable positions";
        found.ok_or_else(|| Error::TooLarge { game: self.game.id(), what })
    }

    fn verify(&self, scope: Scope, memory: u64, progress: &dyn Progress) -> Result<Verified, Error> {
        Ok(self.typed().verify(scope, memory, progress)?)
    }

    fn bulk(&self) -> &dyn Bulk {
        self
    }
}
