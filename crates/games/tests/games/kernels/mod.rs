//! The fast kernels against the reference.

mod checkpoints;
mod cubes;
mod dodgem;
mod nocca;
mod power;
mod quantum;
mod scanner;

use std::sync::Arc;

use kaiketsu_db::{Database, LayerEntry, LayerWriter, Memory};
use kaiketsu_engine::analyse::{Scope, Stored, verify};
use kaiketsu_engine::solve::{Kernel, Options, Silent, solve};
use kaiketsu_game::{Code, Notation, Tiered};
use kaiketsu_testkit::laws::files;

fn options(threads: usize, distances: bool, layers: Option<u32>) -> Options {
    Options { threads, memory: 2 << 30, distances, layers }
}

/// What a kernel writes.
fn solved<G: Tiered + Notation>(game: &G, kernel: &dyn Kernel<G>, options: &Options) -> Memory {
    let storage = Memory::new();
    solve(game, kernel, &storage, options, &Silent).unwrap();
    storage
}

fn opened<G: Tiered + Notation>(game: G, storage: &Memory) -> Stored<G> {
    Stored::new(Arc::new(game), Database::open(Arc::new(storage.clone())).unwrap()).unwrap()
}

/// Solves a game with distances, and checks a sample of positions against the
/// values of their children by the rules.
fn positions_agree_with_their_children<G: Tiered + Notation>(
    game: G,
    kernel: &dyn Kernel<G>,
    positions: u64,
) {
    let storage = solved(&game, kernel, &options(2, true, None));
    let stored = opened(game, &storage);
    verify(&stored, Scope::Sample { positions, seed: 1 }, 1 << 30, None.into(), &Silent).unwrap();
    let layers = &stored.database().manifest().layers;
    let any = |count: fn(&LayerEntry) -> u64| layers.iter().any(|layer| count(layer) > 0);
    assert!(any(|layer| layer.win) && any(|layer| layer.loss) && any(|layer| layer.draw), "all are met");
}

/// The same files with the codes of some slots replaced, given with their layers.
fn forged(storage: &Memory, changes: &[(u32, u64, Code)]) -> Memory {
    let forged = Memory::new(); // a clone would be the same files
    files(storage).into_iter().for_each(|(name, bytes)| forged.put(&name, bytes));
    let right = Database::open(Arc::new(storage.clone())).unwrap();
    let mut manifest = right.manifest().clone();
    let is_changed = |entry: &&mut LayerEntry| changes.iter().any(|(layer, ..)| *layer == entry.number);
    for entry in manifest.layers.iter_mut().filter(is_changed) {
        let changes = changes.iter().filter(|(layer, ..)| *layer == entry.number);
        let mut codes = vec![Code::DRAW; entry.positions as usize];
        right.layer(entry.number).unwrap().read(0, &mut codes).unwrap();
        changes.for_each(|(_, index, code)| codes[*index as usize] = *code);
        let mut writer = LayerWriter::create(&forged, right.manifest().facts(entry)).unwrap();
        writer.push(&codes).unwrap();
        *entry = writer.finish().unwrap().named(&entry.name);
    }
    manifest.complete();
    manifest.write(&forged).unwrap();
    forged
}
