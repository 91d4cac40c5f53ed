//! One game of the server, and what it answers. Everything here may block.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use kaiketsu::game::Board;
use kaiketsu::{
    Explored, LineOptions, Picture, PictureMove, Playing, Rating, Registered, Solvable, Solved, Store,
    Strategy,
};
use tokio::sync::OnceCell;

use crate::answers::{BatchItem, GameFacts, PositionAnswer, RatedMove, halves};
use crate::boards::BoardAnswer;
use crate::errors::{ApiError, Reason};
use crate::limits::Limits;
use crate::search::SearchRoom;
use crate::statistics::StatisticsAnswer;

/// A game with whatever answers for it.
pub(crate) struct Room {
    pub(crate) id: String,
    pub(crate) kind: RoomKind,
    /// Counted once, when first asked for.
    pub(crate) statistics: Arc<OnceCell<Result<Arc<StatisticsAnswer>, ApiError>>>,
}

pub(crate) enum RoomKind {
    Database(DatabaseRoom),
    Search(SearchRoom),
}

/// A game that is solved as a whole.
pub(crate) struct DatabaseRoom {
    game: Box<dyn Solvable>,
    store: Store,
    /// The database once it has been opened.
    solved: Mutex<Option<Arc<dyn Solved>>>,
}

impl DatabaseRoom {
    /// The open database. It is looked for again until it is there, so a game
    /// solved while the server runs is served too.
    pub(crate) fn solved(&self) -> Result<Arc<dyn Solved>, ApiError> {
        let mut solved = self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(solved) = &*solved {
            return Ok(Arc::clone(solved));
        }
        let opened: Arc<dyn Solved> = Arc::from(self.game.open(&self.store).map_err(|error| {
            let error = ApiError::from(error);
            match error.reason {
                Reason::NotSolved => {
                    let id = self.game.id();
                    ApiError::new(Reason::NotSolved, format!("{id} is not solved here"))
                }
                _ => error,
            }
        })?);
        *solved = Some(Arc::clone(&opened));
        Ok(opened)
    }
}

impl Room {
    pub(crate) fn new(id: &str, game: Registered, store: &Store, limits: &Limits) -> Self {
        let kind = match game {
            Registered::Solvable(game) => {
                RoomKind::Database(DatabaseRoom { game, store: store.clone(), solved: Mutex::new(None) })
            }
            Registered::Provable(game) => {
                RoomKind::Search(SearchRoom::new(Arc::from(game), store.clone(), *limits))
            }
        };
        Room { id: id.into(), kind, statistics: Arc::default() }
    }

    pub(crate) fn start(&self) -> String {
        match &self.kind {
            RoomKind::Database(room) => room.game.start(),
            RoomKind::Search(room) => room.game.start(),
        }
    }

    pub(crate) fn picture(&self, position: &str) -> Result<Picture, ApiError> {
        Ok(match &self.kind {
            RoomKind::Database(room) => room.game.picture(position)?,
            RoomKind::Search(room) => room.game.picture(position)?,
        })
    }

    fn board(&self) -> Board {
        match &self.kind {
            RoomKind::Database(room) => room.game.board(),
            RoomKind::Search(room) => room.game.board(),
        }
    }

    /// What is known of the game, with its rules and board if `whole`.
    pub(crate) fn facts(&self, whole: bool) -> GameFacts {
        let (title, about) = match &self.kind {
            RoomKind::Database(room) => (room.game.title(), room.game.about()),
            RoomKind::Search(room) => (room.game.title(), room.game.about()),
        };
        let facts = match &self.kind {
            RoomKind::Database(room) => Some(room.solved().map(|solved| solved.facts())),
            RoomKind::Search(_) => None,
        };
        let state = match &facts {
            None => "search",
            Some(Ok(_)) => "solved",
            Some(Err(error)) if error.reason == Reason::NotSolved => "unsolved",
            Some(Err(_)) => "damaged",
        };
        let facts = facts.and_then(Result::ok);
        GameFacts {
            game: self.id.clone(),
            title,
            state: state.into(),
            start: self.start(),
            stored_positions: facts.as_ref().map(|facts| facts.stored_positions),
            distances: facts.as_ref().is_some_and(|facts| facts.distances),
            signature: facts.map(|facts| facts.signature_plies.unwrap_or(facts.signature_values)),
            about: whole.then_some(about),
            board: whole.then(|| BoardAnswer::from(&self.board())),
        }
    }

    /// The signature of the open database.
    pub(crate) fn signature(&self) -> Option<String> {
        let RoomKind::Database(room) = &self.kind else { return None };
        let facts = room.solved().ok()?.facts();
        Some(facts.signature_plies.unwrap_or(facts.signature_values))
    }

    /// A position of a database game with all its moves, and a line of that many.
    pub(crate) fn position(
        &self,
        room: &DatabaseRoom,
        text: &str,
        line: usize,
    ) -> Result<PositionAnswer, ApiError> {
        let solved = room.solved()?;
        let picture = room.game.picture(text)?;
        let answer = solved.query(&picture.position)?;
        let line = match line {
            0 => None,
            most => {
                let options = LineOptions { most, strategy: Strategy::SEARCH, seed: 0 };
                Some(solved.line(&picture.position, &options)?)
            }
        };
        let rated = answer.moves.into_iter().map(|mv| (mv.mv, Some(mv.value))).collect();
        Ok(self.assemble(picture, Some(answer.value), rated, line, "database", true))
    }

    /// The same of a game proved by search.
    pub(crate) fn explored(
        &self,
        picture: Picture,
        found: Explored,
        line: Option<Playing>,
    ) -> PositionAnswer {
        let complete = found.complete && found.value.is_some();
        self.assemble(picture, found.value, found.moves, line, "search", complete)
    }

    fn assemble(
        &self,
        picture: Picture,
        value: Option<Rating>,
        rated: Vec<(String, Option<Rating>)>,
        line: Option<Playing>,
        source: &str,
        complete: bool,
    ) -> PositionAnswer {
        let (value, plies) = halves(value);
        let mut drawn: HashMap<String, PictureMove> =
            picture.moves.into_iter().map(|mv| (mv.mv.clone(), mv)).collect();
        let describe = |(text, rating): (String, Option<Rating>)| {
            let mv = drawn.remove(&text)?;
            let (value, plies) = halves(rating);
            let gesture = (&mv.gesture).into();
            Some(RatedMove { mv: mv.mv, position: mv.position, value, plies, passes: mv.passes, gesture })
        };
        let moves = rated.into_iter().filter_map(describe).collect();
        let note = (!complete).then(|| "not everything is known within the limit; ask again for more".into());
        PositionAnswer {
            game: self.id.clone(),
            position: picture.position,
            value,
            plies,
            over: picture.over,
            source: source.into(),
            complete,
            note,
            scene: (&picture.scene).into(),
            moves,
            line: line.map(Into::into),
        }
    }

    /// The value of one position of a database game.
    pub(crate) fn rate(room: &DatabaseRoom, text: &str) -> Result<Rating, ApiError> {
        Ok(room.solved()?.rate(text)?)
    }
}

impl BatchItem {
    pub(crate) fn new(position: &str, found: Result<Option<Rating>, ApiError>) -> Self {
        let error = found.as_ref().err().map(ApiError::body);
        let (value, plies) = halves(found.ok().flatten());
        BatchItem { position: position.into(), value, plies, error }
    }
}
