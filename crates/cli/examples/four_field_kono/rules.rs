//! Four field kono, a game of Korea, by its rules: moves, end and text.
//!
//! A stone steps to an empty neighbour, along rows and columns, or jumps over
//! a neighbour of its own colour onto an enemy stone and captures it. Who
//! cannot move loses. The board is always seen by the side to move. (Rules after
//! Stewart Culin, "Korean Games", 1895.)

use kaiketsu::board::{CellSet, Grid, Layout, ORTHOGONAL, Placements, Symmetries, discs};
use kaiketsu::game::{Board, CellForm, Game, Notation, NotationError, Outcome, Step, View};

/// The game on any board of up to 16 cells with an even number of rows; the
/// traditional one is 4x4.
pub struct Kono {
    id: String,
    pub grid: Grid,
    layout: Layout,
    /// For each cell and direction the next cell and the one beyond, which is
    /// missing at the edge.
    pub ways: Vec<Vec<(usize, Option<usize>)>>,
    /// What the stages below need.
    pub symmetries: Symmetries<u16>,
    pub placements: Placements<u16, 2>,
}

/// The stones of the side to move and of the other: a bit for each cell.
pub type Stones = [u16; 2];

impl Kono {
    pub fn new(id: &str, columns: usize, rows: usize) -> Self {
        let grid = Grid::new(columns, rows);
        let ways = |cell: usize| {
            let two = |direction| Some((grid.step(cell, direction)?, grid.ray(cell, direction).nth(1)));
            ORTHOGONAL.into_iter().filter_map(two).collect()
        };
        let board = grid.board(CellForm::Square).with_kinds(discs(['o', 'x'])).viewed(View::Swapped);
        Kono {
            id: id.into(),
            layout: Layout::new(board),
            ways: (0..grid.cells()).map(ways).collect(),
            symmetries: grid.symmetries(),
            placements: crate::numbering::placements(grid.cells()),
            grid,
        }
    }

    fn all_moves(&self, [own, other]: Stones) -> impl Iterator<Item = (usize, usize)> {
        let ways = own.cells().flat_map(|from| self.ways[from].iter().map(move |way| (from, *way)));
        ways.filter_map(move |(from, (next, beyond))| match beyond {
            _ if !(own | other).has(next) => Some((from, next)),
            Some(beyond) if own.has(next) && other.has(beyond) => Some((from, beyond)),
            _ => None,
        })
    }
}

impl Game for Kono {
    type Position = Stones;
    type Move = (usize, usize); // from, to

    fn id(&self) -> String {
        self.id.clone()
    }

    fn start(&self) -> Stones {
        let half = u16::up_to(self.grid.cells() / 2);
        [half, self.grid.all::<u16>() & !half]
    }

    fn ending(&self, stones: &Stones) -> Option<Outcome> {
        self.all_moves(*stones).next().is_none().then_some(Outcome::Loss)
    }

    fn moves(&self, stones: &Stones, moves: &mut Vec<(usize, usize)>) {
        moves.extend(self.all_moves(*stones));
    }

    fn play(&self, [own, other]: &Stones, &(from, to): &(usize, usize)) -> Step<Stones> {
        Step::passes([other.without(to), own.without(from).with(to)])
    }

    fn alternates(&self) -> bool {
        true
    }
}

impl Notation for Kono {
    fn title(&self) -> String {
        format!("Kono {}", self.grid)
    }

    fn about(&self) -> String {
        "Step to an empty neighbour, or jump over a stone of yours onto an enemy stone and capture \
         it. Who cannot move loses. A position is its rows from the top: `o` is the side to move, \
         `x` the other, `.` empty. A move names two cells, such as `a1-b1`; a1 is bottom left."
            .into()
    }

    fn write_position(&self, stones: &Stones) -> String {
        self.layout.write_sets(stones)
    }

    fn read_position(&self, text: &str) -> Result<Stones, NotationError> {
        let stones: Stones = self.layout.read_sets(text)?;
        if stones.iter().all(|side| 2 * side.size() as usize <= self.grid.cells()) {
            return Ok(stones);
        }
        Err(NotationError::new(format!("`{text}` has more stones of a side than at the start")))
    }

    fn write_move(&self, _: &Stones, &(from, to): &(usize, usize)) -> String {
        format!("{}-{}", self.grid.name(from), self.grid.name(to))
    }

    fn board(&self) -> Board {
        self.layout.board().clone()
    }
}
