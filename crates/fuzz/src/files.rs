//! The files of a database, and the book.

use std::sync::{Arc, OnceLock};

use kaiketsu::game::Game;
use kaiketsu::{Entry, FromRules, IntoSetup, Limit, Request, Silent, Solver};
use kaiketsu_db::{
    Book, Database, Edition, LayerReader, ListReader, MANIFEST, Manifest, Memory, POSITIONS_FILE, Storage,
    layer_file, pack,
};
use kaiketsu_games::TicTacToe;

use crate::seal;

/// Storage with one file.
fn holding(name: &str, bytes: &[u8]) -> Memory {
    let memory = Memory::new();
    memory.put(name, bytes.to_vec());
    memory
}

/// Bytes as they are, and sealed; says whether the first were accepted.
fn both(bytes: &[u8], sealed: &[u8], mut accepts: impl FnMut(&[u8]) -> bool) -> bool {
    accepts(sealed);
    accepts(bytes)
}

/// `manifest.toml`.
pub fn manifests(bytes: &[u8]) -> bool {
    both(bytes, &seal::text(bytes, "# blake3 "), |bytes| {
        let memory = holding(MANIFEST, bytes);
        let Ok(Some(manifest)) = Manifest::read(&memory) else { return false };
        let again = Memory::new();
        manifest.write(&again).expect("what was read can be written");
        assert_eq!(Manifest::read(&again).expect("what was written can be read"), Some(manifest));
        drop(Database::open(Arc::new(memory)));
        true
    })
}

/// A layer file, opened, checked and read.
pub fn layers(bytes: &[u8]) -> bool {
    both(bytes, &seal::layer(bytes), |bytes| {
        let Ok(reader) = LayerReader::open_as_found(&holding(&layer_file(0), bytes), 0) else { return false };
        let last = reader.positions().saturating_sub(1);
        let got = [0, last / 2, last].map(|index| reader.get(index));
        assert!(reader.get(reader.positions()).is_err(), "there are no more positions");
        let whole = reader.check(&mut |_| ()).is_ok();
        assert!(!whole || reader.positions() == 0 || got.iter().all(Result::is_ok), "it was whole");
        whole
    })
}

/// The text of a list of positions under zstd; first as it would be in the file.
pub fn lists(bytes: &[u8]) -> bool {
    let text = seal::text(bytes, "# blake3 ");
    read_list(&pack(&text).expect("it can be packed"));
    read_list(bytes);
    read_list(&pack(bytes).expect("it can be packed"))
}

/// Reads a list from front to back, and opens a game with it.
fn read_list(bytes: &[u8]) -> bool {
    let (game, storage) = solved_by_rules();
    let (id, memory) = (game.id(), Memory::new());
    for name in storage.list().expect("memory can be listed") {
        memory.put(&name, storage.bytes(&name).expect("it is listed"));
    }
    memory.put(POSITIONS_FILE, bytes.to_vec());
    let whole = match ListReader::open(&memory, &id, 1) {
        Ok(Some(mut list)) => {
            let said: u64 = list.facts().tiers.iter().map(|tier| tier.positions).sum();
            let mut read = 0;
            loop {
                match list.next(64) {
                    Ok(texts) if texts.is_empty() => break read == said,
                    Ok(texts) => read += texts.len() as u64,
                    Err(_) => break false,
                }
            }
        }
        _ => false,
    };
    // Anew: a game remembers the positions it has found.
    if let Ok(solution) = by_rules().open_from(Arc::new(memory)) {
        drop(solution.rate(&game.start(), Limit::NONE));
    }
    whole
}

fn by_rules() -> Box<dyn Entry> {
    let staged =
        FromRules::folded(TicTacToe).staged(|game, position| game.legal_moves(position).len() as u32);
    Box::new(staged.into_setup())
}

/// A game numbered automatically, and its files.
pub(crate) fn solved_by_rules() -> &'static (Box<dyn Entry>, Memory) {
    static SOLVED: OnceLock<(Box<dyn Entry>, Memory)> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let (game, memory) = (by_rules(), Memory::new());
        solve(game.solver().expect("rules are enough"), &memory);
        (game, memory)
    })
}

pub(crate) fn solve(solver: &dyn Solver, storage: &dyn Storage) {
    let request = Request { threads: 1, memory: 1 << 28, ..Request::default() };
    solver.solve_into(storage, &request, &Silent).expect("it is solved in memory");
}

/// `verdicts.book`, opened, added to and opened again.
pub fn books(bytes: &[u8]) -> bool {
    both(bytes, &seal::text(bytes, "blake3 "), |bytes| {
        let storage: Arc<dyn Storage> = Arc::new(holding("verdicts.book", bytes));
        let Ok(mut book) = Book::open(Arc::clone(&storage)) else { return false };
        let edition = Edition { game: "fuzz".into(), rules: 1, search: 1 };
        book.enter(&edition, "value start", "draw");
        book.save().expect("a book that was read can be written");
        let again = Book::open(storage).expect("what was written can be read");
        assert_eq!(again.get(&edition, "value start"), Some("draw"));
        true
    })
}
