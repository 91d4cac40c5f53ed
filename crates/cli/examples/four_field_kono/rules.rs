//! Four field kono, a game of Korea, by its rules: moves, end and text.
//!
//! A stone steps to an empty neighbour, along rows and columns, or jumps over
//! a neighbour of its own colour onto an enemy stone and captures it. Who
//! cannot move loses. Stones are bits, cell `row * columns + column`, and the
//! board is always seen by the side to move. (Rules after Stewart Culin,
//! "Korean Games", 1895.)

use kaiketsu::game::{Game, Notation, NotationError, Outcome, Step};

/// The game on any board of up to 16 cells with an even number of rows; the
/// traditional one is 4x4.
pub struct Kono {
    pub id: String,
    pub columns: usize,
    pub rows: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones {
    pub mover: u16,
    pub opponent: u16,
}

impl Kono {
    pub fn new(id: &str, columns: usize, rows: usize) -> Self {
        Kono { id: id.into(), columns, rows }
    }

    pub fn cells(&self) -> usize {
        self.columns * self.rows
    }

    /// The cells one and two steps away in each direction that stays on the
    /// board; the second is missing at the edge.
    pub fn directions(&self, cell: usize) -> impl Iterator<Item = (usize, Option<usize>)> {
        let (columns, rows) = (self.columns as isize, self.rows as isize);
        let (row, column) = (cell as isize / columns, cell as isize % columns);
        let at = move |row: isize, column: isize| {
            let on_board = (0..rows).contains(&row) && (0..columns).contains(&column);
            on_board.then_some((row * columns + column) as usize)
        };
        [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(move |(down, right)| {
            Some((at(row + down, column + right)?, at(row + 2 * down, column + 2 * right)))
        })
    }
}

pub fn has(stones: u16, cell: usize) -> bool {
    stones >> cell & 1 == 1
}

impl Game for Kono {
    type Position = Stones;
    type Move = (usize, usize); // from, to

    fn id(&self) -> String {
        self.id.clone()
    }

    fn start(&self) -> Stones {
        let half = (1u32 << (self.cells() / 2)) - 1;
        Stones { mover: (half << (self.cells() / 2)) as u16, opponent: half as u16 }
    }

    fn ending(&self, position: &Stones) -> Option<Outcome> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.is_empty().then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Stones, moves: &mut Vec<(usize, usize)>) {
        for from in (0..self.cells()).filter(|cell| has(position.mover, *cell)) {
            for (next, beyond) in self.directions(from) {
                if !has(position.mover | position.opponent, next) {
                    moves.push((from, next));
                }
                if let Some(beyond) = beyond
                    && has(position.mover, next)
                    && has(position.opponent, beyond)
                {
                    moves.push((from, beyond));
                }
            }
        }
    }

    fn play(&self, position: &Stones, (from, to): &(usize, usize)) -> Step<Stones> {
        let moved = position.mover & !(1 << from) | 1 << to;
        Step::passes(Stones { mover: position.opponent & !(1 << to), opponent: moved })
    }

    fn alternates(&self) -> bool {
        true
    }
}

impl Notation for Kono {
    fn title(&self) -> String {
        format!("Kono {}x{}", self.columns, self.rows)
    }

    fn about(&self) -> String {
        "Step to an empty neighbour, or jump over a stone of yours onto an enemy stone and capture \
         it. Who cannot move loses. A position is its rows from the top: `o` is the side to move, \
         `x` the other, `.` empty. A move names two cells, such as `a1-b1`; a1 is bottom left."
            .into()
    }

    fn write_position(&self, position: &Stones) -> String {
        let symbol = |cell| match (has(position.mover, cell), has(position.opponent, cell)) {
            (true, _) => 'o',
            (_, true) => 'x',
            _ => '.',
        };
        let row = |row: usize| (0..self.columns).map(|column| symbol(row * self.columns + column)).collect();
        (0..self.rows).map(row).collect::<Vec<String>>().join("/")
    }

    fn read_position(&self, text: &str) -> Result<Stones, NotationError> {
        let rows: Vec<&str> = text.split('/').collect();
        let fits = |row: &&str| row.len() == self.columns && row.chars().all(|c| "ox.".contains(c));
        if rows.len() != self.rows || !rows.iter().all(fits) {
            let (columns, rows) = (self.columns, self.rows);
            let wanted = format!("{rows} rows of {columns} cells `o`, `x` or `.`, with `/` between them");
            return Err(NotationError::new(format!("`{text}` is not a position: it takes {wanted}")));
        }
        let stones = |symbol: char| -> u16 {
            let cells = rows.concat().chars().collect::<Vec<char>>();
            (0..self.cells()).filter(|cell| cells[*cell] == symbol).map(|cell| 1 << cell).sum()
        };
        let position = Stones { mover: stones('o'), opponent: stones('x') };
        match position.mover.count_ones().max(position.opponent.count_ones()) as usize {
            most if 2 * most <= self.cells() => Ok(position),
            _ => Err(NotationError::new(format!("`{text}` has more stones of a side than at the start"))),
        }
    }

    fn write_move(&self, _: &Stones, (from, to): &(usize, usize)) -> String {
        let name = |cell: usize| {
            let column = (b'a' + (cell % self.columns) as u8) as char;
            format!("{column}{}", self.rows - cell / self.columns)
        };
        format!("{}-{}", name(*from), name(*to))
    }
}
