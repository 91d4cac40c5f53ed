//! What any position is worth, by the database and the rules.

use std::sync::OnceLock;

use crate::quantum_tic_tac_toe::classes::Numbering;
use crate::quantum_tic_tac_toe::{Grade, Position, QuantumTicTacToe};
use kaiketsu_db::{Database, DbError};
use kaiketsu_game::{Game, Notation};

use crate::quantum_tic_tac_toe::solution::layers::{self, LAYERS, layers_of};
use crate::quantum_tic_tac_toe::solution::{Ply, STORED};

/// A solved game.
///
/// The first question about positions with so many marks makes their shapes,
/// a few tenths of a second at seven marks; then an answer takes microseconds.
pub struct Oracle {
    game: QuantumTicTacToe,
    database: Database,
    numberings: [OnceLock<Numbering>; STORED as usize + 1],
}

impl Oracle {
    /// The oracle of a finished database of the game.
    pub fn new(game: QuantumTicTacToe, database: Database) -> Result<Self, DbError> {
        database.expect(&game.id(), game.rules_version())?;
        database.layer(LAYERS - 1)?; // a database with fewer layers is refused by name
        Ok(Oracle { game, database, numberings: Default::default() })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &QuantumTicTacToe {
        &self.game
    }

    /// The database.
    #[must_use]
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// The numbering of the stored positions with so many marks.
    #[must_use]
    pub fn numbering(&self, marks: u32) -> &Numbering {
        self.numberings[marks as usize].get_or_init(|| Numbering::new(marks))
    }

    /// The best result both sides can force from a position.
    pub fn grade(&self, position: &Position) -> Result<Grade, DbError> {
        let marks = u32::from(position.placed());
        if marks > STORED || position.open_cycle().is_some() || position.finish().is_some() {
            return self.by_moves(position);
        }
        self.stored(marks, self.numbering(marks).locate(position))
    }

    /// What the moves of a position make it: the equation that
    /// [`Oracle::grade`] must satisfy. A finished game has its result.
    pub fn by_moves(&self, position: &Position) -> Result<Grade, DbError> {
        if let Some(finish) = position.finish() {
            return Ok(finish.grade());
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let after = moves.iter().map(|mv| self.grade(&self.game.play(position, mv).position));
        let grades = after.collect::<Result<Vec<Grade>, DbError>>()?;
        let best = if self.game.first_to_move(position) { grades.iter().max() } else { grades.iter().min() };
        Ok(*best.expect("an open position has moves"))
    }

    /// The grade in a slot.
    pub(crate) fn stored(&self, marks: u32, slot: u64) -> Result<Grade, DbError> {
        let [value, complete] = layers_of(marks);
        let codes = [self.database.get(value, slot)?, self.database.get(complete, slot)?];
        layers::grade(marks, codes).ok_or_else(|| DbError::Disagrees {
            file: kaiketsu_db::layer_file(complete),
            what: "list of complete wins",
        })
    }

    /// All grades of the positions with so many marks.
    pub(crate) fn ply(&self, marks: u32) -> Result<Ply, DbError> {
        let [value, complete] = layers_of(marks);
        let (value, complete) = (self.database.layer(value)?, self.database.layer(complete)?);
        layers::read(self.numbering(marks).clone(), [&value, &complete])
    }
}
