//! The rules of the game, to be changed: as they stand, Hexapawn on 3x3.
//!
//! Each side has three pawns on its edge of the board. A pawn steps one cell
//! forward if that is empty, or captures one cell diagonally forward. A side
//! wins by reaching the other edge, or when the opponent cannot move. (Martin
//! Gardner, Scientific American, March 1962: the second player wins.)
//!
//! The board is always seen by the side to move, whose pawns go up.

use kaiketsu::FromRules;
use kaiketsu::board::{CellSet, Grid, Layout, Symmetries, discs};
use kaiketsu::game::{Board, CellForm, Game, Notation, NotationError, Outcome, Step, View};

/// Cell `row * 3 + column`, row 0 the lowest.
const GRID: Grid = Grid::square(3);
/// That symmetry of the board which turns columns and rows round.
const HALF_TURN: usize = 3;

/// The rules, with what they need to know of the board.
pub struct TemplateGame {
    layout: Layout,
    turns: Symmetries<u16>,
}

/// The pawns of the side to move and of the other: a bit for each cell. Positions
/// need an order; then they are numbered without any work of yours.
pub type Pawns = [u16; 2];

/// How the game is solved: its positions are found from the start.
pub fn setup() -> FromRules<TemplateGame> {
    FromRules::new(TemplateGame::default())
}

impl Default for TemplateGame {
    fn default() -> Self {
        let board = GRID.board(CellForm::Square).with_kinds(discs(['o', 'x'])).viewed(View::HalfTurn);
        TemplateGame { layout: Layout::new(board), turns: GRID.symmetries() }
    }
}

impl Game for TemplateGame {
    type Position = Pawns;
    type Move = (usize, usize); // from, to

    fn id(&self) -> String {
        "template-game".into()
    }

    fn start(&self) -> Pawns {
        [GRID.row(0), GRID.row(2)]
    }

    /// The outcome for the side to move if the game is over.
    fn ending(&self, pawns: &Pawns) -> Option<Outcome> {
        let reached = pawns[1] & GRID.row::<u16>(0) != 0;
        (reached || self.legal_moves(pawns).is_empty()).then_some(Outcome::Loss)
    }

    /// All moves, always in the same order.
    fn moves(&self, [own, other]: &Pawns, moves: &mut Vec<(usize, usize)>) {
        for from in own.cells() {
            for direction in [(-1, 1), (0, 1), (1, 1)] {
                let straight = direction == (0, 1);
                let fits = |to: &usize| if straight { !(own | other).has(*to) } else { other.has(*to) };
                moves.extend(GRID.step(from, direction).filter(fits).map(|to| (from, to)));
            }
        }
    }

    /// Where a move leads. The other side sees the board turned.
    fn play(&self, [own, other]: &Pawns, &(from, to): &(usize, usize)) -> Step<Pawns> {
        let after = [other.without(to), own.without(from).with(to)];
        Step::passes(self.turns.image(&after, HALF_TURN))
    }

    /// Delete this if a side may move twice in a row (see `Step::stays`).
    fn alternates(&self) -> bool {
        true
    }
}

impl Notation for TemplateGame {
    fn title(&self) -> String {
        "Template game".into()
    }

    fn about(&self) -> String {
        "Pawns step forward or capture diagonally forward; reach the far edge, or leave the opponent \
         without a move. A position is its rows from the top: `o` is the side to move, going up, `x` \
         the other, `.` empty. A move names two cells, such as `a1-a2`; a1 is bottom left."
            .into()
    }

    fn write_position(&self, pawns: &Pawns) -> String {
        self.layout.write_sets(pawns)
    }

    fn read_position(&self, text: &str) -> Result<Pawns, NotationError> {
        self.layout.read_sets(text)
    }

    fn write_move(&self, _: &Pawns, &(from, to): &(usize, usize)) -> String {
        format!("{}-{}", GRID.name(from), GRID.name(to))
    }

    fn board(&self) -> Board {
        self.layout.board().clone()
    }

    /// Raise this when you change the rules: databases made before are then
    /// refused instead of read wrongly.
    fn rules_version(&self) -> u32 {
        1
    }
}
