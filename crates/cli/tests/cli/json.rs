//! The JSON that scripts rely on.

use crate::scratch::Scratch;
use serde_json::json;

#[test]
fn stats_of_dodgem_has_the_promised_fields() {
    let scratch = Scratch::new("stats-dodgem");
    scratch.run("solve dodgem-2");
    let stats = scratch.json("stats dodgem-2 --reachable");
    assert_eq!(stats["game"], "dodgem-2");
    assert_eq!(stats["positions"], 1332);
    assert_eq!((&stats["win"], &stats["loss"], &stats["draw"]), (&json!(803), &json!(529), &json!(0)));
    assert_eq!(stats["start"], json!({ "value": "win", "plies": 20 }));
    assert_eq!(stats["longest"]["plies"], 22);
    let by_plies = stats["by_plies"].as_array().unwrap();
    let sum: u64 = by_plies.iter().map(|row| row["positions"].as_u64().unwrap()).sum();
    assert_eq!(sum, 1332, "without draws every position has a distance");
    assert!(by_plies.iter().all(|row| row["value"] == "win" || row["value"] == "loss"));
    let row = json!({ "mover_steps": 6, "opponent_steps": 6, "win": 4, "loss": 1, "draw": 0 });
    assert!(stats["by_steps"].as_array().unwrap().contains(&row));
    let row = json!({ "mover_pieces": 2, "opponent_pieces": 2, "win": 457, "loss": 299, "draw": 0 });
    assert!(stats["by_pieces"].as_array().unwrap().contains(&row));
    assert_eq!(stats["signature_values"].as_str().unwrap().len(), 64);
    assert_eq!(stats["signature_plies"].as_str().unwrap().len(), 64);
    assert!(stats["reachable"].as_u64().unwrap() <= 1332);
}

#[test]
fn stats_without_distances_say_null() {
    let scratch = Scratch::new("stats-values");
    scratch.run("solve quixo-3x3 --values-only");
    let stats = scratch.json("stats quixo-3x3");
    assert_eq!((&stats["win"], &stats["loss"], &stats["draw"]), (&json!(12748), &json!(6935), &json!(0)));
    assert_eq!(stats["start"], json!({ "value": "win", "plies": null }));
    assert!(stats["by_plies"].is_null() && stats["signature_plies"].is_null());
    let row = json!({ "mover_marks": 0, "opponent_marks": 1, "win": 0, "loss": 9, "draw": 0 });
    assert!(stats["by_class"].as_array().unwrap().contains(&row), "{}", stats["by_class"]);

    let with = Scratch::new("stats-plies");
    with.run("solve quixo-3x3");
    assert_eq!(with.json("stats quixo-3x3")["signature_values"], stats["signature_values"]);
}

#[test]
fn query_lists_every_move_best_first() {
    let scratch = Scratch::new("query");
    scratch.run("solve dodgem-2");
    let answer = scratch.json("query dodgem-2 R../R../.UU");
    assert_eq!(answer["position"], "R../R../.UU");
    assert_eq!((&answer["value"], &answer["plies"]), (&json!("win"), &json!(20)));
    let expected = [
        json!({ "move": "c1-c2", "position": ".R./R../.UU", "value": "win", "plies": 20, "passes": true }),
        json!({ "move": "b1-b2", "position": "R../.R./.UU", "value": "loss", "plies": 19, "passes": true, "mark": "??" }),
        json!({ "move": "b1-a1", "position": "R../.../RUU", "value": "loss", "plies": 17, "passes": true, "mark": "??" }),
    ];
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), expected.len());
    for (found, expected) in moves.iter().zip(&expected) {
        let mut found = found.clone();
        for shown in ["gesture", "seen"] {
            let shown = found.as_object_mut().unwrap().remove(shown).unwrap();
            assert!(shown.is_object(), "{shown}");
        }
        assert_eq!(&found, expected);
    }
    assert_eq!((&answer["source"], &answer["complete"]), (&json!("database"), &json!(true)));
    assert!(answer["scene"].is_object());
    assert_eq!(scratch.json("query dodgem-2"), answer, "the start is the default");
}

#[test]
fn tic_tac_toe_has_its_known_numbers() {
    let scratch = Scratch::new("tic-tac-toe");
    scratch.run("solve tic-tac-toe");
    let stats = scratch.json("stats tic-tac-toe --reachable");
    assert_eq!(stats["reachable"], 5478, "the well-known number of reachable positions");
    assert_eq!(stats["start"], json!({ "value": "draw", "plies": null }));
}

/// What can be reached follows from the rules alone; what it is worth from a database.
#[test]
fn reachable_positions_are_told_with_a_database_and_without() {
    let scratch = Scratch::new("reachable");
    scratch.refuses("stats nocca-3x3", 3, &["no database"]);
    scratch.refuses("stats nocca-5x6 --reachable --memory 1G", 5, &["nocca-5x6 needs at least"]);
    let alone = scratch.json("stats nocca-3x3 --reachable");
    assert_eq!((&alone["reachable"], &alone["win"]), (&json!(50_496), &json!(null)));
    assert_eq!(alone["reach"]["unreached"], json!([]));
    assert!(alone["reach"]["win"].is_null());
    let text = scratch.run("stats nocca-3x3 --reachable");
    assert!(text.contains("not solved here") && text.contains("50,496"), "{text}");

    scratch.run("solve nocca-3x3");
    let both = scratch.json("stats nocca-3x3 --reachable");
    assert_eq!(both["reachable"], alone["reachable"]);
    for key in ["win", "loss", "draw", "by_plies"] {
        assert_eq!(both["reach"][key], both[key], "every position of the board can be reached: {key}");
    }
    assert_eq!(both["reach"]["reachable_classes"], alone["reach"]["reachable_classes"]);
}

#[test]
fn lines_lead_to_the_end() {
    let scratch = Scratch::new("line");
    scratch.run("solve quixo-3x3");
    let line = scratch.json("line quixo-3x3");
    let moves = line["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &line["end"]), (7, &json!("over")));
    for (played, mv) in moves.iter().enumerate() {
        assert_eq!(mv["plies"], 7 - played);
    }
    scratch.run("solve tic-tac-toe");
    assert_eq!(scratch.json("line tic-tac-toe")["end"], "over");
    assert_eq!(scratch.json("line tic-tac-toe --most 2")["end"], "cut");
}

#[test]
fn lines_are_won_without_distances() {
    let scratch = Scratch::new("line-values");
    scratch.run("solve quixo-3x3 --values-only");
    let line = scratch.json("line quixo-3x3");
    assert_eq!((&line["strategy"], &line["end"]), (&json!("search"), &json!("over")));
    let moves = line["moves"].as_array().unwrap();
    assert_eq!(moves.len() % 2, 1, "the side that moved first has won");
    assert!(moves.iter().all(|mv| mv["plies"].is_null()));
    let random = scratch.json("line quixo-3x3 --strategy random --seed 5");
    assert_eq!((&random["strategy"], &random["end"]), (&json!("random"), &json!("over")));
    assert_eq!(random, scratch.json("line quixo-3x3 --strategy random --seed 5"));
}

#[test]
fn a_strategy_makes_no_difference_to_distances() {
    let scratch = Scratch::new("line-strategy");
    scratch.run("solve dodgem-2");
    let line = scratch.json("line dodgem-2 --strategy random --seed 5");
    assert_eq!(line["strategy"], "optimal");
    assert_eq!(line, scratch.json("line dodgem-2"));
    assert!(scratch.run("line dodgem-2 --seed 5").contains("--strategy and --seed do nothing"));
}

#[test]
fn options_stand_before_or_after_the_command() {
    let scratch = Scratch::new("options");
    scratch.run("solve tic-tac-toe --threads 1 --memory 1G");
    let before = scratch.run("--json stats tic-tac-toe --quiet");
    assert_eq!(before, scratch.run("stats tic-tac-toe --json --quiet"));
    let plan = scratch.json("plan quixo-5x5 --memory 100M");
    assert_eq!(plan["fits"], false);
    assert_eq!(plan["positions"], 107_207_255_529u64);
    let games = scratch.json("games");
    let ids: Vec<_> = games["games"].as_array().unwrap().iter().map(|game| game["game"].clone()).collect();
    assert!(ids.contains(&json!("dodgem-5")) && ids.contains(&json!("quixo-5x5")));
    let of = |id: &str| games["games"].as_array().unwrap().iter().find(|game| game["game"] == id).unwrap();
    assert_eq!((&of("quixo-5x5")["family"], &of("quixo-5x5")["variant"]), (&json!("quixo"), &json!("5x5")));
    assert_eq!((&of("otrio")["family"], &of("otrio")["variant"]), (&json!("otrio"), &json!(null)));
    let text = scratch.run("games");
    assert!(text.contains("\nQuixo\n  quixo-3x3 ") && text.contains("\ntic-tac-toe "), "{text}");
}
