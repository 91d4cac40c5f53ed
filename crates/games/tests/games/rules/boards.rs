//! What is particular in the boards of some games; the laws are in `laws`.

use kaiketsu_game::{CellForm, Game, Gesture, Notation, View};
use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;
use kaiketsu_games::{ConnectFour, DobutsuShogi, Dodgem, NineMensMorris, Nocca};

/// The text, the move, and the names of the cells that are clicked for it.
fn clicked<G: Notation>(game: &G, text: &str, mv: &str) -> Vec<String> {
    let position = game.read_position(text).unwrap();
    let gesture = game.gesture(&position, &game.read_move(&position, mv).unwrap());
    gesture.cells.iter().map(|cell| game.board().cells[*cell].name.clone()).collect()
}

#[test]
fn moves_are_made_on_the_cells_they_concern() {
    assert_eq!(clicked(&ConnectFour::new(4, 4), "..../..../.X../.O..", "b"), ["b3"]);
    let shogi = DobutsuShogi::default();
    assert_eq!(clicked(&shogi, "gle/.../.../ELG+Cc", "b1-a2"), ["b1", "a2"]);
    assert_eq!(clicked(&shogi, "gle/.../.../ELG+Cc", "C*b2"), ["c", "b2"]);
    let morris = NineMensMorris::new(3);
    assert_eq!(clicked(&morris, "OXO/.../.../.....X/.../.../OX.", "d7-a4"), ["d7", "a4"]);
    assert_eq!(clicked(&morris, "XX./.../.../.....X/.../.../OOO", "g4-g7xd1"), ["g4", "g7", "d1"]);
}

#[test]
fn hands_lie_where_half_a_turn_takes_them() {
    let game = DobutsuShogi::default();
    let board = game.board();
    assert_eq!(board.view, View::HalfTurn);
    for name in ["g", "e", "c"] {
        let [own, other] = [name.to_string(), format!("opponent's {name}")]
            .map(|name| &board.cells[board.cell(&name).unwrap()]);
        assert_eq!((board.width - own.x, board.height - own.y), (other.x, other.y), "{name}");
    }
    let scene = game.scene(&game.read_position("gl./.../.../.LG+CCEe").unwrap());
    let held = scene.pieces.iter().filter(|piece| board.cells[piece.cell].form == CellForm::Exit);
    let names: Vec<(&str, &str)> = held
        .map(|piece| (board.cells[piece.cell].name.as_str(), board.kinds[piece.kind].symbol.as_str()))
        .collect();
    assert_eq!(names, [("e", "E"), ("c", "C"), ("c", "C"), ("opponent's e", "e")]);
}

#[test]
fn boards_are_drawn_for_terminals() {
    let shogi = DobutsuShogi::default();
    let position = shogi.read_position("gl./.../.../.LG+CCEe").unwrap();
    let expected =
        [" 4  g l .", " 3  . . .", " 2  . . .", " 1  . L G", "    a b c", "e: E", "c: CC", "opponent's e: e"];
    assert_eq!(shogi.draw(&position), expected.join("\n"));
    let morris = NineMensMorris::new(3);
    let drawing = morris.draw(&morris.start());
    assert!(drawing.starts_with(" 7  O     X     O\n 6    .   .   .\n"), "{drawing}");
    assert!(drawing.ends_with("\n 1  O     X     .\n    a b c d e f g"), "{drawing}");
}

/// A game is one file of at most 250 lines of code, comments and blank lines apart.
#[test]
fn games_are_short() {
    for (name, text) in [
        ("connect-four", include_str!("../../../src/connect_four/mod.rs")),
        ("dobutsu-shogi", include_str!("../../../src/dobutsu_shogi/mod.rs")),
        ("nine-mens-morris", include_str!("../../../src/nine_mens_morris/mod.rs")),
        ("tic-tac-toe", include_str!("../../../src/tic_tac_toe/mod.rs")),
    ] {
        let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
        let lines = text.lines().filter(is_code).count();
        assert!((100..=250).contains(&lines), "{name} has {lines} lines of code");
    }
}

#[test]
fn pieces_leave_the_board_above_their_column() {
    let game = Dodgem::new(2);
    let board = game.board();
    let position = game.read_position("U../R../.U.").unwrap();
    let off = game.read_move(&position, "a3-off").unwrap();
    let gesture = game.gesture(&position, &off);
    let [from, to] = gesture.cells[..] else { panic!("a step is an arrow") };
    assert_eq!(gesture, Gesture::arrow(from, to));
    let (from, to) = (&board.cells[from], &board.cells[to]);
    assert_eq!((from.name.as_str(), to.form, from.x == to.x, to.y < 0.0), ("a3", CellForm::Exit, true, true));
    assert_eq!(board.view, View::Transposed);
}

#[test]
fn stacks_are_listed_from_the_bottom() {
    let game = Nocca::new(3, 3);
    let scene = game.scene(&game.read_position("OXX,.,./.,OX,./.,.,O").unwrap());
    let pieces: Vec<(usize, usize)> = scene.pieces.iter().map(|piece| (piece.cell, piece.kind)).collect();
    assert_eq!(pieces, [(2, 1), (4, 1), (4, 0), (6, 1), (6, 0), (6, 0)]);
}

#[test]
fn entangled_marks_are_links_with_their_number() {
    let game = QuantumTicTacToe::ORIGINAL;
    let scene = game.scene(&game.read_position(".1....2..,3=18,4=39").unwrap());
    let links: Vec<([usize; 2], usize)> = scene.links.iter().map(|link| (link.cells, link.kind)).collect();
    assert_eq!(links, [([0, 7], 2), ([2, 8], 3)]);
    assert_eq!(game.board().kinds[2].label, "3");
    assert_eq!(scene.mover, Some(0));
}
