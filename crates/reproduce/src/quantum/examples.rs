//! The example games of figures 5 and 6, as far as the text gives them.

use kaiketsu_game::{Game, Notation};
use kaiketsu_games::quantum_tic_tac_toe::{Grade, Position, QuantumTicTacToe};

use super::PAPER;
use crate::{Row, Section, Workbench};

/// Games that the text describes in part: position before the ninth mark, and
/// what the choices lead to.
const FIGURE_5: (&str, &str) = ("..324.56.,1=19,7=12,8=69", "6-9");
const FIGURE_6: (&str, &str) = (".2.35.476,1=13,8=36", "1-6");

/// How a finished game ended, and the greatest numbers of the two lines.
fn ending(game: QuantumTicTacToe, position: &Position) -> String {
    match game.finish(position).map(|finish| finish.grade()) {
        Some(Grade::FirstComplete) => "first complete".into(),
        Some(Grade::FirstNarrow) => "first narrow".into(),
        Some(Grade::SecondComplete | Grade::SecondNarrow) => "second".into(),
        _ => "no line".into(),
    }
}

fn endings(game: QuantumTicTacToe, (position, mv): (&str, &str)) -> Vec<(String, String, Position)> {
    let play = |position: &Position, text: &str| {
        let mv = game.read_move(position, text).expect("a legal move of the example");
        game.play(position, &mv).position
    };
    let before = game.read_position(position).expect("the example is a position");
    let cycle = play(&before, mv);
    let choices = game.legal_moves(&cycle).into_iter().map(|choice| game.write_move(&cycle, &choice));
    let after = |text: String| {
        let position = play(&cycle, &text);
        (text, ending(game, &position), position)
    };
    choices.map(after).collect()
}

/// The greatest number of a row of three squares.
fn greatest(position: &Position, squares: [u8; 3]) -> u8 {
    squares.map(|square| position.classical(square)).into_iter().max().unwrap_or(0)
}

pub(super) fn figures(bench: &Workbench<'_>) -> Section {
    let fact = |what: &str| bench.published.fact("quantum-facts", what);
    let five = endings(QuantumTicTacToe::ORIGINAL, FIGURE_5);
    let six = endings(QuantumTicTacToe::REVISED, FIGURE_6);
    let mut kinds: Vec<&str> = five.iter().map(|(_, end, _)| end.as_str()).collect();
    kinds.sort_unstable();
    let numbers = five.iter().find(|(_, end, _)| end == "first narrow");
    let numbers = numbers
        .map_or("-".into(), |(_, _, at)| format!("{} {}", greatest(at, [0, 1, 2]), greatest(at, [3, 4, 5])));
    let best = six.iter().find(|(choice, _, _)| choice == "9@6").map_or("-", |(_, end, _)| end);
    let note = "a game that fits the text; the drawing is not in it";
    let rows = vec![
        Row::compare("figure 5: whatever the second player chooses", fact("figure_5"), kinds.join(" or "))
            .note(note),
        Row::compare(
            "figure 5: greatest numbers of the lines, narrow case",
            fact("figure_5_numbers"),
            numbers,
        )
        .note(note),
        Row::compare("figure 6: the first player chooses 9 on square 6", fact("figure_6"), best).note(note),
    ];
    let board = |(position, _): (&str, &str)| {
        let squares = position.split(',').next().unwrap_or_default();
        let cell = |square: usize, mark: char| {
            let spooky =
                position.split(',').skip(1).filter(|part| part[2..].contains(&(square + 1).to_string()));
            let spooky: String = spooky.map(|part| part[..1].to_string()).collect::<Vec<_>>().join("~");
            if mark == '.' { format!("~{spooky}") } else { mark.to_string() }
        };
        let cells: Vec<String> =
            squares.chars().enumerate().map(|(square, mark)| cell(square, mark)).collect();
        cells.chunks(3).map(|row| row.join(",")).collect::<Vec<_>>().join("/")
    };
    Section::new(PAPER, "figures 5 and 6", "example games", rows)
        .board("figure 5 before mark 9 (~ spooky)", &board(FIGURE_5))
        .board("figure 6 before mark 9 (~ spooky)", &board(FIGURE_6))
}
