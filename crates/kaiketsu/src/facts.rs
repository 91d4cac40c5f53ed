//! What a database says of itself without being counted.

use kaiketsu_db::Manifest;
use serde::Serialize;

/// The facts of a finished database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Facts {
    /// Stored positions: symmetric ones may be folded into one.
    pub stored_positions: u64,
    /// Whether distances are kept.
    pub distances: bool,
    /// Bytes of all files.
    pub bytes: u64,
    /// Signature of the values.
    pub signature_values: String,
    /// Signature of values with distances, if they are kept.
    pub signature_plies: Option<String>,
    /// The layers in the order in which they were solved.
    pub layers: Vec<LayerFacts>,
}

/// The stored positions of one layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LayerFacts {
    /// What it holds.
    pub layer: String,
    /// Stored positions that are won.
    pub win: u64,
    /// Stored positions that are lost.
    pub loss: u64,
    /// Stored positions that are drawn.
    pub draw: u64,
}

impl From<&Manifest> for Facts {
    fn from(manifest: &Manifest) -> Self {
        let layer = |layer: &kaiketsu_db::LayerEntry| LayerFacts {
            layer: layer.name.clone(),
            win: layer.win,
            loss: layer.loss,
            draw: layer.draw,
        };
        Facts {
            stored_positions: manifest.positions(),
            distances: manifest.distances,
            bytes: manifest.layers.iter().map(|layer| layer.bytes).sum(),
            signature_values: manifest.signature_values.map(|s| s.to_string()).unwrap_or_default(),
            signature_plies: manifest.signature_plies.map(|s| s.to_string()),
            layers: manifest.layers.iter().map(layer).collect(),
        }
    }
}
