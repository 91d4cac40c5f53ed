//! What was counted in parts: written for others, read and added up.

use std::path::PathBuf;

use anyhow::{Context, Result};
use kaiketsu::{Census, Manifest, Part};
use serde_json::{Value as Json, json};

use crate::output::Output;
use crate::refusal::refuse;
use crate::session::Session;

/// What `--part` says: the counts of one part, and of which database they are.
pub(super) fn of_part(session: &Session, manifest: &Manifest, part: Part, census: Census) -> Result<Output> {
    let text = format!(
        "{}: part {part} is counted; with --json the counts are said, for --from to add them up",
        session.game.title()
    );
    let json = json!({
        "game": manifest.game, "signature_values": manifest.signature_values,
        "signature_plies": manifest.signature_plies, "part": part.to_string(),
        "census": serde_json::to_value(census)?,
    });
    Ok(Output { text, json })
}

/// The files that were written in parts.
pub(super) fn read(files: &[PathBuf]) -> Result<Vec<Json>> {
    let read = |file: &PathBuf| {
        let text = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        match serde_json::from_slice(&text) {
            Ok(json) => Ok(json),
            Err(error) => refuse(format!("{} was not written by --part: {error}", file.display())),
        }
    };
    files.iter().map(read).collect()
}

/// The sum of all parts, each of which must be there once, and be of this database.
pub(super) fn added(manifest: &Manifest, parts: Vec<Json>) -> Result<Census> {
    let mut seen: Vec<Part> = Vec::new();
    let mut sum: Option<Census> = None;
    for json in parts {
        let is_of = |key: &str, own: Json| json[key] == own;
        if !is_of("game", json!(manifest.game))
            || !is_of("signature_values", json!(manifest.signature_values))
            || !is_of("signature_plies", json!(manifest.signature_plies))
        {
            return refuse(format!("a part was not counted in this database of {}", manifest.game));
        }
        let Some(part) = json["part"].as_str().and_then(|part| part.parse::<Part>().ok()) else {
            return refuse("a part does not say which one it is");
        };
        match seen.iter().find(|other| other.of() != part.of() || **other == part) {
            Some(other) if *other == part => return refuse(format!("part {part} is there twice")),
            Some(other) => return refuse(format!("{other} and {part} are not parts of the same work")),
            None => seen.push(part),
        }
        let census: Census = match serde_json::from_value(json["census"].clone()) {
            Ok(census) => census,
            Err(error) => return refuse(format!("part {part} cannot be read: {error}")),
        };
        match &mut sum {
            None => sum = Some(census),
            Some(sum) => sum.merge(&census),
        }
    }
    let missing =
        |of: u32| (1..=of).filter_map(|number| Part::new(number, of)).find(|part| !seen.contains(part));
    match (sum, seen.first().and_then(|part| missing(part.of()))) {
        (_, Some(part)) => refuse(format!("part {part} is missing")),
        (Some(sum), None) => Ok(sum),
        (None, None) => refuse("there are no parts to add up"),
    }
}
