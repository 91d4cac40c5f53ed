//! Which rings and places still matter to a colour.
//!
//! A line is *open* to a colour if each of its places holds a ring of the
//! colour or could still get one: free, and a ring of the size is left. A line
//! of one size takes all three rings of that size, so it is open only if all
//! rings of the size placed so far are on it.
//!
//! Lines of one size are looked up by the nine bits of a size; the other 25
//! lines go through small, middle and large and are found by shifting: a line
//! that starts on small square q passes middle square q + d and ends on large
//! square q + 2 d, for one of nine differences d.

/// What is open to one colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach {
    /// Its rings on open lines.
    pub(super) rings: u32,
    /// The free places on open lines.
    pub(super) places: u32,
    /// The weight of the open lines: 1, 2 or 4 for a line with no, one or two
    /// rings, 8 for a complete one.
    pub(super) weight: u32,
}

const SIZE: u32 = 0x1ff;

/// The squares of the eight lines of a 3x3 board.
const SQUARES: [u16; 8] = {
    let mut lines = [0; 8];
    let mut i = 0;
    while i < 3 {
        lines[i] = 0b111 << (3 * i);
        lines[3 + i] = 0b001_001_001 << i;
        i += 1;
    }
    lines[6] = 1 | 1 << 4 | 1 << 8;
    lines[7] = 1 << 2 | 1 << 4 | 1 << 6;
    lines
};

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

/// The squares of a set of lines.
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

/// The differences d of the lines through three sizes, with the small squares
/// on which such lines start.
const SLANTS: [(i32, u32); 9] = {
    let mut slants = [(0, 0); 9];
    let mut k = 0;
    while k < 9 {
        let (row, column) = (k as i32 / 3 - 1, k as i32 % 3 - 1);
        let mut starts = 0;
        let mut square = 0;
        while square < 9 {
            let (r, c) = (square / 3, square % 3);
            let row_fits = row == 0 || r == 1 - row;
            let column_fits = column == 0 || c == 1 - column;
            if row_fits && column_fits {
                starts |= 1 << square;
            }
            square += 1;
        }
        slants[k] = (3 * row + column, starts);
        k += 1;
    }
    slants
};

const fn shifted(bits: u32, by: i32) -> u32 {
    if by >= 0 { bits << by } else { bits >> -by }
}

/// What is open to a colour with these rings that can use these free places.
#[inline]
pub(super) fn reach(rings: u32, places: u32) -> Reach {
    let open = rings | places;
    let [small, middle, large] = [open & SIZE, open >> 9 & SIZE, open >> 18 & SIZE];
    let [own_small, own_middle, own_large] = [rings & SIZE, rings >> 9 & SIZE, rings >> 18 & SIZE];
    let (mut lines, mut weight) = (0, 0);
    for (difference, starts) in SLANTS {
        let hits = small & shifted(middle, -difference) & shifted(large, -2 * difference) & starts;
        let [a, b, c] = [own_small, shifted(own_middle, -difference), shifted(own_large, -2 * difference)];
        let (one, two, three) = (a | b | c, a & b | b & c | a & c, a & b & c);
        weight += hits.count_ones()
            + (hits & one).count_ones()
            + 2 * (hits & two).count_ones()
            + 4 * (hits & three).count_ones();
        lines |= hits | shifted(hits, 9 + difference) | shifted(hits, 18 + 2 * difference);
    }
    for size in 0..3 {
        let own = rings >> (9 * size) & SIZE;
        let set = HOLDING[own as usize] & WITHIN[(open >> (9 * size) & SIZE) as usize];
        lines |= u32::from(UNION[usize::from(set)]) << (9 * size);
        weight += set.count_ones() << own.count_ones();
    }
    Reach { rings: lines & rings, places: lines & places, weight }
}

#[cfg(test)]
mod tests {
    use super::super::LINES;
    use super::*;
    use kaiketsu_testkit::random::Random;

    /// The slow twin: line by line.
    fn reach_by_lines(rings: u32, places: u32) -> Reach {
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
        Reach { rings: lines & rings, places: lines & places, weight }
    }

    #[test]
    fn shifting_agrees_with_listing() {
        let mut random = Random::new(3);
        for _ in 0..200_000 {
            let seed = random.bits();
            let bits = (seed >> 10) as u32 & (seed >> 37) as u32 & ((1 << 27) - 1);
            let places = (seed >> 37) as u32 & !bits & ((1 << 27) - 1);
            assert_eq!(reach(bits, places), reach_by_lines(bits, places));
        }
    }
}
