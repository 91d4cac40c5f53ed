//! What there is to say of a layer before its values are known.

/// What a layer file is of, known before the first value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerFacts {
    /// The identifier of the game.
    pub game: String,
    /// The version of its rules and numbering.
    pub rules_version: u32,
    /// The number of the layer.
    pub layer: u32,
    /// How many positions it has.
    pub positions: u64,
    /// Whether distances are kept.
    pub distances: bool,
}

/// The name of the file of a layer.
#[must_use]
pub fn layer_file(layer: u32) -> String {
    format!("layer-{layer:04}.kai")
}

/// Whether an identifier of a game can stand in files and folders.
pub(crate) fn is_game_id(game: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=255).contains(&game.len()) && game.bytes().all(plain)
}
