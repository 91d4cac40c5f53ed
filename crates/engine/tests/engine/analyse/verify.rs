//! `verify` passes what is right and finds what is wrong, also when every
//! checksum, count and signature has been made to fit the wrong values.

use std::sync::Arc;

use kaiketsu_db::{Database, LayerWriter, Manifest, Memory, Storage};
use kaiketsu_engine::analyse::{Fast, Proof, Scope, Stored, Verified, VerifyError, Way, verify};
use kaiketsu_engine::solve::{Kernel, Needs, Queue, Run, Silent, SolveError, Sweep, TierSolver};
use kaiketsu_game::{Code, Game, Notation, Outcome, Retrograde, Slot, Tier, Tiered};
use kaiketsu_games::{Dodgem, Nocca, Quixo, TicTacToe};
use kaiketsu_testkit::{RandomGame, Shape, random::Random, solve_in_memory};

const PLENTY: u64 = 1 << 30;

fn solved<G: Tiered + Notation>(game: &G, distances: bool) -> Memory {
    solve_in_memory(game, &Sweep, 2, distances).storage.clone()
}

/// Writes the database again with the code of one slot replaced.
fn forged(storage: &Memory, layer: u32, index: usize, code: Code) -> Memory {
    forged_at(storage, &[(layer, index, code)])
}

/// Writes the database again with the codes of some slots replaced.
pub(super) fn forged_at(storage: &Memory, wrong: &[(u32, usize, Code)]) -> Memory {
    let right = Database::open(Arc::new(storage.clone())).unwrap();
    let forged = Memory::new();
    let mut manifest = right.manifest().clone();
    manifest.layers.clear();
    for entry in &right.manifest().layers {
        let mut codes = vec![Code::DRAW; entry.positions as usize];
        right.layer(entry.number).unwrap().read(0, &mut codes).unwrap();
        for &(_, index, code) in wrong.iter().filter(|(layer, ..)| *layer == entry.number) {
            assert_ne!(codes[index], code);
            codes[index] = code;
        }
        let mut writer = LayerWriter::create(&forged, right.manifest().facts(entry)).unwrap();
        writer.push(&codes).unwrap();
        manifest.layers.push(writer.finish().unwrap().named(&entry.name));
    }
    manifest.complete();
    manifest.write(&forged).unwrap();
    forged
}

/// Dodgem with the value of its start put wrong.
pub(super) fn one_wrong() -> Stored<Dodgem> {
    let game = Dodgem::new(3);
    let right = solved(&game, true);
    let last = Database::open(Arc::new(right.clone())).unwrap().manifest().layers.len() as u32 - 1;
    let database = Database::open(Arc::new(forged(&right, last, 0, Code::win(3)))).unwrap();
    Stored::new(Arc::new(game), database).unwrap()
}

fn check_by<G: Tiered + Notation>(
    scope: Scope,
    game: G,
    storage: &Memory,
    kernels: &[Arc<dyn Kernel<G>>],
) -> Result<Verified, VerifyError> {
    let database = Database::open(Arc::new(storage.clone())).unwrap();
    let stored = Stored::new(Arc::new(game), database).unwrap();
    verify(&stored, scope, PLENTY, Fast { scanner: None, kernels }, &Silent)
}

pub(super) fn check_in<G: Tiered + Notation>(
    scope: Scope,
    game: G,
    storage: &Memory,
) -> Result<Verified, VerifyError> {
    check_by(scope, game, storage, &[])
}

fn check<G: Tiered + Notation>(game: G, storage: &Memory) -> Result<Verified, VerifyError> {
    check_in(Scope::Everything, game, storage)
}

/// A kernel that says of itself that it beats the rules.
struct Boastful;

impl<G: Retrograde> Kernel<G> for Boastful {
    fn name(&self) -> &'static str {
        "boastful"
    }

    fn needs(&self, game: &G, tier: Tier, distances: bool) -> Needs {
        Queue.needs(game, tier, distances)
    }

    fn start<'a>(&'a self, run: &Run<'a, G>) -> Result<Box<dyn TierSolver + 'a>, SolveError> {
        Kernel::start(&Queue, run)
    }

    fn beats_the_rules(&self) -> bool {
        true
    }
}

fn check_again<G: Retrograde + Notation>(game: G, storage: &Memory) -> Result<Verified, VerifyError> {
    check_by(Scope::Everything, game, storage, &[Arc::new(Sweep), Arc::new(Boastful)])
}

/// What is solved again is compared value by value; several tiers share a layer here.
#[test]
fn solving_again_passes_what_is_right_and_finds_any_other_value() {
    for (seed, distances) in (0..30).zip([true, false].into_iter().cycle()) {
        let shape = Shape { positions: 200, tiers: 6, moves: 3, endings: 15, alternates: seed % 3 == 0 };
        let game = || RandomGame::new(seed, shape);
        let storage = solved(&game(), distances);
        let all = game().tiers();
        let positions: u64 = (0..all).map(|tier| game().size(Tier(tier))).sum();
        let found = check_again(game(), &storage).unwrap();
        assert_eq!(found.way, Some(Way::SolvedAgain("boastful")));
        assert!(found.by_the_rules > 0 && found.by_the_rules <= positions);
        let ruled = check_by(Scope::ByTheRules, game(), &storage, &[Arc::new(Boastful)]).unwrap();
        assert_eq!((ruled.way, ruled.by_the_rules), (Some(Way::Rules), positions));
        assert_eq!(found.proof, Proof::Proved);
        assert!(ruled.proof == Proof::Proved || !distances);

        let manifest = Manifest::read(&storage).unwrap().unwrap();
        let mut random = Random::new(seed);
        let layers: Vec<_> = manifest.layers.iter().filter(|entry| entry.positions > 0).collect();
        let entry = layers[random.below(layers.len() as u64) as usize];
        let index = random.below(entry.positions);
        let right = Database::open(Arc::new(storage.clone())).unwrap().get(entry.number, index).unwrap();
        let wrong = if right.outcome() == Outcome::Win { Code::loss(0) } else { Code::win(0) };
        match check_again(game(), &forged(&storage, entry.number, index as usize, wrong)).unwrap_err() {
            VerifyError::Different { layer, kernel: "boastful", wrong: 1, stored, solved, .. } => {
                assert_eq!(layer, entry.name);
                assert_eq!((stored, solved), (wrong.value(distances), right.value(distances)));
            }
            other => panic!("{other}"),
        }
    }
}

/// A wrong value is found if its layer is in scope, in whatever way; else only
/// by chance, or by the sample over all layers.
#[test]
fn the_first_layers_are_checked_whole_and_the_others_by_a_sample() {
    let game = || Dodgem::new(2);
    let storage = solved(&game(), true);
    let manifest = Manifest::read(&storage).unwrap().unwrap();
    let kernels: [Arc<dyn Kernel<Dodgem>>; 1] = [Arc::new(Boastful)];
    let all: u64 = manifest.layers.iter().map(|entry| entry.positions).sum();
    let [below, last] =
        [7, 9].map(|layer| manifest.layers[..layer].iter().map(|entry| entry.positions).sum());
    let right = Database::open(Arc::new(storage.clone())).unwrap().get(8, 3).unwrap();
    let wrong = if right.outcome() == Outcome::Win { Code::loss(0) } else { Code::win(0) };
    let forged = forged(&storage, 8, 3, wrong);
    for (by_rules, way) in [(true, Way::Rules), (false, Way::SolvedAgain("boastful"))] {
        let check = |storage, layers, positions| {
            let scope = Scope::Layers { layers, by_rules, positions, seed: 1 };
            check_by(scope, game(), storage, &kernels)
        };
        let checked = |whole: u64, sample| if by_rules { whole + sample } else { sample };
        let found = check(&storage, 7, 100).unwrap();
        let proof = Proof::Proved;
        assert_eq!(found, Verified { way: Some(way), by_the_rules: checked(below, 100), proof });
        let found = check(&storage, 1_000, all).unwrap();
        assert_eq!(found, Verified { way: Some(way), by_the_rules: checked(all, all), proof });
        // The forged value is in layer 8, the ninth.
        let found = check(&forged, 8, 1);
        assert!(found.is_ok(), "{found:?}");
        let found = check(&forged, 9, 1).unwrap_err();
        let is_way = match found {
            VerifyError::Contradiction(_) => by_rules,
            VerifyError::Different { wrong: 1, .. } => !by_rules,
            _ => false,
        };
        assert!(is_way && last > below, "{found}");
        assert!(matches!(check(&forged, 8, all), Err(VerifyError::Contradiction(_))), "by the sample");
    }
}

#[test]
fn what_the_kernels_write_passes() {
    for distances in [true, false] {
        check(TicTacToe, &solved(&TicTacToe, distances)).unwrap();
        check(Dodgem::new(2), &solved(&Dodgem::new(2), distances)).unwrap();
        check(Quixo::new(3), &solved(&Quixo::new(3), distances)).unwrap();
        for seed in 0..20 {
            let alternates = seed % 2 == 0;
            let shape = Shape { positions: 300, tiers: 6, moves: 4, endings: 15, alternates };
            let game = || RandomGame::new(seed, shape);
            check(game(), &solved(&game(), distances)).unwrap();
        }
    }
}

#[test]
fn any_other_value_is_a_contradiction() {
    let game = || Quixo::new(3);
    let storage = solved(&game(), true);
    let manifest = Manifest::read(&storage).unwrap().unwrap();
    let mut random = Random::new(7);
    for _ in 0..150 {
        let layer = random.below(manifest.layers.len() as u64) as u32;
        let index = random.below(manifest.layers[layer as usize].positions) as usize;
        let right = Database::open(Arc::new(storage.clone())).unwrap().get(layer, index as u64).unwrap();
        let code = Code(random.below(24) as u16);
        if code == right {
            continue;
        }
        match check(game(), &forged(&storage, layer, index, code)) {
            Err(VerifyError::Contradiction(found)) => {
                // The slot itself is wrong, and in layers before it nothing is.
                let message = found.to_string();
                let is_first = found.tier == game().tier_name(Tier(layer)) && found.index <= index as u64;
                assert!(is_first, "layer {layer}, slot {index}: {message}");
                if found.index == index as u64 {
                    assert_eq!(
                        (found.stored, found.expected),
                        (code.value(true), right.value(true)),
                        "{message}"
                    );
                }
            }
            other => panic!("{right:?} forged as {code:?} in layer {layer}: {other:?}"),
        }
    }
}

#[test]
fn without_distances_another_outcome_is_a_contradiction() {
    let game = || Dodgem::new(2);
    let storage = solved(&game(), false);
    let manifest = Manifest::read(&storage).unwrap().unwrap();
    for entry in manifest.layers.iter().filter(|entry| entry.positions > 0) {
        let index = entry.positions as usize / 2;
        let right =
            Database::open(Arc::new(storage.clone())).unwrap().get(entry.number, index as u64).unwrap();
        let wrong = if right.outcome() == Outcome::Win { Code::loss(0) } else { Code::win(0) };
        let result = check(game(), &forged(&storage, entry.number, index, wrong));
        assert!(matches!(result, Err(VerifyError::Contradiction(_))), "{result:?}");
    }
}

#[test]
fn a_message_names_position_and_values() {
    let storage = solved(&TicTacToe, true);
    let text = check(TicTacToe, &forged(&storage, 9, 0, Code::win(5))).unwrap_err().to_string();
    for words in ["tic-tac-toe", ".../.../...", "win in 5", "draw"] {
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn a_database_of_another_game_is_refused() {
    let database = Database::open(Arc::new(solved(&TicTacToe, true))).unwrap();
    assert!(Stored::new(Arc::new(Quixo::new(3)), database).is_err());
}

#[test]
fn damage_is_found_before_any_equation() {
    let storage = solved(&TicTacToe, true);
    let name = "layer-0005.kai";
    let mut bytes = storage.bytes(name).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    storage.put(name, bytes);
    assert!(storage.list().unwrap().contains(&name.to_string()));
    assert!(matches!(check(TicTacToe, &storage), Err(VerifyError::Database(_))));
}

#[test]
fn a_large_sample_finds_what_a_small_one_may_miss() {
    let storage = solved(&TicTacToe, true);
    let wrong = forged(&storage, 9, 0, Code::win(5));
    let sample = |positions, seed| check_in(Scope::Sample { positions, seed }, TicTacToe, &wrong);
    assert!(check_in(Scope::Sample { positions: 1_000_000, seed: 1 }, TicTacToe, &storage).is_ok());
    let found = (0..40).filter(|seed| sample(2_000, *seed).is_err()).count();
    assert!((1..40).contains(&found), "two positions of five, found by {found} of 40 seeds");
    assert!((0..40).all(|seed| sample(10_000, seed).is_err()), "all positions");
}

/// Turns draws into wins and losses that vouch for each other: a loss has no
/// loss after it, a win has one. `after` has the draws that follow each draw.
fn vouching(after: &[Vec<usize>]) -> Option<Vec<Outcome>> {
    fn spread(after: &[Vec<usize>], before: &[Vec<usize>], found: &mut [Option<Outcome>]) -> bool {
        loop {
            let mut changed = false;
            for at in 0..after.len() {
                let is = |next: &usize, outcome| found[*next] == Some(outcome);
                let lost_after = after[at].iter().any(|next| is(next, Outcome::Loss));
                let all_won = after[at].iter().all(|next| is(next, Outcome::Win));
                let lost_before = before[at].iter().any(|next| is(next, Outcome::Loss));
                let must = match (lost_after || lost_before, all_won) {
                    (true, true) => return false,
                    (true, false) => Outcome::Win,
                    (false, true) => Outcome::Loss,
                    (false, false) => continue,
                };
                match found[at] {
                    None => (found[at], changed) = (Some(must), true),
                    Some(known) if known != must => return false,
                    Some(_) => (),
                }
            }
            if !changed {
                return true;
            }
        }
    }
    fn search(
        after: &[Vec<usize>],
        before: &[Vec<usize>],
        found: Vec<Option<Outcome>>,
    ) -> Option<Vec<Option<Outcome>>> {
        let Some(open) = (0..after.len()).find(|at| found[*at].is_none()) else { return Some(found) };
        [Outcome::Loss, Outcome::Win].into_iter().find_map(|outcome| {
            let mut next = found.clone();
            next[open] = Some(outcome);
            if spread(after, before, &mut next) { search(after, before, next) } else { None }
        })
    }
    let mut before = vec![Vec::new(); after.len()];
    for (at, all) in after.iter().enumerate() {
        all.iter().for_each(|next| before[*next].push(at));
    }
    let mut found = vec![None; after.len()];
    if !spread(after, &before, &mut found) {
        return None;
    }
    search(after, &before, found)?.into_iter().collect()
}

#[test]
fn a_forgery_that_vouches_for_itself_is_consistent_and_found_by_a_proof() {
    let game = || Nocca::new(3, 3);
    let storage = solved(&game(), false);
    let stored = Stored::new(Arc::new(game()), Database::open(Arc::new(storage.clone())).unwrap()).unwrap();
    let slots = (0..game().tiers()).flat_map(|tier| {
        let tier = Tier(tier);
        (0..game().size(tier)).map(move |index| Slot { tier, index })
    });
    let drawn = |slot: &Slot| stored.get(*slot).unwrap().outcome == Outcome::Draw;
    let draws: Vec<Slot> = slots.filter(drawn).collect();
    let number = |slot: Slot| draws.iter().position(|known| *known == slot);
    let after: Vec<Vec<usize>> = draws
        .iter()
        .map(|slot| {
            let position = game().position(*slot);
            let moves = game().legal_moves(&position);
            moves
                .iter()
                .filter_map(|mv| number(game().locate(&game().play(&position, mv).position)))
                .collect()
        })
        .collect();
    let forgery = vouching(&after).expect("NOCCA 3x3 can be forged");
    let wrong: Vec<(u32, usize, Code)> = draws
        .iter()
        .zip(forgery)
        .map(|(slot, outcome)| {
            let (layer, index) = stored.layout().place_of(*slot);
            (layer, index as usize, if outcome == Outcome::Win { Code::win(0) } else { Code::loss(0) })
        })
        .collect();
    assert!(wrong.len() > 100, "{}", wrong.len());
    let forged = forged_at(&storage, &wrong);
    let passed = check(game(), &forged).unwrap();
    assert_eq!((passed.way, passed.proof), (Some(Way::Rules), Proof::Consistent));
    let slow: [Arc<dyn Kernel<Nocca>>; 1] = [Arc::new(Sweep)];
    let found = check_by(Scope::Proof, game(), &forged, &slow).unwrap_err();
    assert!(matches!(found, VerifyError::Different { .. }), "{found}");
    let right = check_by(Scope::Proof, game(), &storage, &slow).unwrap();
    assert_eq!((right.way, right.proof), (Some(Way::SolvedAgain("sweep")), Proof::Proved));
}

#[test]
fn what_is_proved_is_said() {
    let proof = |found: Result<Verified, VerifyError>| found.unwrap().proof;
    assert_eq!(proof(check(Dodgem::new(2), &solved(&Dodgem::new(2), true))), Proof::Proved);
    assert_eq!(proof(check(Dodgem::new(2), &solved(&Dodgem::new(2), false))), Proof::Consistent);
    assert_eq!(proof(check(TicTacToe, &solved(&TicTacToe, false))), Proof::Proved, "it never goes round");
    let sample = Scope::Sample { positions: 100, seed: 1 };
    assert_eq!(proof(check_in(sample, TicTacToe, &solved(&TicTacToe, true))), Proof::Consistent);
}
