//! The blocking game: Otrio with one hand tied, as the search holds it.
//!
//! One player attacks with two colours, the other only blocks. Compared with
//! Otrio,
//!
//! - the blocker's rings make no lines: what he places only takes up a place;
//! - the attacker places on an open line of either of his colours or passes,
//!   and need not answer anything;
//! - the blocker places on an open line of the attacker if he can. If he
//!   cannot, he has no ring for any such place, now and for good.
//!
//! An attack that fails here fails in Otrio: the blocker plays there as he does
//! here. What the attacker does elsewhere is a pass here, and changes nothing on
//! open lines; what he does on open lines he does here too, even where a colour
//! only takes a place from its partner: that can leave the blocker with rings of
//! the wrong sizes. The place that the blocker wants is then free in Otrio as
//! well, and he has the same rings for it. Where he passes here, he has to place
//! a ring in Otrio, but of a size that no open line has a place for.
//!
//! What is left of a position is little: the open lines, and the rings left of
//! sizes that matter. Positions that differ in everything else are one.
//!
//! # The weight of an attack
//!
//! Give each open line the weight 1, 2 or 4 for no, one or two rings on it; a
//! complete line would weigh 8. With the blocker to move, an attack of weight
//! less than 8 fails (Erdős and Selfridge, "On a combinatorial game", 1973): he
//! takes the place whose open lines weigh most. The attacker's next ring doubles
//! the lines of its colour through another place, which weigh no more. So the
//! weight never rises from one turn of the blocker to the next, and never
//! reaches 8. He must have a ring for the place he wants: that is sure if both
//! of his colours have as many rings of each size as there are places of that
//! size on open lines, or as the colour has turns left.
//!
//! `blockade.rs` is the slow twin that certificates are checked with.

use kaiketsu_game::{Relaxed, Side};

use super::PLACES;
use super::reach::{Reach, reach, weight};
use super::state::{SIZE, SearchState, THROUGH, best_first, layer, made_by, spread};

/// The number of the move that passes.
pub(super) const PASS: u8 = PLACES as u8;

/// A complete line weighs so much.
pub(super) const COMPLETE: u32 = 8;

/// A position of the blocking game.
///
/// Colours come in pairs, the one that has its turn sooner first.
#[derive(Clone, Debug)]
pub struct Blocking {
    /// The attacker's rings.
    rings: [u32; 2],
    /// The places that would complete a line of each attacking colour.
    threats: [u32; 2],
    reach: [Reach; 2],
    attack_left: [[u8; 3]; 2],
    block_left: [[u8; 3]; 2],
    /// The free places on open lines.
    free: u32,
    attacking: bool,
}

/// The places of the sizes of which rings are left.
fn usable(left: [u8; 3]) -> u32 {
    (0..3).filter(|size| left[*size] > 0).fold(0, |places, size| places | layer(size))
}

static SPREAD: [[u32; 8]; 512] = spread(2);

impl Blocking {
    /// The attack of a side in a position of the game.
    pub(super) fn new(state: &SearchState, side: Side) -> Self {
        let turn = usize::from(state.turn);
        let attacking = turn % 2 == usize::from(side == Side::Second);
        let [attacker, blocker] = [!attacking, attacking].map(|later| (turn + usize::from(later)) % 4);
        let pair = |colour: usize| [colour, (colour + 2) % 4];
        let mut new = Blocking {
            rings: pair(attacker).map(|colour| state.rings[colour]),
            threats: pair(attacker).map(|colour| state.threats[colour]),
            reach: pair(attacker).map(|colour| state.reach[colour]),
            attack_left: pair(attacker).map(|colour| state.left[colour]),
            block_left: pair(blocker).map(|colour| state.left[colour]),
            free: 0,
            attacking,
        };
        new.free = new.reach[0].places | new.reach[1].places;
        new
    }

    /// Takes a place away from both attacking colours.
    fn take(&mut self, place: usize) {
        self.free &= !(1 << place);
        for colour in 0..2 {
            let own = self.free & usable(self.attack_left[colour]);
            self.reach[colour] = reach(self.rings[colour], own);
        }
        self.free = self.reach[0].places | self.reach[1].places;
    }

    fn wins(&self, colour: usize) -> u32 {
        self.threats[colour] & self.reach[colour].places
    }

    fn blockable(&self, colour: usize) -> u32 {
        self.free & usable(self.block_left[colour])
    }

    /// The weight of the open lines of both colours.
    fn weight(&self) -> u32 {
        [0, 1].map(|k| weight(self.rings[k], self.reach[k].places)).iter().sum()
    }

    /// Whether the blocker has rings for whatever place he wants.
    fn well_supplied(&self) -> bool {
        let turns = self.free.count_ones().div_ceil(2);
        (0..3).all(|size| {
            let places = (self.free >> (9 * size) & SIZE).count_ones().min(turns);
            self.block_left.iter().all(|left| u32::from(left[size]) >= places)
        })
    }

    /// The open lines of a colour through a place by their weight, without the
    /// place itself.
    fn weight_at(&self, colour: usize, place: usize) -> u32 {
        let reach = self.reach[colour];
        if reach.places & 1 << place == 0 {
            return 0;
        }
        let through = &THROUGH[place];
        let weight = |[q, r]: &[u32; 2]| match (reach.rings | reach.places) & (q | r) == q | r {
            true => 1 << (2 * (reach.rings & (q | r)).count_ones()),
            false => 0,
        };
        through.pairs[..through.count].iter().map(weight).sum()
    }
}

impl Relaxed for Blocking {
    fn settled(&self) -> Option<bool> {
        if self.free == 0 {
            return Some(false);
        }
        let [soon, later] = [0, 1].map(|colour| self.wins(colour));
        if self.attacking {
            // The other colour's turn is after one block.
            let doubled = later & !self.blockable(0) != 0 || later.count_ones() > 1;
            return (soon != 0 || doubled).then_some(true);
        }
        if self.weight() < COMPLETE && self.well_supplied() {
            return Some(false);
        }
        let doubled = soon & !self.blockable(0) != 0 || soon.count_ones() > 1;
        // The later colour can be blocked twice, or once if the sooner one must be.
        let tripled = (later & !soon).count_ones() > if soon == 0 { 2 } else { 1 };
        // Two threats of the later colour of which neither can be blocked now.
        let unblocked = soon == 0 && later.count_ones() == 2 && later & self.blockable(0) == 0;
        (doubled || tripled || unblocked).then_some(true)
    }

    fn wants(&self) -> bool {
        self.attacking
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        let left = if self.attacking { self.attack_left[0] } else { self.block_left[0] };
        let mut places = self.free & usable(left);
        if !self.attacking {
            let [soon, later] = [0, 1].map(|colour| self.wins(colour));
            let urgent = match (soon, later.count_ones()) {
                (0, 2) => places & later,
                (soon, _) => places & soon,
            };
            // Without a ring for what is urgent he is free to do anything else.
            places = if urgent != 0 { urgent } else { places };
        }
        moves.extend(best_first(places, |place| {
            let other = if self.attacking { 0 } else { self.weight_at(1, place) };
            (self.weight_at(0, place) + other) as i32
        }));
        if self.attacking || places == 0 {
            moves.push(PASS);
        }
    }

    fn play(&self, mv: u8) -> Self {
        let mut next = self.clone();
        let place = usize::from(mv);
        next.attacking = !self.attacking;
        if !self.attacking {
            if mv != PASS {
                next.block_left[0][place / 9] -= 1;
                next.take(place);
            }
            next.block_left.swap(0, 1);
            return next;
        }
        if mv != PASS {
            next.threats[0] |= made_by(self.rings[0], place);
            next.rings[0] |= 1 << place;
            next.attack_left[0][place / 9] -= 1;
            next.take(place);
        }
        next.rings.swap(0, 1);
        next.threats.swap(0, 1);
        next.reach.swap(0, 1);
        next.attack_left.swap(0, 1);
        next
    }

    /// For each size two bits for each square (nothing, a ring of either colour,
    /// a free place) and the rings left that can matter; the least image.
    fn key(&self) -> u128 {
        let planes = [0, 1].map(|colour: usize| self.reach[colour].rings | self.free);
        let sizes = [0, 1, 2].map(|size| {
            let layer = |bits: u32| bits >> (9 * size) & SIZE;
            let mut left = 0;
            let places = layer(self.free).count_ones() as u8;
            for colour in 0..2 {
                left |= u64::from(self.attack_left[colour][size].min(places)) << (2 * colour);
                left |= u64::from(self.block_left[colour][size].min(places)) << (4 + 2 * colour);
            }
            let [a, b] = planes.map(|plane| &SPREAD[layer(plane) as usize]);
            std::array::from_fn::<u64, 8, _>(|image| left << 18 | u64::from(a[image] | b[image] << 1))
        });
        let image = |symmetry: usize| {
            let [small, middle, large] = sizes.map(|size| size[symmetry]);
            u128::from(middle) << 52 | u128::from(small.min(large)) << 26 | u128::from(small.max(large))
        };
        (1..8).map(image).fold(image(0), u128::min) << 1 | u128::from(self.attacking)
    }
}
