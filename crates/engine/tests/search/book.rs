//! The book of verdicts on disk.

use std::sync::Arc;

use kaiketsu_engine::search::{BookError, Goal, Side, Verdicts, Winner};
use kaiketsu_game::{Game, Notation};
use kaiketsu_games::otrio::Otrio;

fn folder(name: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("kaiketsu-book-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn after(game: Otrio, text: &str) -> <Otrio as Game>::Position {
    game.play(&game.start(), &game.read_move(&game.start(), text).unwrap()).position
}

fn open(game: Otrio, folder: &std::path::Path) -> Result<Verdicts<Otrio>, BookError> {
    Verdicts::open(Arc::new(game), folder)
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

#[test]
fn a_damaged_book_is_refused() {
    let folder = folder("damaged");
    let game = Otrio::STANDARD;
    let book = open(game, &folder).unwrap();
    book.enter_winner(&game.start(), Winner::First);
    book.save().unwrap();
    let file = folder.join("verdicts.book");
    let text = std::fs::read_to_string(&file).unwrap();
    for broken in [text.replace("first", "draw"), text[..text.len() / 2].to_string(), String::new()] {
        std::fs::write(&file, broken).unwrap();
        assert!(matches!(open(game, &folder), Err(BookError::Damaged { .. })));
    }
    std::fs::remove_dir_all(folder).unwrap();
}
