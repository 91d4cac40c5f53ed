//! Every game has a board that writes its positions and knows its moves.

use kaiketsu_game::{CellForm, Gesture, Notation, View};
use kaiketsu_games::otrio::Otrio;
use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;
use kaiketsu_games::{Dodgem, Nocca, Quixo, TicTacToe};
use kaiketsu_testkit::laws::{Thoroughness, check_notation, played};

fn check<G: Notation>(game: &G) {
    check_notation(game, played(game, Thoroughness::Sample { positions: 400, seed: 7 }));
}

#[test]
fn boards_write_positions_and_know_moves() {
    check(&TicTacToe);
    check(&Quixo::new(4));
    check(&Dodgem::new(3));
    check(&Nocca::new(3, 4));
    check(&QuantumTicTacToe::ORIGINAL);
    check(&QuantumTicTacToe::REVISED);
    check(&Otrio::STANDARD);
    check(&Otrio::NO_CENTRE);
}

#[test]
fn pieces_leave_the_board_above_their_column() {
    let game = Dodgem::new(2);
    let board = game.board();
    let position = game.read_position("U../R../.U.").unwrap();
    let off = game.read_move(&position, "a3-off").unwrap();
    let Gesture::Arrow(from, to) = game.gesture(&position, &off) else { panic!("a step is an arrow") };
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
