//! What people type: positions, moves, ids, records.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use kaiketsu::{Entry, PositionView, Record, Registry, Store};

/// Moves of a record that are played.
const PLAYED: usize = 40;

fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(Registry::standard)
}

/// The game of that id, made once; for another text any game, so that bytes by
/// chance are about one too.
fn game(id: &str) -> Arc<dyn Entry> {
    static MADE: OnceLock<Mutex<BTreeMap<String, Arc<dyn Entry>>>> = OnceLock::new();
    let ids: Vec<&str> = registry().ids().collect();
    let any = id.bytes().fold(0, |sum, byte| (sum * 31 + usize::from(byte)) % ids.len());
    let id = ids.iter().find(|known| **known == id).unwrap_or(&ids[any]);
    let mut made = MADE.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let make = || Arc::from(registry().get(id).expect("it is listed"));
    Arc::clone(made.entry((*id).to_string()).or_insert_with(make))
}

/// The bytes as text, up to the first that is none.
fn text(bytes: &[u8]) -> &str {
    match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => str::from_utf8(&bytes[..error.valid_up_to()]).expect("valid so far"),
    }
}

/// What is shown of a position can be asked for again, and so can what its moves
/// lead to.
fn check_view(game: &dyn Entry, view: &PositionView) {
    let again = game.look(&view.position).unwrap_or_else(|error| panic!("{}: {error}", view.position));
    assert_eq!(again.position, view.position, "a position is written in one way");
    let moves = |view: &PositionView| view.moves.iter().map(|mv| mv.mv.clone()).collect::<Vec<_>>();
    assert_eq!(moves(&again), moves(view), "{}", view.position);
    game.look(&view.seen.position).unwrap_or_else(|error| panic!("{}: {error}", view.seen.position));
    for mv in &view.moves {
        assert_eq!(view.find(&mv.mv).expect("it is listed").mv, mv.mv);
        let next =
            game.look(&mv.position).unwrap_or_else(|error| panic!("{} {}: {error}", view.position, mv.mv));
        assert_eq!(next.position, mv.position, "{} {}", view.position, mv.mv);
    }
}

/// An id on a line of its own, then a position: as it is written, as it is seen, or
/// as moves from the start.
pub fn positions(bytes: &[u8]) -> bool {
    let Some((id, position)) = text(bytes).split_once('\n') else { return false };
    let game = game(id);
    let view = game.look(position);
    if let Ok(view) = &view {
        check_view(&*game, view);
    }
    view.is_ok()
}

/// An id, a position, and a move that somebody makes there, each on a line.
pub fn moves(bytes: &[u8]) -> bool {
    let mut lines = text(bytes).splitn(3, '\n');
    let (Some(id), Some(position), Some(mv)) = (lines.next(), lines.next(), lines.next()) else {
        return false;
    };
    let game = game(id);
    let Ok(view) = game.look(position) else { return false };
    let found = [view.find(mv), view.find_seen(mv)];
    for found in found.iter().flatten() {
        let next =
            game.look(&found.position).unwrap_or_else(|error| panic!("{} {mv}: {error}", view.position));
        check_view(&*game, &next);
    }
    found.iter().any(Result::is_ok)
}

/// The id of a game, or the name of a database.
pub fn ids(bytes: &[u8]) -> bool {
    static EMPTY: OnceLock<tempfile::TempDir> = OnceLock::new();
    let empty = EMPTY.get_or_init(|| tempfile::tempdir().expect("a folder for tests"));
    let id = text(bytes);
    let found = registry().get(id);
    assert_eq!(found.is_ok(), registry().ids().any(|known| known == id), "{id}");
    if let Ok(game) = &found {
        assert_eq!(game.id(), id);
    }
    assert!(Store::new(empty.path()).stored(id).is_err(), "{id:?} leads out of the folder");
    found.is_ok()
}

/// A record of a game, read, written, read again, and played by the rules.
pub fn records(bytes: &[u8]) -> bool {
    let Ok(record) = Record::parse(text(bytes)) else { return false };
    let written = record.to_string();
    let again = Record::parse(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    let bare = |record: &Record| {
        let moves: Vec<String> = record.moves.iter().map(|word| word.text.clone()).collect();
        (Record { moves: Vec::new(), ..record.clone() }, moves)
    };
    assert_eq!(bare(&again), bare(&record), "{written}");
    let Some(game) = registry().ids().find(|id| *id == record.game).map(game) else { return false };
    let start = record.start.clone().unwrap_or_else(|| game.start());
    let Ok(mut view) = game.look(&start) else { return false };
    for word in record.moves.iter().take(PLAYED) {
        let found = if record.seen_by_first { view.find_seen(&word.text) } else { view.find(&word.text) };
        let Ok(found) = found.map(|found| found.seen.position.clone()) else { return false };
        view = game.look(&found).unwrap_or_else(|error| panic!("{found}: {error}"));
    }
    true
}
