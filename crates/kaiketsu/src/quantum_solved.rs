//! Answers from the strong solution of quantum tic-tac-toe.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use kaiketsu_engine::analyse::{Choice, Counts, LineOptions, PuzzleOptions, Scope, Table};
use kaiketsu_engine::solve::Progress;
use kaiketsu_game::{Game, Notation, Outcome, Value};
use kaiketsu_games::quantum_tic_tac_toe::solution::{
    LAYERS, Oracle, PlyCounts, STORED, for_each_slot, layer_name, layers_of, slots, statistics, verify,
};
use kaiketsu_games::quantum_tic_tac_toe::{Grade, Move, Position};

use crate::{
    Answer, Error, Facts, LayerTime, MoveAnswer, Playing, PositionRow, PuzzleAnswer, Rating, Results, Solved,
    StatisticsReport, scoring,
};

pub(crate) struct QuantumSolved {
    pub(crate) oracle: Oracle,
}

/// A move, where it leads, and what that is worth.
type Rated = (Grade, Move, Position);

impl QuantumSolved {
    fn read(&self, text: &str) -> Result<Position, Error> {
        let game = self.oracle.game();
        let trouble = |problem| Error::Notation { game: game.id(), problem };
        game.read_position(text.trim()).map_err(trouble)
    }

    /// All moves, best first; of equally good ones those first that end the
    /// game, or last if it is lost.
    fn moves(&self, position: &Position) -> Result<Vec<Rated>, Error> {
        let game = self.oracle.game();
        let mut moves = Vec::new();
        if game.ending(position).is_none() {
            game.moves(position, &mut moves);
        }
        let mut rated = Vec::new();
        for mv in moves {
            let next = game.play(position, &mv).position;
            rated.push((self.oracle.grade(&next)?, mv, next));
        }
        let first = game.first_to_move(position);
        rated.sort_by_key(|(grade, _, next)| {
            let wins = grade.winner() == Some(first);
            let rank = if first { *grade as u8 } else { 4 - *grade as u8 };
            (Reverse(rank), next.finish().is_some() != wins)
        });
        Ok(rated)
    }

    fn describe(&self, position: &Position, (grade, mv, next): &Rated) -> MoveAnswer {
        let game = self.oracle.game();
        MoveAnswer {
            mv: game.write_move(position, mv),
            position: game.write_position(next),
            value: rating(*grade, game.first_to_move(position)),
        }
    }

    fn drawing(&self, position: &Position) -> String {
        let remark = scoring::quantum(self.oracle.game(), position);
        self.oracle.game().draw(position) + &remark.map_or(String::new(), |remark| format!("\n\n{remark}"))
    }
}

/// A grade as a side sees it.
fn rating(grade: Grade, first: bool) -> Rating {
    let outcome = match grade.winner() {
        None => Outcome::Draw,
        Some(winner) if winner == first => Outcome::Win,
        Some(_) => Outcome::Loss,
    };
    let rating = Rating::from(Value::of(outcome));
    match (grade.winner(), grade.complete_winner()) {
        (None, _) => rating,
        (Some(_), None) => rating.of_kind("narrow"),
        (Some(_), Some(_)) => rating.of_kind("complete"),
    }
}

impl Solved for QuantumSolved {
    fn query(&self, text: &str) -> Result<Answer, Error> {
        let (game, position) = (self.oracle.game(), self.read(text)?);
        let moves = self.moves(&position)?;
        Ok(Answer {
            game: game.id(),
            position: game.write_position(&position),
            value: self.rate(text)?,
            over: game.ending(&position).is_some(),
            moves: moves.iter().map(|rated| self.describe(&position, rated)).collect(),
            drawing: self.drawing(&position),
        })
    }

    fn line(&self, text: &str, options: &LineOptions) -> Result<Playing, Error> {
        let (game, start) = (self.oracle.game(), self.read(text)?);
        let (mut at, mut moves) = (start, Vec::new());
        while game.ending(&at).is_none() && moves.len() < options.most {
            let rated = self.moves(&at)?;
            moves.push(self.describe(&at, &rated[0]));
            at = rated[0].2;
        }
        Ok(Playing {
            game: game.id(),
            position: game.write_position(&start),
            value: self.rate(text)?,
            moves,
            strategy: "search",
            end: if game.ending(&at).is_some() { "over" } else { "cut" },
            drawing: self.drawing(&at),
        })
    }

    fn rate(&self, text: &str) -> Result<Rating, Error> {
        let position = self.read(text)?;
        Ok(rating(self.oracle.grade(&position)?, self.oracle.game().first_to_move(&position)))
    }

    fn stored_positions(&self) -> u64 {
        slots(LAYERS)
    }

    fn puzzles(&self, options: &PuzzleOptions, progress: &dyn Progress) -> Result<Vec<PuzzleAnswer>, Error> {
        let positions = options.visits.min(self.stored_positions());
        let choice = Choice::Sample { positions, seed: options.seed };
        let mut found = Vec::new();
        progress.begin(&format!("puzzles of {}", self.oracle.game().id()), positions);
        for_each_slot(&self.oracle, choice, &mut |marks, slot, grade| {
            progress.advance(1, false);
            let first = marks.is_multiple_of(2);
            let numbering = self.oracle.numbering(marks);
            if grade.winner() != Some(first) || numbering.weight(slot) == 0 {
                return Ok::<bool, Error>(true);
            }
            let position = numbering.position(slot);
            let moves = self.moves(&position)?; // the best first
            let wins =
                |index: usize| moves.get(index).is_some_and(|(grade, ..)| grade.winner() == Some(first));
            if wins(0) && moves.len() > 1 && !wins(1) {
                found.push(PuzzleAnswer {
                    position: self.oracle.game().write_position(&position),
                    value: rating(grade, first),
                    solution: self.describe(&position, &moves[0]).mv,
                    moves: moves.len(),
                });
            }
            Ok(found.len() < options.count)
        })?;
        progress.end();
        Ok(found)
    }

    fn positions(
        &self,
        choice: Choice,
        progress: &dyn Progress,
        row: &mut dyn FnMut(PositionRow) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (game, all) = (self.oracle.game(), self.stored_positions());
        let wanted = if let Choice::Sample { positions, .. } = choice { positions.min(all) } else { all };
        progress.begin(&format!("positions of {}", game.id()), wanted);
        for_each_slot(&self.oracle, choice, &mut |marks, slot, grade| {
            progress.advance(1, false);
            let numbering = self.oracle.numbering(marks);
            row(PositionRow {
                layer: layers_of(marks)[0],
                index: slot,
                weight: numbering.weight(slot),
                position: game.write_position(&numbering.position(slot)),
                value: rating(grade, marks.is_multiple_of(2)),
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
        let plies = statistics(&self.oracle, progress)?;
        let game = self.oracle.game();
        let manifest = self.oracle.database().manifest();
        let of = |complete: bool, grades: fn(&PlyCounts) -> [u64; 5]| -> Vec<Counts> {
            (0..).zip(&plies).map(|(marks, ply)| by_value(marks, grades(ply), complete)).collect()
        };
        let positions: fn(&PlyCounts) -> [u64; 5] = |ply| ply.positions;
        let classes: fn(&PlyCounts) -> [u64; 5] = |ply| ply.classes;
        let tables = vec![
            table("by_marks", of(false, positions)),
            table("complete_by_marks", of(true, positions)),
            table("classes_by_marks", of(false, classes)),
            table("complete_classes_by_marks", of(true, classes)),
        ];
        let by_layer = (0..=STORED).rev().flat_map(|marks| {
            let ply = plies[marks as usize].positions;
            let [value, complete] = layers_of(marks).map(layer_name);
            [(value, by_value(marks, ply, false)), (complete, by_value(marks, ply, true))]
        });
        let sum = |sum: Counts, n: &Counts| Counts {
            win: sum.win + n.win,
            loss: sum.loss + n.loss,
            draw: sum.draw + n.draw,
        };
        Ok(StatisticsReport {
            game: game.id(),
            distances: false,
            total: of(false, positions).iter().fold(Counts::default(), sum),
            start: self.rate(&game.write_position(&game.start()))?,
            longest_win: None,
            longest_loss: None,
            by_plies: Vec::new(),
            by_layer: by_layer.collect(),
            tables,
            facts: vec![
                ("finished_positions", plies.iter().map(|ply| ply.finished).sum()),
                ("waiting_positions", plies.iter().map(|ply| ply.waiting).sum()),
            ],
            reachable: None,
            signature_values: manifest.signature_values.map(|s| s.to_string()).unwrap_or_default(),
            signature_plies: None,
        })
    }

    fn results(&self, report: &StatisticsReport, times: &[LayerTime]) -> Result<Results, Error> {
        let start = self.oracle.game().start();
        let first_moves = self.moves(&start)?.iter().map(|rated| self.describe(&start, rated)).collect();
        Ok(Results::new(self.oracle.database().manifest(), report, times, first_moves, Vec::new()))
    }

    fn verify(&self, scope: Scope, _memory: u64, progress: &dyn Progress) -> Result<(), Error> {
        Ok(verify(&self.oracle, scope, progress)?)
    }
}

/// Counts by grade as the side to move sees them: who wins, or who wins
/// completely.
fn by_value(marks: u32, grades: [u64; 5], complete: bool) -> Counts {
    let [second_complete, second_narrow, draw, first_narrow, first_complete] = grades;
    let (first, second, draw) = match complete {
        true => (first_complete, second_complete, second_narrow + draw + first_narrow),
        false => (first_narrow + first_complete, second_narrow + second_complete, draw),
    };
    let (win, loss) = if marks.is_multiple_of(2) { (first, second) } else { (second, first) };
    Counts { win, loss, draw }
}

fn table(name: &'static str, counts: Vec<Counts>) -> Table {
    let rows: BTreeMap<Vec<u32>, Counts> = (0..).map(|marks| vec![marks]).zip(counts).collect();
    Table { name, keys: &["marks"], rows }
}
