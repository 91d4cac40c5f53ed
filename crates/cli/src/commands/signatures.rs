//! `kaiketsu db check` and `db hashes`: a database beside what is published of it.
//!
//! Signatures depend on the values alone and are compared always. Hashes of files
//! depend on their format too: the same values may be written otherwise.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result};
use kaiketsu::{Error, Manifest, Store};
use serde_json::json;

use crate::output::Output;
use crate::refusal::refuse;

/// The list that comes with the program.
const PUBLISHED: &str = include_str!("../../results/signatures.toml");

/// A database is not the published one (exit code 4).
#[derive(Debug, thiserror::Error)]
#[error("{game}: this is not the published database: its {what} is {found}, published is {published}")]
pub(crate) struct Unlike {
    game: String,
    what: &'static str,
    found: String,
    published: String,
}

/// Reads all bytes and compares the signatures that follow from them.
pub(super) fn check(store: &Store, id: &str, against: Option<&Path>) -> Result<Output> {
    let list = match against {
        Some(file) => {
            let text =
                std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
            match toml::from_str::<toml::Table>(&text) {
                Ok(list) => list,
                Err(error) => return refuse(format!("{} is no list of signatures: {error}", file.display())),
            }
        }
        None => toml::from_str(PUBLISHED).context("the list of the program")?,
    };
    let Some(published) = list.get(id).and_then(|entry| entry.as_table()) else {
        let known: Vec<&str> = list.keys().map(String::as_str).collect();
        return refuse(format!(
            "no signatures of {id} are published; there are those of {}",
            known.join(", ")
        ));
    };
    let database = store.open(id).map_err(Error::from)?;
    database.check(&mut |_, _| ()).map_err(Error::from)?;
    let manifest = database.manifest();
    let found = [
        ("signature of values", "signature_values", manifest.signature_values),
        ("signature with plies", "signature_plies", manifest.signature_plies),
    ];
    let mut compared = Vec::new();
    for (what, key, found) in found {
        // What only one of them keeps cannot be compared.
        let (Some(found), Some(published)) = (found, published.get(key).and_then(|text| text.as_str()))
        else {
            continue;
        };
        let (found, published) = (found.to_string(), published.to_string());
        if found != published {
            return Err(Unlike { game: id.into(), what, found, published }.into());
        }
        compared.push(key);
    }
    if compared.is_empty() {
        return refuse(format!("nothing that is published of {id} can be compared with this database"));
    }
    let what = if compared.len() == 2 { "values and distances are" } else { "the values are" };
    let mut text = format!("{}: all checksums hold; {what} those that are published", manifest.title);
    let files = compare_files(store, id, manifest, published)?;
    if let Some((same, all)) = files {
        text += &match same == all {
            true => format!("; the {all} files are those that are published, byte for byte"),
            false => format!("; {} of {all} files are written otherwise than those published", all - same),
        };
    }
    let same_files = files.map(|(same, all)| same == all);
    let json = json!({ "game": id, "published": true, "compared": compared, "same_files": same_files });
    Ok(Output { text, json })
}

/// How many files have the published hashes, and how many there are; nothing where
/// none are published of this kind of database.
fn compare_files(
    store: &Store,
    id: &str,
    manifest: &Manifest,
    published: &toml::Table,
) -> Result<Option<(usize, usize)>> {
    let Some(listed) = published.get("files").and_then(|files| files.as_table()) else { return Ok(None) };
    if manifest.distances != published.contains_key("signature_plies") {
        return Ok(None);
    }
    let found = hashes(store, id, manifest)?;
    let same = found.iter().filter(|(name, hash)| {
        listed.get(name.as_str()).and_then(|listed| listed.as_str()) == Some(hash.as_str())
    });
    Ok(Some((same.count(), found.len().max(listed.len()))))
}

/// The hashes of the layers of a database: BLAKE3, in hexadecimal.
fn hashes(store: &Store, id: &str, manifest: &Manifest) -> Result<BTreeMap<String, String>> {
    let hash = |name: &String| {
        let path = store.path(id).join(name);
        let mut hasher = blake3::Hasher::new();
        let read = File::open(&path).and_then(|file| hasher.update_reader(file).map(drop));
        read.with_context(|| format!("cannot read {}", path.display()))?;
        Ok((name.clone(), hasher.finalize().to_hex().to_string()))
    };
    manifest.layers.iter().map(|layer| hash(&layer.file)).collect()
}

/// `kaiketsu db hashes`: what to add to the list.
pub(super) fn list_hashes(store: &Store, id: &str) -> Result<Output> {
    let database = store.open(id).map_err(Error::from)?;
    database.check(&mut |_, _| ()).map_err(Error::from)?;
    let found = hashes(store, id, database.manifest())?;
    let lines = found.iter().map(|(name, hash)| format!("\"{name}\" = \"{hash}\"\n"));
    let text = format!("\n[{id}.files]\n{}", lines.collect::<String>());
    Ok(Output { text, json: json!({ "game": id, "files": found }) })
}

#[cfg(test)]
mod tests {
    /// The list is made from the results beside it.
    #[test]
    fn the_list_has_the_signatures_of_the_results() {
        let list: toml::Table = toml::from_str(super::PUBLISHED).unwrap();
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
        let mut results = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.file_name().is_some_and(|name| name == "signatures.toml") {
                continue;
            }
            let page: toml::Table = toml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
            // A page has one game, or a row for each of several boards.
            let boards = page.get("boards").and_then(toml::Value::as_array);
            let rows = boards.map(|rows| rows.iter().filter_map(toml::Value::as_table).collect());
            // What was searched or counted has no database.
            let solved = |row: &&&toml::Table| row.contains_key("signature_values");
            for result in rows.unwrap_or(vec![&page]).iter().filter(solved) {
                let listed = list[result["game"].as_str().unwrap()].as_table().unwrap();
                for key in ["stored_positions", "signature_values", "signature_plies"] {
                    assert_eq!(listed.get(key), result.get(key), "{key} of {}", path.display());
                }
                if let Some(files) = listed.get("files") {
                    let hashes = files.as_table().unwrap();
                    assert!(hashes.iter().all(|(name, hash)| {
                        name.starts_with("layer-") && hash.as_str().is_some_and(|hash| hash.len() == 64)
                    }));
                }
                results += 1;
            }
        }
        assert_eq!(results, list.len());
    }
}
