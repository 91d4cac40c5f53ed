//! From a typed game with its database to a [`Solved`].

use std::sync::Arc;

use kaiketsu_engine::analyse::{
    Choice, Examples, LineEnd, LineOptions, Puzzle, PuzzleOptions, Scope, Stored, Strategy, Wanted, examples,
    for_each_slot, line, puzzles, statistics, verify,
};
use kaiketsu_engine::oracle::{Known, Limit, RatedMove, rated_moves};
use kaiketsu_engine::solve::{Progress, Scanner};
use kaiketsu_game::{Game, Notation, Tiered};

use crate::{
    Answer, Error, Facts, Highlight, Highlights, LayerTime, MoveAnswer, Playing, PositionRow, PuzzleAnswer,
    Rating, Results, Route, Solved, Sought, StatisticsReport,
};

/// A solved game with its types.
pub(crate) struct Opened<G: Game> {
    pub(crate) oracle: Stored<G>,
    pub(crate) scanner: Option<Arc<dyn Scanner<G>>>,
    pub(crate) highlights: Highlights<G>,
}

impl<G: Tiered + Notation> Opened<G> {
    fn moves(&self, position: &G::Position) -> Result<Vec<RatedMove<G>>, Error> {
        Ok(rated_moves(self.oracle.game(), &self.oracle.whole(), position, Limit::NONE)?)
    }
}

impl<G: Tiered + Notation> Solved for Opened<G> {
    fn query(&self, text: &str) -> Result<Answer, Error> {
        let (game, position) = (self.oracle.game(), read(self.oracle.game(), text)?);
        Ok(Answer {
            game: game.id(),
            position: game.write_position(&position),
            value: self.oracle.value_of(&position)?.into(),
            over: game.ending(&position).is_some(),
            moves: describe(game, &position, self.moves(&position)?),
            drawing: game.draw(&position),
        })
    }

    fn line(&self, text: &str, options: &LineOptions) -> Result<Playing, Error> {
        let (game, start) = (self.oracle.game(), read(self.oracle.game(), text)?);
        let line = line(&self.oracle, &start, options)?;
        let mut moves = Vec::new();
        let mut at = start.clone();
        for rated in line.moves {
            let next = rated.step.position.clone();
            moves.extend(describe(game, &at, vec![rated]));
            at = next;
        }
        Ok(Playing {
            game: game.id(),
            position: game.write_position(&start),
            value: self.oracle.value_of(&start)?.into(),
            moves,
            strategy: match options.strategy {
                _ if self.oracle.database().distances() => "optimal",
                Strategy::Search { .. } => "search",
                Strategy::Random => "random",
            },
            end: match line.end {
                LineEnd::Over(_) => "over",
                LineEnd::Repeats => "repeats",
                LineEnd::Cut => "cut",
            },
            drawing: game.draw(&at),
        })
    }

    fn rate(&self, text: &str) -> Result<Rating, Error> {
        Ok(self.oracle.value_of(&read(self.oracle.game(), text)?)?.into())
    }

    fn stored_positions(&self) -> u64 {
        self.oracle.layout().positions()
    }

    fn puzzles(&self, options: &PuzzleOptions, progress: &dyn Progress) -> Result<Vec<PuzzleAnswer>, Error> {
        let game = self.oracle.game();
        let answer = |puzzle: Puzzle<G>| PuzzleAnswer {
            position: game.write_position(&puzzle.position),
            value: puzzle.value.into(),
            solution: game.write_move(&puzzle.position, &puzzle.solution.mv),
            moves: puzzle.moves,
        };
        Ok(puzzles(&self.oracle, options, progress)?.into_iter().map(answer).collect())
    }

    fn positions(
        &self,
        choice: Choice,
        progress: &dyn Progress,
        row: &mut dyn FnMut(PositionRow) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (game, layout) = (self.oracle.game(), self.oracle.layout());
        let all = layout.positions();
        let wanted = if let Choice::Sample { positions, .. } = choice { positions.min(all) } else { all };
        progress.begin(&format!("positions of {}", game.id()), wanted);
        for_each_slot(&self.oracle, choice, &mut |slot, value| {
            progress.advance(1, false);
            let (layer, index) = layout.place_of(slot);
            row(PositionRow {
                layer: layout.file(layer, 0),
                index,
                weight: game.weight(slot),
                position: game.write_position(&game.position(slot)),
                value: value.into(),
            })?;
            Ok::<bool, Error>(true)
        })?;
        progress.end();
        Ok(())
    }

    fn facts(&self) -> Facts {
        self.oracle.database().manifest().into()
    }

    fn statistics(&self, progress: &dyn Progress) -> Result<StatisticsReport, Error> {
        let statistics = statistics(&self.oracle, self.scanner.as_deref(), progress)?;
        Ok(StatisticsReport::new(self.oracle.game(), self.oracle.database().manifest(), statistics))
    }

    fn results(&self, report: &StatisticsReport, times: &[LayerTime]) -> Result<Results, Error> {
        let game = self.oracle.game();
        let mut found = Vec::new();
        for Sought { title, wanted, examples: most, route } in (self.highlights)(game, report) {
            let Examples { positions, first } = examples(&self.oracle, &wanted, most)?;
            let reached_by = route.map(|route| first.iter().map(|at| reached_by(game, route, at)).collect());
            let examples = first.iter().map(|position| game.write_position(position)).collect();
            let Wanted { outcome, plies, key: class, .. } = wanted;
            let (value, reached_by) = (outcome.word(), reached_by.unwrap_or_default());
            found.push(Highlight { title, class, value, plies, positions, examples, reached_by });
        }
        let start = game.start();
        let first_moves = describe(game, &start, self.moves(&start)?);
        Ok(Results::new(self.oracle.database().manifest(), report, times, first_moves, found))
    }

    fn verify(&self, scope: Scope, memory: u64, progress: &dyn Progress) -> Result<(), Error> {
        Ok(verify(&self.oracle, scope, memory, self.scanner.as_deref(), progress)?)
    }
}

/// Moves from the start to a position as text, played out to make sure.
fn reached_by<G: Notation>(game: &G, route: Route<G>, target: &G::Position) -> String {
    let mut position = game.start();
    let mut text = Vec::new();
    for mv in route(game, target).unwrap_or_default() {
        text.push(game.write_move(&position, &mv));
        position = game.play(&position, &mv).position;
    }
    if position == *target { text.join(" ") } else { String::new() }
}

fn read<G: Notation>(game: &G, text: &str) -> Result<G::Position, Error> {
    let trouble = |problem| Error::Notation { game: game.id(), problem };
    game.read_position(text.trim()).map_err(trouble)
}

fn describe<G: Notation>(game: &G, position: &G::Position, moves: Vec<RatedMove<G>>) -> Vec<MoveAnswer> {
    let describe = |rated: RatedMove<G>| {
        let Known::Yes(value) = rated.value else { return None };
        Some(MoveAnswer {
            mv: game.write_move(position, &rated.mv),
            position: game.write_position(&rated.step.position),
            value: value.into(),
        })
    };
    moves.into_iter().filter_map(describe).collect()
}
