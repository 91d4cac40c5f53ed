//! A scene as text: the word of a position, and a drawing for terminals.

use super::{Board, CellForm, Hand, Link, Piece, PieceKind, Scene, TextPart};

impl Board {
    /// The text of a scene, as the page makes it when a position is set up;
    /// `None` if the board does not say how.
    #[must_use]
    pub fn write(&self, scene: &Scene) -> Option<String> {
        let mut text = String::with_capacity(2 * self.text.len());
        for part in &self.text {
            match part {
                TextPart::Cell(cell) => {
                    let before = text.len();
                    self.push_symbols(&mut text, scene, *cell);
                    if text.len() == before {
                        text += &self.empty;
                    }
                }
                TextPart::Letters(letters) => text += letters,
                TextPart::Turn => text += scene.turn.map_or("", |turn| &self.turns[turn].symbol),
                TextPart::Links => scene.links.iter().for_each(|link| self.push_link(&mut text, link)),
                TextPart::Hands(hands) => {
                    let before = text.len();
                    hands.iter().for_each(|hand| self.push_symbols(&mut text, scene, hand.cell));
                    if text.len() > before {
                        text.insert(before, '+');
                    }
                }
            }
        }
        (!self.text.is_empty()).then_some(text)
    }

    /// The scene of a text that [`Board::write`] could have written; `None` if it
    /// could not, or if the board does not say how, or knows shared pieces. Games
    /// read positions themselves: this is for turning texts about.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<Scene> {
        let (mut scene, mut rest) = (Scene::default(), text);
        for part in &self.text {
            match part {
                TextPart::Cell(cell) => match rest.strip_prefix(self.empty.as_str()) {
                    Some(more) => rest = more,
                    None => rest = self.read_pieces(rest, *cell, self.stack.into(), &mut scene)?,
                },
                TextPart::Letters(letters) => rest = rest.strip_prefix(letters.as_str())?,
                TextPart::Turn => {
                    let turn = self.turns.iter().position(|turn| rest.starts_with(&turn.symbol))?;
                    scene.turn = Some(turn);
                    rest = &rest[self.turns[turn].symbol.len()..];
                }
                TextPart::Links => return None,
                TextPart::Hands(hands) => {
                    for letter in rest.strip_prefix('+').unwrap_or_default().chars() {
                        let holds = |hand: &&Hand| self.kinds[hand.kind].symbol.starts_with(letter);
                        let &Hand { cell, kind } = hands.iter().find(holds)?;
                        scene.pieces.push(Piece { cell, kind });
                    }
                    rest = if rest.starts_with('+') { "" } else { rest };
                }
            }
        }
        (!self.text.is_empty() && rest.is_empty()).then_some(scene)
    }

    /// Reads one to so many pieces of a cell.
    fn read_pieces<'a>(&self, text: &'a str, cell: usize, most: usize, scene: &mut Scene) -> Option<&'a str> {
        let mut rest = text;
        for _ in 0..most {
            let begins = |kind: &PieceKind| rest.starts_with(kind.symbol.as_str());
            let Some(kind) = self.kinds.iter().position(begins) else { break };
            scene.pieces.push(Piece { cell, kind });
            rest = &rest[self.kinds[kind].symbol.len()..];
        }
        (rest.len() < text.len()).then_some(rest)
    }

    /// The board for terminals, from its cells: a line a row, with the numbers
    /// of the rows and the letters of the columns as in the names of the cells.
    /// Places outside the board are named where something lies on them. Columns
    /// are as wide as stacks are high.
    ///
    /// ```
    /// use kaiketsu_game::{Board, CellForm, Piece, PieceForm, PieceKind, Scene};
    /// let board = Board::grid(2, 2, CellForm::Square)
    ///     .with_kinds(vec![PieceKind::new("X", "cross", 0, PieceForm::Cross)]);
    /// let scene = Scene { pieces: vec![Piece { cell: 3, kind: 0 }], ..Scene::default() };
    /// assert_eq!(board.draw(&scene), " 2  . X\n 1  . .\n    a b");
    /// ```
    #[must_use]
    pub fn draw(&self, scene: &Scene) -> String {
        let mut rows: Vec<Vec<char>> = vec![Vec::new(); self.height.ceil() as usize + 1];
        let mut outside = String::new();
        for (number, cell) in self.cells.iter().enumerate() {
            let symbols = self.symbols(scene, number);
            if cell.form == CellForm::Exit {
                if !symbols.is_empty() {
                    outside += &format!("\n{}: {symbols}", cell.name);
                }
                continue;
            }
            let content = if symbols.is_empty() { &self.empty } else { &symbols };
            let letters = cell.name.trim_end_matches(|letter: char| letter.is_ascii_digit());
            let wide = f32::from(self.stack) + 1.0;
            let (row, column) = (cell.y as usize, ((cell.x - 0.5) * wide) as usize + 4);
            write_at(&mut rows[row], column, content);
            write_at(&mut rows[row], 0, &format!("{:>2}", &cell.name[letters.len()..]));
            let last = self.height.ceil() as usize;
            write_at(&mut rows[last], column, letters);
        }
        let lines: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        lines.join("\n") + &outside
    }

    /// The symbols of the pieces of a cell, the lowest first.
    fn symbols(&self, scene: &Scene, cell: usize) -> String {
        let mut text = String::new();
        self.push_symbols(&mut text, scene, cell);
        text
    }

    fn push_symbols(&self, text: &mut String, scene: &Scene, cell: usize) {
        let here = scene.pieces.iter().filter(|piece| piece.cell == cell);
        here.for_each(|piece| *text += &self.kinds[piece.kind].symbol);
    }

    fn push_link(&self, text: &mut String, link: &Link) {
        let [a, b] = link.cells.map(|cell| self.cells[cell].name.as_str());
        for part in [",", &self.kinds[link.kind].symbol, "=", a, b] {
            *text += part;
        }
    }
}

fn write_at(row: &mut Vec<char>, column: usize, text: &str) {
    let end = column + text.chars().count();
    row.resize(row.len().max(end), ' ');
    row.splice(column..end, text.chars());
}
