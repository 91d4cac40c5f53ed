//! How the positions of a game are folded and cut into tiers.

use kaiketsu_game::{Game, Symmetric};

use super::coding::Packing;

/// What a game may add to its rules to be solved in less memory.
pub struct Scheme<G: Game + ?Sized> {
    /// The stored image of a position.
    pub(super) fold: fn(&G, &G::Position) -> G::Position,
    /// How many different images a position has.
    pub(super) images: fn(&G, &G::Position) -> u64,
    /// The stage of a position.
    pub(super) stage: fn(&G, &G::Position) -> u32,
    /// How positions become numbers of 64 bits, if they do.
    pub(super) packing: Option<Packing<G>>,
}

impl<G: Game + ?Sized> Scheme<G> {
    /// Every position by itself, all in one tier.
    #[must_use]
    pub fn plain() -> Self {
        Scheme { fold: |_, position| position.clone(), images: |_, _| 1, stage: |_, _| 0, packing: None }
    }

    /// How a position becomes its stored image.
    pub(crate) fn fold(&self) -> fn(&G, &G::Position) -> G::Position {
        self.fold
    }

    /// Positions cut into tiers by their stage: a number that never rises
    /// along a move, such as the empty cells or the pieces left. Positions of
    /// a lower stage are solved first and then only read. A step that counts
    /// no ply must lower the stage.
    #[must_use]
    pub fn staged(self, stage: fn(&G, &G::Position) -> u32) -> Self {
        Scheme { stage, ..self }
    }

    /// Positions packed into 64 bits, and back: then they take about 13 bytes each
    /// while they are looked for, and about five afterwards, if their keys have
    /// few more than 50 bits.
    ///
    /// Laws: `unpack(pack(p)) == p`, and keys have the order of the positions.
    /// (With `#[derive(Ord)]` that is: the first field in the highest bits.)
    #[must_use]
    pub fn packed(self, pack: fn(&G, &G::Position) -> u64, unpack: fn(&G, u64) -> G::Position) -> Self {
        Scheme { packing: Some(Packing { pack, unpack }), ..self }
    }

    /// The same without being told how, where the type of positions is a
    /// number, or a pair or an array of numbers, that fits 64 bits.
    #[must_use]
    pub fn packed_if_small(self) -> Self
    where
        G::Position: 'static,
    {
        Scheme { packing: self.packing.or_else(Packing::derived), ..self }
    }
}

impl<G: Symmetric<Position: Ord> + ?Sized> Scheme<G> {
    /// One stored position for all images of it: the least of them.
    #[must_use]
    pub fn folded() -> Self {
        Scheme {
            fold: |game, position| game.least_image(position),
            images: |game, position| {
                let mut images: Vec<_> = images(game, position).collect();
                images.sort_unstable();
                images.dedup();
                images.len() as u64
            },
            stage: |_, _| 0,
            packing: None,
        }
    }
}

fn images<G: Symmetric + ?Sized>(game: &G, position: &G::Position) -> impl Iterator<Item = G::Position> {
    (0..game.symmetries()).map(|symmetry| game.image(position, symmetry))
}

impl<G: Game + ?Sized> Clone for Scheme<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game + ?Sized> Copy for Scheme<G> {}
