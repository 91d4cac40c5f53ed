//! What published searches ask of a game: their order of moves and what they
//! count.

use kaiketsu_game::Certifiable;

/// An order of moves that was published for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublishedOrdering {
    /// Its name in questions, a word.
    pub name: &'static str,
    /// What it is, and whose.
    pub about: &'static str,
}

/// The number of an ordering in the list of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ordering(pub usize);

/// A text that names no published ordering of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is no ordering of {game}: {}", if known.is_empty() {
    "none was published".into()
} else {
    format!("there are {}", known.join(", "))
})]
pub struct UnknownOrdering {
    /// The game.
    pub game: String,
    /// The text.
    pub name: String,
    /// What would have been one, each with what it is.
    pub known: Vec<String>,
}

/// A game that may have a published search.
///
/// # Laws
///
/// 1. `arrange` changes nothing but the order of the moves.
/// 2. Orderings have different names.
pub trait Published: Certifiable
where
    Self::Position: Ord,
{
    /// The orderings that were published. As it stands: none.
    fn orderings(&self) -> &'static [PublishedOrdering] {
        &[]
    }

    /// The ordering of a name; the error lists those there are.
    fn ordering(&self, name: &str) -> Result<Ordering, UnknownOrdering> {
        let found = self.orderings().iter().position(|ordering| ordering.name == name);
        found.map(Ordering).ok_or_else(|| UnknownOrdering {
            game: self.id(),
            name: name.into(),
            known: self.orderings().iter().map(|o| format!("{} ({})", o.name, o.about)).collect(),
        })
    }

    /// Puts the legal moves of a position into one of the published orders.
    fn arrange(&self, position: &Self::Position, ordering: Ordering, moves: &mut Vec<Self::Move>) {
        let _ = (position, ordering, moves);
    }

    /// Whether the published search calls a position drawn without going on.
    fn given_up(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// Whether the published search counts the position a move leads to, given
    /// whether the turn passes. As it stands: every one.
    fn counts(&self, turn_passes: bool) -> bool {
        let _ = turn_passes;
        true
    }
}
