//! Folding: a numbered game with symmetries, stored once for all images.
//!
//! The author numbers the *whole* set of positions so that the numbers of a
//! tier fall into *stretches*: one for each way to put down a leading part of
//! the position, say the pieces of one kind. A symmetry takes the leading part
//! to another one, and so a stretch to a stretch. Stretches that are images of
//! one another form an orbit, and only the first stretch of an orbit is stored:
//!
//! ```text
//! whole    | 0 | 1 | 2 | 3 | 4 | 5 |      1 is an image of 0; 3 and 4 are of 2; 5 has no others
//! stored   | 0 | 2 | 5 |                  each slot of 0 stands for 2 positions, of 2 for 3
//! ```
//!
//! A stretch that some symmetry takes to itself is stored in full, and images
//! inside it are twins. So folding by 16 leaves a little more than a sixteenth.
//!
//! [`FoldedGame`] finds the orbits itself, with `position`, `image` and
//! `locate`, the first time a tier is asked about: that takes as many images as
//! there are stretches times symmetries. A leading part with about the square
//! root of the positions of a tier keeps this short and leaves few twins.
//!
//! # Moves backwards
//!
//! Let `p` be stored, and `fold` be what `locate` does to positions. An origin of `p` is a
//! stored `r` with a move to some `y` such that `fold(y) = p`; then `y = g(p)` for a
//! symmetry `g`, and undoing `g` takes `r` to a position `q` of the whole game
//! with a move to `p`. So the origins are those `g(q)` that are stored, for all
//! whole predecessors `q` of `p` and all `g` with `fold(g(p)) = p`. Where nothing but
//! the identity keeps the stretch of `p`, that is every `g`.

mod game;
mod tier;

use std::sync::{Arc, OnceLock};

use kaiketsu_game::{Led, NumberedBy, Symmetric, Tier, Tiered};

use tier::TierFold;

/// A numbered game that [`FoldedGame`] can fold.
///
/// # Laws
///
/// 1. `stretches(tier)` ascends from 0 without repeats, below `size(tier)`.
/// 2. Symmetries keep tiers, and take the positions of a stretch to those of
///    one stretch, which is as long.
/// 3. `locate` tells images apart; or it takes all images of the positions of
///    a stretch to the slots of that stretch.
/// 4. Images have the same weight.
/// 5. `stretch`, `offset` and `same_stretch`, where they say anything, say what
///    `locate` and `stretches` do.
pub trait Foldable: Tiered + Symmetric {
    /// The first number of each stretch of a tier; see [`stretches_of`] for equal ones.
    fn stretches(&self, tier: Tier) -> Vec<u64>;

    /// The tier and the stretch of a position, if that is found sooner than its
    /// slot. As it stands: it is not, and the slot is taken.
    fn stretch(&self, position: &Self::Position) -> Option<(Tier, usize)> {
        let _ = position;
        None
    }

    /// The number of a position inside its stretch, if that is found sooner than
    /// its slot. As it stands: it is not, and the slot is taken.
    fn offset(&self, position: &Self::Position) -> Option<u64> {
        let _ = position;
        None
    }

    /// Whether two positions are seen to lie in one stretch, sooner than it is found:
    /// many moves of a position leave the leading part as it is. As it stands: they are not.
    fn same_stretch(&self, one: &Self::Position, other: &Self::Position) -> bool {
        let _ = (one, other);
        false
    }
}

/// So many stretches of one length.
///
/// ```
/// use kaiketsu_engine::fold::stretches_of;
/// assert_eq!(stretches_of(3, 10).collect::<Vec<_>>(), [0, 10, 20]);
/// ```
pub fn stretches_of(count: u64, length: u64) -> impl Iterator<Item = u64> {
    (0..count).map(move |stretch| stretch * length)
}

/// A game whose positions are stored once for all their images; see the module.
///
/// ```
/// use kaiketsu_engine::fold::FoldedGame;
/// use kaiketsu_game::{Game, Tier, Tiered};
/// use kaiketsu_games::ConnectFour;
///
/// let whole = ConnectFour::new(4, 4);
/// let after_a_move = whole.size(Tier(15));
/// let folded = FoldedGame::new(whole);
/// assert_eq!((after_a_move, folded.size(Tier(15))), (4, 2));
/// ```
pub struct FoldedGame<G: Foldable> {
    game: Arc<G>,
    /// Each made when it is first asked for.
    tiers: Vec<OnceLock<TierFold>>,
}

impl<G: Foldable> FoldedGame<G> {
    /// A game, folded.
    ///
    /// # Panics
    ///
    /// If it has more than 64 symmetries.
    pub fn new(game: impl Into<Arc<G>>) -> Self {
        let game = game.into();
        assert!(game.symmetries() <= 64, "{}: at most 64 symmetries can be folded", game.id());
        FoldedGame { tiers: (0..game.tiers()).map(|_| OnceLock::new()).collect(), game }
    }

    /// The game as its author numbered it.
    pub fn whole(&self) -> &Arc<G> {
        &self.game
    }

    #[inline]
    fn tier(&self, tier: Tier) -> &TierFold {
        self.tiers[tier.0 as usize].get_or_init(|| TierFold::new(&*self.game, tier))
    }
}

/// A symmetric game that takes a numbering with a leading part is folded without
/// another word.
impl<G: NumberedBy<Numbering: Led<G::Position>> + Symmetric> Foldable for G {
    fn stretches(&self, tier: Tier) -> Vec<u64> {
        self.numbering().stretches(tier)
    }

    #[inline]
    fn stretch(&self, position: &G::Position) -> Option<(Tier, usize)> {
        self.numbering().stretch(position)
    }

    #[inline]
    fn offset(&self, position: &G::Position) -> Option<u64> {
        self.numbering().offset(position)
    }

    #[inline]
    fn same_stretch(&self, one: &G::Position, other: &G::Position) -> bool {
        self.numbering().same_stretch(one, other)
    }
}
