//! A kernel written against the public crates alone, as anybody could.

use kaiketsu_engine::solve::{Children, Job, Kernel, Needs, Run, SolveError, TierSolver, TierWriter};
use kaiketsu_game::{Code, Slot, Tier, Tiered};
use kaiketsu_games::{Dodgem, TicTacToe};
use kaiketsu_testkit::laws::check_kernel;
use proptest::prelude::*;

use super::random_games;

/// Guesses that everything is drawn, and asks the moves again and again. In
/// round i it believes what is decided within i plies and nothing else, so it
/// ends when no guess of any length can change.
struct Plain;

impl<G: Tiered> Kernel<G> for Plain {
    fn name(&self) -> &'static str {
        "plain"
    }

    fn needs(&self, game: &G, tier: Tier, distances: bool) -> Needs {
        let working_bytes = 8 * game.size(tier);
        Needs { working_bytes, passes: 20.0, ..Needs::all_below(game, tier, distances) }
    }

    fn start<'a>(&'a self, run: &Run<'a, G>) -> Result<Box<dyn TierSolver + 'a>, SolveError> {
        Ok(run.each_tier(solve_tier))
    }
}

fn solve_tier<G: Tiered>(job: &Job<'_, G>, out: &mut TierWriter<'_>) -> Result<(), SolveError> {
    let below = job.below()?;
    let mut children = Children::new(job.run.game);
    let mut codes = vec![Code::DRAW; job.size()];
    let (mut round, mut longest) = (0, below.longest());
    loop {
        let value = |slot: Slot| match slot.tier == job.tier {
            true => codes[slot.index as usize],
            false => below.get(slot),
        };
        let mut next = |index| match children.of(job.tier, index as u64) {
            Err(outcome) => Code::ended(outcome),
            Ok(children) => {
                let seen = children.iter().map(|child| child.code_before(value(child.position)).value(true));
                let best = Code::from(seen.max().expect("a game that is not over has moves"));
                if best.plies() <= round { best } else { Code::DRAW }
            }
        };
        let after: Vec<Code> = (0..job.size()).map(&mut next).collect();
        longest = after.iter().map(|code| code.plies()).fold(longest, u16::max);
        let settled = after == codes && round > longest;
        codes = after;
        if settled {
            return out.push(&codes);
        }
        round = job.next_round(round)?;
    }
}

#[test]
fn it_solves_tic_tac_toe_and_others() {
    check_kernel(&TicTacToe, &Plain);
    check_kernel(&Dodgem::new(2), &Plain);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn it_solves_random_games(game in random_games()) {
        check_kernel(&game, &Plain);
    }
}
