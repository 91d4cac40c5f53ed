//! Databases that are whole and not of this game's shape: nothing is answered from
//! them, and a solve leaves them as they are.

use std::sync::Arc;

use kaiketsu_db::{Database, DbError, LayerFacts, LayerWriter, Manifest, Memory, Storage};
use kaiketsu_engine::analyse::Stored;
use kaiketsu_engine::setup::{FromRules, How, Strong};
use kaiketsu_engine::solve::{Options, Queue, Silent, SolveError, solve};
use kaiketsu_game::{Code, Game, Notation};
use kaiketsu_games::{Dodgem, TicTacToe};
use kaiketsu_testkit::laws::files;

const OPTIONS: Options = Options { threads: 1, memory: 1 << 30, distances: true, layers: None };

fn solved() -> (Dodgem, Memory, Manifest) {
    let (game, memory) = (Dodgem::new(2), Memory::new());
    let manifest = solve(&game, &Queue, &memory, &OPTIONS, &Silent).unwrap().manifest;
    (game, memory, manifest)
}

/// Writes a layer of losses in no plies, and lists it.
fn add(game: &Dodgem, memory: &Memory, manifest: &mut Manifest, layer: u32, positions: u64) {
    let rules_version = game.rules_version();
    let facts = LayerFacts { game: game.id(), rules_version, layer, positions, distances: true };
    let mut writer = LayerWriter::create(memory, facts).unwrap();
    writer.push(&vec![Code::loss(0); positions as usize]).unwrap();
    let entry = writer.finish().unwrap().named("forged");
    manifest.layers.truncate(layer as usize);
    manifest.layers.push(entry);
}

fn opened(memory: &Memory) -> Result<(), DbError> {
    let database = Database::open(Arc::new(memory.clone()))?;
    database.check(&mut |_, _| ()).expect("whole in itself");
    Stored::new(Arc::new(Dodgem::new(2)), database).map(drop)
}

#[test]
fn layers_that_the_game_does_not_have_are_refused() {
    let (game, memory, mut manifest) = solved();
    let layers = manifest.layers.len() as u32;
    add(&game, &memory, &mut manifest, layers, 3);
    manifest.complete();
    manifest.write(&memory).unwrap();
    let before = files(&memory);
    let error = opened(&memory).unwrap_err();
    assert!(matches!(error, DbError::Manifest { .. }) && error.is_damage(), "{error}");
    let words = format!("it lists {} layers, and dodgem-2 has {layers}", layers + 1);
    assert!(error.to_string().contains(&words), "{error}");
    let error = solve(&game, &Queue, &memory, &OPTIONS, &Silent).unwrap_err();
    assert!(matches!(error, SolveError::Database(DbError::ExtraLayer(_))), "{error}");
    assert!(files(&memory) == before, "a solve changes nothing there");
    memory.remove(&format!("layer-{layers:04}.kai")).unwrap();
    solve(&game, &Queue, &memory, &OPTIONS, &Silent).unwrap();
    opened(&memory).unwrap();
}

#[test]
fn layers_of_another_length_are_refused() {
    for more in [-1_i64, 1, 1000] {
        let (game, memory, mut manifest) = solved();
        let last = manifest.layers.last().unwrap().clone();
        let positions = last.positions.checked_add_signed(more).unwrap();
        add(&game, &memory, &mut manifest, last.number, positions);
        manifest.complete();
        manifest.write(&memory).unwrap();
        let error = opened(&memory).unwrap_err();
        assert!(matches!(&error, DbError::OtherLength { expected, .. } if *expected == last.positions));
        assert!(solve(&game, &Queue, &memory, &OPTIONS, &Silent).is_err());
    }
}

#[test]
fn missing_layers_are_refused() {
    let (game, memory, mut manifest) = solved();
    let last = manifest.layers.pop().unwrap();
    memory.remove(&last.file).unwrap();
    manifest.complete();
    manifest.write(&memory).unwrap();
    assert!(matches!(opened(&memory), Err(DbError::Manifest { .. })));
    solve(&game, &Queue, &memory, &OPTIONS, &Silent).unwrap();
    opened(&memory).unwrap();
}

/// A list that claims more positions than any memory holds is damaged, and no more.
#[test]
fn a_list_that_claims_too_much_is_damaged() {
    let how = How { kernel: None, options: OPTIONS };
    let game = || FromRules::folded(TicTacToe);
    let memory = Memory::new();
    game().solve(&memory, &how, &Silent).unwrap();
    let text = "kaiketsu positions 1\ngame tic-tac-toe\nrules 1\ntier 0 1000000000000000\n.../.../...\n";
    memory.put("positions.zst", kaiketsu_db::pack(text.as_bytes()).unwrap());
    let error = game().solve(&memory, &how, &Silent).unwrap_err();
    assert!(matches!(error, SolveError::Database(ref error) if error.is_damage()), "{error}");
}
