//! Storage on disk, and storage that fails.

use crate::plain;

use std::fs;
use std::io::{ErrorKind, Write};

use kaiketsu_db::faulty::{Faulty, Operation};
use kaiketsu_db::{
    Book, Database, DbError, Edition, Folder, LayerReader, LayerWriter, Manifest, Memory, Part, Storage,
    layer_file,
};
use kaiketsu_game::Code;

fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_file_appears_whole_or_not_at_all() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::create(place.path().join("deep/down")).unwrap();
    let mut sink = folder.create("b.kai").unwrap();
    sink.write_all(&[7; 3 << 20]).unwrap();
    assert_eq!(names(&folder), ["b.kai.tmp"]);
    assert!(folder.list().unwrap().is_empty());
    assert_eq!(folder.open("b.kai").err().unwrap().kind(), ErrorKind::NotFound);
    drop(sink);
    assert!(names(&folder).is_empty());

    for text in ["first", "second"] {
        let mut sink = folder.create("b.kai").unwrap();
        sink.write_all(text.as_bytes()).unwrap();
        sink.commit().unwrap();
        let source = folder.open("b.kai").unwrap();
        let mut bytes = vec![0; source.len() as usize];
        source.read_at(0, &mut bytes).unwrap();
        assert_eq!(bytes, text.as_bytes());
        assert!(source.read_at(1, &mut bytes).is_err(), "past the end");
    }
    assert_eq!(folder.list().unwrap(), ["b.kai"]);
    folder.remove("b.kai").unwrap();
    assert!(names(&folder).is_empty());
}

#[test]
fn names_stay_in_the_folder() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::create(place.path()).unwrap();
    for name in ["", ".", "..", "../a", "a/b", "a\\b", ".hidden", "lock", "a.tmp", "a\0b", "c:d"] {
        for storage in [&folder as &dyn Storage, &Memory::new()] {
            assert_eq!(
                storage.create(name).err().map(|error| error.kind()),
                Some(ErrorKind::InvalidInput),
                "{name}"
            );
        }
    }
}

#[test]
fn one_process_writes_at_a_time_and_clears_up() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::create(place.path()).unwrap();
    fs::write(place.path().join("layer-0000.kai.tmp"), "half").unwrap();
    fs::write(place.path().join("layer-0001.kai"), "whole").unwrap();
    let lock = folder.lock().unwrap();
    assert_eq!(folder.list().unwrap(), ["layer-0001.kai"]);
    assert_eq!(names(&folder), ["layer-0001.kai", "lock"]);
    assert!(matches!(Folder::open(place.path()).unwrap().lock(), Err(DbError::Locked { .. })));
    drop(lock);
    folder.lock().unwrap();
}

/// A process of an earlier run that has not noticed yet that it is alone, or one on
/// another machine: what it writes is not taken from it.
#[test]
fn a_draft_goes_when_nobody_writes_it_any_more() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::create(place.path()).unwrap();
    fs::write(place.path().join("a.kai.tmp"), "of a killed process").unwrap();
    let mut living = folder.create("b.kai").unwrap();
    living.write_all(&[7; 3 << 20]).unwrap();
    let lock = folder.lock().unwrap();
    assert_eq!(names(&folder), ["b.kai.tmp", "lock"]);
    let refused = folder.create("b.kai").err().unwrap();
    assert_eq!(refused.kind(), ErrorKind::ResourceBusy);
    assert!(refused.to_string().contains("b.kai.tmp"), "{refused}");
    living.commit().unwrap();
    assert_eq!(fs::read(place.path().join("b.kai")).unwrap(), [7; 3 << 20]);
    drop(lock);
    // A longer draft than what is written over it.
    fs::write(place.path().join("b.kai.tmp"), [1; 100]).unwrap();
    let mut sink = folder.create("b.kai").unwrap();
    sink.write_all(b"short").unwrap();
    sink.commit().unwrap();
    assert_eq!(fs::read(place.path().join("b.kai")).unwrap(), b"short");
    assert_eq!(names(&folder), ["b.kai", "lock"]);
}

/// Also where the save comes to nothing.
#[test]
fn the_draft_of_a_book_goes_with_the_next_lock() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::create(place.path()).unwrap();
    let edition = Edition { game: "nim".into(), rules: 1, search: 1 };
    let mut book = Book::open(std::sync::Arc::new(folder.clone())).unwrap();
    book.enter(&edition, "value 3", "first");
    fs::write(place.path().join("verdicts.book.tmp"), "of a killed process").unwrap();
    fs::write(place.path().join("layer-0000.kai.tmp"), "of somebody else").unwrap();
    fs::write(place.path().join("verdicts.book"), "damaged since").unwrap();
    assert!(book.save().is_err());
    assert_eq!(names(&folder), ["layer-0000.kai.tmp", "verdicts.book", "verdicts.book.lock"]);
}

#[test]
fn folders_that_are_not_there() {
    let place = tempfile::tempdir().unwrap();
    let missing = place.path().join("nothing");
    assert!(matches!(Folder::open(&missing), Err(DbError::NoDatabase { .. })));
    assert!(matches!(Database::open_folder(&missing), Err(DbError::NoDatabase { .. })));
    assert!(matches!(Database::open_folder(place.path()), Err(DbError::NoDatabase { .. })));
    let file = place.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(matches!(Folder::open(&file), Err(DbError::Io { .. })));
    assert!(matches!(Folder::create(&file), Err(DbError::Io { .. })));
}

/// Writes a database of one layer.
fn solve(storage: &dyn Storage, codes: &[Code]) -> Result<(), DbError> {
    let facts = plain::facts(codes, true);
    let mut writer = LayerWriter::create(storage, kaiketsu_db::LayerFacts { layer: 0, ..facts.clone() })?;
    writer.push(codes)?;
    let mut manifest = Manifest::new(&facts.game, "Test", facts.rules_version, "test", true);
    manifest.layers.push(writer.finish()?.named("all"));
    manifest.complete();
    manifest.write(storage)
}

#[test]
fn the_folder_holds_the_same_bytes_as_memory() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::create(place.path()).unwrap();
    let memory = Memory::new();
    let codes = plain::small_layer(true);
    solve(&folder, &codes).unwrap();
    solve(&memory, &codes).unwrap();
    assert_eq!(memory.list().unwrap(), folder.list().unwrap());
    for name in memory.list().unwrap() {
        assert_eq!(memory.bytes(&name).unwrap(), fs::read(place.path().join(&name)).unwrap(), "{name}");
    }
    let database = Database::open_folder(place.path()).unwrap();
    database.check(&mut |_, _| ()).unwrap();
    assert_eq!(database.get(0, 131_073).unwrap(), codes[131_073]);
}

#[test]
fn every_failure_while_writing_is_reported_and_leaves_nothing_half_done() {
    let codes = plain::small_layer(true);
    let healthy = Faulty::new(Memory::new());
    solve(&healthy, &codes).unwrap();
    for operation in [Operation::Create, Operation::Write, Operation::Commit] {
        let calls = healthy.calls(operation);
        assert!(calls >= 2, "{operation:?} is never called");
        for nth in 0..calls {
            for kind in [ErrorKind::StorageFull, ErrorKind::PermissionDenied] {
                let place = tempfile::tempdir().unwrap();
                let folder = Folder::create(place.path()).unwrap();
                let storage = Faulty::new(folder.clone());
                storage.fail(operation, nth, kind);
                let error = solve(&storage, &codes).unwrap_err();
                let text = error.to_string();
                assert!(text.contains(".kai") || text.contains("manifest.toml"), "{text}");
                match kind {
                    ErrorKind::StorageFull => {
                        assert!(matches!(error, DbError::Full { .. }));
                        assert!(text.contains("No space left on device"), "{text}");
                    }
                    _ => assert!(matches!(error, DbError::Io { .. }), "{text}"),
                }
                assert!(names(&folder).iter().all(|name| !name.ends_with(".tmp")), "{:?}", names(&folder));
                assert!(Database::open_folder(place.path()).is_err());
                solve(&storage, &codes).unwrap();
                Database::open_folder(place.path()).unwrap().check(&mut |_, _| ()).unwrap();
            }
        }
    }
}

#[test]
fn every_failure_while_reading_is_reported() {
    let codes = plain::small_layer(true);
    let storage = Faulty::new(Memory::new());
    solve(&storage, &codes).unwrap();
    let read = || Database::open(std::sync::Arc::new(storage.clone()))?.check(&mut |_, _| ());
    for operation in [Operation::Open, Operation::Read, Operation::List] {
        let before = storage.calls(operation);
        read().unwrap();
        let calls = storage.calls(operation) - before;
        assert!(calls > 0, "{operation:?} is never called");
        for nth in 0..calls {
            storage.fail(operation, nth, ErrorKind::PermissionDenied);
            let error = read().unwrap_err();
            assert!(matches!(error, DbError::Io { .. }), "{error}");
            storage.heal();
        }
    }
}

#[test]
fn bytes_that_change_on_the_way_are_found_when_they_are_read() {
    let (memory, _) = plain::write(&plain::small_layer(false), false);
    let facts = plain::facts(&plain::small_layer(false), false);
    let storage = Faulty::new(memory);
    let reader = LayerReader::open(&storage, &facts).unwrap();
    let index = reader.summary().bytes - 128 - 24;
    storage.flip(&layer_file(12), index - 1, 1);
    assert!(reader.get(0).is_ok(), "another block");
    assert!(matches!(reader.get(131_072), Err(DbError::Damaged { part: Part::Block { number: 2, .. }, .. })));
    storage.heal();
    assert!(reader.get(131_072).is_ok(), "damage is not cached");
}
