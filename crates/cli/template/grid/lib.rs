//! The rules of the game, to be changed: as they stand, three men's morris.
//!
//! Two sides put three pieces each on a board of 3x3, in turn; then they move one
//! of their own to a neighbouring empty cell, also diagonally. Three in a line
//! win; who cannot move loses.
//!
//! All ways to place the pieces are numbered, and images of a position by turning
//! or mirroring the board are stored once.

use kaiketsu::board::{AROUND, CellSet, Grid, Layout, Placements, Symmetries, discs};
use kaiketsu::game::{
    Backwards, Board, CellForm, Game, Notation, NotationError, NumberedBy, Outcome, Step, Symmetric, Tier,
    Turn, View,
};
use kaiketsu::{FoldedGame, Numbered};

/// Cell `row * 3 + column`, row 0 the lowest.
const GRID: Grid = Grid::square(3);
/// Pieces of each side.
const PIECES: u32 = 3;

/// The rules, with what they need to know of the board.
pub struct TemplateGame {
    layout: Layout,
    /// The neighbours of each cell.
    near: Vec<u16>,
    lines: Vec<u16>,
    symmetries: Symmetries<u16>,
    placements: Placements<u16, 2>,
}

/// The pieces of the side to move and of the other: a bit for each cell.
pub type Pieces = [u16; 2];

/// A piece is put down if it comes from nowhere.
pub type Move = (Option<usize>, usize);

/// How the game is solved: numbered, stored once for all images, by moves backwards.
pub fn setup() -> Numbered<FoldedGame<TemplateGame>> {
    Numbered::folded(TemplateGame::default())
}

impl Default for TemplateGame {
    fn default() -> Self {
        let board = GRID.board(CellForm::Square).with_kinds(discs(['o', 'x'])).viewed(View::Swapped);
        // A tier is a number of pieces still to be put down; the side to move has as many or one less.
        let tier = |left: u32| vec![[(2 * PIECES - left) / 2, (2 * PIECES - left).div_ceil(2)]];
        TemplateGame {
            layout: Layout::new(board),
            near: GRID.neighbours(&AROUND),
            lines: GRID.lines(3),
            symmetries: GRID.symmetries(),
            placements: Placements::new(GRID.cells(), (0..=2 * PIECES).map(tier).collect()),
        }
    }
}

impl TemplateGame {
    fn has_line(&self, pieces: u16) -> bool {
        self.lines.iter().any(|line| pieces.has_all(*line))
    }
}

impl Game for TemplateGame {
    type Position = Pieces;
    type Move = Move;

    fn id(&self) -> String {
        "template-game".into()
    }

    fn start(&self) -> Pieces {
        [0, 0]
    }

    /// The outcome for the side to move if the game is over. That it has a line
    /// already is never reached, but such positions are numbered.
    fn ending(&self, pieces: &Pieces) -> Option<Outcome> {
        match pieces.map(|side| self.has_line(side)) {
            [_, true] => Some(Outcome::Loss),
            [true, _] => Some(Outcome::Win),
            _ => self.legal_moves(pieces).is_empty().then_some(Outcome::Loss),
        }
    }

    /// All moves, always in the same order.
    fn moves(&self, [own, other]: &Pieces, moves: &mut Vec<Move>) {
        let empty = GRID.all::<u16>() & !(own | other);
        if own.size() < PIECES {
            moves.extend(empty.cells().map(|to| (None, to)));
        } else {
            let steps = |from: usize| (self.near[from] & empty).cells().map(move |to| (Some(from), to));
            moves.extend(own.cells().flat_map(steps));
        }
    }

    /// Where a move leads.
    fn play(&self, [own, other]: &Pieces, (from, to): &Move) -> Step<Pieces> {
        let left = from.map_or(*own, |from| own.without(from));
        Step::passes([*other, left.with(*to)])
    }

    fn alternates(&self) -> bool {
        true
    }
}

impl NumberedBy for TemplateGame {
    type Numbering = Placements<u16, 2>;

    fn numbering(&self) -> &Placements<u16, 2> {
        &self.placements
    }

    fn name_of_tier(&self, tier: Tier) -> String {
        format!("{} pieces to be put down", tier.0)
    }
}

impl Backwards for TemplateGame {
    /// The piece that was put down or moved is one of the other side's.
    fn before(&self, [own, other]: &Pieces, visit: &mut dyn FnMut(Pieces, Turn)) {
        let empty = GRID.all::<u16>() & !(own | other);
        for to in other.cells() {
            let left = other.without(to);
            visit([left, *own], Turn::Passes);
            if own.size() == PIECES {
                (self.near[to] & empty).cells().for_each(|from| visit([left.with(from), *own], Turn::Passes));
            }
        }
    }
}

impl Symmetric for TemplateGame {
    fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    fn image(&self, pieces: &Pieces, symmetry: usize) -> Pieces {
        self.symmetries.image(pieces, symmetry)
    }
}

impl Notation for TemplateGame {
    fn title(&self) -> String {
        "Template game".into()
    }

    fn about(&self) -> String {
        "Put down three pieces each, then move one to a neighbouring empty cell. Three in a line win; who \
         cannot move loses. A position is its rows from the top: `o` is the side to move, `x` the other, `.` \
         empty. A move names its cells, such as `b2` or `a1-a2`; a1 is bottom left."
            .into()
    }

    fn write_position(&self, pieces: &Pieces) -> String {
        self.layout.write_sets(pieces)
    }

    fn read_position(&self, text: &str) -> Result<Pieces, NotationError> {
        let pieces: Pieces = self.layout.read_sets(text)?;
        let [own, other] = pieces.map(CellSet::size);
        if other <= PIECES && (own == other || own + 1 == other) {
            return Ok(pieces);
        }
        let rule = format!("each side has up to {PIECES}, and `x` as many as `o` or one more");
        Err(NotationError::new(format!("`{text}` has {own} `o` and {other} `x`; {rule}")))
    }

    fn write_move(&self, _: &Pieces, (from, to): &Move) -> String {
        let to = GRID.name(*to);
        from.map_or(to.clone(), |from| format!("{}-{to}", GRID.name(from)))
    }

    fn board(&self) -> Board {
        self.layout.board().clone()
    }

    /// Raise this when you change the rules or the numbering: databases made
    /// before are then refused instead of read wrongly.
    fn rules_version(&self) -> u32 {
        1
    }
}
