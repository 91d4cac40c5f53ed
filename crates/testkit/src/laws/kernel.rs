//! The laws of [`Kernel`]: the bytes of the reference kernel, always.

use std::collections::BTreeMap;

use kaiketsu_db::{Memory, Storage};
use kaiketsu_engine::solve::{
    Among, InProcess, Kernel, Layout, Needs, Options, Queue, Run, Silent, SolveError, Sweep, TierSolver,
    Upwards, plan, solve, solve_among,
};
use kaiketsu_game::{Notation, Retrograde, Tier, Tiered};

/// Checks the laws of [`Kernel`] against [`Sweep`], for games without derived
/// positions: see [`check_kernel_files`].
///
/// # Panics
/// If a law is broken.
pub fn check_kernel<G: Tiered + Notation>(game: &G, kernel: &dyn Kernel<G>) {
    for distances in [false, true] {
        let memory = plan(game, &Sweep, &options(1 << 33, distances)).memory_comfortable;
        check_kernel_files(game, kernel, distances, &written(game, &Sweep, &options(memory, distances)));
    }
}

/// Checks that a kernel writes these files, whatever the number of threads: in
/// one go with the memory it says it needs and no more, and started anew after
/// every file. A kernel without distances refuses to find them.
///
/// # Panics
/// If a law is broken.
pub fn check_kernel_files<G: Tiered + Notation>(
    game: &G,
    kernel: &dyn Kernel<G>,
    distances: bool,
    wanted: &BTreeMap<String, Vec<u8>>,
) {
    if distances && !kernel.keeps_distances(game) {
        let refused = solve(game, kernel, &Memory::new(), &options(1 << 33, true), &Silent);
        assert!(matches!(refused, Err(SolveError::NoDistances { .. })), "{}: broken law", kernel.name());
        return;
    }
    for threads in 1..=3 {
        let mut options = Options { threads, ..options(1 << 33, distances) };
        let case = format!(
            "{}: broken law: `{}` on {threads} threads, distances: {distances},",
            game.id(),
            kernel.name()
        );
        let needs = plan(game, kernel, &options);
        for memory in [needs.memory_needed, needs.memory_comfortable] {
            options.memory = memory;
            compare(&written(game, kernel, &options), wanted, &format!("{case} {memory} bytes of memory"));
        }
        let storage = Memory::new();
        for file in 1..=Layout::new(game).files() {
            let solution =
                solve(game, kernel, &storage, &Options { layers: Some(file), ..options.clone() }, &Silent);
            assert_eq!(solution.expect("a solve in memory").reused_layers, file - 1, "{case}");
        }
        compare(&files(&storage), wanted, &format!("{case} started anew after every file"));
    }
}

/// Checks that peers write the files of [`Sweep`] together, whatever their number,
/// with so many positions dealt as one: in all [`ways`].
///
/// # Panics
/// If they do not.
pub fn check_among<G: Retrograde + Notation>(game: &G, peers: impl IntoIterator<Item = usize>, grain: u64) {
    let wanted = [false, true].map(|distances| written(game, &Sweep, &options(1 << 33, distances)));
    for count in peers {
        for (distances, wanted) in [false, true].into_iter().zip(&wanted) {
            for way in ways() {
                let case = format!(
                    "{}: {count} peers by {}, {grain} as one, distances: {distances}",
                    game.id(),
                    way.name()
                );
                let options = Options { threads: 1, ..options(1 << 33, distances) };
                compare(&written_by_peers(game, way, count, grain, &options), wanted, &case);
            }
        }
    }
}

/// A way for peers through the layers of a game.
pub struct Through<'a, G: Retrograde + ?Sized> {
    /// What solves whole tiers; all are spread if nothing does.
    pub kernel: Option<&'a dyn Kernel<G>>,
    /// How values of the layers below come to those that are spread; as it is less work if
    /// nothing is said.
    pub upwards: Option<Upwards>,
}

impl<G: Retrograde + ?Sized> Clone for Through<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Retrograde + ?Sized> Copy for Through<'_, G> {}

impl<'a, G: Retrograde + ?Sized> Through<'a, G> {
    /// All positions are spread, with values told upwards.
    pub const TOLD: Self = Through { kernel: None, upwards: Some(Upwards::Told) };
    /// All positions are spread, and the layers below held.
    pub const HELD: Self = Through { kernel: None, upwards: Some(Upwards::Held) };

    /// Tiers go to peers whole where that is less work.
    pub fn by(kernel: &'a dyn Kernel<G>) -> Self {
        Through { kernel: Some(kernel), upwards: None }
    }

    fn name(&self) -> String {
        format!("{}, values {:?}", self.kernel.map_or("spread", Kernel::name), self.upwards)
    }
}

/// All positions spread, in both ways in which values come upwards; whole tiers by `queue` where
/// that is less work; and whole tiers of every layer.
pub fn ways<'a, G: Retrograde + ?Sized + 'a>() -> [Through<'a, G>; 4] {
    [Through::TOLD, Through::HELD, Through::by(&Queue), Through::by(&WholeTiers)]
}

/// `queue`, which says that it is no work: so all tiers go to peers whole.
#[derive(Clone, Copy, Debug)]
pub struct WholeTiers;

impl<G: Retrograde + ?Sized> Kernel<G> for WholeTiers {
    fn name(&self) -> &'static str {
        "whole-tiers"
    }

    fn needs(&self, game: &G, tier: Tier, distances: bool) -> Needs {
        Needs { passes: 0.0, ..Queue.needs(game, tier, distances) }
    }

    fn start<'a>(&'a self, run: &Run<'a, G>) -> Result<Box<dyn TierSolver + 'a>, SolveError> {
        Queue.start(run)
    }
}

/// The same of one to four peers and the first layers of a game, as many as have so many
/// positions at the most. `false` if the first has more: then nothing is compared.
///
/// # Panics
/// If they do not.
pub fn check_among_at_first<G: Retrograde + Notation>(game: &G, most: u64) -> bool {
    let mut positions = 0;
    let few = |tier: &Tier| {
        positions += game.size(*tier);
        positions <= most
    };
    let last = (0..game.tiers()).map(Tier).take_while(few).last();
    let layers = match last {
        None => return false,
        Some(last) if last.0 + 1 == game.tiers() => game.layer(last) + 1,
        // Perhaps not all tiers of that layer.
        Some(last) if game.layer(Tier(last.0 + 1)) > game.layer(last) => game.layer(last) + 1,
        Some(last) if game.layer(last) == 0 => return false,
        Some(last) => game.layer(last),
    };
    let first = |threads: usize| Options { threads, layers: Some(layers), ..options(1 << 33, true) };
    let wanted = written(game, &Sweep, &first(2));
    for peers in 1..=4 {
        for way in ways() {
            let by = way.name();
            let case = format!("{}: the first {layers} layers by {peers} peers and {by}", game.id());
            compare(&written_by_peers(game, way, peers, 256, &first(1)), &wanted, &case);
        }
    }
    true
}

/// The files that peers write together who spread all positions and tell values upwards, by
/// name. All say that they are done.
///
/// # Panics
/// If one of them fails, or they do not agree.
pub fn written_among<G: Retrograde + Notation>(
    game: &G,
    count: usize,
    grain: u64,
    distances: bool,
) -> BTreeMap<String, Vec<u8>> {
    written_by_peers(
        game,
        Through::TOLD,
        count,
        grain,
        &Options { threads: 1, ..options(1 << 33, distances) },
    )
}

fn written_by_peers<G: Retrograde + Notation>(
    game: &G,
    way: Through<'_, G>,
    count: usize,
    grain: u64,
    options: &Options,
) -> BTreeMap<String, Vec<u8>> {
    let storage = Memory::new();
    let Through { kernel, upwards } = way;
    let solve = &|mut peer: InProcess| {
        let among = Among { grain, upwards, ..Among::new(&mut peer) };
        solve_among(among, game, kernel, &storage, options, &Silent).map(|solution| solution.manifest)
    };
    let solutions: Vec<_> = std::thread::scope(|scope| {
        let peers: Vec<_> =
            InProcess::peers(count).into_iter().map(|peer| scope.spawn(move || solve(peer))).collect();
        peers.into_iter().map(|peer| peer.join().expect("a peer does not panic")).collect()
    });
    for solution in &solutions {
        assert_eq!(solution.as_ref().expect("a solve in memory"), solutions[0].as_ref().expect("seen"));
    }
    files(&storage)
}

fn options(memory: u64, distances: bool) -> Options {
    Options { threads: 2, memory, distances, layers: None }
}

/// The files that a kernel writes, by name.
///
/// # Panics
/// If the solve fails.
pub fn written<G: Tiered + Notation>(
    game: &G,
    kernel: &dyn Kernel<G>,
    options: &Options,
) -> BTreeMap<String, Vec<u8>> {
    let storage = Memory::new();
    solve(game, kernel, &storage, options, &Silent).expect("a solve in memory");
    files(&storage)
}

/// All files by name.
pub fn files(storage: &Memory) -> BTreeMap<String, Vec<u8>> {
    let names = storage.list().expect("memory can be listed").into_iter();
    names.map(|name| (name.clone(), storage.bytes(&name).expect("a file that is listed"))).collect()
}

fn compare(found: &BTreeMap<String, Vec<u8>>, wanted: &BTreeMap<String, Vec<u8>>, case: &str) {
    assert_eq!(found.keys().collect::<Vec<_>>(), wanted.keys().collect::<Vec<_>>(), "{case}");
    for (name, bytes) in wanted {
        assert!(found[name] == *bytes, "{case}: {name} has other bytes than the reference");
    }
}
