//! A position of Otrio as the forward search holds it.
//!
//! A colour's rings are 27 bits, bit p for place p. Beside them go the places
//! that would complete a line of the colour (`threats`) and what is still open
//! to it ([`Reach`]).
//!
//! The key forgets what cannot matter any more. A ring on no open line of its
//! colour only takes up a place; a free place on no open line of any colour
//! only takes up a ring. What is left of a size is
//!
//! ```text
//! bits  0..27   three bits for each square: 0 nothing that matters, 1 to 4 a
//!               ring that matters, 5 a free place that matters
//! bits 27..31   how many free places do not matter
//! bits 31..39   rings left, two bits for each colour
//! ```
//!
//! and the key is the least of the sixteen images of these three numbers, with
//! the colour to move.

use super::reach::{Reach, reach};
use super::{Colour, LINES, PLACES, Place, RINGS};
use crate::board::{cells_of, turned_square};

pub(super) const BOARD: u32 = (1 << PLACES) - 1;
pub(super) const SIZE: u32 = 0x1ff;

/// A position as the search holds it.
#[derive(Clone, Debug)]
pub struct SearchState {
    /// The rings of each colour.
    pub(super) rings: [u32; 4],
    /// The places that would complete a line of each colour, free or not.
    pub(super) threats: [u32; 4],
    /// Where each colour could place a ring.
    pub(super) places: [u32; 4],
    /// What is open to each colour.
    pub(super) reach: [Reach; 4],
    /// How many rings of each size each colour has left.
    pub(super) left: [[u8; 3]; 4],
    /// How many places of each size are free.
    pub(super) free_of_size: [u8; 3],
    /// The colour that has completed a line.
    pub(super) won: Option<Colour>,
    pub(super) free: u32,
    pub(super) turn: Colour,
}

/// Nine bits spread so many bits apart, for each symmetry of the square.
pub(super) const fn spread(apart: u8) -> [[u32; 8]; 512] {
    let mut table = [[0; 8]; 512];
    let mut at = 0;
    while at < 512 * 72 {
        let (squares, symmetry, square) = (at / 72, at / 9 % 8, at % 9);
        if squares & 1 << square != 0 {
            table[squares][symmetry] |= 1 << (apart * turned_square(square as u8, symmetry));
        }
        at += 1;
    }
    table
}

static SPREAD: [[u32; 8]; 512] = spread(3);

/// For each place, the other two places of each line through it, as bits.
pub(super) struct Through {
    pub(super) count: usize,
    pub(super) pairs: [[u32; 2]; 13],
}

pub(super) static THROUGH: [Through; PLACES] = {
    let mut through = [const { Through { count: 0, pairs: [[0; 2]; 13] } }; PLACES];
    let mut i = 0;
    while i < LINES.len() {
        let mut k = 0;
        while k < 3 {
            let at = &mut through[LINES[i][k].0 as usize];
            at.pairs[at.count] = [1 << LINES[i][(k + 1) % 3].0, 1 << LINES[i][(k + 2) % 3].0];
            at.count += 1;
            k += 1;
        }
        i += 1;
    }
    through
};

/// The places that a ring on `place` makes winning ones for a colour with
/// these rings.
pub(super) fn made_by(rings: u32, place: usize) -> u32 {
    let through = &THROUGH[place];
    through.pairs[..through.count].iter().fold(0, |made, [q, r]| {
        made | if rings & q != 0 { *r } else { 0 } | if rings & r != 0 { *q } else { 0 }
    })
}

/// The places of a set by descending score, of equal ones the first number first.
pub(super) fn best_first(places: u32, score: impl Fn(usize) -> i32) -> impl Iterator<Item = u8> {
    let mut scored = [(0, 0); PLACES];
    let count = places.count_ones() as usize;
    for (entry, place) in scored.iter_mut().zip(cells_of(places.into())) {
        *entry = (-score(place), place as u8);
    }
    scored[..count].sort_unstable();
    scored.into_iter().take(count).map(|(_, place)| place)
}

/// The places of a size.
pub(super) const fn layer(size: usize) -> u32 {
    SIZE << (9 * size)
}

impl SearchState {
    /// The empty board.
    pub(super) fn empty(board: u32, turn: Colour) -> Self {
        SearchState {
            rings: [0; 4],
            threats: [0; 4],
            places: [board; 4],
            reach: [reach(0, board); 4],
            left: [[RINGS as u8; 3]; 4],
            free_of_size: [0, 1, 2].map(|size| (board >> (9 * size) & SIZE).count_ones() as u8),
            won: None,
            free: board,
            turn,
        }
    }

    /// Puts a ring on a free place; whose turn it is stays.
    pub(super) fn put(&mut self, colour: Colour, place: Place) {
        let (colour, place) = (usize::from(colour), usize::from(place.0));
        if self.threats[colour] & 1 << place != 0 {
            self.won = Some(colour as Colour);
        }
        self.threats[colour] |= made_by(self.rings[colour], place);
        let bit = 1 << place;
        self.rings[colour] |= bit;
        self.free &= !bit;
        let size = place / 9;
        self.free_of_size[size] -= 1;
        self.left[colour][size] -= 1;
        if self.left[colour][size] == 0 {
            self.places[colour] &= !layer(size);
        }
        for places in &mut self.places {
            *places &= !bit;
        }
        // A colour that could not use the place for a line loses nothing.
        for other in 0..4 {
            if other == colour || self.reach[other].places & bit != 0 {
                self.reach[other] = reach(self.rings[other], self.places[other]);
            }
        }
    }

    /// The places where a colour would win at once.
    pub(super) fn wins(&self, colour: usize) -> u32 {
        self.threats[colour] & self.places[colour]
    }

    /// The same for all images and for states that differ only in what cannot
    /// matter any more; 119 bits.
    pub(super) fn key(&self) -> u128 {
        let matters = self.reach.iter().fold(0, |all, reach| all | reach.places);
        let live = self.reach.map(|reach| reach.rings);
        let planes = [live[0] | live[2] | matters, live[1] | live[2], live[3] | matters];
        let sizes = [0, 1, 2].map(|size| {
            let layer = |bits: u32| bits >> (9 * size) & SIZE;
            let mut rest = u64::from(layer(self.free & !matters).count_ones());
            for (colour, left) in self.left.iter().enumerate() {
                rest |= u64::from(left[size].min(self.free_of_size[size])) << (4 + 2 * colour);
            }
            let [a, b, c] = planes.map(|plane| &SPREAD[layer(plane) as usize]);
            std::array::from_fn::<u64, 8, _>(|symmetry| {
                rest << 27 | u64::from(a[symmetry] | b[symmetry] << 1 | c[symmetry] << 2)
            })
        });
        let image = |symmetry: usize| {
            let [small, middle, large] = sizes.map(|size| size[symmetry]);
            let ends = u128::from(small.min(large)) << 39 | u128::from(small.max(large));
            u128::from(middle) << 78 | ends
        };
        let least = (1..8).map(image).fold(image(0), u128::min);
        least << 2 | u128::from(self.turn)
    }
}
