//! The verdicts of the paper on quantum tic-tac-toe.

use kaiketsu_game::{Game, Notation, Step, Symmetric};
use kaiketsu_games::quantum_tic_tac_toe::{Position, QuantumTicTacToe};
use kaiketsu_prove::{Goal, Options, Prover, Side};

const TRUTH: &str = include_str!("golden/quantum-tic-tac-toe.csv");

/// The first moves, one of each class, in the order of the rules.
fn first_moves(game: QuantumTicTacToe) -> Vec<(String, Step<Position>)> {
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    let mut seen = Vec::new();
    moves.retain(|mv| {
        let position = game.play(&game.start(), mv).position;
        let class = (0..8).map(|s| game.image(&position, s)).min();
        let fresh = !seen.contains(&class);
        seen.push(class);
        fresh
    });
    moves.iter().map(|mv| (game.write_move(&game.start(), mv), game.play(&game.start(), mv))).collect()
}

#[test]
fn winning_first_moves_are_the_paper_s() {
    for row in TRUTH.lines().skip(3) {
        let fields: Vec<&str> = row.split(',').collect();
        let game = if fields[0] == "self" { QuantumTicTacToe::REVISED } else { QuantumTicTacToe::ORIGINAL };
        let goal: Goal = fields[1].replace(' ', "-").parse().unwrap();
        let prover = Prover::new(&game, Options::default());
        let ask = |position: &Position, mover| prover.ask(position, mover, goal, None).reached;
        let mut winning = Vec::new();
        for (text, step) in first_moves(game) {
            let reached = ask(&step.position, Side::Second);
            if reached {
                winning.push(text);
            }
        }
        if goal.side == Side::First {
            assert_eq!(winning.join(" "), fields[3], "{row}");
            assert_eq!(ask(&game.start(), Side::First), !winning.is_empty());
        } else {
            assert!(winning.is_empty(), "the second player reaches {goal} after {winning:?}");
        }
    }
}
