//! All games of a server, and answers about them for programs in the same
//! process. Games are made when they are first asked for.

use std::sync::{Arc, OnceLock};

use kaiketsu::{Limit, PositionView, Registry, Store};

use crate::answers::FamilyFacts;
use crate::errors::ApiError;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::question::Question;
use crate::room::Room;

/// The games of a server.
pub struct Catalogue {
    registry: Registry,
    store: Store,
    pub(crate) limits: Limits,
    pub(crate) metrics: Arc<Metrics>,
    rooms: Vec<OnceLock<Arc<Room>>>,
}

impl Catalogue {
    /// The games of a registry with the databases of a store.
    #[must_use]
    pub fn new(registry: Registry, store: Store, limits: Limits) -> Self {
        let rooms = registry.ids().map(|_| OnceLock::new()).collect();
        Catalogue { registry, store, limits, metrics: Arc::default(), rooms }
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
            Arc::new(Room::new(family, variant, &self.store, &self.limits, &self.metrics))
        };
        Ok(Arc::clone(room.get_or_init(make)))
    }

    /// A game that was asked for before.
    pub(crate) fn room_if_made(&self, id: &str) -> Option<Arc<Room>> {
        let place = self.registry.ids().position(|known| known == id)?;
        self.rooms[place].get().cloned()
    }

    /// How many questions wait, and how many are worked on.
    pub(crate) fn crowd(&self) -> (usize, usize) {
        let crowds = self.rooms.iter().filter_map(|room| room.get()).map(|room| room.crowd());
        crowds.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }

    /// A position with all its moves: the work behind one request, without the
    /// network. The start if there is no position.
    pub fn position(&self, id: &str, position: Option<&str>) -> Result<Arc<PositionView>, ApiError> {
        let room = self.room(id)?;
        let position = position.map_or_else(|| room.start(), Into::into);
        let mut question = Question::new(&room, position, 0)?;
        Ok(question.view(&room, Limit::within(self.limits.search_time))?.0)
    }
}
