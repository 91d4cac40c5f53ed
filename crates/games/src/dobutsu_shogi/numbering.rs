//! The numbers of positions in which nobody can catch the lion, and of all with both lions.
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
//! A mirror image has the mirrored leading part, so folding takes it from there. Where all
//! positions are numbered, the mover's pieces may be anywhere, and of lions in the mirror
//! only one pair leads.

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
    /// The cell that the mover's pieces do not attack: that of the prey, or none.
    spared: u8,
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

/// In place of a cell that is spared: none is.
const NONE: u8 = 12;

/// The cells on which a piece of a kind would attack what is spared.
#[inline]
fn attackers(kind: usize, spared: u8) -> u16 {
    ATTACKERS[kind].get(usize::from(spared)).copied().unwrap_or(0)
}

/// In how many ways a cell holds a chick or hen: the opponent's two, and the
/// mover's that do not attack the lion.
#[inline]
fn chick_ways(spared: u8, cell: usize) -> u32 {
    let attacks = |kind: usize| u32::from(attackers(kind, spared) >> cell & 1);
    4 - attacks(CHICK) - attacks(HEN)
}

/// The cells on which a piece of a kind may be the mover's.
#[inline]
fn quiet(kind: usize, spared: u8) -> u16 {
    ALL & !attackers(kind, spared)
}

/// The cells of the opponent's lion and the mover's, which is not home.
fn lions() -> impl Iterator<Item = (u8, u8)> {
    let both = (0..12_u8).flat_map(|prey| (0..9_u8).map(move |lion| (prey, lion)));
    both.filter(|(prey, lion)| prey != lion)
}

/// Whether lions lead where all positions are numbered: those of the mirror image or
/// these do, or both.
#[inline]
pub(super) fn leads(prey: u8, lion: u8) -> bool {
    lion.is_multiple_of(3) || lion % 3 == 1 && prey % 3 < 2
}

/// How many positions have this pattern.
fn ways(spared: u8, giraffes: u16, elephants: u16, chicks: u16) -> u32 {
    let owners = few(giraffes & quiet(GIRAFFE, spared)) + few(elephants & quiet(ELEPHANT, spared));
    let chick_ways: u32 = chicks.cells().map(|cell| chick_ways(spared, cell)).product();
    let held: u32 = [giraffes, elephants, chicks].iter().map(|kind| 3 - few(*kind)).product();
    (chick_ways * held) << owners
}

impl Numbering {
    /// The positions in which nobody can catch the lion and none is home.
    pub(super) fn open() -> Self {
        let apart = |(prey, lion): &(u8, u8)| ATTACKERS[LION][usize::from(*prey)] >> lion & 1 == 0;
        let open = lions().filter(|(prey, _)| *prey >= 3).filter(apart);
        Numbering::new(open.map(|(prey, lion)| (prey, lion, prey)))
    }

    /// All positions with both lions in which those lead.
    pub(super) fn all() -> Self {
        let leading = lions().filter(|(prey, lion)| leads(*prey, *lion));
        Numbering::new(leading.map(|(prey, lion)| (prey, lion, NONE)))
    }

    /// The positions with such lions, and the cell that is spared.
    fn new(lions: impl Iterator<Item = (u8, u8, u8)>) -> Self {
        let patterns = Patterns::new();
        let (mut leads, mut starts, mut size) = (Vec::new(), Vec::new(), 0);
        let (mut contents, mut sorts) = (Vec::new(), HashMap::new());
        let mut numbers = vec![0; 144 << 10];
        for (prey, lion, spared) in lions {
            let free = ALL & !(1 << prey | 1 << lion);
            for among in (0..1_u16 << 10).filter(|among| among.count_ones() <= PIECES as u32) {
                let cells = scatter(among, free);
                let ways_of = &patterns.ways[cells.count_ones() as usize];
                let sort = [GIRAFFE, ELEPHANT, CHICK, HEN].map(|kind| gather(quiet(kind, spared), cells));
                let place = *sorts.entry((cells.count_ones(), sort)).or_insert_with(|| {
                    let place = contents.len() as u32;
                    let mut total = 0;
                    for (giraffes, elephants) in ways_of {
                        let (giraffes, elephants) = (scatter(*giraffes, cells), scatter(*elephants, cells));
                        contents.push(total);
                        total += ways(spared, giraffes, elephants, cells & !(giraffes | elephants));
                    }
                    contents.push(total);
                    place
                });
                numbers[Self::key(prey, lion, among)] = leads.len() as u16;
                let pieces = cells.count_ones() as u8;
                leads.push(Lead { prey, lion, spared, pieces, cells, contents: place });
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

    /// The number of the leading part of a position that is numbered.
    #[inline]
    pub(super) fn lead(&self, position: &Animals) -> usize {
        let (lions, cells) = (position.kinds[LION], position.others());
        let [prey, lion] = position.lions();
        self.numbers[Self::key(prey, lion, gather(cells, ALL & !lions))].into()
    }

    /// The number of such a position.
    pub(super) fn rank(&self, position: &Animals) -> u64 {
        let number = self.lead(position);
        let Lead { spared, pieces, cells, contents, .. } = self.leads[number];
        let [giraffes, elephants, chicks, hens, _] = position.kinds;
        let key = Patterns::key(pieces, gather(giraffes, cells), gather(elephants, cells));
        let pattern = contents as usize + usize::from(self.patterns.numbers[key]);
        let mine = position.mine;
        let (own, others) = (giraffes & quiet(GIRAFFE, spared), elephants & quiet(ELEPHANT, spared));
        let mut index = u32::from(gather(mine, own)) << few(others) | u32::from(gather(mine, others));
        let chicks = chicks | hens;
        for cell in chicks.cells() {
            let (ways, hen) = (chick_ways(spared, cell), u32::from(hens >> cell & 1));
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
        let Lead { prey, lion, spared, pieces, cells, contents } = self.leads[number];
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
            let ways = chick_ways(spared, cell) as u16;
            let digit = digit(ways.into());
            let own = digit + 2 < ways;
            mine |= u16::from(own) << cell;
            hens |= (if own { digit } else { digit + 2 - ways }) << cell;
        }
        let (own, others) = (giraffes & quiet(GIRAFFE, spared), elephants & quiet(ELEPHANT, spared));
        mine |= scatter(digit(1 << few(others)), others);
        mine |= scatter(digit(1 << few(own)), own);
        Animals { kinds: [giraffes, elephants, chicks & !hens, hens, 1 << prey | 1 << lion], mine, hands }
    }
}
