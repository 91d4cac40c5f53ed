//! A game with what knows its values, behind text.
//!
//! A text is read once; from there to the view everything is typed.

use std::sync::Arc;

use kaiketsu_db::BookError;
use kaiketsu_engine::SOLVES;
use kaiketsu_engine::analyse::{Line, LineEnd as TypedEnd, LineOptions, Strategy};
use kaiketsu_engine::oracle::{Either, Known, Limit, Oracle, OracleError, RatedMove, Unknowing, rated_moves};
use kaiketsu_engine::setup::{Proving, Remark, Whole as TypedWhole};
use kaiketsu_engine::solve::SolveError;
use kaiketsu_game::{Notation, NotationError, Side, Step, Turn, Value};

use crate::seeing::{Boards, Placed, next_side};
use crate::view::{Guide, LineView, MoveView, PositionView, Rating, Source};
use crate::{Error, Mark, Prover, ReadPosition, Solution, Want, Whole};

/// A game with its types: its database, its search, both, or the rules alone.
pub(crate) struct Answering<G: Notation> {
    pub(crate) game: Arc<G>,
    pub(crate) boards: Boards,
    pub(crate) remark: Remark<G>,
    pub(crate) whole: Option<Box<dyn TypedWhole<G>>>,
    pub(crate) proving: Option<Box<dyn Proving<G>>>,
    /// Why there is no search beside the database: the book cannot be used.
    pub(crate) book_trouble: Option<BookError>,
}

impl<G: Notation + 'static> Answering<G> {
    /// The rules alone.
    pub(crate) fn by_rules(game: &Arc<G>, remark: Remark<G>) -> Self {
        let boards = Boards::of(&**game);
        Answering { game: Arc::clone(game), boards, remark, whole: None, proving: None, book_trouble: None }
    }

    /// What [`Solution::read`] has read, with its types again.
    fn placed<'p>(&self, read: &'p ReadPosition) -> Result<&'p Placed<G::Position>, Error> {
        read.get().ok_or_else(|| Error::Notation {
            game: self.game.id(),
            problem: NotationError::new("this position was read for another game"),
        })
    }

    fn move_view(
        &self,
        position: &G::Position,
        mv: &G::Move,
        step: &Step<G::Position>,
        side: Side,
        values: [Rating; 2],
    ) -> MoveView {
        let [best, value] = values;
        let (text, gesture) = (self.game.write_move(position, mv), self.game.gesture(position, mv));
        let leads_to = self.game.write_position(&step.position);
        MoveView {
            seen: self.seen_move((&text, &gesture), &leads_to, step.turn, side),
            position: leads_to,
            value,
            passes: step.turn == Turn::Passes,
            mark: Mark::of(best, value),
            mv: text,
            gesture,
        }
    }

    /// A position with the moves and values that were found for it.
    fn position_view(
        &self,
        &Placed { ref position, side }: &Placed<G::Position>,
        value: Known<Value>,
        moves: &[RatedMove<G>],
        drawn: bool,
    ) -> PositionView {
        let game = &self.game;
        let (text, scene) = (game.write_position(position), game.scene(position));
        let best = moves.first().map_or(Rating::UNKNOWN, |best| best.value.into());
        let view = |m: &RatedMove<G>| self.move_view(position, &m.mv, &m.step, side, [best, m.value.into()]);
        PositionView {
            game: game.id(),
            value: value.into(),
            over: game.ending(position).is_some(),
            source: self.source(),
            complete: value.is_known() && moves.iter().all(|rated| rated.value.is_known()),
            side,
            seen: self.seen_position(position, (&text, &scene), side),
            position: text,
            scene,
            moves: moves.iter().map(view).collect(),
            line: None,
            drawing: if drawn { self.drawing(position, side) } else { String::new() },
        }
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
        &Placed { position: ref start, side }: &Placed<G::Position>,
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
                (Some(whole.line(start, options, limit)?), strategy)
            }
            (None, Some(proving)) => {
                (self.proved_line(&**proving, start, options.most, limit)?, Guide::Search)
            }
            (None, None) => (None, Guide::Search),
        };
        let Some(line) = line else { return Ok(None) };
        let (mut at, mut mover) = (start.clone(), side);
        let mut moves = Vec::new();
        for rated in &line.moves {
            let value = Rating::from(rated.value); // of best play, so nothing was better
            moves.push(self.move_view(&at, &rated.mv, &rated.step, mover, [value; 2]));
            mover = next_side(mover, rated.step.turn);
            at = rated.step.position.clone();
        }
        let text = self.game.write_position(start);
        Ok(Some(LineView {
            game: self.game.id(),
            value: self.value(start, limit)?.into(),
            moves,
            strategy,
            end: line.end.into(),
            seen: self.seen_text(&text, side),
            position: text,
            source: self.source(),
            drawing: self.drawing(&at, mover),
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
        let placed = self.place(position)?;
        let game = &*self.game;
        let moves = rated_moves(game, &Unknowing, &placed.position, Limit::NONE)?;
        let value = game.ended(&placed.position).into();
        Ok(PositionView { source: Source::Rules, ..self.position_view(&placed, value, &moves, true) })
    }

    fn read(&self, position: &str) -> Result<ReadPosition, Error> {
        Ok(ReadPosition::new(self.place(position)?))
    }

    fn view_read(&self, position: &ReadPosition, want: Want<'_>) -> Result<PositionView, Error> {
        let placed = self.placed(position)?;
        let (value, moves) = self.busy(want.progress, || self.rated(&placed.position, want))?;
        let mut view = self.position_view(placed, value, &moves, want.drawing);
        if let Some(options) = &want.line {
            view.line = self.line_from(placed, options, want.limit)?;
        }
        Ok(view)
    }

    fn rate_read(&self, position: &ReadPosition, limit: Limit) -> Result<Rating, Error> {
        Ok(self.value(&self.placed(position)?.position, limit)?.into())
    }

    fn line(&self, position: &str, options: &LineOptions, limit: Limit) -> Result<Option<LineView>, Error> {
        self.line_from(&self.place(position)?, options, limit)
    }

    fn whole(&self) -> Option<&dyn Whole> {
        if !SOLVES {
            return None;
        }
        self.whole.is_some().then_some(self)
    }

    fn prover(&self) -> Result<&dyn Prover, Error> {
        if !SOLVES {
            return Err(SolveError::ReadsAlone.into());
        }
        match (&self.proving, &self.book_trouble) {
            (Some(_), _) => Ok(self),
            (None, Some(trouble)) => Err(trouble.clone().into()),
            (None, None) => Err(Error::SolvedWhole(self.game.id())),
        }
    }

    fn class(&self, position: &str) -> Result<String, Error> {
        let mut position = self.place(position)?.position;
        // One of them may fold where the other does not; together they fold as both.
        if let Some(whole) = &self.whole {
            position = whole.representative(&position);
        }
        if let Some(proving) = &self.proving {
            position = proving.representative(&position);
        }
        Ok(self.game.write_position(&position))
    }

    fn keep(&self) -> Result<(), Error> {
        let trouble = self.book_trouble.clone().map_or(Ok(()), Err);
        Ok(self.proving.as_ref().map_or(trouble, |proving| proving.save())?)
    }
}
