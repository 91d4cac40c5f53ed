//! Quantum tic-tac-toe on other boards and for other patterns: each goal of each side, from
//! the page `quantum-boards`. Goals that were found quickly are searched again.

use kaiketsu_engine::search::{Options, Prover};
use kaiketsu_game::{Certifiable, Game, Goal};
use kaiketsu_games::quantum_tic_tac_toe::{ON_3X3, QuantumTicTacToe, variants};
use serde_json::Value as Json;

use super::PAPER;
use crate::numbers::{grouped, seconds};
use crate::{Row, Section, Workbench};

const PAGE: &str = "quantum-boards";

/// Goals that took at most so many nodes are searched again.
const FEW_NODES: u64 = 300_000;

pub(super) fn section(bench: &Workbench<'_>) -> Section {
    let page = bench.kept(PAGE);
    let boards = page.iter().flat_map(|page| page.rows("boards"));
    let rows = boards.flat_map(|board| {
        Goal::all().into_iter().flat_map(move |goal| {
            let entry = &board[goal.to_string()];
            let again = if bench.scope.brief { None } else { again(board, goal, entry) };
            [Some(row(board, goal, entry)), again]
        })
    });
    let title = "Quantum tic-tac-toe on other boards and for other patterns, which the paper names as a question for the future";
    Section::new(PAPER, PAGE, title, rows.flatten().collect())
}

/// Nodes up to the end of each number of plies.
fn nodes(entry: &Json) -> Vec<u64> {
    entry["nodes"].as_array().into_iter().flatten().filter_map(Json::as_u64).collect()
}

fn verdict(entry: &Json) -> String {
    let plies = |key: &str| entry[key].as_u64().unwrap_or_default();
    match entry["verdict"].as_str() {
        Some("reached") => format!("forced with {} marks", plies("plies")),
        Some("never") => match entry["follows_from"].as_str() {
            Some(goal) => format!("cannot be forced, as {goal} is"),
            None => "cannot be forced".into(),
        },
        _ => format!("not with {} marks; beyond that open", plies("searched_plies")),
    }
}

fn row(board: &Json, goal: Goal, entry: &Json) -> Row {
    let (game, title) = (board["game"].as_str().unwrap_or_default(), board["title"].as_str());
    let taken = entry["cpu_seconds"].as_f64().map_or(String::new(), seconds);
    let nodes = nodes(entry).last().copied().unwrap_or_default();
    let proof = match entry["certificate"]["bytes"].as_u64() {
        Some(bytes) => format!("; certificate of {} bytes", grouped(bytes)),
        None => String::new(),
    };
    Row::fresh(format!("{game}: {goal}"), verdict(entry)).note(format!(
        "{}; {} nodes, {taken}{proof}",
        title.unwrap_or_default(),
        grouped(nodes)
    ))
}

/// A goal of a small board searched again, without a limit of plies.
fn again(board: &Json, goal: Goal, entry: &Json) -> Option<Row> {
    let few = nodes(entry).last().is_some_and(|nodes| *nodes <= FEW_NODES);
    let game = variants(&ON_3X3).find(|game| board["game"] == game.id()).filter(|_| few)?;
    let reached = searched(game, goal);
    let kept = entry["verdict"] == "reached";
    let word = |reached: bool| if reached { "forced" } else { "cannot be forced" };
    Some(Row::compare(format!("{}: {goal}, searched again", game.id()), word(kept), word(reached)))
}

fn searched(game: QuantumTicTacToe, goal: Goal) -> bool {
    let start = game.start();
    let mover = game.side_to_move(&start);
    Prover::new(game, Options::default()).ask(&start, mover, goal, None).reached
}

#[cfg(test)]
mod tests {
    use kaiketsu_game::Side;
    use kaiketsu_games::quantum_tic_tac_toe::{ON_3X4, ON_4X4};

    use super::*;
    use crate::Figures;

    #[test]
    fn the_page_has_every_goal_on_every_board() {
        let page = Figures::kept(PAGE).expect("the page is kept");
        let mut ids: Vec<String> = variants(&ON_3X3).skip(2).map(|game| game.id()).collect();
        ids.extend(variants(&ON_3X4).map(|game| game.id()));
        ids.extend(variants(&ON_4X4).map(|game| game.id()));
        let boards: Vec<&Json> = page.rows("boards").collect();
        assert_eq!(boards.iter().map(|board| board["game"].as_str().unwrap()).collect::<Vec<_>>(), ids);
        for (board, goal) in boards.iter().flat_map(|board| Goal::all().map(|goal| (board, goal))) {
            let (entry, marks) = (&board[goal.to_string()], board["marks"].as_u64().unwrap());
            let (nodes, place) = (nodes(entry), format!("{goal} of {}", board["game"]));
            assert!(nodes.is_sorted() && nodes[0] > 0, "{place}");
            let steps = match verdict(entry).split(' ').next() {
                Some("forced") => entry["plies"].as_u64(),
                Some("cannot") if entry["follows_from"].is_null() => Some(marks),
                _ => entry["searched_plies"].as_u64().map(|plies| plies + 1),
            };
            assert_eq!(steps, Some(nodes.len() as u64), "{place}");
            assert!(entry["cpu_seconds"].is_number(), "{place}");
        }
    }

    /// What the first player can force, the second cannot keep him from.
    #[test]
    fn what_follows_from_a_win_is_the_other_side_s() {
        let page = Figures::kept(PAGE).expect("the page is kept");
        let mut derived = 0;
        for board in page.rows("boards") {
            for goal in Goal::all() {
                let entry = &board[goal.to_string()];
                let Some(from) = entry["follows_from"].as_str() else { continue };
                assert_eq!((from, entry["verdict"].as_str()), ("first-win", Some("never")));
                assert_eq!(board[from]["verdict"], "reached", "{goal} in {}", board["game"]);
                assert_eq!(goal.side, Side::Second);
                derived += 1;
            }
        }
        assert!(derived > 0);
    }

    /// Every verdict on 3x3 has a certificate, and so have the wins on larger boards but for the
    /// complete one by the revised rule on 4x4.
    #[test]
    fn certificates_are_of_what_was_found() {
        let page = Figures::kept(PAGE).expect("the page is kept");
        for board in page.rows("boards") {
            for goal in Goal::all() {
                let (entry, place) = (&board[goal.to_string()], format!("{goal} in {}", board["game"]));
                let proof = &entry["certificate"];
                let alone =
                    goal.to_string() == "first-complete" && board["game"] == "quantum-tic-tac-toe-4x4-self";
                let small = board["marks"] == 9 || entry["verdict"] == "reached" && !alone;
                assert!(!small || proof.is_object(), "{place}");
                if proof.is_null() {
                    continue;
                }
                assert_ne!(entry["verdict"], "open", "{place}");
                let number = |key: &str| proof[key].as_u64().unwrap();
                // Each position of the holder takes two bytes at most.
                assert!(
                    number("bytes") > 100 && number("bytes") < 1_000 + 2 * number("positions"),
                    "{place}"
                );
                assert!(
                    proof["cpu_seconds_to_write"].is_number() && proof["cpu_seconds_to_check"].is_number()
                );
                assert_eq!(proof["blake3"].as_str().map(str::len), Some(64), "{place}");
            }
        }
    }

    /// Of the two goals of a side the complete one is the harder.
    #[test]
    fn what_is_forced_completely_is_forced() {
        let page = Figures::kept(PAGE).expect("the page is kept");
        for board in page.rows("boards") {
            for side in ["first", "second"] {
                let plies = |aim: &str| board[format!("{side}-{aim}")]["plies"].as_u64();
                let later =
                    plies("complete").is_none_or(|complete| plies("win").is_some_and(|w| w <= complete));
                assert!(later, "{side} in {}", board["game"]);
            }
        }
    }
}
