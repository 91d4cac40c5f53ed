//! What a database knows of single positions.

use std::sync::Arc;

use kaiketsu_db::{Database, DbError, LayerReader, MANIFEST, layer_file};
use kaiketsu_game::{Aim, Code, Margin, Notation, Outcome, Place, Slot, Tier, Tiered, Value};

use crate::oracle::{Derived, Known, Limit, Oracle, OracleError};
use crate::solve::Layout;

/// A game with its finished database: knows the positions that are stored.
pub struct Stored<G> {
    game: Arc<G>,
    layout: Layout,
    database: Database,
}

/// Knows all positions of a solved game: those that are stored, and those that
/// follow from stored ones by the moves.
///
/// It gives distances where the database keeps them, and nowhere else.
pub struct Whole<'a, G>(&'a Stored<G>);

impl<G: Tiered + Notation> Stored<G> {
    /// Joins a game with its database, which must be of this game: with as many
    /// layers, and each of as many positions.
    pub fn new(game: Arc<G>, database: Database) -> Result<Self, DbError> {
        database.expect(&game.id(), game.rules_version())?;
        let layout = Layout::new(&*game);
        let (listed, folder) = (&database.manifest().layers, database.storage().describe());
        if listed.len() != layout.files() as usize {
            let (found, known, id) = (listed.len(), layout.files(), game.id());
            let explanation = format!("it lists {found} layers, and {id} has {known}");
            return Err(DbError::Manifest { file: format!("{folder}/{MANIFEST}"), explanation });
        }
        for layer in listed {
            let (expected, found) = (layout.size(layout.layer_of(layer.number)), layer.positions);
            if found != expected {
                let file = format!("{folder}/{}", layer_file(layer.number));
                return Err(DbError::OtherLength { file, expected, found });
            }
        }
        Ok(Stored { game, layout, database })
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The database.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// The stored order.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The same database as an oracle that knows every position.
    pub fn whole(&self) -> Whole<'_, G> {
        Whole(self)
    }

    /// The value in a slot.
    pub fn get(&self, slot: Slot) -> Result<Value, DbError> {
        let (layer, index) = self.layout.place_of(slot);
        self.joined(layer, |aim| self.database.get(self.layout.file(layer, aim), index))
    }

    /// The value of a position, stored or not.
    ///
    /// # Panics
    /// If the game breaks a law: a derived position that is not over has moves.
    pub fn value_of(&self, position: &G::Position) -> Result<Value, DbError> {
        if let Place::Stored(slot) = self.game.place(position) {
            return self.get(slot);
        }
        // Chains of derived positions end, so any number of moves will do.
        match Derived::new(&*self.game, self, usize::MAX).value(position, Limit::NONE) {
            Ok(Known::Yes(value)) if self.database.manifest().distances => Ok(value),
            Ok(Known::Yes(value)) => Ok(value.without_plies()),
            Ok(Known::No) => panic!("{}: {position:?} is derived and has no moves", self.game.id()),
            Err(OracleError::Database(error)) => Err(error),
        }
    }

    /// The file of a tier for one of the aims, and where the tier begins in it.
    pub(crate) fn file(&self, tier: Tier, aim: usize) -> Result<(Arc<LayerReader>, u64), DbError> {
        let (layer, first) = self.layout.place(tier);
        Ok((self.database.layer(self.layout.file(layer, aim))?, first))
    }

    /// The codes of some neighbours in a tier, for one of the aims.
    pub(crate) fn codes(&self, tier: Tier, aim: usize, start: u64, most: u64) -> Result<Vec<Code>, DbError> {
        let (file, first) = self.file(tier, aim)?;
        let mut codes = vec![Code::DRAW; most.min(self.game.size(tier) - start) as usize];
        file.read(first + start, &mut codes)?;
        Ok(codes)
    }

    /// The values of some neighbours in a tier.
    pub(crate) fn values(&self, tier: Tier, start: u64, most: u64) -> Result<Vec<Value>, DbError> {
        let aims = 0..self.game.aims().len();
        let codes = aims.map(|aim| self.codes(tier, aim, start, most)).collect::<Result<Vec<_>, _>>()?;
        let (layer, _) = self.layout.place(tier);
        (0..codes[0].len()).map(|at| self.joined(layer, |aim| Ok::<_, DbError>(codes[aim][at]))).collect()
    }

    /// The value that the codes of a slot for all aims make together.
    pub(crate) fn joined<E: From<DbError>>(
        &self,
        layer: u32,
        code: impl Fn(usize) -> Result<Code, E>,
    ) -> Result<Value, E> {
        let mut value = code(0)?.value(self.database.manifest().distances);
        for (aim, _) in self.game.aims().iter().enumerate().filter(|(_, aim)| **aim == Aim::Complete) {
            let margin = match (value.outcome, code(aim)?.outcome()) {
                (_, Outcome::Draw) => Margin::Narrow,
                (outcome, complete) if outcome == complete => Margin::Complete,
                _ => {
                    let file = layer_file(self.layout.file(layer, aim));
                    return Err(DbError::Disagrees { file, what: "list of complete wins" }.into());
                }
            };
            value = value.with_margin(Some(margin));
        }
        Ok(value)
    }
}

impl<G: Tiered + Notation> Oracle<G> for Stored<G> {
    fn value(&self, position: &G::Position, _: Limit) -> Result<Known<Value>, OracleError> {
        Ok(match self.game.place(position) {
            Place::Stored(slot) => Known::Yes(self.get(slot)?),
            Place::Derived => Known::No,
        })
    }
}

impl<G: Tiered + Notation> Oracle<G> for Whole<'_, G> {
    fn value(&self, position: &G::Position, _: Limit) -> Result<Known<Value>, OracleError> {
        Ok(Known::Yes(self.0.value_of(position)?))
    }
}
