//! `kaiketsu verify`

use std::time::Instant;

use anyhow::Result;
use clap::Args;
use kaiketsu::{Part, Proof, Registry, Scope, Verified, Way};
use serde_json::{Value as Json, json};

use crate::figures::{count, duration};
use crate::options::Common;
use crate::output::Output;
use crate::parts::Parts;
use crate::progress::display;
use crate::refusal::refuse;
use crate::session::Session;

/// Verify a database: checksums, counts, and the values of all positions
///
/// Games without a fast kernel are checked by the rules: every position against
/// its moves. With distances, what passes is proved right; without, in a game that
/// can go round, it is consistent: no position contradicts its moves, and
/// docs/verify.md says what that leaves open; --prove closes that. Quixo is checked
/// whole tiers at a time, games with a fast kernel (NOCCA x NOCCA, Dodgem) are solved
/// again and compared, and a sample is checked by the rules; --by-rules checks them all.
/// In parts nothing is solved again: such games are checked by the rules.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The game, such as quixo-4x4
    id: String,
    /// Check every position by the rules, move by move, even where there is a faster way
    ///
    /// With --layers: every position of those layers.
    #[arg(long)]
    by_rules: bool,
    /// Prove the values also without distances: solve again by any kernel that fits into memory
    #[arg(long, conflicts_with_all = ["by_rules", "sample", "layers", "part", "processes"])]
    prove: bool,
    /// Check all bytes, but only about N positions against their moves
    ///
    /// With --layers these come on top of the layers, 1,000,000 unless told.
    #[arg(long, value_name = "N", conflicts_with_all = ["part", "processes"])]
    sample: Option<u64>,
    /// Check all bytes, all positions of the first N layers, and a sample over all layers
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = ["part", "processes"])]
    layers: Option<u32>,
    /// Repeat the choice of an earlier sample
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    #[command(flatten)]
    parts: Parts,
}

/// The sample beside layers that are checked whole.
const BESIDE_LAYERS: u64 = 1_000_000;

impl Verify {
    fn scope(&self, seed: u64) -> Result<Scope> {
        Ok(match (self.layers, self.sample) {
            (Some(layers), sample) => {
                let positions = sample.unwrap_or(BESIDE_LAYERS);
                Scope::Layers { layers, by_rules: self.by_rules, positions, seed }
            }
            (None, Some(_)) if self.by_rules => {
                return refuse("--by-rules checks all positions, --sample only some; take one of them");
            }
            (None, Some(positions)) => Scope::Sample { positions, seed },
            (None, None) if self.seed.is_some() => return refuse("--seed needs --sample or --layers"),
            (None, None) if self.parts.part.is_some() => {
                let part = self.parts.part.unwrap_or(Part::WHOLE);
                Scope::Part { part, by_rules: self.by_rules }
            }
            (None, None) if self.by_rules => Scope::ByTheRules,
            (None, None) if self.prove => Scope::Proof,
            (None, None) => Scope::Everything,
        })
    }

    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let seed = self.seed.unwrap_or_else(fresh_seed);
        let scope = self.scope(seed)?;
        let session = Session::open(registry, common, &self.id)?;
        let whole = session.whole()?;
        let began = Instant::now();
        let by_rules = self.by_rules.then_some("--by-rules");
        let command: Vec<&str> = ["verify", &self.id].into_iter().chain(by_rules).collect();
        if let Some(parts) = self.parts.by_processes(common, &command)? {
            return Ok(self.by_parts(&session, &parts, began));
        }
        let Verified { way, by_the_rules, proof } =
            whole.verify(scope, common.memory(), &*display(common))?;
        if let Some(part) = self.parts.part {
            return Ok(self.one_part(&session, part, Verified { way, by_the_rules, proof }, began));
        }
        let layers = &whole.manifest().layers;
        let part = self.layers.map(|number| {
            let entries = &layers[..layers.len().min(number as usize)];
            (entries.len(), entries.iter().map(|layer| layer.positions).sum::<u64>())
        });
        let which = match part {
            None => "all positions".to_string(),
            Some((number, positions)) => format!("all {} positions of {number} layers", count(positions)),
        };
        let sample = count(by_the_rules);
        let what = match (way, part) {
            (None, _) => format!("the equations of a sample of {sample} positions (--seed {seed}) hold"),
            (Some(Way::Rules), None) => format!("the equations of {which} hold, by the rules"),
            (Some(Way::Rules), Some((_, positions))) => {
                let sample = count(by_the_rules - positions);
                format!("the equations of {which} hold, and of {sample} of all (--seed {seed}), by the rules")
            }
            (Some(Way::Scanner), _) => {
                format!("the equations of {which} hold, those of {sample} also by the rules")
            }
            (Some(Way::SolvedAgain(kernel)), _) => format!(
                "`{kernel}` solves {which} to the same values; the equations of {sample} hold by the rules"
            ),
        };
        let (title, time) = (session.game.title(), duration(began.elapsed()));
        let shown = match (proof, part) {
            (Proof::Proved, None) => "proved",
            (Proof::Proved, Some(_)) => "proved for these layers, consistent beyond them",
            (Proof::Consistent, _) => "consistent",
        };
        let open = if proof == Proof::Consistent && way.is_some() { OPEN } else { "" };
        let text = format!("{title}: {shown}: all checksums hold; {what} ({time}){open}");
        // What is said of some layers or of a sample is not said of the database.
        let proof = if part.is_some() { Proof::Consistent } else { proof };
        let way = way.map(word);
        let seeded = self.sample.is_some() || self.layers.is_some();
        let json = json!({
            "game": self.id, "verified": true, "proof": proof.word(), "way": way, "by_the_rules": by_the_rules, "sample": self.sample,
            "seed": seeded.then_some(seed), "layers": part.map(|(layers, _)| layers),
            "seconds": began.elapsed().as_secs_f64(),
        });
        Ok(Output { text, json })
    }

    /// What one part shows.
    fn one_part(&self, session: &Session, part: Part, found: Verified, began: Instant) -> Output {
        let Verified { way, by_the_rules, proof } = found;
        let way = way.map(word);
        let text = format!(
            "{}: part {part}: its files have the right checksums, and its positions the values of their moves \
             ({} looked at by the rules; {}). If all {} parts say so, the values are {}.{}",
            session.game.title(),
            count(by_the_rules),
            duration(began.elapsed()),
            part.of(),
            proof.word(),
            if proof == Proof::Consistent { OPEN } else { "" },
        );
        let json = json!({
            "game": self.id, "verified": true, "part": part.to_string(), "proof": "consistent",
            "proof_by_all_parts": proof.word(), "way": way, "by_the_rules": by_the_rules,
            "seconds": began.elapsed().as_secs_f64(),
        });
        Output { text, json }
    }

    /// What all parts show together.
    fn by_parts(&self, session: &Session, parts: &[Json], began: Instant) -> Output {
        let proved = parts.iter().all(|part| part["proof_by_all_parts"] == Proof::Proved.word());
        let proof = if proved { Proof::Proved } else { Proof::Consistent };
        let by_the_rules: u64 = parts.iter().filter_map(|part| part["by_the_rules"].as_u64()).sum();
        let text = format!(
            "{}: {}: {} processes find all checksums right and the equations of all positions to hold, \
             those of {} by the rules ({}){}",
            session.game.title(),
            proof.word(),
            parts.len(),
            count(by_the_rules),
            duration(began.elapsed()),
            if proved { "" } else { OPEN },
        );
        let json = json!({
            "game": self.id, "verified": true, "proof": proof.word(), "way": parts[0]["way"],
            "by_the_rules": by_the_rules, "processes": parts.len(),
            "seconds": began.elapsed().as_secs_f64(),
        });
        Output { text, json }
    }
}

/// What a pass leaves open where there are no distances.
const OPEN: &str =
    " Without distances, values on cycles can vouch for each other; --prove solves them again.";

fn word(way: Way) -> &'static str {
    match way {
        Way::Rules => "rules",
        Way::Scanner => "scanner",
        Way::SolvedAgain(_) => "solved again",
    }
}

/// A seed that differs from run to run.
fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |since| since.as_nanos() as u64 % 1_000_000_007)
}
