//! Records of games, written and read.

use kaiketsu::{GameResult, Record};

#[test]
fn what_is_written_is_read_again() {
    let mut record = Record { game: "tic-tac-toe".into(), ..Record::default() };
    record.start = Some("X../.../...".into());
    record.headers.push(("first".into(), "Ann: the first".into()));
    record.result = Some(GameResult::Open);
    (0..25).for_each(|n| record.push(format!("m{n}")));
    let read = Record::parse(&record.to_string()).unwrap();
    let texts = |record: &Record| record.moves.iter().map(|word| word.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&read), texts(&record));
    assert_eq!((read.game, read.start, read.headers), (record.game, record.start, record.headers));
    assert_eq!(read.result, record.result);
}

#[test]
fn errors_say_where() {
    for (text, expected) in [
        ("", "line 1, column 1: there is no line `game: ID`"),
        ("first: Ann\n", "line 1, column 1: there is no line `game: ID`"),
        ("game: a\ngame: b\n", "line 2, column 1: `game` is given twice"),
        ("game: a\nfirst: x\nfirst: y\n", "line 3, column 1: `first` is given twice"),
        ("game:\n", "line 1, column 1: `game` has no value"),
        ("game: a\nresult: 1-0\n", "line 2, column 1: `1-0` is no result; write first, second, draw or *"),
        (
            "game: a\n\n 1. b2\n c3 first: Bob\n",
            "line 4, column 5: `first:`: header lines come before the moves",
        ),
        ("a b\n", "line 1, column 1: moves before a line `game: ID`"),
    ] {
        assert_eq!(Record::parse(text).unwrap_err().to_string(), expected, "{text:?}");
    }
}

#[test]
fn files_of_other_systems_are_read() {
    let record = Record::parse("\u{feff}game: a\r\n\r\n1. x y\r\n").unwrap();
    assert_eq!((record.game.as_str(), record.moves.len(), record.moves[1].column), ("a", 2, 6));
}

#[test]
fn comments_and_numbers_are_passed_over() {
    let record = Record::parse("# by hand\ngame: a # the game\n\n1. x y 2... z # end\n").unwrap();
    let moves: Vec<(&str, usize, usize)> =
        record.moves.iter().map(|word| (word.text.as_str(), word.line, word.column)).collect();
    assert_eq!(moves, [("x", 4, 4), ("y", 4, 6), ("z", 4, 13)]);
}

/// Found by a fuzzer: what follows `1.` may look like a header line.
#[test]
fn a_move_that_looks_like_a_header_stays_a_move() {
    let record = Record::parse("game: qubic-3x3x3\n\n1. first:3 a1").unwrap();
    let again = Record::parse(&record.to_string()).unwrap();
    assert!(again.headers.is_empty(), "{record}");
    let texts: Vec<&str> = again.moves.iter().map(|word| word.text.as_str()).collect();
    assert_eq!(texts, ["first:3", "a1"]);
}
