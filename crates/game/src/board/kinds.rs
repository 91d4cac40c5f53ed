//! Kinds of pieces that many games have.

use super::{PieceForm, PieceKind};

/// Crosses and noughts, `X` and `O` in the text.
///
/// ```
/// assert_eq!(kaiketsu_game::board::marks()[1].name, "nought");
/// ```
#[must_use]
pub fn marks() -> Vec<PieceKind> {
    vec![
        PieceKind::new("X", "cross", 0, PieceForm::Cross),
        PieceKind::new("O", "nought", 1, PieceForm::Nought),
    ]
}

/// Discs of the first side and of the second, by their letters in the text.
///
/// ```
/// let kinds = kaiketsu_game::board::discs(['X', 'O']);
/// assert_eq!((kinds[1].symbol.as_str(), kinds[1].side), ("O", 1));
/// ```
#[must_use]
pub fn discs(letters: [char; 2]) -> Vec<PieceKind> {
    let disc = |(letter, side)| PieceKind::new(letter, "disc", side, PieceForm::Disc);
    letters.into_iter().zip(0..).map(disc).collect()
}

/// Pieces with a letter on them that point the way they go: capitals in the text
/// are the first side's, small letters the second's.
///
/// ```
/// let kinds = kaiketsu_game::board::lettered("Kk");
/// assert_eq!((kinds[1].symbol.as_str(), kinds[1].label.as_str(), kinds[1].side), ("k", "K", 1));
/// ```
#[must_use]
pub fn lettered(letters: &str) -> Vec<PieceKind> {
    let kind = |letter: char| {
        let side = letter.is_ascii_lowercase().into();
        PieceKind::new(letter, letter, side, PieceForm::Arrow).labelled(letter.to_ascii_uppercase())
    };
    letters.chars().map(kind).collect()
}
