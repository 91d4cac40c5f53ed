//! The strong solution of quantum tic-tac-toe on the command line.

use serde_json::json;

use crate::scratch::Scratch;

#[test]
fn a_solved_game_answers_from_its_database() {
    let scratch = Scratch::new("quantum");
    scratch.refuses("stats quantum-tic-tac-toe", 3, &["no database"]);
    let by_search = scratch.json("query quantum-tic-tac-toe 2.......1,3=23,4=45,5=56");
    assert_eq!(by_search.get("kind"), None);

    let solved = scratch.json("solve quantum-tic-tac-toe");
    assert_eq!((&solved["complete"], &solved["layers"]), (&json!(true), &json!(16)));
    assert_eq!(solved["start"], json!({ "value": "win", "plies": null, "kind": "narrow" }));
    assert!(scratch.run("games quantum-tic-tac-toe").contains("Database: solved"));

    // The same values as by search, with kinds; a list of moves will do.
    let stored = scratch.json("query quantum-tic-tac-toe '1-9 1-9 2@1 2-3 4-5 5-6'");
    assert_eq!((&stored["position"], &stored["value"]), (&by_search["position"], &by_search["value"]));
    let values = |answer: &serde_json::Value| {
        let moves = answer["moves"].as_array().unwrap().iter();
        let mut values: Vec<_> = moves.map(|mv| (mv["move"].to_string(), mv["value"].to_string())).collect();
        values.sort();
        values
    };
    assert_eq!(values(&stored), values(&by_search));
    let lost = stored["moves"].as_array().unwrap().last().unwrap();
    assert!(lost["value"] == "loss" && lost["kind"].is_string(), "{lost}");

    let line = scratch.json("line quantum-tic-tac-toe");
    assert_eq!((&line["moves"][0]["move"], &line["end"]), (&json!("1-9"), &json!("over")));
    assert!(scratch.run("verify quantum-tic-tac-toe --sample 100").contains("hold"));
    let puzzles = scratch.json("puzzles quantum-tic-tac-toe --count 3");
    let puzzles = puzzles["puzzles"].as_array().unwrap();
    assert!(puzzles.len() == 3 && puzzles.iter().all(|puzzle| puzzle["kind"].is_string()), "{puzzles:?}");

    // How clearly a game is won reaches tables and records too.
    scratch.run(&format!("export quantum-tic-tac-toe {} --sample 200", scratch.file("some.csv")));
    let rows = std::fs::read_to_string(scratch.file("some.csv")).unwrap();
    let mut kinds = std::collections::BTreeSet::new();
    for row in rows.lines().skip(1) {
        let cells: Vec<&str> = row.rsplitn(4, ',').collect();
        let (kind, value) = (cells[0], cells[2]);
        assert_eq!(kind.is_empty(), value == "draw", "{row}");
        kinds.insert(kind.to_string());
    }
    assert!(kinds.contains("narrow") && kinds.contains("complete"), "{kinds:?}");
    std::fs::write(scratch.file("game.txt"), "game: quantum-tic-tac-toe\n\n1-9").unwrap();
    let notes = scratch.json(&format!("annotate quantum-tic-tac-toe {}", scratch.file("game.txt")));
    assert_eq!(notes["moves"][0]["best"], json!({ "value": "win", "plies": null, "kind": "narrow" }));
    // A damaged book spoils nothing that the database answers.
    std::fs::write(scratch.file("verdicts.book"), "damaged").unwrap();
    for (command, warns) in [("query", true), ("line", true), ("puzzles --count 1", false)] {
        let output = scratch.command(&format!("{command} quantum-tic-tac-toe --quiet")).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains("warning: ") == warns, "{command}: {said}");
        assert!(!warns || said.contains("verdicts.book") && said.contains("delete"), "{said}");
    }
    scratch.refuses("prove quantum-tic-tac-toe", 4, &["verdicts.book", "checksum", "delete"]);
    scratch.refuses("query quantum-tic-tac-toe-self", 4, &["verdicts.book"]);
}
