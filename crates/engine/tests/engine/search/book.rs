//! The book of verdicts on disk. That damage is refused is shown by a test of
//! the crate `db`.

use std::sync::Arc;

use kaiketsu_db::{Folder, Memory};
use kaiketsu_engine::search::{BookError, Goal, Side, Verdicts, Winner};
use kaiketsu_game::{Game, Notation};
use kaiketsu_games::otrio::Otrio;
use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;

fn folder(name: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("kaiketsu-book-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn after(game: Otrio, text: &str) -> <Otrio as Game>::Position {
    game.play(&game.start(), &game.read_move(&game.start(), text).unwrap()).position
}

fn open(game: Otrio, folder: &std::path::Path) -> Result<Verdicts<Otrio>, BookError> {
    Verdicts::open(Arc::new(game), Arc::new(Folder::expected(folder)))
}

#[test]
fn verdicts_are_kept_and_found_by_their_images() {
    let folder = folder("kept");
    let game = Otrio::STANDARD;
    let book = open(game, &folder).unwrap();
    book.enter_winner(&after(game, "a1L"), Winner::Draw);
    book.enter_reached(&game.start(), Goal::win(Side::First), true);
    book.save().unwrap();
    let book = open(game, &folder).unwrap();
    assert_eq!(book.winner(&after(game, "c3S")), Some(Winner::Draw), "an image of a1L");
    assert_eq!(book.winner(&after(game, "b2M")), None);
    assert_eq!(book.reached(&game.start(), Goal::win(Side::First)), Some(true));
    assert_eq!(book.reached(&game.start(), Goal::win(Side::Second)), None);
    let other = open(Otrio::NO_CENTRE, &folder).unwrap();
    assert_eq!(other.winner(&after(game, "a1L")), None, "another game");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Format 1 does not say which search found a verdict. Otrio's was wrong once,
/// so its entries are not believed; those of a game whose search never was are.
#[test]
fn verdicts_of_an_older_search_are_kept_but_not_believed() {
    let memory = Memory::new();
    let body = "kaiketsu verdict book 1\n\
        otrio 1 value ........./........./.........:A draw\n\
        quantum-tic-tac-toe 1 value ......... first\n";
    let sealed = format!("{body}blake3 {}\n", blake3::hash(body.as_bytes()).to_hex());
    memory.put("verdicts.book", sealed.into_bytes());
    let (otrio, quantum) = (Otrio::STANDARD, QuantumTicTacToe::ORIGINAL);
    let open = || Verdicts::open(Arc::new(otrio), Arc::new(memory.clone())).unwrap();
    assert_eq!(otrio.write_position(&otrio.start()), "........./........./.........:A");
    assert_eq!(open().winner(&otrio.start()), None);
    let believed = Verdicts::open(Arc::new(quantum), Arc::new(memory.clone())).unwrap();
    assert_eq!(believed.winner(&quantum.start()), Some(Winner::First));
    let book = open();
    book.enter_winner(&otrio.start(), Winner::First);
    book.save().unwrap();
    assert_eq!(open().winner(&otrio.start()), Some(Winner::First));
    let text = String::from_utf8(memory.bytes("verdicts.book").unwrap()).unwrap();
    let lines: Vec<&str> = text.lines().take(4).collect();
    assert_eq!(
        lines,
        [
            "kaiketsu verdict book 2",
            "otrio 1 1 value ........./........./.........:A draw",
            "otrio 1 2 value ........./........./.........:A first",
            "quantum-tic-tac-toe 1 1 value ......... first",
        ]
    );
}
