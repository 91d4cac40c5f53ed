//! Which tiers make up a layer, and where each begins in it.

use std::ops::Range;

use kaiketsu_game::{Slot, Tier, Tiered};

/// The stored order of a whole game: tiers one after the other, cut into layers.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Per layer, its tiers.
    layers: Vec<Range<u32>>,
    /// Per tier, its layer and where it begins there.
    places: Vec<(u32, u64)>,
    /// Per layer, its positions.
    sizes: Vec<u64>,
    /// How many files a layer has: one for each aim.
    aims: u32,
}

impl Layout {
    /// The layout of a game; asks for the size of every tier.
    ///
    /// # Panics
    /// If the layers break the laws of [`Tiered`].
    pub fn new<G: Tiered + ?Sized>(game: &G) -> Self {
        let aims = game.aims().len() as u32;
        let mut layout = Layout { layers: Vec::new(), places: Vec::new(), sizes: Vec::new(), aims };
        for tier in 0..game.tiers() {
            let layer = game.layer(Tier(tier));
            if layer as usize == layout.layers.len() {
                layout.layers.push(tier..tier);
                layout.sizes.push(0);
            }
            assert_eq!(layer as usize + 1, layout.layers.len(), "layers follow one another without gaps");
            let layer_index = layer as usize;
            layout.layers[layer_index].end = tier + 1;
            layout.places.push((layer, layout.sizes[layer_index]));
            layout.sizes[layer_index] += game.size(Tier(tier));
        }
        layout
    }

    /// How many layers there are.
    #[must_use]
    pub fn layers(&self) -> u32 {
        self.layers.len() as u32
    }

    /// The number of the file of a layer for one of the aims of the game, by
    /// its place among them.
    #[must_use]
    pub fn file(&self, layer: u32, aim: usize) -> u32 {
        layer * self.aims + aim as u32
    }

    /// The tiers of a layer.
    pub fn tiers(&self, layer: u32) -> impl ExactSizeIterator<Item = Tier> + use<> {
        self.layers[layer as usize].clone().map(Tier)
    }

    /// How many positions a layer has.
    #[must_use]
    pub fn size(&self, layer: u32) -> u64 {
        self.sizes[layer as usize]
    }

    /// How many positions there are.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.sizes.iter().sum()
    }

    /// The layer of a tier, and where it begins there.
    #[must_use]
    pub fn place(&self, tier: Tier) -> (u32, u64) {
        self.places[tier.0 as usize]
    }

    /// The layer of a slot, and its index there.
    #[must_use]
    pub fn place_of(&self, slot: Slot) -> (u32, u64) {
        let (layer, first) = self.place(slot.tier);
        (layer, first + slot.index)
    }
}
