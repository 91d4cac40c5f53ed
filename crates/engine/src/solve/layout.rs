//! Which tiers make up a layer, and where each begins in it.

use std::ops::Range;

use kaiketsu_game::{Aim, Slot, Tier, Tiered};

/// The stored order of a whole game: tiers one after the other, cut into layers,
/// with a file for each layer and aim of the game.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Per layer, its tiers.
    layers: Vec<Range<u32>>,
    /// Per tier, its layer and where it begins there.
    places: Vec<(u32, u64)>,
    /// Per layer, its positions.
    sizes: Vec<u64>,
    aims: &'static [Aim],
}

impl Layout {
    /// The layout of a game; asks for the size of every tier.
    ///
    /// # Panics
    /// If the layers break the laws of [`Tiered`].
    pub fn new<G: Tiered + ?Sized>(game: &G) -> Self {
        let mut layout =
            Layout { layers: Vec::new(), places: Vec::new(), sizes: Vec::new(), aims: game.aims() };
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
        self.files_of(layer).start + aim as u32
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

    /// How many files there are.
    #[must_use]
    pub fn files(&self) -> u32 {
        self.layers() * self.aims.len() as u32
    }

    /// The files of a layer: one for each aim, in the order of the aims.
    #[must_use]
    pub fn files_of(&self, layer: u32) -> Range<u32> {
        let aims = self.aims.len() as u32;
        layer * aims..(layer + 1) * aims
    }

    /// The file of a layer for an aim.
    ///
    /// # Panics
    /// If the game has no such aim.
    #[must_use]
    pub fn file_for(&self, layer: u32, aim: Aim) -> u32 {
        self.file(layer, self.aims.iter().position(|other| *other == aim).expect("an aim of the game"))
    }

    /// The layer of a file.
    #[must_use]
    pub fn layer_of(&self, file: u32) -> u32 {
        file / self.aims.len() as u32
    }

    /// What a file holds, in a word or two.
    pub fn file_name<G: Tiered + ?Sized>(&self, game: &G, file: u32) -> String {
        let name = game.layer_name(self.layer_of(file));
        match self.aims[file as usize % self.aims.len()] {
            Aim::Win => name,
            Aim::Complete => format!("{name}, complete"),
        }
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

    /// The slot with a number in a layer.
    pub(crate) fn slot_at(&self, layer: u32, index: u64) -> Slot {
        let tiers = self.layers[layer as usize].clone();
        let begins = |tier: &u32| self.places[*tier as usize].1 <= index;
        let tier = tiers.rev().find(begins).expect("the first tier begins at 0");
        Slot { tier: Tier(tier), index: index - self.places[tier as usize].1 }
    }
}

/// The slots of a game in runs of neighbours, numbered in stored order.
pub(crate) struct Runs {
    /// Per tier, the runs of it and of those before it.
    ends: Vec<u64>,
}

impl Runs {
    /// Runs of so many slots, but for the last ones of tiers.
    pub(crate) fn new<G: Tiered + ?Sized>(game: &G, length: u64) -> Self {
        let mut end = 0;
        let ends = (0..game.tiers()).map(|tier| {
            end += game.size(Tier(tier)).div_ceil(length);
            end
        });
        Runs { ends: ends.collect() }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// The tier of a run, and its number there.
    pub(crate) fn find(&self, number: u64) -> (Tier, u64) {
        let tier = self.ends.partition_point(|end| *end <= number);
        let first = if tier == 0 { 0 } else { self.ends[tier - 1] };
        (Tier(tier as u32), number - first)
    }
}
