//! A finished database with its game.

use std::sync::Arc;

use kaiketsu_db::{DbError, Manifest};
use kaiketsu_game::{Game, Notation, NotationError, Place, Slot, Tiered, Value};

use super::{StoredPosition, Whole};
use crate::SOLVES;
use crate::analyse::{
    Census, Choice, Fast, Line, LineOptions, Notable, NotablePositions, Part, Pick, Puzzle, PuzzleOptions,
    Scope, Sought, Statistics, Stored, TierFacts, Verified, VerifyError, census, examples, for_each_slot,
    line, puzzles, statistics_of, verify,
};
use crate::oracle::{Known, Limit, Oracle, OracleError, RatedMove};
use crate::solve::{Kernel, Progress, Scanner, SolveError};

/// A database of the game `T`, which may be another name of the game that is
/// asked about: a game of rules alone is numbered by a game around it.
pub(super) struct Opened<T: Game> {
    pub(super) stored: Stored<T>,
    pub(super) scanner: Option<Arc<dyn Scanner<T>>>,
    pub(super) kernels: Vec<Arc<dyn Kernel<T>>>,
    pub(super) notable: Notable<T>,
    pub(super) covers: Covers<T>,
}

/// Says what is wrong with a position that has no number.
pub(super) type Covers<T> = fn(&T, &<T as Game>::Position) -> Result<(), NotationError>;

impl<G, T> Oracle<G> for Opened<T>
where
    G: Game,
    T: Tiered + Notation + Game<Position = G::Position, Move = G::Move>,
{
    fn value(&self, position: &G::Position, _: Limit) -> Result<Known<Value>, OracleError> {
        Ok(Known::Yes(self.stored.value_of(position)?))
    }
}

fn recast<T, G>(rated: RatedMove<T>) -> RatedMove<G>
where
    G: Game,
    T: Game<Position = G::Position, Move = G::Move>,
{
    RatedMove { mv: rated.mv, step: rated.step, value: rated.value }
}

impl<G, T> Whole<G> for Opened<T>
where
    G: Game,
    T: Tiered + Notation + Game<Position = G::Position, Move = G::Move>,
{
    fn manifest(&self) -> &Manifest {
        self.stored.database().manifest()
    }

    fn covers(&self, position: &G::Position) -> Result<(), NotationError> {
        (self.covers)(self.stored.game(), position)
    }

    fn line(
        &self,
        position: &G::Position,
        options: &LineOptions,
        limit: Limit,
    ) -> Result<Line<G>, OracleError> {
        let Line { moves, end } = line(&self.stored, position, options, limit)?;
        Ok(Line { moves: moves.into_iter().map(recast).collect(), end })
    }

    fn puzzles(
        &self,
        options: &PuzzleOptions,
        progress: &dyn Progress,
    ) -> Result<Vec<Puzzle<G>>, OracleError> {
        let recast = |Puzzle { position, value, solution, moves }: Puzzle<T>| Puzzle {
            position,
            value,
            solution: recast(solution),
            moves,
        };
        Ok(puzzles(&self.stored, options, progress)?.into_iter().map(recast).collect())
    }

    fn positions(
        &self,
        choice: Choice,
        progress: &dyn Progress,
        visit: &mut dyn FnMut(StoredPosition<G::Position>) -> bool,
    ) -> Result<(), DbError> {
        let (game, layout) = (self.stored.game(), self.stored.layout());
        let all = layout.positions();
        let wanted = if let Choice::Sample { positions, .. } = choice { positions.min(all) } else { all };
        progress.begin(&format!("positions of {}", game.id()), wanted);
        for_each_slot(&self.stored, choice, &mut |slot, value| {
            progress.advance(1, false);
            let (layer, index) = layout.place_of(slot);
            let (weight, position) = (game.weight(slot), game.position(slot));
            Ok::<bool, DbError>(visit(StoredPosition { layer, index, weight, position, value }))
        })?;
        progress.end();
        Ok(())
    }

    fn census(&self, part: Part, progress: &dyn Progress) -> Result<Census, SolveError> {
        if !SOLVES {
            return Err(SolveError::ReadsAlone);
        }
        census(&self.stored, self.scanner.as_deref(), part, progress)
    }

    fn statistics(
        &self,
        census: Census,
        progress: &dyn Progress,
    ) -> Result<Statistics<G::Position>, SolveError> {
        if !SOLVES {
            return Err(SolveError::ReadsAlone);
        }
        statistics_of(&self.stored, self.scanner.as_deref(), census, progress)
    }

    fn notable(&self, counts: &Statistics<G::Position>) -> Result<Vec<NotablePositions<G>>, DbError> {
        let game = self.stored.game();
        let mut found = Vec::new();
        for Sought { title, wanted, examples: most, known, route } in (self.notable)(game, counts) {
            let examples = examples(&self.stored, &wanted, most, known)?;
            let way = |position: &G::Position| route.and_then(|route| route(game, position));
            let ways = examples.first.iter().map(way).collect();
            found.push(NotablePositions { title, wanted, examples, routed: route.is_some(), ways });
        }
        Ok(found)
    }

    fn verify(&self, scope: Scope, memory: u64, progress: &dyn Progress) -> Result<Verified, VerifyError> {
        if !SOLVES {
            return Err(SolveError::ReadsAlone.into());
        }
        let fast = Fast { scanner: self.scanner.as_deref(), kernels: &self.kernels };
        verify(&self.stored, scope, memory, fast, progress)
    }

    fn tiers(&self) -> Vec<TierFacts> {
        self.stored.tiers()
    }

    fn slots(&self, pick: Pick) -> Box<dyn Iterator<Item = Slot> + Send> {
        self.stored.slots(pick)
    }

    fn get_all(&self, slots: &[Slot]) -> Result<Vec<Value>, DbError> {
        self.stored.get_all(slots)
    }

    fn values_of(&self, positions: &[G::Position]) -> Result<Vec<Value>, DbError> {
        self.stored.values_of(positions)
    }

    fn position(&self, slot: Slot) -> G::Position {
        self.stored.game().position(slot)
    }

    fn weight(&self, slot: Slot) -> u64 {
        self.stored.game().weight(slot)
    }

    fn representative(&self, position: &G::Position) -> G::Position {
        let game = self.stored.game();
        let Place::Stored(slot) = game.place(position) else { return position.clone() };
        let mut images = vec![slot];
        game.twins(slot, &mut images);
        game.position(images.into_iter().min().expect("its own slot is there"))
    }
}
