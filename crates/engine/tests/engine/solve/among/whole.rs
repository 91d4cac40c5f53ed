//! Layers of which each peer solves whole tiers.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use kaiketsu_db::Memory;
use kaiketsu_engine::solve::{
    ExchangeError, Kernel, Needs, Options, Queue, Run, SolveError, Sweep, TierSolver, TierWriter,
};
use kaiketsu_game::{Retrograde, Tier, Tiered};
use kaiketsu_games::{Dodgem, DodgemRows};
use kaiketsu_testkit::laws::{Through, WholeTiers, files, written_among};

use super::{NEVER, OPTIONS, run_by};

/// A kernel that solves one tier by its rows: of the layers of Dodgem, processes solve all by it.
#[test]
fn whole_tiers_are_solved_by_any_kernel() {
    let game = Dodgem::new(3);
    let wanted = written_among(&game, 1, 1 << 16, true);
    let rows = DodgemRows::new(&game);
    for kernel in [&rows as &dyn Kernel<Dodgem>, &Sweep] {
        for (peers, threads) in [(1, 3), (2, 1), (3, 2)] {
            let (memory, options) = (Memory::new(), Options { threads, ..OPTIONS });
            let ends = run_by(
                &game,
                Through::by(kernel),
                &vec![&memory; peers],
                &vec![options; peers],
                u32::MAX,
                NEVER,
            );
            assert!(ends.iter().all(Result::is_ok), "{ends:?}");
            assert!(files(&memory) == wanted, "{peers} peers by {}", kernel.name());
        }
    }
}

/// `queue`, which counts the tiers that it solves and, where there is a number, ends when it has
/// solved so many.
pub(super) struct Counted {
    pub(super) solved: AtomicU64,
    pub(super) most: u64,
}

impl<G: Retrograde> Kernel<G> for Counted {
    fn name(&self) -> &'static str {
        "counted"
    }

    fn needs(&self, game: &G, tier: Tier, distances: bool) -> Needs {
        WholeTiers.needs(game, tier, distances)
    }

    fn start<'a>(&'a self, run: &Run<'a, G>) -> Result<Box<dyn TierSolver + 'a>, SolveError> {
        let mut queue = Queue.start(run)?;
        Ok(Box::new(move |tier: Tier, out: &mut TierWriter<'_>| {
            if self.solved.fetch_add(1, Relaxed) >= self.most {
                return Err(SolveError::Exchange(ExchangeError::Lost { peer: "patience".into() }));
            }
            queue.solve(tier, out)
        }))
    }
}

/// Tiers that were saved are not solved again, by however many peers, and wherever in a
/// layer it was broken off.
#[test]
fn whole_tiers_that_were_saved_are_not_solved_again() {
    let game = Dodgem::new(3);
    let wanted = written_among(&game, 1, 1 << 16, true);
    let all = u64::from(game.tiers());
    for (most, peers) in [(5, 1), (40, 3), (all / 2, 2), (all - 3, 4)] {
        let memory = Memory::new();
        let fails = Counted { solved: AtomicU64::new(0), most };
        let ends = run_by(&game, Through::by(&fails), &[&memory; 2], &[OPTIONS; 2], u32::MAX, Duration::ZERO);
        assert!(ends.iter().all(Result::is_err), "{ends:?}");
        let goes_on = Counted { solved: AtomicU64::new(0), most: u64::MAX };
        let (memories, options) = (vec![&memory; peers], vec![OPTIONS; peers]);
        let ends = run_by(&game, Through::by(&goes_on), &memories, &options, u32::MAX, NEVER);
        assert!(ends.iter().all(Result::is_ok), "{ends:?}");
        assert!(files(&memory) == wanted, "{peers} peers after {most} tiers");
        // Two were under way at the most.
        let again = most + goes_on.solved.into_inner() - all;
        assert!(again <= 2, "{again} tiers were solved again");
    }
}
