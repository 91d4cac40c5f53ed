//! `kaiketsu verify`

use std::time::Instant;

use anyhow::Result;
use clap::Args;
use kaiketsu::{Registry, Scope};
use serde_json::json;

use crate::figures::duration;
use crate::options::Common;
use crate::output::Output;
use crate::progress::display;
use crate::session::Session;

/// Prove a database right: checksums, counts, and every position against its moves
///
/// With distances, a database that passes is right. Without, a pass means that
/// no position contradicts its moves; docs/verify.md says what that leaves open.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The game, such as quixo-4x4
    id: String,
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
        let scope = self.sample.map_or(Scope::Everything, |positions| Scope::Sample { positions, seed });
        let began = Instant::now();
        session.whole()?.verify(scope, common.memory(), &*display(common))?;
        let what = match self.sample {
            None => "the equations of all positions".to_string(),
            Some(_) => format!("the equations of a sample (--seed {seed})"),
        };
        let (title, time) = (session.game.title(), duration(began.elapsed()));
        let text = format!("{title}: all checksums and {what} hold ({time})");
        let json = json!({
            "game": self.id, "verified": true, "sample": self.sample,
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
