//! The text of positions, written and read by the description of the board.

use super::{Board, CellSet, Hand, Piece, Scene, TextPart};
use crate::NotationError;

/// A board whose text is rows of cells, a letter each, and after them the pieces
/// in hand, if there are hands. It writes and reads positions, as scenes or as
/// sets of cells with one set for each kind of piece.
///
/// ```
/// use kaiketsu_game::CellForm;
/// use kaiketsu_game::board::{Grid, Layout, discs};
/// let layout = Layout::new(Grid::new(3, 2).board(CellForm::Square).with_kinds(discs(['X', 'O'])));
/// let position: [u16; 2] = layout.read_sets("O../.XX")?;
/// assert_eq!(position, [0b000_110, 0b001_000]);
/// assert_eq!(layout.write_sets(&position), "O../.XX");
/// let error = layout.read_sets::<u16, 2>("O../.X?").unwrap_err().to_string();
/// assert!(error.starts_with("`?` on c1 is not a symbol of this game; write 2 rows from the top"), "{error}");
/// assert_eq!(layout.name(3_usize), "a2");
/// # Ok::<(), kaiketsu_game::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Layout {
    board: Board,
    /// The cells of each row, from the top.
    rows: Vec<Vec<usize>>,
    /// The kinds in hand, by place; the places follow the cells of the rows.
    hands: Vec<usize>,
    first_hand: usize,
}

impl Layout {
    /// The layout of a board.
    ///
    /// # Panics
    ///
    /// If its text is not cells in rows with `/` between, or a kind has not one letter.
    #[must_use]
    pub fn new(board: Board) -> Self {
        let cell = |part: &TextPart| match part {
            TextPart::Cell(cell) => *cell,
            other => panic!("{other:?} is not part of rows of cells"),
        };
        let rows = board.text.split(|part| *part == TextPart::Letters("/".into()));
        let rows = rows.map(|row| row.iter().map(cell).collect()).collect();
        assert!(board.kinds.iter().all(|kind| kind.symbol.chars().count() == 1), "a letter for each kind");
        Layout { first_hand: board.cells.len(), board, rows, hands: Vec::new() }
    }

    /// The same with places beside the board for pieces in hand, by their letters:
    /// the first side's, then as many of the second's; see [`Board::with_hands`].
    /// In the text they follow a `+`.
    ///
    /// # Panics
    ///
    /// If a letter is not that of a kind.
    ///
    /// ```
    /// use kaiketsu_game::board::{Grid, Layout, lettered};
    /// let board = Grid::new(2, 2).board(kaiketsu_game::CellForm::Square).with_kinds(lettered("KPkp"));
    /// let layout = Layout::new(board).with_hands("Pp");
    /// let scene = layout.read("k./.K+PPp")?;
    /// assert_eq!((layout.sets::<u16, 4>(&scene), layout.held(&scene)), ([0b10, 0, 0b100, 0], vec![2, 1]));
    /// let same = layout.holding(layout.scene(&[0b10_u16, 0, 0b100]), &[2, 1]);
    /// assert_eq!(layout.write(&same), "k./.K+PPp");
    /// assert!(layout.read("k./.K+K").unwrap_err().to_string().contains("in hand, each one of `Pp`"));
    /// # Ok::<(), kaiketsu_game::NotationError>(())
    /// ```
    #[must_use]
    pub fn with_hands(mut self, letters: &str) -> Self {
        let kind = |letter: char| self.kind(letter).expect("the letter of a kind");
        self.hands = letters.chars().map(kind).collect();
        let names = letters.to_ascii_lowercase(); // as cells are named
        let names: Vec<&str> = names[..names.len() / 2].split("").filter(|name| !name.is_empty()).collect();
        let mut text = std::mem::take(&mut self.board.text);
        self.board = self.board.with_hands(&names);
        let hand = |(place, kind): (usize, &usize)| Hand { cell: self.first_hand + place, kind: *kind };
        text.push(TextPart::Hands(self.hands.iter().enumerate().map(hand).collect()));
        self.board.text = text;
        self
    }

    /// The board to be drawn.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The name of a cell.
    #[must_use]
    pub fn name(&self, cell: impl Into<usize>) -> &str {
        &self.board.cells[cell.into()].name
    }

    /// The kind of a letter. Where only one of both is known, capitals and small
    /// letters are the same.
    fn kind(&self, letter: char) -> Option<usize> {
        let kinds = || self.board.kinds.iter().map(|kind| kind.symbol.chars().next());
        let folded = |known: Option<char>| known.is_some_and(|known| known.eq_ignore_ascii_case(&letter));
        kinds().position(|known| known == Some(letter)).or_else(|| kinds().position(folded))
    }

    /// What lies on the board, given the cells of each kind.
    #[must_use]
    pub fn scene<B: CellSet>(&self, sets: &[B]) -> Scene {
        let pieces = |(kind, set): (usize, &B)| set.cells().map(move |cell| Piece { cell, kind });
        Scene { pieces: sets.iter().enumerate().flat_map(pieces).collect(), ..Scene::default() }
    }

    /// The cells of each of the first kinds of pieces, without those in hand.
    #[must_use]
    pub fn sets<B: CellSet, const KINDS: usize>(&self, scene: &Scene) -> [B; KINDS] {
        let mut sets = [B::default(); KINDS];
        let on_board = |piece: &&Piece| piece.kind < KINDS && piece.cell < self.first_hand;
        for piece in scene.pieces.iter().filter(on_board) {
            sets[piece.kind] = sets[piece.kind].with(piece.cell);
        }
        sets
    }

    /// The scene with so many pieces in each place for pieces in hand.
    #[must_use]
    pub fn holding(&self, mut scene: Scene, held: &[usize]) -> Scene {
        for (place, (&kind, &count)) in self.hands.iter().zip(held).enumerate() {
            let cell = self.first_hand + place;
            scene.pieces.extend(std::iter::repeat_n(Piece { cell, kind }, count));
        }
        scene
    }

    /// How many pieces each place for pieces in hand has.
    #[must_use]
    pub fn held(&self, scene: &Scene) -> Vec<usize> {
        let there = |cell: usize| scene.pieces.iter().filter(|piece| piece.cell == cell).count();
        (0..self.hands.len()).map(|place| there(self.first_hand + place)).collect()
    }

    /// The text of a position, given the cells of each kind.
    #[must_use]
    pub fn write_sets<B: CellSet>(&self, sets: &[B]) -> String {
        self.write_cells(|cell| sets.iter().rposition(|set| set.has(cell)))
    }

    /// The text of what lies on the board and in hand.
    #[must_use]
    pub fn write(&self, scene: &Scene) -> String {
        let there = |cell: usize| scene.pieces.iter().rfind(|piece| piece.cell == cell);
        let mut text = self.write_cells(|cell| there(cell).map(|piece| piece.kind));
        let held = self.held(scene);
        if held.iter().any(|count| *count > 0) {
            text.push('+');
        }
        for (kind, count) in self.hands.iter().zip(held) {
            text += &self.board.kinds[*kind].symbol.repeat(count);
        }
        text
    }

    /// The rows of a text, given the kind that lies on each cell. A server writes
    /// a position for every move of an answer: one allocation for each.
    fn write_cells(&self, kind: impl Fn(usize) -> Option<usize>) -> String {
        let mut text = String::with_capacity(self.first_hand + self.rows.len());
        for (number, row) in self.rows.iter().enumerate() {
            if number > 0 {
                text.push('/');
            }
            for &cell in row {
                text += kind(cell).map_or(&self.board.empty, |kind| &self.board.kinds[kind].symbol);
            }
        }
        text
    }

    /// The cells of each kind in the text of a position.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the text and what would be right.
    pub fn read_sets<B: CellSet, const KINDS: usize>(&self, text: &str) -> Result<[B; KINDS], NotationError> {
        Ok(self.sets(&self.read(text)?))
    }

    /// The same for two kinds of which the first begins and both are placed in
    /// turn: the first has as many pieces or one more.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the text and what would be right.
    pub fn read_turns<B: CellSet>(&self, text: &str) -> Result<[B; 2], NotationError> {
        let sets: [B; 2] = self.read_sets(text)?;
        let [first, second] = sets.map(CellSet::size);
        if first == second || first == second + 1 {
            return Ok(sets);
        }
        let [a, b] = [0, 1].map(|kind| &self.board.kinds[kind].symbol);
        let rule = format!("{a} begins, so there are as many {a} as {b} or one more");
        Err(NotationError::new(format!("`{text}` has {first} {a} and {second} {b}; {rule}")))
    }

    /// What lies on the board and in hand, by the text of a position.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the text and what would be right.
    pub fn read(&self, text: &str) -> Result<Scene, NotationError> {
        let refuse = |problem: String| Err(NotationError::new(format!("{problem}; {}", self.form())));
        let (board, hands) = match text.split_once('+') {
            Some((board, hands)) if !self.hands.is_empty() => (board, hands),
            _ => (text, ""),
        };
        let lines: Vec<&str> = board.split('/').collect();
        if lines.len() != self.rows.len() {
            return refuse(format!("`{text}` has {} rows", lines.len()));
        }
        let mut pieces = Vec::new();
        for ((line, row), number) in lines.iter().zip(&self.rows).zip((1..=lines.len()).rev()) {
            let length = line.chars().count();
            if length != row.len() {
                return refuse(format!("row {number} of `{text}` has {length} symbols"));
            }
            for (letter, &cell) in line.chars().zip(row) {
                match self.kind(letter) {
                    Some(kind) => pieces.push(Piece { cell, kind }),
                    None if self.board.empty.starts_with(letter) => {}
                    None => {
                        let name = self.name(cell);
                        return refuse(format!("`{letter}` on {name} is not a symbol of this game"));
                    }
                }
            }
        }
        for letter in hands.chars() {
            let known = |kind: &usize| self.board.kinds[*kind].symbol.starts_with(letter);
            let Some(place) = self.hands.iter().position(known) else {
                return refuse(format!("`{text}` has `{letter}` in hand"));
            };
            pieces.push(Piece { cell: self.first_hand + place, kind: self.hands[place] });
        }
        Ok(Scene { pieces, ..Scene::default() })
    }

    /// What a position looks like, for those who wrote something else.
    fn form(&self) -> String {
        let lengths: Vec<String> = self.rows.iter().map(|row| row.len().to_string()).collect();
        let symbols = |kinds: &mut dyn Iterator<Item = &usize>| -> String {
            kinds.map(|kind| self.board.kinds[*kind].symbol.as_str()).collect()
        };
        let all: Vec<usize> = (0..self.board.kinds.len()).collect();
        let known = self.board.empty.clone() + &symbols(&mut all.iter());
        let rows = if lengths.iter().all(|length| *length == lengths[0]) {
            format!("{} rows from the top with `/` between, each of {} symbols", lengths.len(), lengths[0])
        } else {
            format!("rows of {} symbols from the top with `/` between,", lengths.join(", "))
        };
        let hands = match symbols(&mut self.hands.iter()) {
            none if none.is_empty() => none,
            some => format!(", after `+` what is in hand, each one of `{some}`"),
        };
        format!("write {rows} from `{known}`{hands}")
    }
}

impl Scene {
    /// The same scene with that side to move, for boards that are not seen by it.
    #[must_use]
    pub fn with_mover(self, side: usize) -> Self {
        Scene { mover: Some(side as u8), ..self }
    }
}
