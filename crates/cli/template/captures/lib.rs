//! The rules of the game, to be changed: as they stand, a small game after yote.
//!
//! Each side has three stones in hand. A turn puts one of them on an empty cell
//! of 3x3, or moves a stone on the board to a neighbouring empty cell along its
//! row or column, or jumps over an enemy stone to the empty cell behind it and
//! captures that stone. Who has no move loses.
//!
//! The board is always seen by the side to move. Images of a position by turning
//! or mirroring the board are stored once.

use kaiketsu::FromRules;
use kaiketsu::board::{CellSet, Grid, Layout, ORTHOGONAL, Symmetries, discs};
use kaiketsu::game::{Board, CellForm, Game, Notation, NotationError, Outcome, Scene, Step, Symmetric, View};

/// Cell `row * 3 + column`, row 0 the lowest.
const GRID: Grid = Grid::square(3);
/// Stones of each side.
const STONES: usize = 3;

/// The rules, with what they need to know of the board.
pub struct TemplateGame {
    layout: Layout,
    /// For each cell and direction the next cell and the one behind it.
    ways: Vec<Vec<(usize, Option<usize>)>>,
    symmetries: Symmetries<u16>,
}

/// The stones on the board and in hand, of the side to move and of the other.
/// Deriving `Ord` is what lets positions be numbered without any work of yours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones {
    board: [u16; 2],
    hands: [usize; 2],
}

/// A stone comes from a cell or from the hand; it may capture one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    from: Option<usize>,
    to: usize,
    taken: Option<usize>,
}

/// How the game is solved: its positions are found from the start, one for all
/// images, and cut into tiers by a number that never rises.
pub fn setup() -> FromRules<TemplateGame> {
    FromRules::folded(TemplateGame::default()).staged(|_, stones| {
        let on_board: u32 = stones.board.iter().map(|side| side.size()).sum();
        on_board + 2 * stones.hands.iter().sum::<usize>() as u32
    })
}

impl Default for TemplateGame {
    fn default() -> Self {
        let board = GRID.board(CellForm::Square).with_kinds(discs(['o', 'x'])).viewed(View::Swapped);
        let ways = |cell: usize| {
            let two = |direction| Some((GRID.step(cell, direction)?, GRID.ray(cell, direction).nth(1)));
            ORTHOGONAL.into_iter().filter_map(two).collect()
        };
        TemplateGame {
            layout: Layout::new(board).with_hands("ox"),
            ways: (0..GRID.cells()).map(ways).collect(),
            symmetries: GRID.symmetries(),
        }
    }
}

impl Game for TemplateGame {
    type Position = Stones;
    type Move = Move;

    fn id(&self) -> String {
        "template-game".into()
    }

    fn start(&self) -> Stones {
        Stones { board: [0, 0], hands: [STONES; 2] }
    }

    /// The outcome for the side to move if the game is over.
    fn ending(&self, stones: &Stones) -> Option<Outcome> {
        self.legal_moves(stones).is_empty().then_some(Outcome::Loss)
    }

    /// All moves, always in the same order.
    fn moves(&self, stones: &Stones, moves: &mut Vec<Move>) {
        let [own, other] = stones.board;
        let empty = GRID.all::<u16>() & !(own | other);
        if stones.hands[0] > 0 {
            moves.extend(empty.cells().map(|to| Move { from: None, to, taken: None }));
        }
        for from in own.cells() {
            for &(next, behind) in &self.ways[from] {
                if empty.has(next) {
                    moves.push(Move { from: Some(from), to: next, taken: None });
                }
                if let Some(to) = behind
                    && other.has(next)
                    && empty.has(to)
                {
                    moves.push(Move { from: Some(from), to, taken: Some(next) });
                }
            }
        }
    }

    /// Where a move leads: the sides change places.
    fn play(&self, stones: &Stones, mv: &Move) -> Step<Stones> {
        let ([own, other], [held, other_held]) = (stones.board, stones.hands);
        let own = mv.from.map_or(own, |from| own.without(from)).with(mv.to);
        let other = mv.taken.map_or(other, |taken| other.without(taken));
        let held = held - usize::from(mv.from.is_none());
        Step::passes(Stones { board: [other, own], hands: [other_held, held] })
    }

    /// Delete this if a side may move twice in a row (see `Step::stays`).
    fn alternates(&self) -> bool {
        true
    }
}

impl Symmetric for TemplateGame {
    fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    fn image(&self, stones: &Stones, symmetry: usize) -> Stones {
        Stones { board: self.symmetries.image(&stones.board, symmetry), ..*stones }
    }
}

impl Notation for TemplateGame {
    fn title(&self) -> String {
        "Template game".into()
    }

    fn about(&self) -> String {
        "Put down a stone, move one to a neighbouring empty cell, or jump over an enemy stone and capture it. \
         Who has no move loses. A position is its rows from the top and the stones in hand, such as \
         `x../.o./...+ooxx`: `o` is the side to move, `x` the other, `.` empty. A move names its cells, such as \
         `b2` or `a1-a2`; a1 is bottom left."
            .into()
    }

    fn write_position(&self, stones: &Stones) -> String {
        self.layout.write(&self.scene(stones))
    }

    fn read_position(&self, text: &str) -> Result<Stones, NotationError> {
        let scene = self.layout.read(text)?;
        let (board, held) = (self.layout.sets(&scene), self.layout.held(&scene));
        let stones = Stones { board, hands: [held[0], held[1]] };
        if (0..2).all(|side| board[side].size() as usize + held[side] <= STONES) {
            return Ok(stones);
        }
        Err(NotationError::new(format!("`{text}` has more than {STONES} stones of a side")))
    }

    fn write_move(&self, _: &Stones, mv: &Move) -> String {
        let to = GRID.name(mv.to);
        mv.from.map_or(to.clone(), |from| format!("{}-{to}", GRID.name(from)))
    }

    fn board(&self) -> Board {
        self.layout.board().clone()
    }

    fn scene(&self, stones: &Stones) -> Scene {
        self.layout.holding(self.layout.scene(&stones.board), &stones.hands)
    }

    /// Raise this when you change the rules: databases made before are then
    /// refused instead of read wrongly.
    fn rules_version(&self) -> u32 {
        1
    }
}
