//! Games proved by forward search: verdicts, certificates, the book, refusals.
//!
//! Tables are small throughout: the positions are late or the game is.

use kaiketsu::{Certificate, read_claims};
use kaiketsu_testkit::golden::{Row, table};
use serde_json::{Value as Json, json};

use crate::scratch::{Scratch, refused};

/// A position of Otrio that a few thousand nodes decide.
const EARLY: &str = "b2M a1S c1L b1S";

/// C completes the row of large rings with a1L.
const LATE: &str = "b2M a1S b2L c1M a3L a2S c3L b3S b1M c2L";

/// `prove otrio` after a list of moves, as JSON.
fn otrio(scratch: &Scratch, after: &str) -> Json {
    scratch.json(&format!("prove otrio --memory 4M --threads 1 --after '{after}'"))
}

#[test]
fn goals_of_quantum_tic_tac_toe() {
    let scratch = Scratch::new("prove-goals");
    // Where the closer chooses, one first move wins completely.
    for (first, reached) in [("1-3", true), ("1-9", false)] {
        let verdict =
            scratch.json(&format!("prove quantum-tic-tac-toe-self --goal first-complete --after {first}"));
        assert_eq!((&verdict["after"], &verdict["reached"]), (&json!([first]), &json!(reached)));
        assert_eq!(verdict["goal"], "first-complete");
        assert!(verdict["nodes"].as_u64().unwrap() > 0 && verdict.get("value").is_none());
    }
}

#[test]
fn values_and_their_fields() {
    let scratch = Scratch::new("prove-values");
    let verdict = otrio(&scratch, EARLY);
    assert_eq!((&verdict["game"], &verdict["value"]), (&json!("otrio"), &json!("first")));
    assert_eq!(verdict["after"], json!(["b2M", "a1S", "c1L", "b1S"]));
    assert!(verdict["nodes"].as_u64().unwrap() > 0 && verdict["seconds"].is_f64());
    assert!(verdict.get("reached").is_none() && verdict.get("complete").is_none());
    // The line goes to the end of the game and can be typed again.
    let line: Vec<&str> = verdict["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let whole = scratch.json(&format!("query otrio '{EARLY} {}'", line.join(" ")));
    assert_eq!(whole["over"], true);

    // Both kinds of a win are told.
    let verdict = scratch.json("prove quantum-tic-tac-toe");
    assert_eq!((&verdict["value"], &verdict["complete"]), (&json!("first"), &json!("nobody")));
}

#[test]
fn nine_plies_are_needed() {
    let scratch = Scratch::new("prove-plies");
    for (plies, reached) in [(8, false), (9, true)] {
        let question = format!("prove quantum-tic-tac-toe --goal first-win --max-plies {plies}");
        assert_eq!(scratch.json(&question)["reached"], reached, "{plies} plies");
    }
    assert!(!scratch.path().join("verdicts.book").exists(), "limited answers are not kept");

    // A certificate shows what is reached within them, and says nothing of what is not.
    let file = scratch.file("proof");
    let question = |plies| {
        format!("prove quantum-tic-tac-toe --goal first-win --max-plies {plies} --certificate {file}")
    };
    scratch.refuses(&question(8), 2, &["first-win is not reached within 8 plies"]);
    assert_eq!(scratch.json(&question(9))["reached"], true);
    let checked = scratch.json(&format!("check {file}"));
    assert_eq!(checked["goals"][0]["goal"], "first-win", "{checked}");
}

#[test]
fn the_book_is_used_again() {
    let scratch = Scratch::new("prove-book");
    let first = otrio(&scratch, EARLY);
    assert_eq!(first["from_book"], false);
    let again = otrio(&scratch, EARLY);
    assert_eq!(
        (&again["from_book"], &again["nodes"], &again["value"]),
        (&json!(true), &json!(0), &first["value"])
    );
    // The same with columns mirrored, and small and large exchanged.
    assert_eq!(otrio(&scratch, "b2M c1L a1S b1L")["from_book"], true);

    let book = scratch.path().join("verdicts.book");
    let text = std::fs::read_to_string(&book).unwrap();
    std::fs::write(&book, text.replace(" first\n", " draw\n")).unwrap();
    scratch.refuses("prove otrio", 4, &["verdicts.book", "checksum", "delete"]);
    scratch.refuses("query otrio", 4, &["verdicts.book"]);
}

#[test]
fn certificates_are_written_and_checked() {
    let scratch = Scratch::new("prove-certificate");
    let file = scratch.path().join("proof");
    let question = format!("prove otrio --memory 4M --after '{EARLY}' --certificate {}", file.display());
    let verdict = scratch.json(&question);
    let bytes = std::fs::read(&file).unwrap();
    assert_eq!(verdict["certificate"]["bytes"].as_u64(), Some(bytes.len() as u64));

    let check = || scratch.command("check").arg(&file).output().unwrap();
    let text = String::from_utf8(check().stdout).unwrap();
    assert!(text.contains("Otrio") && text.contains("proved that the value is `first`"), "{text}");

    // Any flipped bit is found.
    for at in (0..8).map(|i| i * (bytes.len() - 1) / 7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        std::fs::write(&file, damaged).unwrap();
        refused(&check(), &format!("check with byte {at} flipped"), 4, &["proof"]);
    }
    std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    refused(&check(), "half a certificate", 4, &["checksum does not match"]);
    std::fs::write(&file, "").unwrap();
    refused(&check(), "an empty certificate", 4, &["no certificate"]);
    std::fs::remove_file(&file).unwrap();
    refused(&check(), "no file", 1, &["cannot read", "proof"]);
}

/// The checksum is right and the claim is not: refused for what it claims.
#[test]
fn whole_certificates_that_prove_nothing() {
    let scratch = Scratch::new("prove-no-proof");
    let file = scratch.path().join("proof");
    scratch.run(&format!("prove otrio --memory 4M --after '{EARLY}' --certificate {}", file.display()));
    let bytes = std::fs::read(&file).unwrap();
    let claims = read_claims(&Certificate(bytes.clone())).unwrap();
    let strategy = &bytes[bytes.len() - 32 - claims.claims[0].bytes..bytes.len() - 32];
    let check = |certificate: Certificate, code: i32, words: &[&str]| {
        std::fs::write(&file, certificate.0).unwrap();
        scratch.refuses(&format!("check {}", file.display()), code, words);
    };
    let own = [strategy.to_vec()];

    let mut other = claims.clone();
    other.value = Some("draw".into());
    check(Certificate::seal(&other, &own), 4, &["claims the value `draw` of otrio", "does not follow"]);

    let mut other = claims.clone();
    (other.value, other.claims[0].goal) = (None, "second-win".into());
    check(Certificate::seal(&other, &own), 4, &["claims that `second-win` is reached", "does not prove it"]);

    let mut worse = strategy.to_vec();
    worse[0] = 200;
    check(Certificate::seal(&claims, &[worse]), 4, &["claims the value `first`", "move number 200"]);

    let mut other = claims.clone();
    other.game = "chess".into();
    check(Certificate::seal(&other, &own), 2, &["`chess`"]);
}

/// The paper's first-move tables of both variants: the book that comes with the
/// program answers. The same by search:
/// `cargo test --release -p kaiketsu-reproduce -- --ignored`.
#[test]
fn first_moves_of_otrio_are_in_the_book() {
    let scratch = Scratch::new("prove-otrio-first");
    for (game, start, rows) in [
        ("otrio", "first", "a1L draw a1M second b1L second b1M draw b2L second b2M first"),
        ("otrio-no-centre", "draw", "a1L draw a1M draw b1L draw b1M draw b2L draw"),
    ] {
        let table = scratch.json(&format!("prove {game} --table first-moves --memory 1M"));
        let row =
            |row: &Json| format!("{} {}", row["after"][0].as_str().unwrap(), row["value"].as_str().unwrap());
        let found: Vec<String> = table["rows"].as_array().unwrap().iter().map(row).collect();
        assert_eq!(found.join(" "), rows);
        assert_eq!(table["nodes"], 0, "nothing was searched");
        let verdict = scratch.json(&format!("prove {game}"));
        assert_eq!((&verdict["value"], &verdict["from_book"]), (&json!(start), &json!(true)));
        // The line begins from the book, and where it is cut, a reason is given.
        let line = verdict["line"].as_array().unwrap();
        assert!(!line.is_empty() && (verdict["line_cut"].is_string() || line.len() > 4), "{verdict}");
        let goal = scratch.json(&format!("prove {game} --goal first-win"));
        assert_eq!((&goal["reached"], &goal["from_book"]), (&json!(start == "first"), &json!(true)));
    }
}

/// All 128 rows of the paper's two-move tables follow from the book; without the
/// centre from its verdicts after three moves.
#[test]
fn two_moves_of_otrio_follow_from_the_book() {
    let scratch = Scratch::new("prove-otrio-two");
    let paper = table("otrio-two-moves");
    for (game, variant, count) in [("otrio", "standard", 69), ("otrio-no-centre", "no-centre", 59)] {
        let table = scratch.json(&format!("prove {game} --table two-moves --memory 1M"));
        let text = |row: &Json, at: usize| row["after"][at].as_str().unwrap().to_string();
        let row =
            |row: &Json| [variant, &text(row, 0), &text(row, 1), row["value"].as_str().unwrap()].join(",");
        let mut found: Vec<String> = table["rows"].as_array().unwrap().iter().map(row).collect();
        let head = |row: &Row| {
            ["variant", "first_move", "second_move", "value"].map(|column| row.text(column)).join(",")
        };
        let rows = paper.rows().iter().filter(|row| row.text("variant") == variant);
        let mut expected: Vec<String> = rows.map(head).collect();
        found.sort();
        expected.sort();
        assert_eq!((found.len(), &found), (count, &expected));
        assert_eq!(table["nodes"], 0, "nothing was searched");
    }
}

#[test]
fn first_moves_of_quantum_tic_tac_toe() {
    let scratch = Scratch::new("prove-quantum-first");
    for (game, goal, winning) in [
        ("quantum-tic-tac-toe", "first-complete", ""),
        ("quantum-tic-tac-toe", "first-narrow", "1-9"),
        ("quantum-tic-tac-toe", "second-narrow", ""),
        ("quantum-tic-tac-toe", "second-complete", ""),
        ("quantum-tic-tac-toe-self", "first-complete", "1-3"),
        ("quantum-tic-tac-toe-self", "first-narrow", "1-3 1-6 1-9 2-8"),
        ("quantum-tic-tac-toe-self", "second-narrow", ""),
        ("quantum-tic-tac-toe-self", "second-complete", ""),
    ] {
        let table = scratch.json(&format!("prove {game} --table first-moves --goal {goal}"));
        let rows = table["rows"].as_array().unwrap();
        let reached = rows.iter().filter(|row| row["reached"] == true);
        let found: Vec<&str> = reached.map(|row| row["after"][0].as_str().unwrap()).collect();
        assert_eq!((rows.len(), found.join(" ").as_str()), (8, winning), "{game} {goal}");
    }
}

/// A goal has its line, and a search that would need more than it may use stops.
#[test]
fn lines_of_goals_and_bounds_of_published_searches() {
    let scratch = Scratch::new("prove-lines");
    let verdict = scratch.json("prove quantum-tic-tac-toe --goal first-narrow --after 1-9");
    assert!(verdict["line"].as_array().unwrap().len() >= 6 && verdict.get("line_cut").is_none(), "{verdict}");
    let published = "prove quantum-tic-tac-toe --goal first-narrow --ordering 1 --memory 1M";
    scratch.refuses(published, 5, &["published search", "1 MiB", "memory"]);
}

#[test]
fn bad_moves_are_named() {
    let scratch = Scratch::new("prove-moves");
    let refuses = |command: &str, moves: &str, words: &[&str]| {
        refused(&scratch.command(command).arg(moves).output().unwrap(), moves, 2, words);
    };
    refuses("prove otrio --after", "b2M d4M", &["move 2", "`d4M`", "column a to c"]);
    refuses("prove otrio --after", "b2M a1L b2M", &["move 3", "`b2M`", "taken by colour A"]);
    refuses("prove otrio-no-centre --after", "b2M", &["move 1", "`b2M`", "forbidden"]);
    let three_large = "a1L b1S b2M c1S c2L a2S b3S c3S b1L a1S a3S b2S c1L";
    refuses("prove otrio --after", three_large, &["`c1L`", "colour A has no ring of size L left"]);
    refuses("prove otrio --after", &format!("{LATE} a1L b1S"), &["move 12", "`b1S`", "the game is over"]);
    refuses("query otrio", "b2M b2M", &["move 2", "`b2M`"]);
    refuses("line otrio", "nonsense", &["`nonsense`"]);
    refuses("prove quantum-tic-tac-toe --after", "1-9 1-9 3-4", &["move 3", "`3-4`", "2@1"]);
    refuses("prove quantum-tic-tac-toe --after", "1-9 1-9 2@1 1-2", &["move 4", "`1-2`"]);
    refuses("prove quantum-tic-tac-toe --after", "0-3", &["move 1", "`0-3`"]);
}

#[test]
fn questions_that_make_no_sense() {
    let scratch = Scratch::new("prove-questions");
    scratch.refuses("solve otrio", 2, &["otrio is proved by search", "kaiketsu prove otrio"]);
    for command in ["plan", "stats", "verify", "puzzles"] {
        scratch.refuses(&format!("{command} otrio"), 2, &["proved by search", "kaiketsu prove otrio"]);
    }
    scratch.refuses("prove chess", 2, &["`chess`", "otrio"]);
    scratch.refuses("prove otrio --goal first-complete", 2, &["otrio", "first-complete"]);
    scratch.refuses("prove otrio --goal sometimes", 2, &["`sometimes`", "first-win"]);
    scratch.refuses("prove otrio --max-plies 5", 2, &["needs a goal", "--goal"]);
    scratch.refuses("prove otrio --ordering 9", 2, &["`9`", "paper"]);
    scratch.refuses("prove otrio --goal first-win --ordering 1", 2, &["otrio"]);
    if cfg!(target_os = "linux") {
        // Elsewhere nobody says how much memory is free.
        scratch.refuses("prove otrio --memory 900T", 5, &["MiB", "--memory"]);
    }
    scratch.refuses("prove otrio --goal first-win --seconds 5 --certificate f", 2, &["--certificate"]);
    scratch.refuses("prove otrio --goal first-win --ordering paper --certificate f", 2, &["--certificate"]);
}

#[test]
fn every_game_can_be_asked() {
    let scratch = Scratch::new("prove-every-game");
    let draw = scratch.json("prove tic-tac-toe");
    assert_eq!(
        (&draw["value"], &draw["outcome"], &draw["from_book"]),
        (&json!("draw"), &json!("draw"), &json!(false))
    );
    assert_eq!(scratch.json("prove tic-tac-toe")["from_book"], true);
    let corner = scratch.json("prove tic-tac-toe X../.../... --after 'b3'");
    assert_eq!((&corner["value"], &corner["outcome"]), (&json!("first"), &json!("win")));
    // A position of Quixo is seen by the side to move: nobody knows which that is.
    let placed = scratch.json("prove quixo-3x3 O../.../...");
    assert!(placed.get("value").is_none() && placed["outcome"].is_string(), "{placed}");
    assert_eq!(scratch.json("prove quixo-3x3 --goal first-win")["reached"], true);
    let late = scratch.json("prove connect-four-7x6 --memory 4M --after 'd d d d d a d'");
    assert_eq!(late["game"], "connect-four-7x6");
    let open = scratch.json("prove nocca-5x6 --memory 16M --seconds 0.2");
    assert!(open.get("value").is_none() && open["undecided"].is_string(), "{open}");
    scratch.refuses("prove tic-tac-toe XXX", 2, &["`XXX`"]);
    scratch.refuses("query connect-four-7x6", 2, &["connect-four-7x6", "kaiketsu prove connect-four-7x6"]);
    scratch.refuses("query quixo-3x3", 3, &["kaiketsu solve quixo-3x3"]);
}

#[test]
fn query_and_line_answer_by_search() {
    let scratch = Scratch::new("prove-query");
    let ask = |command: &str| scratch.json(&format!("--memory 4M {command} otrio '{LATE}'"));
    let answer = ask("query");
    assert_eq!((&answer["value"], &answer["plies"]), (&json!("win"), &Json::Null));
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 17, "every place but those taken");
    let rank = |mv: &Json| ["win", "draw", "loss"].iter().position(|word| mv["value"] == *word).unwrap();
    assert!(moves.is_sorted_by_key(rank));
    // A position can be given by its text as well.
    let position = answer["position"].as_str().unwrap();
    assert_eq!(scratch.json(&format!("query otrio {position} --memory 4M")), answer);

    let line = ask("line");
    assert_eq!((&line["end"], &line["strategy"]), (&json!("over"), &json!("search")));
    assert_eq!(line["moves"][0]["move"], "a1L", "the shortest win");

    let line = scratch.json("line quantum-tic-tac-toe .........,1=19");
    assert_eq!((&line["value"], &line["end"]), (&json!("loss"), &json!("over")));
    let text = scratch.run("query quantum-tic-tac-toe 357248916");
    assert!(text.contains("narrow win of the first player; points 1 : 0.5"), "{text}");
}

/// A game that is played keeps what it found, once, at its end.
#[test]
fn what_a_game_finds_is_kept() {
    let scratch = Scratch::new("prove-play");
    let answer = scratch.json(&format!("--memory 4M query otrio '{EARLY}'"));
    std::fs::remove_file(scratch.path().join("verdicts.book")).unwrap();
    let position = answer["position"].as_str().unwrap();
    let play = format!("--memory 4M --threads 1 play otrio {position} --side none");
    assert_eq!(scratch.json(&play)["result"], "first");
    assert!(scratch.path().join("verdicts.book").exists());
    assert_eq!(otrio(&scratch, EARLY)["from_book"], true);
}

/// As on a full disk: the answer stands, the book stays as it was.
#[cfg(unix)]
#[test]
fn a_book_that_cannot_be_written_is_a_warning() {
    let scratch = Scratch::new("prove-full");
    for command in ["query otrio", "line otrio", "prove otrio --after"] {
        let output = scratch.limited(0, &format!("--json --memory 4M {command} '{EARLY}'"));
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {stderr}");
        assert!(stderr.contains("warning: what was found is not kept") && stderr.contains("verdicts.book"));
        let answer: Json = serde_json::from_slice(&output.stdout).unwrap();
        assert!(answer["value"].is_string(), "{answer}");
        assert!(!scratch.path().join("verdicts.book").exists());
    }
}

#[test]
fn games_tables_and_measurements() {
    let scratch = Scratch::new("prove-table");
    assert!(scratch.run("games").contains("otrio-no-centre"));
    assert!(scratch.run("games quantum-tic-tac-toe-self").contains("second-complete"));

    let question = "prove quantum-tic-tac-toe --table first-moves --goal first-narrow";
    scratch.run(question);
    // The second time every row is in the book; rows are printed in the same order.
    let text = scratch.run(question);
    assert!(text.starts_with("1-2        not reached  from the book\n1-3 "), "{text}");
    assert!(text.contains("8 openings: not reached 7, reached 1"), "{text}");

    let bench = scratch.json("bench quantum-tic-tac-toe");
    let kernels: Vec<&Json> = bench["rows"].as_array().unwrap().iter().map(|row| &row["kernel"]).collect();
    assert_eq!(kernels, [&json!("lanes")]);
    let chosen = scratch.json("bench quantum-tic-tac-toe --kernel lanes");
    assert_eq!((&chosen["rows"][0]["kernel"], &chosen["searches"]), (&json!("lanes"), &json!([])));
    let searches = bench["searches"].as_array().unwrap();
    assert_eq!(searches.len(), 4);
    for search in searches {
        assert!(search["nodes"].as_u64().unwrap() > 0 && search["nodes_per_second"].as_f64().unwrap() > 0.0);
        assert!(search["table_used"].as_u64().unwrap() <= search["table_entries"].as_u64().unwrap());
    }
}
