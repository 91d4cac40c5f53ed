//! Dense numbers for all positions of a game, tier by tier.

use std::ops::Range;

use crate::{Aim, Game, Turn};

/// A set of positions that are solved together, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tier(pub u32);

/// A place in the stored order: a tier and a number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot {
    /// The tier.
    pub tier: Tier,
    /// The number in the tier, from 0.
    pub index: u64,
}

/// Where the value of a position is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// In a slot.
    Stored(Slot),
    /// Nowhere: it follows from the values of its moves.
    Derived,
}

/// A table that `stats` prints: positions counted by something the game knows.
pub struct Breakdown<G: Game + ?Sized> {
    /// The name of the table in JSON, such as `by_steps`.
    pub name: &'static str,
    /// The names of its key columns, such as `mover_steps`.
    pub keys: &'static [&'static str],
    /// Whose values are counted: those of one of the aims of the game.
    pub aim: Aim,
    /// What is counted.
    pub counting: Counting,
    /// Appends the key of a slot: as many numbers as there are key columns.
    /// It is asked for every slot, so it should not need the whole position.
    pub class: fn(&G, Slot, &mut Vec<u32>),
}

/// What a table counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Positions: a slot counts as often as its weight says.
    Positions,
    /// Slots that stand for some position, once each: positions up to what
    /// the game folds.
    Classes,
}

impl<G: Game + ?Sized> Breakdown<G> {
    /// A table of positions by who wins.
    #[must_use]
    pub fn new(
        name: &'static str,
        keys: &'static [&'static str],
        class: fn(&G, Slot, &mut Vec<u32>),
    ) -> Self {
        Breakdown { name, keys, aim: Aim::Win, counting: Counting::Positions, class }
    }
}

/// A game whose positions are numbered without gaps, tier by tier.
///
/// A *stored* position is one that has a slot of its own. A game may fold
/// symmetric positions: then `locate` takes a position to the slot of a stored
/// image of the same value, and `weight` says how many positions a slot
/// stands for.
///
/// Tiers that do not lead to one another may share a *layer*. A layer is
/// solved side by side and becomes one file, so a game with very many small
/// tiers (Dodgem) has few files.
///
/// # Laws
///
/// 1. `locate(position(slot)) == slot` for every slot.
/// 2. `position(locate(p))` has the value of `p`, for every position the
///    rules can meet.
/// 3. A move from tier `t` leads into `t` or into a tier of `below(t)`, and
///    all of `below(t)` have numbers less than `t`. A step that counts no ply
///    leaves its tier.
/// 4. `layer` never falls as tiers rise, starts at 0 and leaves no number
///    out; `below(t)` holds no tier of the layer of `t`.
/// 5. A position is located at one of its stored images; the others are the
///    twins of that one, and the twins of a twin are the same set.
/// 6. `walk` shows what `position` says.
/// 7. `place(p)` is `Derived` if `is_derived(p)`, else `Stored(locate(p))`; the
///    positions of slots are stored. Chains of derived positions end. A game with
///    derived positions is solved by a kernel of its own.
pub trait Tiered: Game {
    /// How many tiers there are. They are solved in ascending order.
    fn tiers(&self) -> u32;

    /// How many slots a tier has.
    fn size(&self, tier: Tier) -> u64;

    /// The slot of a position, or of its stored image.
    fn locate(&self, position: &Self::Position) -> Slot;

    /// Appends the slots of many positions. As it stands: one `locate` after the
    /// other; a numbering that looks positions up in memory can wait for all of
    /// them at once. Law: the slots are those of `locate`, in order.
    fn locate_all(&self, positions: &[Self::Position], slots: &mut Vec<Slot>) {
        slots.extend(positions.iter().map(|position| self.locate(position)));
    }

    /// The tier of a position, for games that know it without its number.
    /// Law: that of `locate`.
    fn tier_of(&self, position: &Self::Position) -> Tier {
        self.locate(position).tier
    }

    /// Whether a position has no slot, since its value follows from those of its moves. As
    /// it stands: all are stored.
    fn is_derived(&self, position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// Where the value of a position is found.
    fn place(&self, position: &Self::Position) -> Place {
        if self.is_derived(position) { Place::Derived } else { Place::Stored(self.locate(position)) }
    }

    /// What the database knows of every slot: who wins, and in games that know
    /// wins of two kinds who wins completely. Each aim has a value of its own
    /// for every slot, and each layer a file for every aim, in this order.
    fn aims(&self) -> &'static [Aim] {
        &[Aim::Win]
    }

    /// The stored position of a slot.
    fn position(&self, slot: Slot) -> Self::Position;

    /// Shows the stored positions of a range of a tier in order, each with its
    /// number. As it stands: one `position` after the other; a numbering that
    /// finds the next from the one before is faster.
    fn walk(&self, tier: Tier, range: Range<u64>, visit: &mut dyn FnMut(u64, &Self::Position)) {
        for index in range {
            visit(index, &self.position(Slot { tier, index }));
        }
    }

    /// The other tiers that moves from this tier can lead to.
    fn below(&self, tier: Tier) -> Vec<Tier>;

    /// What the tier holds, in a word or two.
    fn tier_name(&self, tier: Tier) -> String {
        tier.0.to_string()
    }

    /// The layer a tier belongs to.
    fn layer(&self, tier: Tier) -> u32 {
        tier.0
    }

    /// What the layer holds, in a word or two. As it stands: the name of the
    /// tier, for games in which each tier is a layer.
    fn layer_name(&self, layer: u32) -> String {
        self.tier_name(Tier(layer))
    }

    /// How many positions of the game a slot stands for in statistics: more
    /// than one where symmetric positions are folded, 0 for positions that
    /// are solved but, by convention, not counted.
    fn weight(&self, slot: Slot) -> u64 {
        let _ = slot;
        1
    }

    /// Appends the other slots whose positions are images of this one, where
    /// folding leaves such twins. They have equal values.
    fn twins(&self, slot: Slot, twins: &mut Vec<Slot>) {
        let _ = (slot, twins);
    }

    /// Whether files keep distances apart from outcomes. Where outcomes have more
    /// order than distances that takes up to a fifth less room, elsewhere more.
    /// Saying so makes other files of the same values.
    fn distances_apart(&self) -> bool {
        false
    }

    /// How many of the lowest bits of an index tell neighbours apart in a layer that
    /// is one tier: slots that differ in one of them are much alike, and the one with
    /// the bit set is seldom better for the side to move. Files with distances then
    /// take a fraction of the room. As it stands there is no such order. Saying so
    /// makes other files of the same values.
    fn neighbour_bits(&self, layer: u32) -> Option<u32> {
        let _ = layer;
        None
    }

    /// What tiers are told apart by where statistics with distances are broken down
    /// by it: a name such as `marks`, and the number of a tier. As it stands: nothing.
    fn measure(&self, tier: Tier) -> Option<(&'static str, u32)> {
        let _ = tier;
        None
    }

    /// Memory that the numbering itself holds, in bytes, where it is worth
    /// planning for.
    fn numbering_bytes(&self) -> u64 {
        0
    }

    /// The tables by which `stats` breaks the counts down.
    fn breakdowns(&self) -> Vec<Breakdown<Self>> {
        Vec::new()
    }

    /// Numbers that follow from the rules alone and belong beside statistics,
    /// each with a name such as `placements`.
    fn facts(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}

/// A stored position from which a move leads to a given one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin {
    /// Its number in the tier that was asked for.
    pub index: u64,
    /// Whether the move that leads on from it passes the turn.
    pub passes: bool,
}

impl Origin {
    /// What the move that leads on does to the turn.
    #[must_use]
    pub fn turn(self) -> Turn {
        if self.passes { Turn::Passes } else { Turn::Stays }
    }

    /// Sorts what comes after the first origins, so many, and keeps each once.
    ///
    /// ```
    /// use kaiketsu_game::Origin;
    /// let mut origins = [7, 5, 4, 5].map(|index| Origin { index, passes: true }).to_vec();
    /// Origin::keep_once(&mut origins, 1);
    /// assert_eq!(origins.iter().map(|origin| origin.index).collect::<Vec<_>>(), [7, 4, 5]);
    /// ```
    pub fn keep_once(origins: &mut Vec<Origin>, from: usize) {
        origins[from..].sort_unstable();
        let mut kept = from;
        for next in from..origins.len() {
            if next == from || origins[next] != origins[kept - 1] {
                origins[kept] = origins[next];
                kept += 1;
            }
        }
        origins.truncate(kept);
    }
}

/// A game that can list the moves backwards.
///
/// # Law
///
/// `predecessors(slot, tier)` holds an origin exactly if the position stored
/// there is not over and one of its moves leads to a position that `locate`
/// takes to `slot`. It holds each once, or [once for each such
/// move](Retrograde::once_a_move). (With folding this is more than playing
/// backwards from the stored position: it speaks of stored positions on both
/// sides.)
pub trait Retrograde: Tiered {
    /// Appends the origins in `tier` whose moves lead to `slot`.
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>);

    /// Shows the positions that `predecessors` lists, each with what its move does
    /// to the turn; some of them perhaps more than once. As it stands: by their
    /// numbers. Where positions are found first and numbered afterwards, a game
    /// that says so here is folded faster. `after` is the position of the slot.
    fn visit_predecessors(
        &self,
        slot: Slot,
        after: &Self::Position,
        tier: Tier,
        visit: &mut dyn FnMut(&Self::Position, Turn),
    ) {
        let _ = after;
        let mut origins = Vec::new();
        self.predecessors(slot, tier, &mut origins);
        for origin in origins {
            visit(&self.position(Slot { tier, index: origin.index }), origin.turn());
        }
    }

    /// Shows what `predecessors` lists of each slot of a range of the tier `lower`, in
    /// order, each with its number. As it stands: one after the other; a numbering that
    /// finds the next position from the one before is faster.
    fn walk_predecessors(
        &self,
        lower: Tier,
        range: Range<u64>,
        tier: Tier,
        visit: &mut dyn FnMut(u64, &[Origin]),
    ) {
        let mut origins = Vec::new();
        for index in range {
            origins.clear();
            self.predecessors(Slot { tier: lower, index }, tier, &mut origins);
            visit(index, &origins);
        }
    }

    /// Whether every move from a tier leads out of it and counts one ply. Then nobody
    /// has to look at its moves to find out, which spares `spread` half of its work. As
    /// it stands: perhaps not.
    fn leaves(&self, tier: Tier) -> bool {
        let _ = tier;
        false
    }

    /// Whether an origin comes as often as it has moves to the slot; always so
    /// where different moves of a stored position lead to different slots. Then
    /// nobody has to find out which moves lead to the same, which spares `queue`
    /// the numbers of most children. Law: it is true of all slots but those at
    /// which the game ends with a loss, whose origins are won by any one move.
    fn once_a_move(&self) -> bool {
        false
    }

    /// Whether the law holds across tiers. A game that says no lists origins
    /// in the tier of the slot only, because too many lead into the tiers
    /// below; of the kernels that go backwards only `queue` can solve it.
    fn crosses_tiers(&self) -> bool {
        true
    }
}
