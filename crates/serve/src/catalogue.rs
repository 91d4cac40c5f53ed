//! All games of a server, and answers about them for programs in the same
//! process. Games are made when they are first asked for.

use std::sync::{Arc, OnceLock};

use kaiketsu::{Registry, Store};

use crate::answers::PositionAnswer;
use crate::errors::{ApiError, Reason};
use crate::limits::Limits;
use crate::room::{Room, RoomKind};

/// The games of a server.
pub struct Catalogue {
    registry: Registry,
    store: Store,
    pub(crate) limits: Limits,
    rooms: Vec<(String, OnceLock<Arc<Room>>)>,
}

impl Catalogue {
    /// The games of a registry with the databases of a store.
    #[must_use]
    pub fn new(registry: Registry, store: Store, limits: Limits) -> Self {
        let rooms = registry.ids().map(|id| (id.to_string(), OnceLock::new())).collect();
        Catalogue { registry, store, limits, rooms }
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        self.rooms.iter().map(|(id, _)| id.as_str())
    }

    pub(crate) fn room(&self, id: &str) -> Result<Arc<Room>, ApiError> {
        let Some((_, cell)) = self.rooms.iter().find(|(known, _)| known == id) else {
            let known = self.ids().collect::<Vec<_>>().join(", ");
            let message = format!("there is no game `{id}`; the games are: {known}");
            return Err(ApiError::new(Reason::UnknownGame, message));
        };
        if let Some(room) = cell.get() {
            return Ok(Arc::clone(room));
        }
        let game = self.registry.get(id)?;
        Ok(Arc::clone(cell.get_or_init(|| Arc::new(Room::new(id, game, &self.store, &self.limits)))))
    }

    /// A position of a game with a database: the work behind one request,
    /// without the network. The start if there is no position.
    pub fn position(&self, id: &str, position: Option<&str>) -> Result<PositionAnswer, ApiError> {
        let room = self.room(id)?;
        let start = room.start();
        match &room.kind {
            RoomKind::Database(database) => room.position(database, position.unwrap_or(&start), 0),
            RoomKind::Search(_) => Err(ApiError::new(Reason::BadRequest, format!("{id} has no database"))),
        }
    }
}
