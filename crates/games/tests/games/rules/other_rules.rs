//! Rules made of other rules: misère play and limits of moves.

use kaiketsu_engine::search::{Options, Plain, Prover, Side, Winner};
use kaiketsu_engine::solve::{Queue, Sweep};
use kaiketsu_game::{Game, Misere, MoveLimit, Outcome};
use kaiketsu_games::{Quixo, TicTacToe};
use kaiketsu_testkit::laws::{
    Thoroughness, check_game, check_notation, check_solvable, check_symmetric, played,
};
use kaiketsu_testkit::{naive, solve_in_memory};

const ALL: Thoroughness = Thoroughness::Exhaustive;

#[test]
fn misere_tic_tac_toe_is_a_draw_and_keeps_the_laws() {
    let game = Misere(TicTacToe);
    check_solvable(&game, ALL);
    check_symmetric(&game, played(&game, ALL));
    let solved = solve_in_memory(&game, &Queue, 1, true);
    let values = naive::solve_reachable(&game);
    assert!(values.iter().all(|(position, value)| solved.value_of(position) == *value));
    assert_eq!(solved.start().outcome, Outcome::Draw);
    // Whoever makes three in a row loses, so not every value is that of the game.
    let usual = naive::solve_reachable(&TicTacToe);
    assert!(usual.iter().any(|(position, value)| values[position].outcome != value.outcome));
    let prover = Prover::new(Plain::new(game).folded(), Options::default());
    assert_eq!(prover.value(&prover.game().start(), Side::First).value, Winner::Draw);
}

#[test]
fn a_limit_of_moves_draws_what_takes_longer() {
    let plies = 8;
    let game = MoveLimit { game: Quixo::new(3), plies };
    let solved = solve_in_memory(&game.game, &Sweep, 1, true);
    let values = naive::solve_reachable(&game);
    let mut kept = [0; 2];
    for (at, value) in &values {
        let free = solved.value_of(&at.position);
        let in_time = free.plies.is_some_and(|plies| plies.0 <= at.left);
        let expected = if in_time { free.outcome } else { Outcome::Draw };
        assert_eq!(value.outcome, expected, "{at:?}");
        kept[usize::from(free.outcome == expected)] += 1;
    }
    assert!(kept.iter().all(|count| *count > 0), "some are cut short, some not: {kept:?}");
    let some: Vec<_> = values.into_keys().take(200).collect();
    check_game(&game, some.clone());
    check_notation(&game, some.clone());
    check_symmetric(&game, some);
}
