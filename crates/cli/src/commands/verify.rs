//! `kaiketsu verify`

use std::time::Instant;

use anyhow::Result;
use clap::Args;
use kaiketsu::Registry;
use serde_json::json;

use crate::figures::duration;
use crate::options::Common;
use crate::output::Output;
use crate::progress::display;

/// Prove a database right: checksums, counts, and every position against its moves
///
/// With distances, a database that passes is right. Without, a pass means that
/// no position contradicts its moves; docs/verify.md says what that leaves open.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The game, such as quixo-4x4
    #[arg(value_name = "ID")]
    id: String,
}

impl Verify {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let (game, store) = (registry.find(&self.id)?, common.store()?);
        let began = Instant::now();
        game.open(&store)?.verify(common.memory(), &*display(common))?;
        let text = format!(
            "{}: all checksums and the equations of all positions hold ({})",
            game.title(),
            duration(began.elapsed())
        );
        let json = json!({ "game": self.id, "verified": true, "seconds": began.elapsed().as_secs_f64() });
        Ok(Output { text, json })
    }
}
