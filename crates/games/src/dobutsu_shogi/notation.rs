//! Dobutsu shogi as text and on the board.

use std::sync::LazyLock;

use kaiketsu_game::board::{CellSet, Grid, Layout, lettered};
use kaiketsu_game::{Board, CellForm, Notation, NotationError, Scene, View};

use super::animals::{CELLS, CHICK, FAR, GIRAFFE, HEN, KINDS, LION};
use super::{Action, Animals, DobutsuShogi};

/// The mover's kinds of pieces, then the opponent's.
static LAYOUT: LazyLock<Layout> = LazyLock::new(|| {
    let board = Grid::new(3, 4).board(CellForm::Square).with_kinds(lettered("GECHLgechl"));
    Layout::new(board.viewed(View::HalfTurn)).with_hands("GECgec")
});

impl Notation for DobutsuShogi {
    fn title(&self) -> String {
        "Dobutsu shogi".into()
    }

    fn about(&self) -> String {
        "Catch the lion, or bring yours to the far row where it cannot be caught at once. L steps to all sides, \
         G straight, E diagonally, C forward; C becomes H on the far row, a gold general. Captured pieces change \
         sides and can be dropped on empty cells, H as C. Repetition is a draw. A position is rows from the top, \
         such as `gle/.c./.C./ELG`, then hands, such as `+Cg`; capitals are the first player's, and go up. A move is `b1-a2` or \
         `C*b2`. Where the lion can be caught, only catching it is listed.".into()
    }

    fn write_position(&self, position: &Animals) -> String {
        LAYOUT.write(&self.scene(position))
    }

    fn read_position(&self, text: &str) -> Result<Animals, NotationError> {
        let refuse = |problem: &str| Err(NotationError::new(format!("`{text}`: {problem}")));
        let scene = LAYOUT.read(text)?;
        let (sets, held) = (LAYOUT.sets::<u16, { 2 * KINDS }>(&scene), LAYOUT.held(&scene));
        let kinds: [u16; KINDS] = std::array::from_fn(|kind| sets[kind] | sets[kind + KINDS]);
        let mine = sets[..KINDS].iter().fold(0, |mine, set| mine | set);
        let on_board = |kind: usize| kinds[kind].size() + if kind == CHICK { kinds[HEN].size() } else { 0 };
        let count = |kind: usize| on_board(kind) as usize + held[kind] + held[kind + 3];
        if (GIRAFFE..=CHICK).any(|kind| count(kind) != 2) {
            return refuse("there are two G, two E, and two C or H, on the board or in hand");
        }
        let [own, prey] = [kinds[LION] & mine, kinds[LION] & !mine];
        if prey.size() != 1 || own.size() > 1 || own & FAR != 0 {
            return refuse("there is one `l` and one `L`, unless it is caught; `L` is not on the far row");
        }
        let hands = held.iter().rev().fold(0, |hands, held| hands << 2 | *held as u16);
        Ok(Animals { kinds, mine, hands })
    }

    fn write_move(&self, _: &Animals, &Action(from, to): &Action) -> String {
        let (from, to, source) = (usize::from(from), LAYOUT.name(to), LAYOUT.name(from));
        if from < CELLS { format!("{source}-{to}") } else { format!("{}*{to}", source.to_uppercase()) }
    }

    fn board(&self) -> Board {
        LAYOUT.board().clone()
    }

    fn scene(&self, position: &Animals) -> Scene {
        let side = |kind: usize| if kind < KINDS { position.mine } else { !position.mine };
        let sets: [u16; 2 * KINDS] = std::array::from_fn(|kind| position.kinds[kind % KINDS] & side(kind));
        LAYOUT.holding(LAYOUT.scene(&sets), &[0, 1, 2, 3, 4, 5].map(|place| position.held(place).into()))
    }

    /// Version 2 stores mirror images once.
    fn rules_version(&self) -> u32 {
        2
    }
}
