//! A solve kept in memory, for tests that look at values.

use std::sync::Arc;

use kaiketsu_db::{Database, Manifest, Memory};
use kaiketsu_engine::solve::{CacheReport, Kernel, Layout, Options, Silent, solve};
use kaiketsu_game::{Code, Notation, Slot, Tiered, Value};

/// A game and the database that a solve made of it.
pub struct SolvedGame<'a, G: Tiered> {
    /// The game.
    pub game: &'a G,
    /// What the solve says it found.
    pub manifest: Manifest,
    /// The files, byte by byte.
    pub storage: Memory,
    /// What the cache of solved tiers did.
    pub cache: CacheReport,
    layout: Layout,
    /// The codes of each layer, read back from its file.
    layers: Vec<Vec<Code>>,
}

/// Solves a game with memory to spare and reads the files back.
///
/// # Panics
/// If anything goes wrong.
pub fn solve_in_memory<'a, G: Tiered + Notation>(
    game: &'a G,
    kernel: &dyn Kernel<G>,
    threads: usize,
    distances: bool,
) -> SolvedGame<'a, G> {
    let storage = Memory::new();
    let options = Options { threads, memory: 8 << 30, distances, layers: None };
    let solution = solve(game, kernel, &storage, &options, &Silent)
        .unwrap_or_else(|error| panic!("{} by {}: {error}", game.id(), kernel.name()));
    let database = Database::open(Arc::new(storage.clone())).expect("a finished solve can be opened");
    let layout = Layout::new(game);
    let read = |layer| {
        let mut codes = vec![Code::DRAW; layout.size(layer) as usize];
        let reader = database.layer(layer).expect("a finished solve has all layers");
        reader.read(0, &mut codes).expect("a finished solve can be read");
        codes
    };
    let layers = (0..layout.layers()).map(read).collect();
    SolvedGame { game, manifest: solution.manifest, storage, cache: solution.cache, layout, layers }
}

impl<G: Tiered> SolvedGame<'_, G> {
    /// The value stored in a slot.
    #[must_use]
    pub fn value(&self, slot: Slot) -> Value {
        let (layer, index) = self.layout.place_of(slot);
        self.layers[layer as usize][index as usize].value(self.manifest.distances)
    }

    /// The value of a position, wherever it is stored.
    #[must_use]
    pub fn value_of(&self, position: &G::Position) -> Value {
        self.value(self.game.locate(position))
    }

    /// The value of the start.
    #[must_use]
    pub fn start(&self) -> Value {
        self.value_of(&self.game.start())
    }

    /// Every stored position with its value and its weight, in stored order.
    pub fn positions(&self) -> impl Iterator<Item = (G::Position, Value, u64)> {
        crate::naive::slots(self.game)
            .map(|slot| (self.game.position(slot), self.value(slot), self.game.weight(slot)))
    }
}
