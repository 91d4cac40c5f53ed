//! The book of verdicts on disk: many writers, damage, failures.

use std::sync::{Arc, Barrier};

use kaiketsu_db::faulty::{Faulty, Operation};
use kaiketsu_db::{Book, BookError, Edition, Folder, Memory, Storage};

fn edition() -> Edition {
    Edition { game: "nim".into(), rules: 1, search: 1 }
}

/// Writers that open the book at the same time and save it again and again.
fn write_together(storage: &Arc<dyn Storage>) {
    const WRITERS: usize = 4;
    let barrier = Barrier::new(WRITERS);
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (storage, barrier) = (Arc::clone(storage), &barrier);
            scope.spawn(move || {
                let mut book = Book::open(storage).unwrap();
                barrier.wait();
                for number in 0..10 {
                    book.enter(&edition(), &format!("value {writer}-{number}"), "first");
                    book.save().unwrap();
                }
            });
        }
    });
    let book = Book::open(Arc::clone(storage)).unwrap();
    for writer in 0..WRITERS {
        for number in 0..10 {
            let question = format!("value {writer}-{number}");
            assert_eq!(book.get(&edition(), &question), Some("first"), "{question} was lost");
        }
    }
}

#[test]
fn writers_at_once_lose_nothing() {
    write_together(&(Arc::new(Memory::new()) as Arc<dyn Storage>));
    let path = std::env::temp_dir().join(format!("kaiketsu-db-book-{}", std::process::id()));
    let folder = Folder::expected(&path);
    assert!(Book::open(Arc::new(folder.clone())).is_ok(), "a folder that is not there has an empty book");
    write_together(&(Arc::new(folder.clone()) as Arc<dyn Storage>));
    assert_eq!(folder.list().unwrap(), ["verdicts.book"], "no draft is left, and the lock is hidden");
    std::fs::remove_dir_all(path).unwrap();
}

#[test]
fn what_could_not_be_written_is_written_later() {
    let storage = Faulty::new(Memory::new());
    let mut book = Book::open(Arc::new(storage.clone())).unwrap();
    book.enter(&edition(), "value 1", "draw");
    storage.fail(Operation::Commit, 0, std::io::ErrorKind::StorageFull);
    assert!(matches!(book.save(), Err(BookError::Io { .. })));
    assert_eq!(book.get(&edition(), "value 1"), Some("draw"), "the answer is still known");
    book.save().unwrap();
    let again = Book::open(Arc::new(storage)).unwrap();
    assert_eq!(again.get(&edition(), "value 1"), Some("draw"));
}

#[test]
fn what_is_no_book_is_refused_with_advice() {
    let refuse = |bytes: &[u8]| {
        let memory = Memory::new();
        memory.put("verdicts.book", bytes.to_vec());
        Book::open(Arc::new(memory)).err().expect("it is no book")
    };
    for bytes in [&b"\xff\xfe"[..], b"", b"kaiketsu verdict book 2\nblake3 00\n"] {
        let error = refuse(bytes);
        assert!(matches!(error, BookError::Damaged { .. }));
        assert!(error.to_string().contains("delete the file"), "{error}");
    }
    let body = "kaiketsu verdict book 3\n";
    let later = format!("{body}blake3 {}\n", blake3::hash(body.as_bytes()).to_hex());
    assert!(matches!(refuse(later.as_bytes()), BookError::NewerFormat { found: 3, .. }));
}
