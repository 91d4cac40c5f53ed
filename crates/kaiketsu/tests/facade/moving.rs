//! Databases moved into another store.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kaiketsu::{Registry, Request, Resources, Scope, Silent, Store};

/// Two stores in a folder that goes when the test ends.
struct Stores(tempfile::TempDir);

impl Stores {
    fn new() -> Self {
        let stores = Stores(tempfile::tempdir().unwrap());
        let game = Registry::standard().get("tic-tac-toe").unwrap();
        game.solver().unwrap().solve(&stores.near(), &Request::default(), &Silent).unwrap();
        stores
    }

    fn near(&self) -> Store {
        Store::new(self.0.path().join("near"))
    }

    fn far(&self) -> Store {
        Store::new(self.0.path().join("far"))
    }
}

/// What renaming answers when the target is on another file system.
fn crosses(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::CrossesDevices.into())
}

/// Every disk does what it is asked.
fn synced(_: &Path) -> io::Result<()> {
    Ok(())
}

fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let read = |entry: fs::DirEntry| (entry.file_name().into(), fs::read(entry.path()).unwrap_or_default());
    let mut files: Vec<_> = entries.map(read).collect();
    files.sort();
    files
}

#[test]
fn a_database_that_cannot_be_renamed_is_copied_and_then_removed() {
    let stores = Stores::new();
    let before = files(&stores.near().path("tic-tac-toe"));
    let to = stores.near().move_by(crosses, synced, "tic-tac-toe", &stores.far()).unwrap();
    assert_eq!(files(&to), before);
    assert!(!stores.near().path("tic-tac-toe").exists());
    assert_eq!(files(stores.far().root()).len(), 1, "nothing else is left there");
    let solution = Registry::standard().get("tic-tac-toe").unwrap().open(&stores.far(), Resources::default());
    solution.unwrap().whole().unwrap().verify(Scope::Everything, 1 << 30, &Silent).unwrap();
}

#[test]
fn a_copy_that_fails_leaves_the_old_database_and_nothing_else() {
    let stores = Stores::new();
    let from = stores.near().path("tic-tac-toe");
    fs::create_dir(from.join("deeper")).unwrap();
    std::os::unix::fs::symlink("nowhere", from.join("deeper/broken")).unwrap();
    let before = files(&from);
    let error = stores.near().move_by(crosses, synced, "tic-tac-toe", &stores.far()).unwrap_err();
    assert!(error.to_string().contains("tic-tac-toe"), "{error}");
    assert_eq!(files(&from), before);
    assert!(files(stores.far().root()).is_empty(), "no half copy is left");
}

#[test]
fn nothing_is_moved_onto_something_or_into_a_file() {
    let stores = Stores::new();
    fs::create_dir_all(stores.far().path("tic-tac-toe")).unwrap();
    let file = stores.0.path().join("file");
    fs::write(&file, "precious").unwrap();
    for (target, words) in [(stores.far(), "there already"), (Store::new(&file), "not a folder")] {
        let error = stores.near().move_by(crosses, synced, "tic-tac-toe", &target).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
    assert_eq!(fs::read_to_string(file).unwrap(), "precious");
    assert!(stores.near().path("tic-tac-toe").exists());
}

/// Everything is on the disk, and so are the names it has there, before the old
/// database goes; if any of that fails, the old one stays and nothing else.
#[test]
fn what_arrives_is_durable_before_the_old_one_goes() {
    let stores = Stores::new();
    let (from, to) = (stores.near().path("tic-tac-toe"), stores.far().path("tic-tac-toe"));
    let before = files(&from);
    let mut failures = 0;
    loop {
        let synced = RefCell::new(Vec::new());
        let sync = |path: &Path| {
            assert!(from.exists() && path.exists(), "{}", path.display());
            if synced.borrow().len() == failures {
                return Err(io::ErrorKind::Other.into());
            }
            synced.borrow_mut().push(path.file_name().unwrap().to_owned());
            Ok(())
        };
        if stores.near().move_by(crosses, sync, "tic-tac-toe", &stores.far()).is_ok() {
            let synced = synced.into_inner();
            assert_eq!(synced.last().unwrap(), "far", "the name of the database comes last");
            assert!(synced[synced.len() - 2].to_string_lossy().starts_with("tic-tac-toe.arriving"));
            let names: BTreeSet<_> = synced[..synced.len() - 2].iter().collect();
            assert_eq!(names.len(), before.len());
            break;
        }
        assert!(files(&from) == before && files(stores.far().root()).is_empty(), "{failures}");
        failures += 1;
        assert!(failures < 100);
    }
    assert!(failures == before.len() + 2 && files(&to) == before);
}
