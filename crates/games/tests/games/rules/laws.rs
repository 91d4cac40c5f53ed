//! The laws of the vocabulary, for every game of this crate: on all positions
//! where they are few, on samples where they are many.

use kaiketsu_engine::fold::{Foldable, FoldedGame};
use kaiketsu_game::{Notation, Retrograde, Slot, Symmetric, Tier, Tiered};
use kaiketsu_games::otrio::Otrio;
use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;
use kaiketsu_games::quixo::Field;
use kaiketsu_games::{ConnectFour, DobutsuShogi, Dodgem, NineMensMorris, Quixo, TicTacToe};
use kaiketsu_testkit::laws::{
    Thoroughness::{self, Exhaustive},
    check_foldable, check_folding, check_game, check_notation, check_retrograde, check_solvable,
    check_symmetric, check_tiered, played, stored,
};
use kaiketsu_testkit::naive;

fn sample(positions: u64) -> Thoroughness {
    Thoroughness::Sample { positions, seed: 2020 }
}

#[test]
fn tic_tac_toe() {
    check_solvable(&TicTacToe, Exhaustive);
    check_symmetric(&TicTacToe, stored(&TicTacToe, Exhaustive));
}

/// The laws of a game that the toolkit folds, whole and folded.
fn check_folded<G: Foldable + Retrograde + Notation>(game: G, thoroughness: Thoroughness) -> FoldedGame<G> {
    check_solvable(&game, thoroughness);
    let folded = FoldedGame::new(game);
    check_foldable(&folded, thoroughness);
    check_solvable(&folded, thoroughness);
    check_symmetric(&folded, stored(&folded, thoroughness));
    folded
}

#[test]
fn connect_four() {
    let folded = check_folded(ConnectFour::new(4, 4), sample(5_000));
    check_foldable(&folded, Exhaustive);
    check_folds(&folded, sample(5_000));
    check_folded(ConnectFour::new(5, 4), sample(2_000));
    check_folded(ConnectFour::new(5, 5), sample(2_000));
}

#[test]
fn quantum_tic_tac_toe() {
    for game in [QuantumTicTacToe::ORIGINAL, QuantumTicTacToe::REVISED] {
        check_tiered(&game, sample(3_000));
        check_game(&game, stored(&game, sample(1_000)));
        check_notation(&game, stored(&game, sample(1_000)));
        check_notation(&game, played(&game, sample(400)));
    }
}

#[test]
fn otrio() {
    for game in [Otrio::STANDARD, Otrio::NO_CENTRE] {
        check_notation(&game, played(&game, sample(400)));
    }
}

#[test]
fn dobutsu_shogi() {
    let folded = check_folded(DobutsuShogi::default(), sample(3_000));
    // A folded slot counts as often as images of it are numbered.
    assert_eq!(folded.whole().size(Tier(1)), 242_249_903);
    assert_eq!(folded.size(Tier(1)), 121_496_324);
}

#[test]
fn dodgem_3() {
    let game = Dodgem::new(3);
    check_game(&game, stored(&game, Exhaustive));
    check_tiered(&game, Exhaustive);
    check_retrograde(&game, Exhaustive);
    check_game(&game, played(&game, sample(5_000)));
    check_notation(&game, played(&game, sample(5_000)));
    check_notation(&game, stored(&game, sample(5_000)));
}

#[test]
fn dodgem() {
    for (pieces, thoroughness) in [(2, Exhaustive), (4, sample(3_000)), (5, sample(500))] {
        check_solvable(&Dodgem::new(pieces), thoroughness);
    }
}

/// Statistics of Dodgem leave out positions in which a side has no piece.
#[test]
fn dodgem_counts_positions_with_pieces_on_both_sides() {
    let game = Dodgem::new(3);
    let by_pieces = game.breakdowns().into_iter().find(|b| b.name == "by_pieces").expect("a table by pieces");
    for slot in naive::slots(&game) {
        let mut pieces = Vec::new();
        (by_pieces.class)(&game, slot, &mut pieces);
        assert_eq!(game.weight(slot), u64::from(!pieces.contains(&0)), "{slot:?}");
    }
}

#[test]
fn nine_mens_morris() {
    for most in [3, 4] {
        let game = NineMensMorris::new(most);
        check_notation(&game, played(&game, sample(2_000)));
        check_notation(&game, stored(&game, sample(2_000)));
        check_folds(&check_folded(game, sample(150)), sample(150));
    }
}

#[test]
fn quixo_3x3() {
    let game = Quixo::new(3);
    check_solvable(&game, Exhaustive);
    check_all_folds(&game);
}

#[test]
fn quixo_4x4_and_5x5() {
    for (side, positions) in [(4, 3_000), (5, 500)] {
        let game = Quixo::new(side);
        check_solvable(&game, sample(positions));
        check_folds(&game, sample(positions));
    }
}

#[test]
fn quixo_on_rectangles() {
    let game = Quixo::new(Field::new(2, 4).with_line(3));
    check_solvable(&game, Exhaustive);
    check_all_folds(&game);
    for field in [Field::new(3, 4), Field::new(4, 5).with_line(3), Field::new(3, 7).with_line(6)] {
        let game = Quixo::new(field);
        check_solvable(&game, sample(500));
        check_folds(&game, sample(500));
    }
}

/// The laws of symmetries on a sample.
pub(crate) fn check_folds<G: Symmetric + Tiered>(game: &G, sample: Thoroughness) {
    check_symmetric(game, stored(game, sample));
    check_folding(game, played(game, sample));
    // The children of stored positions are folded in every way.
    let children = stored(game, sample).filter_map(|p| naive::steps(game, &p).ok()).flatten();
    check_folding(game, children.map(|step| step.position));
}

/// The laws of symmetries on all stored positions, and all that play leads to.
pub(crate) fn check_all_folds<G: Symmetric + Tiered>(game: &G) {
    check_symmetric(game, stored(game, Exhaustive));
    check_folding(game, naive::closure(game, stored(game, Exhaustive)));
}

/// The weights of the slots of a tier with k marks add up to all boards with
/// k marks: C(cells, k) shapes in 2^k colourings.
#[test]
fn quixo_weights_count_every_board_once() {
    for field in [Field::from(3), Field::from(4), Field::new(3, 5)] {
        let game = Quixo::new(field);
        let weights = naive::slots(&game).map(|slot: Slot| game.weight(slot));
        assert_eq!(weights.sum::<u64>(), 3u64.pow(field.grid.cells() as u32));
    }
}
