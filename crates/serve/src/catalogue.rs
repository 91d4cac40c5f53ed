//! All games of a server, and answers about them for programs in the same
//! process. Games are made when they are first asked for.

use std::sync::{Arc, OnceLock};

use kaiketsu::{PositionView, Registry, Store};

use crate::answers::FamilyFacts;
use crate::errors::ApiError;
use crate::limits::Limits;
use crate::room::Room;

/// The games of a server.
pub struct Catalogue {
    registry: Registry,
    store: Store,
    pub(crate) limits: Limits,
    rooms: Vec<OnceLock<Arc<Room>>>,
}

impl Catalogue {
    /// The games of a registry with the databases of a store.
    #[must_use]
    pub fn new(registry: Registry, store: Store, limits: Limits) -> Self {
        let rooms = registry.ids().map(|_| OnceLock::new()).collect();
        Catalogue { registry, store, limits, rooms }
    }

    pub(crate) fn registry(&self) -> &Registry {
        &self.registry
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        self.registry.ids()
    }

    pub(crate) fn room(&self, id: &str) -> Result<Arc<Room>, ApiError> {
        let families = self.registry.families().iter();
        let games = families.flat_map(|family| family.games.iter().map(move |game| (family, game)));
        let mut rooms = games.zip(&self.rooms);
        let Some(((family, variant), room)) = rooms.find(|((_, variant), _)| variant.id == id) else {
            self.registry.get(id)?; // says which games there are
            unreachable!("the registry has only the games of its families");
        };
        let make = || {
            let family = FamilyFacts { id: family.id.clone(), title: family.title.clone() };
            Arc::new(Room::new(family, variant, &self.store, &self.limits))
        };
        Ok(Arc::clone(room.get_or_init(make)))
    }

    /// A position with all its moves: the work behind one request, without the
    /// network. The start if there is no position.
    pub fn position(&self, id: &str, position: Option<&str>) -> Result<Arc<PositionView>, ApiError> {
        let room = self.room(id)?;
        let position = position.map_or_else(|| room.start(), Into::into);
        Ok(room.view(&position, 0)?.0)
    }
}
