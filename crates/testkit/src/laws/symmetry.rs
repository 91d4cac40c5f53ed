//! The laws of [`Symmetric`], and what folding owes to them.

use std::collections::HashSet;

use kaiketsu_game::{Game, Step, Symmetric, Tiered};

use super::hold;
use crate::naive;

/// Checks the laws of [`Symmetric`] on the given positions.
///
/// # Panics
/// If a law is broken.
pub fn check_symmetric<G: Symmetric + ?Sized>(game: &G, positions: impl IntoIterator<Item = G::Position>) {
    let count = game.symmetries();
    assert!(count > 0, "{}: the identity is a symmetry", game.id());
    // Per pair, the symmetries that have so far been what the two make together.
    let mut products: Vec<Vec<usize>> = vec![(0..count).collect(); count * count];
    for position in positions {
        let images: Vec<G::Position> = (0..count).map(|symmetry| game.image(&position, symmetry)).collect();
        hold(game, &position, "image 0 is the position itself", images[0] == position);
        for (pair, candidates) in products.iter_mut().enumerate() {
            let both = game.image(&images[pair / count], pair % count);
            candidates.retain(|&one| images[one] == both);
            hold(
                game,
                &position,
                "two symmetries one after the other are a symmetry",
                !candidates.is_empty(),
            );
        }
        for (symmetry, image) in images.iter().enumerate() {
            check_image(game, &position, image, symmetry);
        }
    }
    for symmetry in 0..count {
        let undone = (0..count).any(|other| products[symmetry * count + other].contains(&0));
        assert!(undone, "{}: broken law: symmetry {symmetry} has an inverse", game.id());
    }
}

fn check_image<G: Symmetric + ?Sized>(
    game: &G,
    position: &G::Position,
    image: &G::Position,
    symmetry: usize,
) {
    hold(game, position, "images have the same ending", game.ending(position) == game.ending(image));
    let imaged = |step: Step<G::Position>| step.map(|child| game.image(&child, symmetry));
    let expected: HashSet<_> =
        naive::steps(game, position).unwrap_or_default().into_iter().map(imaged).collect();
    let found: HashSet<_> = naive::steps(game, image).unwrap_or_default().into_iter().collect();
    hold(game, position, "the moves of an image lead to the images", expected == found);
}

/// Checks that the given positions are stored as one of their images.
///
/// # Panics
/// If one is not.
pub fn check_folding<G: Symmetric + Tiered + ?Sized>(
    game: &G,
    positions: impl IntoIterator<Item = <G as Game>::Position>,
) {
    for position in positions {
        let stored = game.position(game.locate(&position));
        let is_image = (0..game.symmetries()).any(|symmetry| game.image(&position, symmetry) == stored);
        hold(game, &position, "a position is stored as one of its images", is_image);
    }
}
