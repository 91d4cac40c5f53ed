//! Numberings that a game takes as they are, and moves backwards by positions.

use std::ops::Range;

use crate::{Game, Origin, Retrograde, Slot, Tier, Tiered, Turn};

/// Dense numbers for positions, tier by tier, whatever the game. The placements
/// of pieces in crate `kaiketsu-index` are one.
///
/// # Laws
///
/// `find(position(slot))` is the slot, for every slot; `walk` shows what
/// `position` says.
pub trait Numbering<P>: Send + Sync {
    /// How many tiers there are.
    fn tiers(&self) -> u32;

    /// How many slots a tier has.
    fn size(&self, tier: Tier) -> u64;

    /// The tier of a position; `None` if it has no number.
    fn tier_of(&self, position: &P) -> Option<Tier>;

    /// The slot of a position; `None` if it has none.
    fn find(&self, position: &P) -> Option<Slot>;

    /// The position of a slot.
    fn position(&self, slot: Slot) -> P;

    /// Shows the positions of a range of a tier in order, each with its number.
    fn walk(&self, tier: Tier, range: Range<u64>, visit: &mut dyn FnMut(u64, &P)) {
        for index in range {
            visit(index, &self.position(Slot { tier, index }));
        }
    }
}

/// A numbering with a leading part, such as the pieces of one kind: the numbers of
/// a tier fall into stretches, one for each way to put it down. A symmetric game
/// that takes such a numbering can be folded; `Foldable` in crate
/// `kaiketsu-engine` has the laws.
pub trait Led<P>: Numbering<P> {
    /// The first number of each stretch of a tier.
    fn stretches(&self, tier: Tier) -> Vec<u64>;

    /// The tier and the stretch of a position.
    fn stretch(&self, position: &P) -> Option<(Tier, usize)>;

    /// The number of a position inside its stretch.
    fn offset(&self, position: &P) -> Option<u64>;

    /// Whether two positions are seen to lie in one stretch, sooner than it is found. As it
    /// stands: they are not.
    fn same_stretch(&self, one: &P, other: &P) -> bool {
        let _ = (one, other);
        false
    }
}

/// A game that is [`Tiered`] by a [`Numbering`]: this is all it has to say.
///
/// Tiers are solved in ascending order, so a move must lead into its own tier or
/// into one with a lesser number; see the laws of [`Tiered`].
///
/// ```
/// use kaiketsu_game::{Game, NumberedBy, Numbering, Outcome, Slot, Step, Tier, Tiered};
///
/// /// A heap of up to nine stones: take one or two, who takes the last one wins.
/// struct Heap(OneTier);
///
/// /// The number of a heap is its number of stones.
/// struct OneTier;
///
/// impl Numbering<u8> for OneTier {
///     fn tiers(&self) -> u32 { 1 }
///     fn size(&self, _: Tier) -> u64 { 10 }
///     fn tier_of(&self, stones: &u8) -> Option<Tier> { (*stones < 10).then_some(Tier(0)) }
///     fn find(&self, stones: &u8) -> Option<Slot> {
///         Some(Slot { tier: self.tier_of(stones)?, index: (*stones).into() })
///     }
///     fn position(&self, slot: Slot) -> u8 { slot.index as u8 }
/// }
///
/// impl NumberedBy for Heap {
///     type Numbering = OneTier;
///     fn numbering(&self) -> &OneTier { &self.0 }
/// }
///
/// impl Game for Heap {
///     // ...
/// #     type Position = u8;
/// #     type Move = u8;
/// #     fn id(&self) -> String { "heap".into() }
/// #     fn start(&self) -> u8 { 9 }
/// #     fn ending(&self, stones: &u8) -> Option<Outcome> { (*stones == 0).then_some(Outcome::Loss) }
/// #     fn moves(&self, stones: &u8, moves: &mut Vec<u8>) { moves.extend(1..=2.min(*stones)); }
/// #     fn play(&self, stones: &u8, taken: &u8) -> Step<u8> { Step::passes(stones - taken) }
/// }
///
/// assert_eq!(Heap(OneTier).locate(&7).index, 7);
/// ```
pub trait NumberedBy: Game {
    /// The numbering.
    type Numbering: Numbering<Self::Position>;

    /// The numbering.
    fn numbering(&self) -> &Self::Numbering;

    /// The other tiers that moves from a tier can lead to. As it stands: the one
    /// before it.
    fn tiers_below(&self, tier: Tier) -> Vec<Tier> {
        tier.0.checked_sub(1).map(Tier).into_iter().collect()
    }

    /// What a tier holds, in a word or two.
    fn name_of_tier(&self, tier: Tier) -> String {
        tier.0.to_string()
    }

    /// Whether different moves of a position always lead to different positions;
    /// see [`Retrograde::once_a_move`].
    fn moves_differ(&self) -> bool {
        false
    }

    /// Whether every move from a tier leads out of it and counts one ply; see
    /// [`Retrograde::leaves`].
    fn moves_leave(&self, tier: Tier) -> bool {
        let _ = tier;
        false
    }
}

impl<G: NumberedBy> Tiered for G {
    fn tiers(&self) -> u32 {
        self.numbering().tiers()
    }

    fn size(&self, tier: Tier) -> u64 {
        self.numbering().size(tier)
    }

    #[inline]
    fn locate(&self, position: &G::Position) -> Slot {
        self.numbering().find(position).expect("a position that the game numbers")
    }

    #[inline]
    fn tier_of(&self, position: &G::Position) -> Tier {
        self.numbering().tier_of(position).expect("a position that the game numbers")
    }

    #[inline]
    fn position(&self, slot: Slot) -> G::Position {
        self.numbering().position(slot)
    }

    fn walk(&self, tier: Tier, range: Range<u64>, visit: &mut dyn FnMut(u64, &G::Position)) {
        self.numbering().walk(tier, range, visit);
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        self.tiers_below(tier)
    }

    fn tier_name(&self, tier: Tier) -> String {
        self.name_of_tier(tier)
    }
}

/// A game that plays backwards, position by position; with a [`Numbering`] that
/// makes it [`Retrograde`].
///
/// # Law
///
/// `before` shows every position that is not over and has a move to `after`. It
/// may show one more than once, and others that are over or have no number:
/// these are left out. It shows none that is not over, has a number and has no
/// such move.
pub trait Backwards: Game {
    /// Shows the positions from which a move leads to one, each with what the
    /// move does to the turn.
    fn before(&self, after: &Self::Position, visit: &mut dyn FnMut(Self::Position, Turn));
}

impl<G: NumberedBy + Backwards> Retrograde for G {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        let from = origins.len();
        self.visit_predecessors(slot, &self.position(slot), tier, &mut |before, turn| {
            origins.push(Origin { index: self.locate(before).index, passes: turn == Turn::Passes });
        });
        Origin::keep_once(origins, from);
    }

    fn visit_predecessors(
        &self,
        _: Slot,
        after: &G::Position,
        tier: Tier,
        visit: &mut dyn FnMut(&G::Position, Turn),
    ) {
        self.before(after, &mut |before, turn| {
            if self.numbering().tier_of(&before) == Some(tier) && self.ending(&before).is_none() {
                visit(&before, turn);
            }
        });
    }

    fn walk_predecessors(
        &self,
        lower: Tier,
        range: Range<u64>,
        tier: Tier,
        visit: &mut dyn FnMut(u64, &[Origin]),
    ) {
        let mut origins = Vec::new();
        self.walk(lower, range, &mut |index, after| {
            origins.clear();
            self.visit_predecessors(Slot { tier: lower, index }, after, tier, &mut |before, turn| {
                origins.push(Origin { index: self.locate(before).index, passes: turn == Turn::Passes });
            });
            Origin::keep_once(&mut origins, 0);
            visit(index, &origins);
        });
    }

    fn leaves(&self, tier: Tier) -> bool {
        self.moves_leave(tier)
    }

    fn once_a_move(&self) -> bool {
        self.moves_differ()
    }
}
