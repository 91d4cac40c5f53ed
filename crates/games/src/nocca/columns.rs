//! Some columns of a part of the board, numbered kind by kind.

use super::stack;

/// Some columns of a part.
#[derive(Debug)]
pub(super) struct Columns {
    /// By the stacks, four bits each: kind and number.
    pub(super) numbers: Vec<(u8, u16)>,
    pub(super) kinds: Vec<Kind>,
}

/// The arrangements of the columns with the same pieces that are alike breached
/// or not.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kind {
    pub(super) breached: bool,
    pub(super) pieces: [u8; 2],
    /// The stacks of each number.
    pub(super) codes: Vec<u16>,
}

impl Columns {
    pub(super) fn new(rows: usize, columns: usize, most: usize, guarded: bool) -> Self {
        let cells = rows * columns;
        let stacks = |code: usize| (0..cells).map(move |cell| (code >> (4 * cell) & 15) as u8);
        let mut kinds: Vec<Kind> = Vec::new();
        for code in 0..1 << (4 * cells) {
            if stacks(code).any(|stack| stack == 0) {
                continue;
            }
            let mut pieces = [0, 0];
            for stack in stacks(code) {
                let [mine, theirs] = stack::pieces(stack);
                pieces = [pieces[0] + mine, pieces[1] + theirs];
            }
            if pieces.iter().any(|&count| usize::from(count) > most) {
                continue;
            }
            let lowest_row = stacks(code).take(columns);
            let breached = guarded && lowest_row.map(stack::top).any(|top| top == Some(stack::OPPONENT));
            let same = |kind: &&mut Kind| (kind.breached, kind.pieces) == (breached, pieces);
            match kinds.iter_mut().find(same) {
                Some(kind) => kind.codes.push(code as u16),
                None => kinds.push(Kind { breached, pieces, codes: vec![code as u16] }),
            }
        }
        kinds.sort();
        let mut numbers = vec![(u8::MAX, 0); 1 << (4 * cells)];
        for (kind, codes) in kinds.iter().enumerate().map(|(kind, k)| (kind as u8, &k.codes)) {
            for (number, &code) in codes.iter().enumerate() {
                numbers[usize::from(code)] = (kind, number as u16);
            }
        }
        Columns { numbers, kinds }
    }

    pub(super) fn count(&self, kind: u8) -> u32 {
        self.kinds[usize::from(kind)].codes.len() as u32
    }
}
