//! Some rows of a board, numbered by the pieces on them.
//!
//! A part is cut into its left columns, the centre column (if their number is
//! odd) and its right columns. The mirror exchanges left and right, and the
//! right columns are read from the edge like the left ones. Each of the three
//! is few enough cells for a table from the stacks to a *kind* and a number
//! among those of the kind. A kind is the pieces of either side, and whether
//! the lowest row is *breached*: the opponent has a piece on top there.
//!
//! The arrangements of a part with the same pieces form a *class*. In a class,
//!
//! ```text
//! | sound, two by two with the mirror image | sound, own image | breached, two by two | breached, own image |
//!   0, 1   2, 3   ...                         pairs ...          sound ...              ...                  all
//! ```
//!
//! So the mirror is `number ^ 1` or nothing, and the sound ones come first.
//! A number takes six look-ups, an arrangement a binary search; on four cells or
//! fewer both are one look-up in tables of all arrangements.

use std::ops::Range;

use kaiketsu_lanes::gather_bits;

use super::columns::Columns;

/// Rows of a board with at most so many pieces of either side, numbered.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The most pieces either side can have here: all of its pieces.
    pub(super) most: usize,
    sides: Columns,
    centre: Columns,
    /// The cells of the left, centre and right columns, four bits each.
    masks: [u64; 3],
    /// What `sides` says of the right columns as they lie on the board.
    from_the_right: Vec<(u8, u16)>,
    /// By kinds of left, centre and right, left not above right.
    places: Vec<Place>,
    /// By number; those that no arrangement has are empty.
    pub(super) classes: Vec<Class>,
    /// By class: the stretches of numbers with the same kinds, in order.
    stretches: Vec<Vec<Stretch>>,
    /// All arrangements, if the part is small.
    written_out: Option<WrittenOut>,
}

/// Bits of the stacks of a part whose arrangements are all written out.
const SMALL: usize = 16;

/// The arrangements of a small part.
#[derive(Debug, Default)]
struct WrittenOut {
    /// By the stacks: class and number.
    numbers: Vec<(u8, u32)>,
    /// By class and number: the stacks.
    stacks: Vec<Vec<u16>>,
}

/// The arrangements of a part that have the same pieces, by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Class {
    /// Sound ones that differ from their mirror image; image `n ^ 1`.
    pub(super) pairs: u32,
    /// All sound ones.
    pub(super) sound: u32,
    /// Sound ones, and the breached ones that differ from their mirror image.
    pub(super) breached_pairs: u32,
    /// All.
    pub(super) all: u32,
}

impl Class {
    /// The mirror image of a number.
    #[inline]
    pub(super) fn mirror(&self, number: u32) -> u32 {
        if number < self.pairs {
            number ^ 1
        } else if (self.sound..self.breached_pairs).contains(&number) {
            ((number - self.sound) ^ 1) + self.sound
        } else {
            number
        }
    }

    /// How many there are up to the mirror, where none can be breached.
    pub(super) fn folded(&self) -> u32 {
        self.all - self.pairs / 2
    }

    /// The number up to the mirror, and whether the image is meant.
    #[inline]
    pub(super) fn fold(&self, number: u32) -> (u32, bool) {
        if number < self.pairs { (number / 2, number % 2 == 1) } else { (number - self.pairs / 2, false) }
    }

    /// The number of what [`Class::fold`] gave, the image not being meant.
    #[inline]
    pub(super) fn unfold(&self, folded: u32) -> u32 {
        if folded < self.pairs / 2 { folded * 2 } else { folded + self.pairs / 2 }
    }

    /// Whether a number up to the mirror is its own image.
    pub(super) fn is_symmetric(&self, folded: u32) -> bool {
        folded >= self.pairs / 2
    }
}

/// Where the arrangements of three kinds begin.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    class: u8,
    pairs: u32,
    images: u32,
}

/// A run of numbers with the same kinds.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    first: u32,
    kinds: [u8; 3],
    own_images: bool,
}

impl Part {
    /// So many rows and columns with at most `most` pieces of either side.
    /// If not `guarded`, every arrangement is called sound.
    pub(super) fn new(rows: usize, columns: usize, most: usize, guarded: bool) -> Self {
        let sides = Columns::new(rows, columns / 2, most, guarded);
        let centre = Columns::new(rows, columns % 2, most, guarded);
        let places = vec![Place::default(); sides.kinds.len().pow(2) * centre.kinds.len()];
        let half = columns / 2;
        let cells = |columns_here: Range<usize>| {
            let cells = (0..rows * columns).filter(|cell| columns_here.contains(&(cell % columns)));
            cells.map(|cell| 15 << (4 * cell)).sum()
        };
        let masks = [cells(0..half), cells(half..columns - half), cells(columns - half..columns)];
        let from_the_right = (0..sides.numbers.len()).map(|code| sides.numbers[mirrored(code, rows, half)]);
        let from_the_right = from_the_right.collect();
        let mut part = Part {
            rows,
            columns,
            most,
            sides,
            centre,
            masks,
            from_the_right,
            places,
            classes: vec![Class::default(); (most + 1) * (most + 1)],
            stretches: vec![Vec::new(); (most + 1) * (most + 1)],
            written_out: None,
        };
        let mut all: Vec<(u8, bool, [u8; 3])> = part.kinds_of_three().collect();
        all.sort();
        for breached in [false, true] {
            let some = || all.iter().filter(|(_, b, _)| *b == breached);
            some().for_each(|(class, _, kinds)| part.add(*class, *kinds, false));
            part.classes.iter_mut().for_each(|class| match breached {
                false => class.pairs = class.all,
                true => class.breached_pairs = class.all,
            });
            some().for_each(|(class, _, kinds)| part.add(*class, *kinds, true));
            if !breached {
                part.classes.iter_mut().for_each(|class| class.sound = class.all);
            }
        }
        part.written_out = (part.bits() <= SMALL).then(|| part.write_out());
        part
    }

    fn write_out(&self) -> WrittenOut {
        let mut all = WrittenOut { numbers: vec![(0, 0); 1 << self.bits()], stacks: Vec::new() };
        for (number, class) in self.classes.iter().enumerate() {
            let stacks: Vec<u16> = (0..class.all).map(|n| self.found_stacks(number, n) as u16).collect();
            for (n, stacks) in (0..).zip(&stacks) {
                all.numbers[usize::from(*stacks)] = (number as u8, n);
            }
            all.stacks.push(stacks);
        }
        all
    }

    /// Class and breach of every three kinds that go together.
    fn kinds_of_three(&self) -> impl Iterator<Item = (u8, bool, [u8; 3])> {
        let (sides, centre) = (&self.sides.kinds, &self.centre.kinds);
        let ordered = move |left: usize| (left..sides.len()).map(move |right| (left, right));
        (0..sides.len()).flat_map(ordered).flat_map(move |(left, right)| {
            (0..centre.len()).filter_map(move |middle| {
                let three = [&sides[left], &centre[middle], &sides[right]];
                let sum =
                    |side: usize| three.iter().map(|kind| usize::from(kind.pieces[side])).sum::<usize>();
                let fits = sum(0) <= self.most && sum(1) <= self.most;
                let class = || self.class_of([sum(0), sum(1)]) as u8;
                let breached = three.iter().any(|kind| kind.breached);
                fits.then(|| (class(), breached, [left as u8, middle as u8, right as u8]))
            })
        })
    }

    #[inline]
    fn place_of(&self, kinds: [u8; 3]) -> usize {
        let [left, middle, right] = kinds.map(usize::from);
        (left * self.centre.kinds.len() + middle) * self.sides.kinds.len() + right
    }

    /// Gives the next numbers of a class to the arrangements of three kinds.
    fn add(&mut self, class: u8, kinds: [u8; 3], own_images: bool) {
        let [left, middle, right] =
            [self.sides.count(kinds[0]), self.centre.count(kinds[1]), self.sides.count(kinds[2])];
        let first = self.classes[usize::from(class)].all;
        let at = self.place_of(kinds);
        let place = &mut self.places[at];
        place.class = class;
        let count = match (own_images, kinds[0] == kinds[2]) {
            (false, false) => 2 * left * middle * right,
            (false, true) => left * (left - 1) * middle,
            (true, true) => left * middle,
            (true, false) => return,
        };
        *(if own_images { &mut place.images } else { &mut place.pairs }) = first;
        if count > 0 {
            self.classes[usize::from(class)].all += count;
            self.stretches[usize::from(class)].push(Stretch { first, kinds, own_images });
        }
    }

    /// The number of a class, given the pieces of the mover and the opponent.
    pub(super) fn class_of(&self, pieces: [usize; 2]) -> usize {
        pieces[0] * (self.most + 1) + pieces[1]
    }

    /// The pieces of the mover and the opponent in a class.
    pub(super) fn pieces_of(&self, class: usize) -> [usize; 2] {
        [class / (self.most + 1), class % (self.most + 1)]
    }

    /// How many bits the stacks of the part take.
    pub(super) fn bits(&self) -> usize {
        4 * self.rows * self.columns
    }

    /// Class and number of the stacks of a part, four bits a cell, row by row.
    /// What is above them does not matter.
    #[inline]
    pub(super) fn number(&self, stacks: u64) -> (usize, u32) {
        match &self.written_out {
            Some(all) => {
                let (class, number) = all.numbers[stacks as usize & (all.numbers.len() - 1)];
                (class.into(), number)
            }
            None => self.found_number(stacks),
        }
    }

    /// The same without a table of all arrangements.
    fn found_number(&self, stacks: u64) -> (usize, u32) {
        let [left, centre, right] = self.masks;
        let gather = |mask| gather_bits(stacks, mask) as usize;
        let (left, right) = (self.sides.numbers[gather(left)], self.from_the_right[gather(right)]);
        let (kind, c) = self.centre.numbers[gather(centre)];
        let image = left > right;
        let ((low, l), (high, r)) = if image { (right, left) } else { (left, right) };
        let place = self.places[self.place_of([low, kind, high])];
        let [l, c, r] = [l, c, r].map(u32::from);
        let number = if (low, l) == (high, r) {
            place.images + c * self.sides.count(low) + l
        } else if low == high {
            let two = self.sides.count(low) * (self.sides.count(low) - 1) / 2;
            place.pairs + 2 * (c * two + r * (r - 1) / 2 + l) + u32::from(image)
        } else {
            let (centres, rights) = (self.centre.count(kind), self.sides.count(high));
            place.pairs + 2 * ((l * centres + c) * rights + r) + u32::from(image)
        };
        (usize::from(place.class), number)
    }

    /// The stacks with that number in a class.
    #[inline]
    pub(super) fn stacks(&self, class: usize, number: u32) -> u64 {
        match &self.written_out {
            Some(all) => all.stacks[class][number as usize].into(),
            None => self.found_stacks(class, number),
        }
    }

    /// The same without a table of all arrangements.
    fn found_stacks(&self, class: usize, number: u32) -> u64 {
        let stretches = &self.stretches[class];
        let found = stretches.partition_point(|stretch| stretch.first <= number) - 1;
        let Stretch { first, kinds: [low, kind, high], own_images } = stretches[found];
        let [lows, centres, highs] = [self.sides.count(low), self.centre.count(kind), self.sides.count(high)];
        let rest = number - first;
        let (l, c, r, image) = if own_images {
            (rest % lows, rest / lows, rest % lows, false)
        } else if low == high {
            let two = lows * (lows - 1) / 2;
            let (l, r) = pair(rest / 2 % two);
            (l, rest / 2 / two, r, rest % 2 == 1)
        } else {
            let three = rest / 2;
            (three / highs / centres, three / highs % centres, three % highs, rest % 2 == 1)
        };
        let code = |columns: &Columns, kind: u8, number: u32| {
            usize::from(columns.kinds[usize::from(kind)].codes[number as usize])
        };
        let (left, right) = (code(&self.sides, low, l), code(&self.sides, high, r));
        let (left, right) = if image { (right, left) } else { (left, right) };
        self.join(left, code(&self.centre, kind, c), right)
    }

    fn join(&self, left: usize, centre: usize, right: usize) -> u64 {
        let half = self.columns / 2;
        let mut stacks = 0;
        for row in (0..self.rows).rev() {
            let (left, right) = (left >> (4 * half * row), right >> (4 * half * row));
            let mut line = left & ((1 << (4 * half)) - 1);
            if self.columns % 2 == 1 {
                line |= (centre >> (4 * row) & 15) << (4 * half);
            }
            for column in 0..half {
                line |= (right >> (4 * column) & 15) << (4 * (self.columns - 1 - column));
            }
            stacks = stacks << (4 * self.columns) | line as u64;
        }
        stacks
    }
}

/// Stacks of some rows and columns, the columns in the opposite order.
fn mirrored(code: usize, rows: usize, columns: usize) -> usize {
    let image = |cell: usize| cell / columns * columns + columns - 1 - cell % columns;
    (0..rows * columns).map(|cell| (code >> (4 * cell) & 15) << (4 * image(cell))).sum()
}

/// The pair l < r with number r (r - 1) / 2 + l.
fn pair(number: u32) -> (u32, u32) {
    let mut r = ((1.0 + (1.0 + 8.0 * f64::from(number)).sqrt()) / 2.0) as u32;
    while r * (r - 1) / 2 > number {
        r -= 1;
    }
    while (r + 1) * r / 2 <= number {
        r += 1;
    }
    (number - r * (r - 1) / 2, r)
}

#[cfg(test)]
mod tests {
    use super::super::stack;
    use super::*;

    #[test]
    fn every_number_comes_back_and_images_are_where_they_should_be() {
        for (rows, columns, guarded) in
            [(1, 2, true), (1, 3, true), (2, 3, false), (1, 5, true), (2, 4, true)]
        {
            let part = Part::new(rows, columns, columns.min(3), guarded);
            for (number, class) in part.classes.iter().enumerate() {
                for n in 0..class.all {
                    let stacks = part.stacks(number, n);
                    assert_eq!(part.number(stacks), (number, n));
                    assert_eq!(
                        (part.found_number(stacks), part.found_stacks(number, n)),
                        ((number, n), stacks)
                    );
                    assert_eq!(part.number(stacks | !0 << part.bits()), (number, n), "what is above");
                    let image = mirror(&part, stacks);
                    assert_eq!(part.number(image), (number, class.mirror(n)));
                    let lowest = (0..columns).map(|cell| (stacks >> (4 * cell) & 15) as u8);
                    let breached = lowest.map(stack::top).any(|top| top == Some(stack::OPPONENT));
                    assert_eq!(n >= class.sound, breached && guarded);
                }
            }
        }
    }

    fn mirror(part: &Part, stacks: u64) -> u64 {
        let cell = |row: usize, column: usize| stacks >> (4 * (row * part.columns + column)) & 15;
        let cells = (0..part.rows).flat_map(|row| (0..part.columns).map(move |column| (row, column)));
        cells.enumerate().map(|(at, (row, column))| cell(row, part.columns - 1 - column) << (4 * at)).sum()
    }

    #[test]
    fn pairs_are_numbered() {
        let pairs = (1..400).flat_map(|r| (0..r).map(move |l| (l, r)));
        for (number, expected) in (0..).zip(pairs) {
            assert_eq!(pair(number), expected);
        }
    }
}
