//! The laws of [`Notation`].

use kaiketsu_game::{Board, Gesture, Notation, NotationError};

use super::hold;
use crate::random::Random;

/// Checks the laws of [`Notation`] on the given positions, and that it
/// refuses what is no position and no move.
///
/// # Panics
/// If a law is broken.
pub fn check_notation<G: Notation + ?Sized>(game: &G, positions: impl IntoIterator<Item = G::Position>) {
    assert!(!game.title().trim().is_empty(), "{}: has no title", game.id());
    assert!(!game.about().trim().is_empty(), "{}: says nothing about itself", game.id());
    let mut random = Random::new(0);
    let board = game.board();
    for position in positions {
        check_texts(game, &position);
        check_board(game, &board, &position);
        check_misspellings(game, &position, &mut random);
    }
    for garbage in garbage() {
        check_refused(game, &garbage, game.read_position(&garbage).map(drop));
        check_refused(game, &garbage, game.read_move(&game.start(), &garbage).map(drop));
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(char::is_whitespace)
}

fn check_texts<G: Notation + ?Sized>(game: &G, position: &G::Position) {
    let text = game.write_position(position);
    let law = |words: &str, holds: bool| hold(game, position, &format!("{words} (`{text}`)"), holds);
    law("a position is written as one word", is_word(&text));
    law("a position is read as it was written", game.read_position(&text).as_ref() == Ok(position));
    law("a board is drawn", !game.draw(position).trim().is_empty());
    if game.ending(position).is_some() {
        law("a finished game has no move to read", game.read_move(position, "a1").is_err());
        return;
    }
    let mut texts = Vec::new();
    for mv in &game.legal_moves(position) {
        let text = game.write_move(position, mv);
        law("a move is written as one word", is_word(&text));
        law("a move is read as it was written", game.read_move(position, &text).as_ref() == Ok(mv));
        texts.push(text);
    }
    texts.sort();
    law("different moves have different texts", texts.windows(2).all(|pair| pair[0] != pair[1]));
}

/// Scenes and gestures fit the board, and the board writes what the game writes.
fn check_board<G: Notation + ?Sized>(game: &G, board: &Board, position: &G::Position) {
    let law = |words: &str, holds: bool| hold(game, position, words, holds);
    let scene = game.scene(position);
    let (cells, kinds) = (board.cells.len(), board.kinds.len());
    let known = scene.pieces.iter().all(|piece| piece.cell < cells && piece.kind < kinds)
        && scene.links.iter().all(|link| link.kind < kinds && link.cells.iter().all(|cell| *cell < cells));
    law("a scene has cells and kinds of the board", known);
    let written = board.write(&scene);
    // A board made from the text of the start cannot write longer or shorter ones.
    let text = game.write_position(position);
    let varies = text.len() != game.write_position(&game.start()).len();
    let empty = scene.pieces.is_empty() && scene.links.is_empty();
    law("the board writes the position", written.is_none() || empty || varies || written == Some(text));
    if game.ending(position).is_some() {
        return;
    }
    let mut gestures = Vec::new();
    for mv in &game.legal_moves(position) {
        let gesture = game.gesture(position, mv);
        law("a gesture names cells of the board", gesture.cells.iter().all(|cell| *cell < cells));
        let fresh = gesture == Gesture::LISTED || !gestures.contains(&gesture);
        law("different moves have different gestures", fresh);
        gestures.push(gesture);
    }
}

/// Texts that are almost right: they may be read, but then as a position.
fn check_misspellings<G: Notation + ?Sized>(game: &G, position: &G::Position, random: &mut Random) {
    let text: Vec<char> = game.write_position(position).chars().collect();
    let place = random.below(text.len() as u64) as usize;
    let shorter = text.iter().take(place).collect::<String>();
    let doubled = text.iter().chain(&text).collect::<String>();
    let mut changed = text.clone();
    changed[place] = *random.choose(&['.', '/', 'x', 'U', '0', '9', '-', '\u{e9}', '\u{1F600}', '\0', ' ']);
    for text in [shorter, doubled, changed.into_iter().collect()] {
        if let Ok(read) = game.read_position(&text) {
            let written = game.write_position(&read);
            let law = format!("what is read can be written (`{text}` as `{written}`)");
            hold(game, &read, &law, game.read_position(&written).as_ref() == Ok(&read));
        }
    }
}

/// Texts that are positions and moves of no game.
fn garbage() -> Vec<String> {
    let mut garbage: Vec<String> =
        ["", " ", "\n", "\0", "/", "//////", "?", "-", "\u{1F600}", "nonsense", "-1", "1e9"]
            .map(String::from)
            .into();
    garbage.push("9".repeat(5_000));
    garbage.push("./".repeat(5_000));
    let mut random = Random::new(1);
    for length in 1..60 {
        garbage
            .push((0..length).map(|_| char::from_u32(random.below(0x3000) as u32).unwrap_or('?')).collect());
    }
    garbage
}

fn check_refused<G: Notation + ?Sized>(game: &G, text: &str, read: Result<(), NotationError>) {
    match read {
        Ok(()) => panic!("{}: broken law: nonsense is refused; `{text:?}` was read", game.id()),
        Err(error) => {
            let explains = error.to_string().replace(text, "").trim().len() > 10;
            assert!(explains, "{}: broken law: a refusal says what is wrong; `{error}`", game.id());
        }
    }
}
