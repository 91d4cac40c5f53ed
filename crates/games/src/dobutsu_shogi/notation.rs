//! Dobutsu shogi as text and on the board.

use kaiketsu_game::{Board, CellForm, Notation, NotationError, Piece, Scene, View};

use super::animals::{CHICK, FAR, LION};
use super::{Action, Animals, DobutsuShogi};
use crate::board::{Grid, lettered};

const GRID: Grid = Grid { columns: 3, rows: 4 };
/// The pieces by their codes: the mover's, the opponent's, the lions.
const LETTERS: [char; 11] = ['.', 'G', 'E', 'C', 'H', 'g', 'e', 'c', 'h', 'L', 'l'];

/// The code of a piece of a kind.
fn code(kind: usize, mine: bool) -> usize {
    match (kind, mine) {
        (LION, _) => {
            if mine {
                9
            } else {
                10
            }
        }
        _ => {
            if mine {
                kind + 1
            } else {
                kind + 5
            }
        }
    }
}

impl Animals {
    /// The code of what lies on a cell.
    fn code(&self, cell: usize) -> usize {
        let kind = self.kinds.iter().position(|cells| cells >> cell & 1 != 0);
        kind.map_or(0, |kind| code(kind, self.mine >> cell & 1 != 0))
    }

    /// All pieces with their places and codes, those in hand as often as they are held.
    fn pieces(&self) -> impl Iterator<Item = (usize, usize)> {
        let on_board = (0..12).map(|cell| (cell, self.code(cell))).filter(|(_, code)| *code > 0);
        let held = |place: usize| {
            std::iter::repeat_n((12 + place, code(place % 3, place < 3)), self.held(place).into())
        };
        on_board.chain((0..6).flat_map(held))
    }
}

impl Notation for DobutsuShogi {
    fn title(&self) -> String {
        "Dobutsu shogi".into()
    }

    fn about(&self) -> String {
        "Catch the lion, or bring yours to the far row where it cannot be caught at once. L steps to all sides, \
         G straight, E diagonally, C forward; C becomes H on the far row, a gold general. Captured pieces change \
         sides and can be dropped on empty cells, H as C. Repetition is a draw. A position is rows from the top, \
         such as `gle/.c./.C./ELG`, then hands, such as `+Cg`; capitals move, and go up. A move is `b1-a2` or \
         `C*b2`. Where the lion can be caught, only catching it is listed.".into()
    }

    fn write_position(&self, position: &Animals) -> String {
        let board = GRID.write(|row, column| LETTERS[position.code(row * 3 + column)]);
        let in_hand = position.pieces().filter(|(place, _)| *place >= 12);
        let hands: String = in_hand.map(|(_, piece)| LETTERS[piece]).collect();
        if hands.is_empty() { board } else { format!("{board}+{hands}") }
    }

    fn read_position(&self, text: &str) -> Result<Animals, NotationError> {
        let refuse = |problem: &str| Err(NotationError::new(format!("`{text}`: {problem}")));
        let (board, hands) = text.split_once('+').unwrap_or((text, ""));
        let codes = GRID.read_codes(board, &LETTERS)?;
        let held: Option<Vec<usize>> = hands.chars().map(|symbol| "GECgec".find(symbol)).collect();
        let Some(held) = held.filter(|held| held.len() <= 6) else {
            return refuse("after `+` come up to six G, E and C in hand, small letters for the opponent's");
        };
        let bits = |wanted: &dyn Fn(usize) -> bool| {
            let cells = (0..).zip(&codes).filter(|(_, code)| **code > 0 && wanted((**code).into()));
            cells.map(|(cell, _)| 1 << cell).sum::<u16>()
        };
        let kinds = std::array::from_fn(|kind| {
            bits(&|found| [true, false].iter().any(|mine| code(kind, *mine) == found))
        });
        let mine = bits(&|found| (0..=LION).any(|kind| code(kind, true) == found));
        let on_board = |kind: usize| {
            kinds[kind].count_ones() + if kind == CHICK { kinds[kind + 1].count_ones() } else { 0 }
        };
        let in_hand = |kind: usize| held.iter().filter(|place| **place % 3 == kind).count() as u32;
        if (0..3).any(|kind| on_board(kind) + in_hand(kind) != 2) {
            return refuse("there are two G, two E, and two C or H, on the board or in hand");
        }
        let hands = held.iter().map(|place| 1 << (2 * place)).sum();
        let position = Animals { kinds, mine, hands };
        let lions = [kinds[LION] & mine, kinds[LION] & !mine];
        if lions[1].count_ones() != 1 || lions[0].count_ones() > 1 || lions[0] & FAR != 0 {
            return refuse("there is one `l` and one `L`, unless it is caught; `L` is not on the far row");
        }
        Ok(position)
    }

    fn write_move(&self, _: &Animals, &Action(from, to): &Action) -> String {
        let source =
            if from < 12 { GRID.name(from) + "-" } else { format!("{}*", LETTERS[usize::from(from) - 11]) };
        source + &GRID.name(to)
    }

    fn board(&self) -> Board {
        let board = GRID.board(CellForm::Square).with_kinds(lettered(&LETTERS[1..]));
        board.with_hands(&["g", "e", "c"]).viewed(View::HalfTurn) // as moves name them
    }

    fn scene(&self, position: &Animals) -> Scene {
        let piece = |(cell, piece)| Piece { cell, kind: piece - 1 };
        Scene { pieces: position.pieces().map(piece).collect(), ..Scene::default() }
    }

    /// Version 2 stores mirror images once.
    fn rules_version(&self) -> u32 {
        2
    }
}
