//! The text of a position turned for the other side, letter by letter.
//!
//! Every move of an answer comes with the text that people read, so turning it
//! must cost no more than writing it: no scene is made on the way.

use super::{Board, TextPart};

/// How the texts of a board are turned: for boards whose text is cells and fixed
/// letters, with one letter for every kind and for an empty cell. What a game adds behind the
/// board stays as it is.
#[derive(Clone, Debug)]
pub(super) struct TurnedText {
    parts: Vec<TextPart>,
    /// Where the cells of the other side lie.
    cells: Vec<usize>,
    /// What each letter becomes; 0 where it is not the letter of a piece.
    letters: [u8; 128],
    empty: u8,
    stack: usize,
}

impl TurnedText {
    /// `None` for boards that need more than that.
    pub(super) fn new(own: &Board, cells: &[usize], kinds: &[usize]) -> Option<Self> {
        let is_simple = |part: &TextPart| matches!(part, TextPart::Cell(_) | TextPart::Letters(_));
        if own.text.is_empty() || !own.text.iter().all(is_simple) {
            return None;
        }
        let mut letters = [0; 128];
        for (kind, &other) in own.kinds.iter().zip(kinds) {
            letters[usize::from(letter(&kind.symbol)?)] = letter(&own.kinds[other].symbol)?;
        }
        let (parts, cells, stack) = (own.text.clone(), cells.to_vec(), own.stack.into());
        Some(TurnedText { parts, cells, letters, empty: letter(&own.empty)?, stack })
    }

    /// The text as the other side sees it; `None` if it is not a text of the board.
    pub(super) fn turn(&self, text: &str) -> Option<String> {
        let text = text.as_bytes();
        let mut found = vec![0..0; self.cells.len()];
        let mut at = 0;
        for part in &self.parts {
            match part {
                TextPart::Cell(cell) => {
                    let length = self.pieces(text.get(at..)?)?;
                    found[*cell] = at..at + length;
                    at += length;
                }
                TextPart::Letters(letters) => {
                    at += text.get(at..)?.starts_with(letters.as_bytes()).then_some(letters.len())?;
                }
                _ => return None,
            }
        }
        let rest = &text[at..];
        if rest.iter().any(|letter| *letter == self.empty || self.is_piece(*letter)) {
            return None;
        }
        let mut turned = String::with_capacity(text.len());
        for part in &self.parts {
            match part {
                TextPart::Cell(cell) => {
                    let there = &text[found.get(*self.cells.get(*cell)?)?.clone()];
                    turned.extend(there.iter().map(|&letter| char::from(self.turned(letter))));
                }
                TextPart::Letters(letters) => turned += letters,
                _ => return None,
            }
        }
        turned += str::from_utf8(rest).ok()?;
        Some(turned)
    }

    fn is_piece(&self, letter: u8) -> bool {
        self.letters.get(usize::from(letter)).is_some_and(|other| *other > 0)
    }

    /// How many letters the first cell of a text takes.
    fn pieces(&self, text: &[u8]) -> Option<usize> {
        if text.first() == Some(&self.empty) {
            return Some(1);
        }
        let pieces = text.iter().take(self.stack).take_while(|letter| self.is_piece(**letter)).count();
        (pieces > 0).then_some(pieces)
    }

    fn turned(&self, letter: u8) -> u8 {
        if letter == self.empty { letter } else { self.letters[usize::from(letter)] }
    }
}

/// The one ASCII letter of a symbol.
fn letter(symbol: &str) -> Option<u8> {
    match symbol.as_bytes() {
        [letter] if letter.is_ascii() => Some(*letter),
        _ => None,
    }
}
