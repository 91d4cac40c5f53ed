//! What a person at a terminal meets: interruptions, tables, colours, help.

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::scratch::Scratch;

/// Begins a solve and sends it a signal once it has written some files.
#[cfg(unix)]
fn interrupted(scratch: &Scratch, arguments: &str, game: &str, signal: &str) -> Output {
    let mut child = scratch.command(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    while scratch.path().join(game).join("layer-0008.kai").metadata().is_err() {
        assert!(child.try_wait().unwrap().is_none(), "`{arguments}` ended before it was interrupted");
        assert!(began.elapsed() < Duration::from_secs(60), "`{arguments}` writes nothing");
        std::thread::sleep(Duration::from_millis(1));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn an_interrupted_solve_says_what_is_kept_and_how_to_go_on() {
    for (signal, code, option) in [("-INT", 130, ""), ("-TERM", 143, " --values-only")] {
        let scratch = Scratch::new("interrupted");
        let solve = format!("solve dodgem-4 --kernel queue --threads 1{option}");
        let output = interrupted(&scratch, &solve, "dodgem-4", signal);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{said}");
        let again = format!("Go on with: kaiketsu solve dodgem-4{option}\n");
        for words in ["Interrupted", "files that are finished are kept", &scratch.file("dodgem-4"), &again] {
            assert!(said.contains(words), "`{words}` in {said}");
        }
        // It is as it says: the files are used again.
        let layers = if option.is_empty() { "--layers 9" } else { "--layers 9 --values-only" };
        let resumed = scratch.json(&format!("solve dodgem-4 {layers}"));
        assert_eq!(resumed["reused_layers"], 9, "{resumed}");
    }
}

/// Where the columns of a table begin in its head and in its rows.
#[test]
fn names_of_games_are_aligned_to_the_left() {
    let scratch = Scratch::new("games");
    let games = scratch.run("games");
    let column = games.lines().next().unwrap().find("name").unwrap();
    for (row, name) in [("  quixo-4x4", "Quixo 4x4"), ("dobutsu-shogi", "Dobutsu shogi")] {
        let line = games.lines().find(|line| line.starts_with(row)).unwrap();
        assert_eq!(line.find(name), Some(column), "{games}");
    }
}

/// Some names are longer than a line: what else a row says is seen all the same.
#[test]
fn what_a_game_is_solved_by_is_seen_beside_a_long_name() {
    let scratch = Scratch::new("long-names");
    let games = scratch.run("games");
    let starts = |column: &str| games.lines().next().unwrap().find(column).unwrap();
    let longest = games.lines().map(|line| line.chars().count()).max().unwrap();
    assert!(longest > 120, "a name of many words is among them: {games}");
    assert!(["kernels", "database"].iter().all(|column| starts(column) <= 80), "{games}");
}

#[test]
fn words_of_a_line_are_aligned_to_the_left_and_numbers_to_the_right() {
    let scratch = Scratch::new("aligned");
    scratch.run("solve quixo-4x4");
    let line = scratch.run("line quixo-4x4");
    let mut rows = line.lines().skip(2);
    let head = rows.next().unwrap();
    let (moves, leads_to) = (head.find("move").unwrap(), head.find("leads to").unwrap());
    let rows: Vec<&str> = rows.take_while(|row| !row.is_empty()).collect();
    assert!(rows.len() > 20);
    for (number, row) in (1..).zip(&rows) {
        assert_eq!(&row[..3], format!("{number:>3}"), "{line}");
        assert!(row.as_bytes()[moves - 1] == b' ' && row.as_bytes()[moves] != b' ', "{line}");
        assert!(row[leads_to..].starts_with(['f', 's']), "{line}");
    }
}

#[test]
fn moves_that_are_the_same_turned_round_share_a_row() {
    let scratch = Scratch::new("folded");
    scratch.run("solve quixo-4x4");
    let folded = scratch.run("query quixo-4x4");
    let json = scratch.json("query quixo-4x4");
    let moves = json["moves"].as_array().unwrap();
    let rows = |text: &str| {
        let rows = text.lines().skip_while(|line| !line.starts_with("move ")).skip(1);
        rows.take_while(|line| !line.is_empty()).map(String::from).collect::<Vec<String>>()
    };
    let counted = rows(&folded);
    assert!(counted.len() * 4 <= moves.len(), "{folded}");
    // Every move is named once, and the numbers say how many there are.
    let named = |text: &str| text.split_whitespace().filter(|word| word.contains('-')).count();
    assert_eq!(counted.iter().map(|row| named(row)).sum::<usize>(), moves.len(), "{folded}");
    let of = |row: &String| row.split_whitespace().find_map(|word| word.parse::<usize>().ok());
    assert!(counted.iter().all(|row| named(row) >= 1 && of(row).is_some()), "{folded}");
    let words = format!("{} moves, {} up to symmetry; --all gives each a row.", moves.len(), counted.len());
    assert!(folded.contains(&words), "{folded}");
    assert_eq!(rows(&scratch.run("query quixo-4x4 --all")).len(), moves.len());
    assert_eq!(scratch.json("query quixo-4x4 --all"), json, "scripts see every move, as ever");
    // A position without symmetry has little to fold, and still names every move once.
    let crooked = "quixo-4x4 XX../O.../...O/X..O";
    let (crooked, moves) =
        (scratch.run(&format!("query {crooked}")), scratch.json(&format!("query {crooked}")));
    let named: usize = rows(&crooked).iter().map(|row| named(row)).sum();
    assert_eq!(named, moves["moves"].as_array().unwrap().len(), "{crooked}");
    // A game that is proved by search folds as well.
    let otrio = scratch.run("query otrio --memory 16M");
    assert!(otrio.contains("up to symmetry"), "{otrio}");
}

#[test]
fn colours_are_for_those_who_see_them() {
    let scratch = Scratch::new("colours");
    scratch.run("solve tic-tac-toe");
    let coloured = |variables: &[(&str, &str)]| {
        let mut command = scratch.command("query tic-tac-toe X../.O./...");
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        let output = command.envs(variables.iter().copied()).output().unwrap();
        String::from_utf8(output.stdout).unwrap().contains("\x1b[")
    };
    assert!(!coloured(&[]), "a pipe");
    assert!(coloured(&[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    let output = scratch.command("--json query tic-tac-toe").env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(!String::from_utf8(output.stdout).unwrap().contains('\x1b'), "scripts want none");
}

#[test]
fn an_unknown_game_is_met_with_the_nearest() {
    let scratch = Scratch::new("nearest");
    for (typed, meant) in [
        ("qixo-4x4", "did you mean: quixo-4x4\n"),
        ("'Quixo 5x5'", "did you mean: quixo-5x5\n"),
        ("qixo", "did you mean: quixo-3x3, quixo-3x4, quixo-3x5, quixo-4x4\n"),
        ("morris", "did you mean: nine-mens-morris-3, nine-mens-morris-4\n"),
        ("tictactoe", "did you mean: tic-tac-toe\n"),
    ] {
        scratch.refuses(&format!("plan {typed}"), 2, &[meant, "hint: kaiketsu games lists all of them"]);
    }
    let said = scratch.command("plan nocca").output().unwrap().stderr;
    let said = String::from_utf8(said).unwrap();
    assert_eq!(said.matches("nocca-").count(), 4, "a few of twelve: {said}");
    // Nothing is near: the families, not all the games.
    scratch.refuses("plan chess", 2, &["the games are: tic-tac-toe, connect-four,", "otrio\n"]);
}

#[test]
fn help_shows_what_means_something() {
    let scratch = Scratch::new("meaning");
    let shows = |command: &str, option: &str| scratch.run(&format!("{command} --help")).contains(option);
    for command in ["solve", "verify", "reproduce", "prove", "stats"] {
        for option in ["--db", "--threads", "--memory", "--json", "--quiet"] {
            assert!(shows(command, option), "{command} {option}");
        }
    }
    for (command, options) in [
        ("games", "--threads --memory --quiet"),
        ("plan", "--db --quiet"),
        ("check", "--db --threads --quiet"),
        ("db list", "--threads --memory --quiet"),
        ("completions", "--db --threads --memory --quiet"),
        ("new", "--db --threads --memory --quiet"),
        ("play", "--quiet"),
    ] {
        for option in options.split(' ') {
            assert!(!shows(command, option), "{command} {option}");
        }
        assert!(shows(command, "--json"), "{command}");
    }
    assert!(shows("check", "--memory"), "a check ends where memory does");
    // A script may give the same options to every command, before it or after.
    scratch.run("--threads 1 games --memory 1G --quiet");
    scratch.run("--quiet db list --threads 2");
}

/// Of three players nobody is "the first player"; one of a thing is no plural.
#[test]
fn sentences_fit_what_they_tell() {
    let scratch = Scratch::new("sentences");
    let proved = scratch.run("--quiet prove otrio-3-b");
    assert!(proved.contains("B against the others: A and C win\n"), "{proved}");
    assert!(scratch.run("--quiet prove otrio").contains("Otrio: the first player wins\n"));
    let plan = scratch.run("plan quixo-4x4 --memory 1G");
    assert!(plan.contains(" in 17 tiers, 17 files\n") && plan.contains("; must be given "), "{plan}");
    let plan = scratch.run("plan nocca-4x4 --memory 1M");
    assert!(plan.contains(" in 1 tier, 1 file\n") && plan.contains("is given 1.0 MiB: TOO LITTLE"), "{plan}");
}
