//! `kaiketsu check`

use std::io::Read;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use kaiketsu::{Certificate, Error, NoRoom, Refusal, Registry, read_claims};
use serde_json::json;

use crate::figures::{bytes, count, duration};
use crate::options::Common;
use crate::output::Output;

/// Check a certificate of `prove`: replay its strategies against the rules, with no search
///
/// --memory bounds what is held of the certificate and of the positions met.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The certificate
    file: PathBuf,
}

impl Check {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let (file, memory) = (self.file.display(), common.memory());
        let read = self.read(memory).with_context(|| format!("cannot read {file}"))?;
        if read.len() as u64 > memory {
            let memory = usize::try_from(memory).unwrap_or(usize::MAX);
            let full = Error::from(Refusal::from(NoRoom { positions: 0, memory }));
            return Err(full).with_context(|| file.to_string());
        }
        let certificate = Certificate(read);
        let claims = read_claims(&certificate).map_err(Error::from).with_context(|| file.to_string())?;
        let game = registry.get(&claims.game)?;
        let checker = game.checker();
        let began = Instant::now();
        let checked = checker.check_within(&certificate, memory).with_context(|| file.to_string())?;
        let elapsed = began.elapsed();
        let shown: Vec<String> = match &checked.claims.value {
            Some(value) => vec![format!("the value is `{value}`")],
            None => {
                let word = |reached| if reached { "is reached" } else { "is not reached" };
                checked.claims.claims.iter().map(|c| format!("{} {}", c.goal, word(c.reached))).collect()
            }
        };
        let text = format!(
            "{} at {}: proved that {}\n{} of strategies, {} positions, {}",
            game.title(),
            checked.claims.position,
            shown.join(" and "),
            bytes(certificate.0.len() as u64),
            count(checked.positions as u64),
            duration(elapsed),
        );
        let json = json!({
            "game": checked.claims.game, "position": checked.claims.position, "proved": true,
            "value": checked.claims.value,
            "goals": checked.claims.claims.iter()
                .map(|c| json!({ "goal": c.goal, "reached": c.reached, "bytes": c.bytes }))
                .collect::<Vec<_>>(),
            "bytes": certificate.0.len(), "positions": checked.positions,
            "seconds": elapsed.as_secs_f64(),
        });
        Ok(Output { text, json })
    }

    /// The file, or a little more of it than may be held.
    fn read(&self, memory: u64) -> std::io::Result<Vec<u8>> {
        let mut read = Vec::new();
        std::fs::File::open(&self.file)?.take(memory.saturating_add(1)).read_to_end(&mut read)?;
        Ok(read)
    }
}
