//! The numbers of positions in which nobody can catch the lion.
//!
//! The leading part is where the lions stand, and on which cells other pieces
//! do. Given that, the cells are told apart in four steps, each a choice that
//! depends on the ones before in nothing but how many ways there are:
//!
//! ```text
//! which are giraffes, elephants and chicks   the pattern: at most 90, from a table
//! whose each of them is                      1 or 2 ways: the mover's attack no lion
//! which chicks are hens                      with the owner 2 to 4 ways
//! how many of each kind the mover holds      the opponent holds the rest
//! ```
//!
//! A mirror image has the mirrored leading part, so folding takes it from there.

use std::collections::HashMap;

use kaiketsu_game::board::CellSet;
use kaiketsu_index::{Stretches, gather_bits, scatter_bits};

use super::animals::{ALL, ATTACKERS, Animals, CHICK, ELEPHANT, GIRAFFE, HEN, LION};

/// The most pieces on the board beside the lions.
const PIECES: usize = 6;

pub(super) struct Numbering {
    /// The leading part by its number.
    leads: Vec<Lead>,
    /// Its number, by the lions' cells and the other pieces among the ten cells left.
    numbers: Vec<u16>,
    /// Where the numbers of each leading part begin.
    stretches: Stretches,
    patterns: Patterns,
    /// For leading parts of the same sort, where the numbers of each pattern begin, and their end.
    contents: Vec<u32>,
}

/// Where pieces stand.
#[derive(Clone, Copy)]
struct Lead {
    prey: u8,
    lion: u8,
    /// How many pieces there are on the board beside the lions.
    pieces: u8,
    cells: u16,
    /// The place in `contents`.
    contents: u32,
}

/// The ways to tell giraffes, elephants and chicks apart on so many cells.
struct Patterns {
    /// By number: the giraffes and the elephants among the cells.
    ways: [Vec<(u16, u16)>; PIECES + 1],
    /// Their number.
    numbers: Vec<u8>,
}

impl Patterns {
    fn new() -> Self {
        let mut ways = [const { Vec::new() }; PIECES + 1];
        let mut numbers = vec![0; (PIECES + 1) << 12];
        for (pieces, ways) in ways.iter_mut().enumerate() {
            let sets = 0..1_u16 << pieces;
            for (giraffes, elephants) in sets.clone().flat_map(|g| sets.clone().map(move |e| (g, e))) {
                let chicks = ((1 << pieces) - 1) & !(giraffes | elephants);
                let few = [giraffes, elephants, chicks].iter().all(|set| set.count_ones() <= 2);
                if few && giraffes & elephants == 0 {
                    numbers[Self::key(pieces as u8, giraffes, elephants)] = ways.len() as u8;
                    ways.push((giraffes, elephants));
                }
            }
        }
        Patterns { ways, numbers }
    }

    fn key(pieces: u8, giraffes: u16, elephants: u16) -> usize {
        usize::from(pieces) << 12 | usize::from(elephants) << 6 | usize::from(giraffes)
    }
}

/// How many of at most two bits are set.
#[inline]
fn few(bits: u16) -> u32 {
    u32::from(bits != 0) + u32::from(bits & bits.wrapping_sub(1) != 0)
}

fn gather(bits: u16, mask: u16) -> u16 {
    gather_bits(bits.into(), mask.into()) as u16
}

fn scatter(bits: u16, mask: u16) -> u16 {
    scatter_bits(bits.into(), mask.into()) as u16
}

/// In how many ways a cell holds a chick or hen: the opponent's two, and the
/// mover's that do not attack the lion.
#[inline]
fn chick_ways(prey: u8, cell: usize) -> u32 {
    let attacks = |kind: usize| u32::from(ATTACKERS[kind][usize::from(prey)] >> cell & 1);
    4 - attacks(CHICK) - attacks(HEN)
}

/// The cells on which a piece of a kind may be the mover's.
#[inline]
fn quiet(kind: usize, prey: u8) -> u16 {
    ALL & !ATTACKERS[kind][usize::from(prey)]
}

/// How many positions have this pattern.
fn ways(prey: u8, giraffes: u16, elephants: u16, chicks: u16) -> u32 {
    let owners = few(giraffes & quiet(GIRAFFE, prey)) + few(elephants & quiet(ELEPHANT, prey));
    let chick_ways: u32 = chicks.cells().map(|cell| chick_ways(prey, cell)).product();
    let held: u32 = [giraffes, elephants, chicks].iter().map(|kind| 3 - few(*kind)).product();
    (chick_ways * held) << owners
}

impl Numbering {
    pub(super) fn new() -> Self {
        let patterns = Patterns::new();
        let (mut leads, mut starts, mut size) = (Vec::new(), Vec::new(), 0);
        let (mut contents, mut sorts) = (Vec::new(), HashMap::new());
        let mut numbers = vec![0; 144 << 10];
        for (prey, lion) in (3..12_u8).flat_map(|prey| (0..9_u8).map(move |lion| (prey, lion))) {
            if prey == lion || ATTACKERS[LION][usize::from(prey)] >> lion & 1 != 0 {
                continue;
            }
            let free = ALL & !(1 << prey | 1 << lion);
            for among in (0..1_u16 << 10).filter(|among| among.count_ones() <= PIECES as u32) {
                let cells = scatter(among, free);
                let ways_of = &patterns.ways[cells.count_ones() as usize];
                let sort = [GIRAFFE, ELEPHANT, CHICK, HEN].map(|kind| gather(quiet(kind, prey), cells));
                let place = *sorts.entry((cells.count_ones(), sort)).or_insert_with(|| {
                    let place = contents.len() as u32;
                    let mut total = 0;
                    for (giraffes, elephants) in ways_of {
                        let (giraffes, elephants) = (scatter(*giraffes, cells), scatter(*elephants, cells));
                        contents.push(total);
                        total += ways(prey, giraffes, elephants, cells & !(giraffes | elephants));
                    }
                    contents.push(total);
                    place
                });
                numbers[Self::key(prey, lion, among)] = leads.len() as u16;
                let pieces = cells.count_ones() as u8;
                leads.push(Lead { prey, lion, pieces, cells, contents: place });
                starts.push(size);
                size += u64::from(contents[place as usize + ways_of.len()]);
            }
        }
        Numbering { leads, numbers, stretches: Stretches::new(starts, size), patterns, contents }
    }

    #[inline]
    fn key(prey: u8, lion: u8, among: u16) -> usize {
        (usize::from(prey) * 12 + usize::from(lion)) << 10 | usize::from(among)
    }

    pub(super) fn stretches(&self) -> &Stretches {
        &self.stretches
    }

    pub(super) fn bytes(&self) -> usize {
        let tables = size_of_val(&self.leads[..]) + size_of_val(&self.numbers[..]);
        tables + size_of_val(&self.contents[..]) + self.patterns.numbers.len() + self.stretches.bytes()
    }

    /// The number of the leading part of a position with both lions, neither
    /// of which stands where it has won or can be caught by the mover.
    #[inline]
    pub(super) fn lead(&self, position: &Animals) -> usize {
        let (lions, cells) = (position.kinds[LION], position.others());
        let [prey, lion] = position.lions();
        self.numbers[Self::key(prey, lion, gather(cells, ALL & !lions))].into()
    }

    /// The number of such a position.
    pub(super) fn rank(&self, position: &Animals) -> u64 {
        let number = self.lead(position);
        let Lead { prey, pieces, cells, contents, .. } = self.leads[number];
        let [giraffes, elephants, chicks, hens, _] = position.kinds;
        let key = Patterns::key(pieces, gather(giraffes, cells), gather(elephants, cells));
        let pattern = contents as usize + usize::from(self.patterns.numbers[key]);
        let mine = position.mine;
        let (own, others) = (giraffes & quiet(GIRAFFE, prey), elephants & quiet(ELEPHANT, prey));
        let mut index = u32::from(gather(mine, own)) << few(others) | u32::from(gather(mine, others));
        let chicks = chicks | hens;
        for cell in chicks.cells() {
            let (ways, hen) = (chick_ways(prey, cell), u32::from(hens >> cell & 1));
            index = index * ways + hen + if mine >> cell & 1 != 0 { 0 } else { ways - 2 };
        }
        for (kind, on_board) in [giraffes, elephants, chicks].into_iter().enumerate() {
            index = index * (3 - few(on_board)) + u32::from(position.held(kind));
        }
        self.stretches.start(number) + u64::from(self.contents[pattern] + index)
    }

    /// The position of a number.
    pub(super) fn unrank(&self, index: u64) -> Animals {
        let number = self.stretches.find(index);
        let Lead { prey, lion, pieces, cells, contents } = self.leads[number];
        let mut rest = (index - self.stretches.start(number)) as u32;
        let patterns = &self.patterns.ways[usize::from(pieces)];
        let begins = &self.contents[contents as usize..][..patterns.len()];
        let pattern = begins.partition_point(|begin| *begin <= rest) - 1;
        rest -= begins[pattern];
        let mut digit = |ways: u32| {
            let digit = rest % ways;
            rest /= ways;
            digit as u16
        };
        let (giraffes, elephants) = patterns[pattern];
        let (giraffes, elephants) = (scatter(giraffes, cells), scatter(elephants, cells));
        let chicks = cells & !(giraffes | elephants);
        let (mut hands, mut mine, mut hens) = (0, 1 << lion, 0);
        for (kind, on_board) in [giraffes, elephants, chicks].into_iter().enumerate().rev() {
            let left = 3 - few(on_board);
            let held = digit(left);
            hands |= held << (2 * kind) | (left as u16 - 1 - held) << (2 * kind + 6);
        }
        let mut places = chicks;
        while places != 0 {
            let cell = places.ilog2() as usize; // the last first
            places &= !(1 << cell);
            let ways = chick_ways(prey, cell) as u16;
            let digit = digit(ways.into());
            let own = digit + 2 < ways;
            mine |= u16::from(own) << cell;
            hens |= (if own { digit } else { digit + 2 - ways }) << cell;
        }
        let (own, others) = (giraffes & quiet(GIRAFFE, prey), elephants & quiet(ELEPHANT, prey));
        mine |= scatter(digit(1 << few(others)), others);
        mine |= scatter(digit(1 << few(own)), own);
        Animals { kinds: [giraffes, elephants, chicks & !hens, hens, 1 << prey | 1 << lion], mine, hands }
    }
}
