//! A game that has rules alone, through everything a registered game offers.

use std::collections::BTreeMap;
use std::fs;
use std::time::Instant;

use kaiketsu::{
    BenchLimits, Entry, Error, Fingerprint, FromRules, IntoSetup, Kind, Limit, LineEnd, LineOptions,
    Registry, Request, Resources, Scope, Silent, Solution, Solve, Solver, Store, Want,
};
use kaiketsu_games::{Dodgem, TicTacToe};
use tempfile::tempdir;

/// The files of a game in a store.
fn files(store: &Store, game: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(store.path(game)).unwrap().map(Result::unwrap);
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

/// The database of a game with rules alone.
fn open(game: &dyn Entry, store: &Store) -> Result<Box<dyn Solution>, Error> {
    game.open(store, Resources::default())
}

fn solve(game: &dyn Entry, store: &Store, request: &Request) -> Result<Solve, Error> {
    game.solver().unwrap().solve(store, request, &Silent)
}

#[test]
fn rules_alone_are_solved_queried_counted_and_verified() {
    let scratch = tempdir().unwrap();
    let store = Store::new(scratch.path());
    let game = FromRules::folded(TicTacToe).into_setup();
    let solve = solve(&game, &store, &Request::default()).unwrap();
    assert_eq!(solve.manifest.positions(), 765);
    // A game made anew knows the positions from the list on disk.
    let solution = open(&FromRules::folded(TicTacToe).into_setup(), &store).unwrap();
    let view = solution.view("X../.../.O.", Want::VALUES).unwrap();
    assert_eq!(view.value.to_string(), "win in 5");
    let line = solution.line("X../.../.O.", &LineOptions::default(), Limit::NONE).unwrap().unwrap();
    assert_eq!((line.moves.len(), line.end), (5, LineEnd::Over));
    let whole = solution.whole().unwrap();
    whole.verify(Scope::Everything, 1 << 30, &Silent).unwrap();
    assert_eq!(whole.statistics(&Silent).unwrap().total.positions(), 5_478);
    assert_eq!(Solver::reachable(&game, 1 << 30, &Silent).unwrap().positions, 5_478);
    let refused = solution.view("XXX/OOO/...", Want::VALUES).unwrap_err();
    assert_eq!(refused.kind(), Kind::Request);
    let mut rows = Vec::new();
    let limits = BenchLimits { positions: 1_000_000, cpu_seconds: 100.0 };
    kaiketsu::bench(&game, &Request::default(), limits, &mut |row| rows.push(row)).unwrap();
    assert_eq!(rows.iter().map(|row| row.kernel).collect::<Vec<_>>(), ["edges", "sweep"]);
    assert_eq!(rows[0].signature, rows[1].signature);
}

#[test]
fn the_numbered_and_the_automatic_solution_agree_through_text() {
    let scratch = [tempdir().unwrap(), tempdir().unwrap()];
    let registered = Registry::standard().get("dodgem-2").unwrap();
    let by_rules = FromRules::new(Dodgem::new(2)).into_setup();
    let games: [&dyn Entry; 2] = [&*registered, &by_rules];
    let [own, automatic] = [0, 1].map(|which| {
        let store = Store::new(scratch[which].path());
        solve(games[which], &store, &Request::default()).unwrap();
        open(games[which], &store).unwrap()
    });
    let mut pending = vec![registered.start()];
    let mut met = std::collections::HashSet::new();
    while let Some(position) = pending.pop() {
        if met.insert(position.clone()) {
            let [one, other] = [&own, &automatic].map(|by| by.view(&position, Want::VALUES).unwrap());
            assert_eq!(one.value, other.value, "{position}");
            pending.extend(one.moves.into_iter().map(|mv| mv.position));
        }
    }
    assert!(met.len() > 400);
    let [own, automatic] = [own, automatic].map(|solution| fingerprint(&*solution));
    assert_eq!(own, automatic);
    assert_eq!(own.positions, met.len() as u64);
}

fn fingerprint(solution: &dyn Solution) -> Fingerprint {
    solution.whole().unwrap().fingerprint(1 << 30, &Silent).unwrap()
}

/// A numbering, the rules alone, and the rules with symmetries store other
/// positions in another order, so that their signatures differ.
#[test]
fn the_fingerprint_depends_on_the_rules_and_the_values_alone() {
    let scratch = tempdir().unwrap();
    let registered = Registry::standard().get("tic-tac-toe").unwrap();
    let (plain, folded) = (FromRules::new(TicTacToe).into_setup(), FromRules::folded(TicTacToe).into_setup());
    let games: [&dyn Entry; 3] = [&*registered, &plain, &folded];
    let by = |which: usize, request: &Request| {
        let store = Store::new(scratch.path().join(format!("{which} {}", request.distances)));
        let signature = solve(games[which], &store, request).unwrap().manifest.signature_values;
        (signature, fingerprint(&*open(games[which], &store).unwrap()))
    };
    let solved = [0, 1, 2].map(|which| by(which, &Request::default()));
    assert_eq!(solved[0].1.positions, 5_478);
    assert!(solved[0].1.plies.is_some());
    for ((signature, found), (other_signature, other)) in [(solved[0], solved[1]), (solved[1], solved[2])] {
        assert_ne!(signature, other_signature);
        assert_eq!(found, other);
    }
    let (_, values_only) = by(1, &Request { distances: false, ..Request::default() });
    assert_eq!((values_only.values, values_only.plies), (solved[0].1.values, None));

    let error = open(&plain, &Store::new(scratch.path().join("1 true"))).unwrap();
    let error = error.whole().unwrap().fingerprint(1 << 10, &Silent).unwrap_err();
    assert_eq!(error.kind(), Kind::Memory);
}

#[test]
fn a_lost_list_is_written_again_and_a_damaged_one_refused() {
    let scratch = tempdir().unwrap();
    let store = Store::new(scratch.path());
    let game = || FromRules::new(TicTacToe).into_setup();
    assert_eq!(open(&game(), &store).err().unwrap().kind(), Kind::NotSolved);
    solve(&game(), &store, &Request::default()).unwrap();
    let before = files(&store, "tic-tac-toe");
    let list = store.path("tic-tac-toe").join("positions.zst");

    fs::remove_file(&list).unwrap();
    let missing = open(&game(), &store).err().unwrap();
    assert_eq!(missing.kind(), Kind::Damaged);
    assert!(missing.to_string().contains("positions.zst"), "{missing}");
    let again = solve(&game(), &store, &Request::default()).unwrap();
    assert_eq!(again.reused_layers, 1);
    assert_eq!(files(&store, "tic-tac-toe"), before);

    let mut bytes = fs::read(&list).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&list, bytes).unwrap();
    assert_eq!(open(&game(), &store).err().unwrap().kind(), Kind::Damaged);
    assert!(solve(&game(), &store, &Request::default()).is_err());
}

#[test]
fn what_cannot_work_is_refused_before_anything_is_written() {
    let scratch = tempdir().unwrap();
    let store = Store::new(scratch.path().join("store"));
    let game = FromRules::new(Dodgem::new(3)).into_setup();
    let refuse = |request: Request| {
        let error = solve(&game, &store, &request).unwrap_err();
        assert!(!store.root().exists());
        error
    };
    let unknown = refuse(Request { kernel: Some("queue".into()), ..Request::default() });
    assert_eq!(unknown.to_string(), "dodgem-3 has no kernel `queue`; it has: edges, sweep");
    let little = refuse(Request { memory: 1 << 18, ..Request::default() });
    assert_eq!(little.kind(), Kind::Memory);
    assert!(little.to_string().contains("numbering of its own"), "{little}");
}

/// A plan counts what is small and says so where it stops.
#[test]
fn plans_say_how_much_memory_holds() {
    let request = Request { memory: 1 << 30, ..Request::default() };
    let small = Solver::plan(&FromRules::new(Dodgem::new(3)).into_setup(), &request).unwrap();
    assert!(small.trial.is_none() && small.positions > 100_000);
    let (game, began) = (FromRules::new(Dodgem::new(4)).into_setup(), Instant::now());
    let large = Solver::plan(&game, &request).unwrap();
    let (took, began) = (began.elapsed(), Instant::now());
    assert_eq!(Solver::plan(&game, &request).unwrap(), large);
    assert!(began.elapsed() < took / 10, "what took {took:?} was not kept");
    let trial = large.trial.expect("too many to count for a plan");
    assert!(large.positions >= 1 << 20);
    assert!(trial.most_positions(request.memory) > 5_000_000, "{trial:?}");
}
