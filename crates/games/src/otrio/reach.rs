//! Which rings and places still matter to a colour.
//!
//! A line is *open* to a colour if each of its places holds a ring of the
//! colour or could still get one: free, and a ring of the size is left. A line
//! of one size takes all three rings of that size, so it is open only if all
//! rings of the size placed so far are on it.
//!
//! Lines of one size are looked up by the nine bits of a size. The other 25 go
//! through small, middle and large: the nine bits of each size say which of them
//! meet these squares, as bits of a word, and nine of them at a time are turned
//! back into places.

use super::LINES;
use super::state::SIZE;

/// What is open to one colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach {
    /// Its rings on open lines.
    pub(super) rings: u32,
    /// The free places on open lines.
    pub(super) places: u32,
}

/// The squares of the eight lines of a 3x3 board.
const SQUARES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// For nine squares: which of the eight lines hold all of them, and which lie
/// within them.
static HOLDING: [u8; 512] = by_squares(true);
static WITHIN: [u8; 512] = by_squares(false);

const fn by_squares(holding: bool) -> [u8; 512] {
    let mut table = [0; 512];
    let mut squares = 0;
    while squares < 512 {
        let mut line = 0;
        while line < 8 {
            let (inner, outer) =
                if holding { (squares as u16, SQUARES[line]) } else { (SQUARES[line], squares as u16) };
            if inner & !outer == 0 {
                table[squares] |= 1 << line;
            }
            line += 1;
        }
        squares += 1;
    }
    table
}

/// The squares of a set of lines of one size.
static UNION: [u16; 256] = {
    let mut table = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut line = 0;
        while line < 8 {
            if set & 1 << line != 0 {
                table[set] |= SQUARES[line];
            }
            line += 1;
        }
        set += 1;
    }
    table
};

/// How many lines go through three sizes.
const SLANTED: usize = 25;

/// The places of the lines through three sizes.
const SLANTS: [u32; SLANTED] = {
    let mut slants = [0; SLANTED];
    let (mut line, mut count) = (0, 0);
    while line < LINES.len() {
        let [a, b, c] = LINES[line];
        if a.size() != b.size() {
            slants[count] = 1 << a.0 | 1 << b.0 | 1 << c.0;
            count += 1;
        }
        line += 1;
    }
    assert!(count == SLANTED);
    slants
};

/// For squares of each size: which of these lines go through one of them.
static THROUGH_SQUARES: [[u32; 512]; 3] = {
    let mut table = [[0; 512]; 3];
    let mut at = 0;
    while at < 3 * 512 {
        let (size, squares) = (at / 512, at % 512);
        let mut line = 0;
        while line < SLANTED {
            if SLANTS[line] & (squares as u32) << (9 * size) != 0 {
                table[size][squares] |= 1 << line;
            }
            line += 1;
        }
        at += 1;
    }
    table
};

/// The places of a set of these lines, nine lines at a time.
static COVER: [[u32; 512]; 3] = {
    let mut table = [[0; 512]; 3];
    let mut at = 0;
    while at < 3 * 512 {
        let (nine, set) = (at / 512, at % 512);
        let mut line = 0;
        while line < 9 && 9 * nine + line < SLANTED {
            if set & 1 << line != 0 {
                table[nine][set] |= SLANTS[9 * nine + line];
            }
            line += 1;
        }
        at += 1;
    }
    table
};

#[inline]
fn sizes(places: u32) -> [usize; 3] {
    [0, 9, 18].map(|shift| (places >> shift & SIZE) as usize)
}

/// For each size, which lines through three sizes meet these places.
#[inline]
fn slanted(places: [usize; 3]) -> [u32; 3] {
    std::array::from_fn(|size| THROUGH_SQUARES[size][places[size]])
}

/// What is open to a colour with these rings that can use these free places.
#[inline]
pub(super) fn reach(rings: u32, places: u32) -> Reach {
    let (open, own) = (sizes(rings | places), sizes(rings));
    let [small, middle, large] = slanted(open);
    let hits = sizes(small & middle & large);
    let mut lines = COVER[0][hits[0]] | COVER[1][hits[1]] | COVER[2][hits[2]];
    for size in 0..3 {
        let set = HOLDING[own[size]] & WITHIN[open[size]];
        lines |= u32::from(UNION[usize::from(set)]) << (9 * size);
    }
    Reach { rings: lines & rings, places: lines & places }
}

/// The weight of the open lines: 1, 2 or 4 for a line with no, one or two
/// rings, 8 for a complete one.
#[inline]
pub(super) fn weight(rings: u32, places: u32) -> u32 {
    let (open, own) = (sizes(rings | places), sizes(rings));
    let [small, middle, large] = slanted(open);
    let hits = small & middle & large;
    let [a, b, c] = slanted(own);
    let (one, two, three) = (a | b | c, a & b | b & c | a & c, a & b & c);
    let mut weight = hits.count_ones()
        + (hits & one).count_ones()
        + 2 * (hits & two).count_ones()
        + 4 * (hits & three).count_ones();
    for size in 0..3 {
        let set = HOLDING[own[size]] & WITHIN[open[size]];
        weight += set.count_ones() << own[size].count_ones();
    }
    weight
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaiketsu_testkit::random::Random;

    /// The slow twin: line by line.
    fn by_lines(rings: u32, places: u32) -> (Reach, u32) {
        let (mut lines, mut weight) = (0, 0);
        for line in LINES {
            let bits = line.iter().fold(0, |bits, place| bits | 1_u32 << place.0);
            let one_size = line[0].size() == line[1].size();
            let elsewhere = rings & SIZE << (9 * line[0].size()) & !bits != 0;
            if bits & !(rings | places) == 0 && !(one_size && elsewhere) {
                lines |= bits;
                weight += 1 << (bits & rings).count_ones();
            }
        }
        (Reach { rings: lines & rings, places: lines & places }, weight)
    }

    #[test]
    fn looking_up_agrees_with_listing() {
        let mut random = Random::new(3);
        for _ in 0..200_000 {
            let seed = random.bits();
            let bits = (seed >> 10) as u32 & (seed >> 37) as u32 & ((1 << 27) - 1);
            let places = (seed >> 37) as u32 & !bits & ((1 << 27) - 1);
            let (open, heavy) = by_lines(bits, places);
            assert_eq!(reach(bits, places), open);
            assert_eq!(weight(bits, places), heavy);
            assert_eq!(weight(bits, open.places), heavy, "places on no open line weigh nothing");
        }
    }
}
