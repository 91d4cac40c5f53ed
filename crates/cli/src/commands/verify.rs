//! `kaiketsu verify`

use std::time::Instant;

use anyhow::Result;
use clap::Args;
use kaiketsu::{Registry, Scope, Verified, Way};
use serde_json::json;

use crate::figures::{count, duration};
use crate::options::Common;
use crate::output::Output;
use crate::progress::display;
use crate::session::Session;

/// Verify a database: checksums, counts, and the values of all positions
///
/// Games without a fast kernel are checked by the rules: every position against
/// its moves. With distances, what passes is proved right; without, no position
/// contradicts its moves, and docs/verify.md says what that leaves open. Quixo is
/// checked whole tiers at a time, games with a fast kernel (NOCCA x NOCCA, Dodgem)
/// are solved again and compared, and a sample is checked by the rules; --by-rules
/// checks them all.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The game, such as quixo-4x4
    id: String,
    /// Check every position by the rules, move by move, even where there is a faster way
    #[arg(long, conflicts_with = "sample")]
    by_rules: bool,
    /// Check all bytes, but only about N positions against their moves
    #[arg(long, value_name = "N")]
    sample: Option<u64>,
    /// Repeat the choice of an earlier sample
    #[arg(long, value_name = "SEED", requires = "sample")]
    seed: Option<u64>,
}

impl Verify {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let session = Session::open(registry, common, &self.id)?;
        let seed = self.seed.unwrap_or_else(fresh_seed);
        let scope = match self.sample {
            Some(positions) => Scope::Sample { positions, seed },
            None if self.by_rules => Scope::ByTheRules,
            None => Scope::Everything,
        };
        let began = Instant::now();
        let Verified { way, by_the_rules } =
            session.whole()?.verify(scope, common.memory(), &*display(common))?;
        let sample = count(by_the_rules);
        let what = match way {
            None => format!("the equations of a sample of {sample} positions (--seed {seed}) hold"),
            Some(Way::Rules) => "the equations of all positions hold, by the rules".to_string(),
            Some(Way::Scanner) => {
                format!("the equations of all positions hold, those of {sample} also by the rules")
            }
            Some(Way::SolvedAgain(kernel)) => format!(
                "`{kernel}` solves all positions to the same values; the equations of {sample} hold by the rules"
            ),
        };
        let (title, time) = (session.game.title(), duration(began.elapsed()));
        let text = format!("{title}: all checksums hold; {what} ({time})");
        let way = way.map(|way| match way {
            Way::Rules => "rules",
            Way::Scanner => "scanner",
            Way::SolvedAgain(_) => "solved again",
        });
        let json = json!({
            "game": self.id, "verified": true, "way": way, "by_the_rules": by_the_rules, "sample": self.sample,
            "seed": self.sample.map(|_| seed), "seconds": began.elapsed().as_secs_f64(),
        });
        Ok(Output { text, json })
    }
}

/// A seed that differs from run to run.
fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |since| since.as_nanos() as u64 % 1_000_000_007)
}
