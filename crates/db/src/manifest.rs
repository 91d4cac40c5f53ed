//! The manifest: what a database holds, for people and programs.
//!
//! `manifest.toml` is plain TOML. Its last line, a comment, holds the BLAKE3
//! hash of all bytes before that line, so that damage and edits are noticed.

use serde::{Deserialize, Serialize};

use crate::error::{DbError, Part};
use crate::layer::LayerFacts;
use crate::signature::Signature;
use crate::storage::{Storage, open_if_there, place, read_whole, write_whole};

/// The format that is written. It stays as it was when layer files got a second one.
const FORMAT: u32 = 1;

/// The name of the file.
pub const MANIFEST: &str = "manifest.toml";

/// What a database holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The format of the manifest; each file says its own.
    pub format: u32,
    /// The identifier of the game.
    pub game: String,
    /// The name of the game as people say it.
    pub title: String,
    /// The version of its rules and numbering.
    pub rules_version: u32,
    /// What wrote it, such as `kaiketsu 0.1.0`.
    pub tool: String,
    /// Whether distances are kept.
    pub distances: bool,
    /// Whether all layers are there.
    pub complete: bool,
    /// The signature of all values; in a complete database.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature_values: Option<Signature>,
    /// The signature of all distances; in a complete database that has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature_plies: Option<Signature>,
    /// The layers that are there, in order, numbered from 0.
    #[serde(default)]
    pub layers: Vec<LayerEntry>,
}

/// What a layer holds, known after the last value; the manifest lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerEntry {
    /// Its number.
    pub number: u32,
    /// What it holds, in a word or two; empty until it is [named](LayerEntry::named).
    pub name: String,
    /// Its file.
    pub file: String,
    /// How many positions it has.
    pub positions: u64,
    /// How many of them are won.
    pub win: u64,
    /// How many of them are lost.
    pub loss: u64,
    /// How many of them are drawn.
    pub draw: u64,
    /// The greatest distance, if distances are kept and not all is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest: Option<u16>,
    /// The length of the file.
    pub bytes: u64,
    /// Over win, loss and draw: two bits a position, four positions a byte,
    /// low bits first. The same with and without distances.
    pub signature_values: Signature,
    /// Over the sixteen-bit codes; only with distances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature_plies: Option<Signature>,
}

impl LayerEntry {
    /// The same with a name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        LayerEntry { name: name.into(), ..self }
    }
}

impl Manifest {
    /// The manifest of a database in which nothing is solved yet.
    #[must_use]
    pub fn new(game: &str, title: &str, rules_version: u32, tool: &str, distances: bool) -> Self {
        Manifest {
            format: FORMAT,
            game: game.to_string(),
            title: title.to_string(),
            rules_version,
            tool: tool.to_string(),
            distances,
            complete: false,
            signature_values: None,
            signature_plies: None,
            layers: Vec::new(),
        }
    }

    /// Marks the database as complete and signs it.
    pub fn complete(&mut self) {
        (self.signature_values, self.signature_plies) = self.combined();
        self.complete = true;
    }

    /// The signatures of the layers listed, combined.
    pub(crate) fn combined(&self) -> (Option<Signature>, Option<Signature>) {
        let values = self.layers.iter().map(|layer| (layer.number, layer.positions, layer.signature_values));
        let plies: Option<Vec<_>> = self
            .layers
            .iter()
            .map(|layer| Some((layer.number, layer.positions, layer.signature_plies?)))
            .collect();
        let plies = plies.filter(|_| self.distances).map(Signature::combine);
        (Some(Signature::combine(values)), plies)
    }

    /// What the file of a layer must be of.
    #[must_use]
    pub fn facts(&self, layer: &LayerEntry) -> LayerFacts {
        LayerFacts {
            game: self.game.clone(),
            rules_version: self.rules_version,
            layer: layer.number,
            positions: layer.positions,
            distances: self.distances,
        }
    }

    /// How many positions all layers have.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.layers.iter().map(|layer| layer.positions).fold(0, u64::saturating_add)
    }

    /// Writes the manifest, in place of one that is there.
    pub fn write(&self, storage: &dyn Storage) -> Result<(), DbError> {
        let file = place(storage, MANIFEST);
        let failed = |error| DbError::io(&file, "writing the manifest", error);
        let explain = |error: toml::ser::Error| DbError::Manifest {
            file: file.clone(),
            explanation: error.to_string(),
        };
        let mut text = toml::to_string(self).map_err(explain)?;
        text.push_str(&last_line(text.as_bytes()));
        write_whole(storage, MANIFEST, text.as_bytes()).map_err(failed)
    }

    /// Reads the manifest; `None` if there is none.
    pub fn read(storage: &dyn Storage) -> Result<Option<Manifest>, DbError> {
        let file = place(storage, MANIFEST);
        let failed = |error| DbError::io(&file, "reading the manifest", error);
        let Some(source) = open_if_there(storage, MANIFEST).map_err(failed)? else { return Ok(None) };
        let bytes = read_whole(&*source).map_err(failed)?;
        let damaged = || DbError::Damaged { file: file.clone(), part: Part::Manifest };
        let end = bytes.len().checked_sub(LAST_LINE).ok_or_else(damaged)?;
        if bytes[end..] != *last_line(&bytes[..end]).as_bytes() {
            return Err(damaged());
        }
        let text = str::from_utf8(&bytes).map_err(|_| damaged())?;
        let explain =
            |error: toml::de::Error| DbError::Manifest { file: file.clone(), explanation: error.to_string() };
        // The format alone first: a newer one may have other fields.
        let Format { format } = toml::from_str(text).map_err(explain)?;
        if format > FORMAT {
            return Err(DbError::NewerFormat { file, found: format, known: FORMAT });
        }
        toml::from_str(text).map(Some).map_err(explain)
    }
}

#[derive(Deserialize)]
struct Format {
    format: u32,
}

/// The length of the last line.
const LAST_LINE: usize = "# blake3 ".len() + 64 + 1;

fn last_line(before: &[u8]) -> String {
    format!("# blake3 {}\n", blake3::hash(before).to_hex())
}
