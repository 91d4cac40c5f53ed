//! Playing, annotating, puzzles, completions and manual pages.

use std::io::Write;
use std::process::{Output, Stdio};

use crate::scratch::{Scratch, refused};
use serde_json::{Value as Json, json};

/// Runs a command with lines on standard input.
fn with_input(scratch: &Scratch, arguments: &str, input: impl AsRef<[u8]>) -> Output {
    let mut command = scratch.command(arguments);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_ref()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_game_is_played_by_a_script() {
    let scratch = Scratch::new("play");
    scratch.run("solve tic-tac-toe");
    let said = text(&with_input(&scratch, "play tic-tac-toe", "hint\nmoves\nb2\nundo\nb2\nquit\n"));
    for words in ["A draw with", "a1 b1 c1", "second: ", "Stopped after 2 moves."] {
        assert!(said.contains(words), "`{words}` in {said}");
    }
    // Who does not know what can be typed may ask in either way.
    for question in ["help", "?"] {
        let said = text(&with_input(&scratch, "play tic-tac-toe", format!("{question}\nquit\n")));
        assert!(said.contains("take back") && !said.contains("not a legal move"), "`{question}`: {said}");
        assert!(said.contains("\n  a move    play it") && said.contains("\n  hint      the moves"), "{said}");
    }
    // The second player loses if he does not answer a corner with the middle.
    let played = text(&with_input(&scratch, "--json play tic-tac-toe --side second", "b1\n"));
    let played: Json = serde_json::from_str(&played).unwrap();
    assert_eq!(played["result"], "*", "the input ended");
    assert_eq!(played["moves"].as_array().unwrap().len(), 3);
}

#[test]
fn the_program_plays_itself_and_keeps_a_record() {
    let scratch = Scratch::new("play-none");
    scratch.run("solve quixo-3x3");
    let name = scratch.file("game.txt");
    let game = scratch.json(&format!("play quixo-3x3 --side none --record {name}"));
    assert_eq!((&game["result"], game["moves"].as_array().unwrap().len()), (&json!("first"), 7));
    let notes = scratch.json(&format!("annotate quixo-3x3 {name}"));
    assert_eq!(notes["result"], "first");
    assert!(
        notes["moves"].as_array().unwrap().iter().all(|note| note["mark"] == ""),
        "best play has no marks"
    );
    let line = scratch.file("line.txt");
    scratch.run(&format!("line quixo-3x3 --record {line}"));
    assert_eq!(scratch.json(&format!("annotate quixo-3x3 {line}"))["result"], "first");
    scratch.refuses(&format!("line quixo-3x3 --record {line}"), 2, &["line.txt", "not overwritten"]);
    // Weak play is chance, and the seed decides it.
    let weak =
        |seed: u64| scratch.json(&format!("play quixo-3x3 --side none --strength 0 --seed {seed} --most 30"));
    assert_eq!(weak(1), weak(1));
    assert_ne!(weak(1)["moves"], weak(2)["moves"]);
    let again = format!("play quixo-3x3 --side none --record {name}");
    let before = std::fs::read(&name).unwrap();
    scratch.refuses(&again, 2, &["game.txt", "not overwritten"]);
    assert_eq!(std::fs::read(&name).unwrap(), before);
}

#[test]
fn people_see_one_board_in_the_terminal() {
    let scratch = Scratch::new("one-board");
    for game in ["quixo-3x3", "nocca-3x3"] {
        scratch.run(&format!("solve {game}"));
    }
    // The first player is X from first to last.
    let line = scratch.run("line quixo-3x3");
    assert!(line.contains("second:X") || line.contains("second:."), "{line}");
    let last = line.lines().rfind(|row| row.contains("second:")).unwrap().to_string();
    let board = last.split("second:").nth(1).unwrap().to_string();
    let won = |mark: char| {
        let rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
        let ways = (0..3).flat_map(|n| [[(n, 0), (n, 1), (n, 2)], [(0, n), (1, n), (2, n)]]);
        let ways = ways.chain([[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]);
        ways.into_iter().any(|way| way.iter().all(|(row, column)| rows[*row][*column] == mark))
    };
    assert!(won('X') && !won('O'), "his win ends as XXX: {last}");
    // A move that was printed is one that can be typed, and records say whose names they use.
    let record = scratch.file("nocca.txt");
    let played = scratch.json(&format!("play nocca-3x3 --side none --record {record}"));
    let text = std::fs::read_to_string(&record).unwrap();
    assert!(text.contains("seen-by: first"), "{text}");
    let notes = scratch.json(&format!("annotate nocca-3x3 {record}"));
    assert_eq!(notes["result"], played["result"]);
    let seen: Vec<&Json> = notes["moves"].as_array().unwrap().iter().map(|note| &note["seen"]).collect();
    assert_eq!(json!(seen), played["seen_moves"]);
    // The second player's pieces come from above.
    assert!(seen[1].as_str().unwrap()[1..2].parse::<u8>().unwrap() >= 2, "{seen:?}");
}

#[test]
fn the_prover_plays_too() {
    let scratch = Scratch::new("play-prover");
    let game = scratch.json("play quantum-tic-tac-toe .........,1=19 --side none --memory 4M");
    // The side to move here, the first of this game, is lost.
    assert_eq!(game["result"], "second", "{game}");
}

#[test]
fn play_refuses_what_is_no_move() {
    let scratch = Scratch::new("play-bad");
    scratch.refuses("play tic-tac-toe", 3, &["tic-tac-toe", "solve"]);
    scratch.run("solve tic-tac-toe");
    let output = with_input(&scratch, "--json play tic-tac-toe", "b2\nz9\n");
    refused(&output, "an illegal move", 2, &["line 2", "`z9`", "legal:"]);
    let output = with_input(&scratch, "--json play tic-tac-toe", b"b2\n\xff\xfe\n");
    refused(&output, "no text", 2, &["line 2", "not text"]);
    let said = text(&with_input(&scratch, "play tic-tac-toe", "undo\nundo\n"));
    assert!(said.contains("nothing to take back") && said.contains("Stopped after 0 moves."), "{said}");
    scratch.refuses("play tic-tac-toe nonsense", 2, &["`nonsense`"]);
    scratch.refuses("play tic-tac-toe --strength 101", 2, &["--strength"]);
    scratch.refuses("play chess", 2, &["`chess`"]);
}

#[test]
fn mistakes_are_marked() {
    let scratch = Scratch::new("annotate");
    scratch.run("solve tic-tac-toe");
    let file = scratch.path().join("game.txt");
    let annotate = |record: &str, json: bool| {
        std::fs::write(&file, record).unwrap();
        let json = if json { "--json" } else { "" };
        scratch.command(&format!("{json} annotate tic-tac-toe")).arg(&file).output().unwrap()
    };
    // A corner is answered by the middle; anything else loses.
    let record = "game: tic-tac-toe\nresult: first\n\n1. a1 b1 2. a3 a2 3. c3 b3\n4. b2\n";
    let notes: Json = serde_json::from_str(&text(&annotate(record, true))).unwrap();
    let marks: Vec<&str> =
        notes["moves"].as_array().unwrap().iter().map(|m| m["mark"].as_str().unwrap()).collect();
    assert_eq!((marks[0], marks[1]), ("", "?"), "{notes:#}");
    assert_eq!(notes["moves"][1]["best"], json!({ "value": "draw", "plies": null }));
    assert_eq!(notes["moves"][1]["played"]["value"], "loss");
    assert!(notes["moves"][1]["better"].as_array().unwrap().contains(&json!("b2")));
    let said = text(&annotate(record, false));
    assert!(said.contains("value given away: first 0, second"), "{said}");

    for (record, words) in [
        ("", ["line 1, column 1", "game: ID"]),
        ("game: chess\n\ne4", ["record of `chess`", "tic-tac-toe"]),
        ("game: tic-tac-toe\n\na1 b1\n  a1", ["line 4, column 3", "`a1` is not a legal move"]),
        ("game: tic-tac-toe\nstart: XX\n\na1", ["`XX`", "3 rows"]),
        ("game: tic-tac-toe\nresult: maybe\n", ["line 2", "`maybe` is no result"]),
    ] {
        refused(&annotate(record, false), record, 2, &["game.txt"]);
        refused(&annotate(record, false), record, 2, &words);
    }
    scratch.refuses("annotate tic-tac-toe nowhere.txt", 1, &["nowhere.txt"]);
    scratch.refuses("annotate chess nowhere.txt", 2, &["no game `chess`"]);
    std::fs::write(&file, b"\xff\xfe\0").unwrap();
    scratch.refuses(&format!("annotate tic-tac-toe {}", file.display()), 2, &["game.txt is not text"]);
    let unfinished = text(&annotate("game: tic-tac-toe\nresult: draw\n\nb2", false));
    assert!(unfinished.contains("the game is not over"), "{unfinished}");
}

#[test]
fn puzzles_have_one_winning_move() {
    let scratch = Scratch::new("puzzles");
    scratch.run("solve dodgem-2");
    let found = scratch.json("puzzles dodgem-2 --count 20 --min-plies 5 --base http://host/");
    let puzzles = found["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), 20);
    assert!(puzzles.is_sorted_by_key(|puzzle| puzzle["plies"].as_u64()));
    for puzzle in puzzles {
        let position = puzzle["position"].as_str().unwrap();
        assert!(puzzle["plies"].as_u64().unwrap() >= 5);
        assert_eq!(puzzle["link"], format!("http://host/#/dodgem-2/{position}"));
        let answer = scratch.json(&format!("query dodgem-2 {position}"));
        let wins = answer["moves"].as_array().unwrap().iter().filter(|mv| mv["value"] == "win");
        assert_eq!(wins.map(|mv| mv["move"].clone()).collect::<Vec<_>>(), [puzzle["solution"].clone()]);
    }
    assert_eq!(scratch.json("puzzles dodgem-2 --seed 3"), scratch.json("puzzles dodgem-2 --seed 3"));
    assert_ne!(scratch.json("puzzles dodgem-2 --seed 3"), scratch.json("puzzles dodgem-2 --seed 4"));
    assert!(scratch.run("puzzles dodgem-2").contains("The first player is to move in each"));
    assert!(scratch.run("puzzles dodgem-2 --min-plies 1000").contains("No puzzle found"));
    assert!(scratch.json("puzzles dodgem-2 --no-solutions")["puzzles"][0]["solution"].is_null());
    scratch.refuses("puzzles dodgem-2 --min-plies 5 --max-plies 4", 2, &["--min-plies 5", "--max-plies 4"]);
    scratch.refuses("puzzles dodgem-2 --count 0", 2, &["--count"]);
    // The links lead to where `serve` is by itself.
    let link = scratch.json("puzzles dodgem-2 --count 1")["puzzles"][0]["link"].clone();
    let address = scratch.run("serve --help").split_whitespace().any(|word| word.contains("127.0.0.1:4649"));
    assert!(address && link.as_str().unwrap().starts_with("http://127.0.0.1:4649/#/dodgem-2/"), "{link}");
    scratch.refuses("puzzles otrio", 2, &["prove otrio"]);
    scratch.refuses("puzzles quixo-3x3", 3, &["solve"]);
}

#[test]
fn completions_and_manual_pages() {
    let scratch = Scratch::new("man");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(scratch.run(&format!("completions {shell}")).contains("annotate"), "{shell}");
    }
    scratch.refuses("completions cmd", 2, &["cmd", "bash"]);
    let folder = scratch.path().join("pages");
    let pages = scratch.json(&format!("man {}", folder.display()));
    assert!(pages["pages"].as_array().unwrap().len() > 15);
    let page = std::fs::read_to_string(folder.join("kaiketsu-solve.1")).unwrap();
    assert!(page.starts_with(".") && page.contains("kaiketsu\\-solve"), "{page}");
    scratch.refuses(&format!("man {}", folder.display()), 2, &["kaiketsu.1", "not overwritten"]);
}
