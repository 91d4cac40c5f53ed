//! A game with what knows its values, behind text.
//!
//! A text is read once; from there to the view everything is typed.

use std::sync::Arc;

use kaiketsu_db::BookError;
use kaiketsu_engine::analyse::{Line, LineEnd as TypedEnd, LineOptions, Strategy};
use kaiketsu_engine::oracle::{Either, Known, Limit, Oracle, OracleError, RatedMove, Unknowing, rated_moves};
use kaiketsu_engine::search::play_all;
use kaiketsu_engine::setup::{Proving, Remark, Whole as TypedWhole};
use kaiketsu_game::{Notation, Step, Turn, Value};

use crate::view::{Guide, LineView, MoveView, PositionView, Rating, Source};
use crate::{Error, Prover, Solution, Want, Whole};

/// A game with its types: its database, its search, both, or the rules alone.
pub(crate) struct Answering<G: Notation> {
    pub(crate) game: Arc<G>,
    pub(crate) remark: Remark<G>,
    pub(crate) whole: Option<Box<dyn TypedWhole<G>>>,
    pub(crate) proving: Option<Box<dyn Proving<G>>>,
    /// Why there is no search beside the database: the book cannot be used.
    pub(crate) book_trouble: Option<BookError>,
}

impl<G: Notation + 'static> Answering<G> {
    /// The rules alone.
    pub(crate) fn by_rules(game: &Arc<G>, remark: Remark<G>) -> Self {
        Answering { game: Arc::clone(game), remark, whole: None, proving: None, book_trouble: None }
    }

    /// The position that a text stands for: as the game writes it, or after a
    /// list of moves from the start.
    pub(crate) fn read(&self, text: &str) -> Result<G::Position, Error> {
        let trouble = |problem| Error::Notation { game: self.game.id(), problem };
        let refused = match self.game.read_position(text.trim()) {
            Ok(position) => {
                self.whole.as_ref().map_or(Ok(()), |whole| whole.covers(&position)).map_err(trouble)?;
                return Ok(position);
            }
            Err(refused) => refused,
        };
        let first = text.split_whitespace().next().unwrap_or_default();
        let is_list =
            text.split_whitespace().count() > 1 || self.game.read_move(&self.game.start(), first).is_ok();
        match is_list {
            true => play_all(&*self.game, text)
                .map_err(|problem| Error::Question { game: self.game.id(), problem }),
            false => Err(trouble(refused)),
        }
    }

    fn move_view(
        &self,
        position: &G::Position,
        mv: &G::Move,
        step: &Step<G::Position>,
        value: Rating,
    ) -> MoveView {
        MoveView {
            mv: self.game.write_move(position, mv),
            position: self.game.write_position(&step.position),
            value,
            passes: step.turn == Turn::Passes,
            gesture: self.game.gesture(position, mv),
        }
    }

    /// A position with the moves and values that were found for it.
    fn position_view(
        &self,
        position: &G::Position,
        value: Known<Value>,
        moves: &[RatedMove<G>],
    ) -> PositionView {
        let game = &self.game;
        PositionView {
            game: game.id(),
            position: game.write_position(position),
            value: value.into(),
            over: game.ending(position).is_some(),
            source: self.source(),
            complete: value.is_known() && moves.iter().all(|rated| rated.value.is_known()),
            scene: game.scene(position),
            moves: moves.iter().map(|m| self.move_view(position, &m.mv, &m.step, m.value.into())).collect(),
            line: None,
            drawing: self.drawing(position),
        }
    }

    fn drawing(&self, position: &G::Position) -> String {
        let remark = (self.remark)(&self.game, position);
        self.game.draw(position) + &remark.map_or(String::new(), |remark| format!("\n\n{remark}"))
    }

    /// All moves of a position with their values, and its own.
    fn rated(
        &self,
        position: &G::Position,
        want: Want<'_>,
    ) -> Result<(Known<Value>, Vec<RatedMove<G>>), OracleError> {
        let game = &*self.game;
        if let Some(value) = game.ended(position) {
            return Ok((Known::Yes(value), Vec::new()));
        }
        if let (None, Some(proving)) = (&self.whole, &self.proving) {
            return proving.rated(position, want.limit);
        }
        Ok((self.value(position, want.limit)?, rated_moves(game, self, position, want.limit)?))
    }

    /// Best play from a position; `None` if it is not found within the limit.
    fn line_from(
        &self,
        start: &G::Position,
        options: &LineOptions,
        limit: Limit,
    ) -> Result<Option<LineView>, Error> {
        let (line, strategy) = match (&self.whole, &self.proving) {
            (Some(whole), _) => {
                let strategy = match options.strategy {
                    _ if whole.manifest().distances => Guide::Optimal,
                    Strategy::Search { .. } => Guide::Search,
                    Strategy::Random => Guide::Random,
                };
                (Some(whole.line(start, options)?), strategy)
            }
            (None, Some(proving)) => {
                (self.proved_line(&**proving, start, options.most, limit)?, Guide::Search)
            }
            (None, None) => (None, Guide::Search),
        };
        let Some(line) = line else { return Ok(None) };
        let mut at = start.clone();
        let mut moves = Vec::new();
        for rated in &line.moves {
            moves.push(self.move_view(&at, &rated.mv, &rated.step, rated.value.into()));
            at = rated.step.position.clone();
        }
        Ok(Some(LineView {
            game: self.game.id(),
            position: self.game.write_position(start),
            value: self.value(start, limit)?.into(),
            moves,
            strategy,
            end: line.end.into(),
            source: self.source(),
            drawing: self.drawing(&at),
        }))
    }

    /// A line found by search, move by move; `None` if a value on the way is
    /// not found in time.
    fn proved_line(
        &self,
        proving: &dyn Proving<G>,
        start: &G::Position,
        most: usize,
        limit: Limit,
    ) -> Result<Option<Line<G>>, OracleError> {
        let game = &*self.game;
        let Known::Yes(mut value) = proving.value(start, limit)? else { return Ok(None) };
        let (mut at, mut moves) = (start.clone(), Vec::new());
        let end = loop {
            if let Some(outcome) = game.ending(&at) {
                break TypedEnd::Over(outcome);
            }
            if moves.len() == most {
                break TypedEnd::Cut;
            }
            let Known::Yes(mv) = proving.best_move(&at, value, limit)? else { return Ok(None) };
            let step = game.play(&at, &mv);
            at = step.position.clone();
            let turn = step.turn;
            moves.push(RatedMove { mv, step, value: Known::Yes(value) });
            value = if turn == Turn::Passes { -value } else { value };
        };
        Ok(Some(Line { moves, end }))
    }
}

impl<G: Notation + 'static> Oracle<G> for Answering<G> {
    fn value(&self, position: &G::Position, limit: Limit) -> Result<Known<Value>, OracleError> {
        match (&self.whole, &self.proving) {
            (Some(whole), Some(proving)) => Either(whole, proving).value(position, limit),
            (Some(whole), None) => whole.value(position, limit),
            (None, Some(proving)) => proving.value(position, limit),
            (None, None) => Oracle::<G>::value(&Unknowing, position, limit),
        }
    }
}

impl<G: Notation + 'static> Solution for Answering<G> {
    fn id(&self) -> String {
        self.game.id()
    }

    fn source(&self) -> Source {
        match (&self.whole, &self.proving) {
            (Some(_), _) => Source::Database,
            (None, Some(_)) => Source::Search,
            (None, None) => Source::Rules,
        }
    }

    fn look(&self, position: &str) -> Result<PositionView, Error> {
        let position = self.read(position)?;
        let game = &*self.game;
        let moves = rated_moves(game, &Unknowing, &position, Limit::NONE)?;
        let value = game.ended(&position).into();
        Ok(PositionView { source: Source::Rules, ..self.position_view(&position, value, &moves) })
    }

    fn view(&self, position: &str, want: Want<'_>) -> Result<PositionView, Error> {
        let position = self.read(position)?;
        let (value, moves) = self.busy(want.progress, || self.rated(&position, want))?;
        let mut view = self.position_view(&position, value, &moves);
        if let Some(options) = &want.line {
            view.line = self.line_from(&position, options, want.limit)?;
        }
        Ok(view)
    }

    fn rate(&self, position: &str, limit: Limit) -> Result<Rating, Error> {
        let position = self.read(position)?;
        Ok(self.value(&position, limit)?.into())
    }

    fn line(&self, position: &str, options: &LineOptions, limit: Limit) -> Result<Option<LineView>, Error> {
        self.line_from(&self.read(position)?, options, limit)
    }

    fn whole(&self) -> Option<&dyn Whole> {
        self.whole.is_some().then_some(self)
    }

    fn prover(&self) -> Result<&dyn Prover, Error> {
        match (&self.proving, &self.book_trouble) {
            (Some(_), _) => Ok(self),
            (None, Some(trouble)) => Err(trouble.clone().into()),
            (None, None) => Err(Error::SolvedWhole(self.game.id())),
        }
    }

    fn keep(&self) -> Result<(), Error> {
        let trouble = self.book_trouble.clone().map_or(Ok(()), Err);
        Ok(self.proving.as_ref().map_or(trouble, |proving| proving.save())?)
    }
}
