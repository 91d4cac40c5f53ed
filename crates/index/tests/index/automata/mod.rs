//! Two automata the size of real games, shared by the tests.

// Each program that shares this file uses a part of it.
#![allow(dead_code)]

use kaiketsu_index::Automaton;

/// Boards of Dodgem with `pieces` on each side: the cells are read row by
/// row, a cell is empty (0), the mover's (1) or the opponent's (2). A root says
/// how many pieces the mover has in each row and the opponent in each column.
#[derive(Clone, Copy)]
pub(crate) struct Dodgem {
    pub(crate) pieces: usize,
}

/// The pieces still to come, by row of the mover and by column of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Remaining {
    pub(crate) rows: [u8; 6],
    pub(crate) columns: [u8; 6],
}

impl Dodgem {
    pub(crate) fn side(self) -> usize {
        self.pieces + 1
    }

    /// All ways in which the pieces of one side can be spread over the lines; the rest have left the board.
    pub(crate) fn patterns(self) -> Vec<[u8; 6]> {
        let mut patterns = vec![[0; 6]];
        for line in 0..self.side() {
            let mut longer = Vec::new();
            for pattern in patterns {
                let placed: usize = pattern.iter().map(|&count| usize::from(count)).sum();
                for count in 0..=self.pieces - placed {
                    let mut next = pattern;
                    next[line] = count as u8;
                    longer.push(next);
                }
            }
            patterns = longer;
        }
        patterns
    }

    /// All pairs of patterns.
    pub(crate) fn roots(self) -> Vec<Remaining> {
        let patterns = self.patterns();
        let pairs = patterns.iter().flat_map(|&rows| patterns.iter().map(move |&columns| (rows, columns)));
        pairs.map(|(rows, columns)| Remaining { rows, columns }).collect()
    }

    /// The root to which a board belongs.
    pub(crate) fn root_of(self, word: &[u8]) -> Remaining {
        let mut root = Remaining { rows: [0; 6], columns: [0; 6] };
        for (cell, &symbol) in word.iter().enumerate() {
            match symbol {
                1 => root.rows[cell / self.side()] += 1,
                2 => root.columns[cell % self.side()] += 1,
                _ => {}
            }
        }
        root
    }
}

impl Automaton for Dodgem {
    type State = Remaining;

    fn cells(&self) -> usize {
        self.side() * self.side()
    }

    fn symbols(&self, _cell: usize) -> usize {
        3
    }

    fn step(&self, cell: usize, state: &Remaining, symbol: usize) -> Option<Remaining> {
        let (row, column) = (cell / self.side(), cell % self.side());
        let mut next = *state;
        match symbol {
            1 => next.rows[row] = next.rows[row].checked_sub(1)?,
            2 => next.columns[column] = next.columns[column].checked_sub(1)?,
            _ => {}
        }
        let row_is_full = usize::from(next.rows[row]) <= self.side() - 1 - column;
        let column_is_full = usize::from(next.columns[column]) <= self.side() - 1 - row;
        (row_is_full && column_is_full).then_some(next)
    }

    fn accepts(&self, state: &Remaining) -> bool {
        *state == Remaining { rows: [0; 6], columns: [0; 6] }
    }
}

/// Boards of NOCCA x NOCCA: each cell holds a stack of at most three pieces,
/// and of both colours at least one piece lies on top of its stack.
#[derive(Clone, Copy)]
pub(crate) struct Nocca {
    pub(crate) cells: usize,
}

/// The pieces still to come, and the colours seen on top so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stacked {
    pub(crate) black: u8,
    pub(crate) white: u8,
    pub(crate) black_on_top: bool,
    pub(crate) white_on_top: bool,
}

impl Nocca {
    /// Before the first cell, with `pieces` on each side.
    pub(crate) fn root(pieces: u8) -> Stacked {
        Stacked { black: pieces, white: pieces, black_on_top: false, white_on_top: false }
    }

    /// The number of black and white pieces of a stack, and whether the top
    /// one is white. Symbols are the binary numbers of the colours, bottom
    /// piece first after a leading 1: symbol + 1 = 1 (empty), 10 (black),
    /// 11 (white), 100, 101, ..., 1111.
    pub(crate) fn stack(symbol: usize) -> (u8, u8, Option<bool>) {
        let code = symbol + 1;
        let height = code.ilog2();
        let white = code.count_ones() - 1;
        ((height - white) as u8, white as u8, (height > 0).then_some(code & 1 == 1))
    }
}

impl Automaton for Nocca {
    type State = Stacked;

    fn cells(&self) -> usize {
        self.cells
    }

    fn symbols(&self, _cell: usize) -> usize {
        15
    }

    fn step(&self, _cell: usize, state: &Stacked, symbol: usize) -> Option<Stacked> {
        let (black, white, top) = Nocca::stack(symbol);
        Some(Stacked {
            black: state.black.checked_sub(black)?,
            white: state.white.checked_sub(white)?,
            black_on_top: state.black_on_top || top == Some(false),
            white_on_top: state.white_on_top || top == Some(true),
        })
    }

    fn accepts(&self, state: &Stacked) -> bool {
        *state == Stacked { black: 0, white: 0, black_on_top: true, white_on_top: true }
    }
}
