//! The games that a new crate can begin with, and the files it has.

use clap::ValueEnum;

/// What the new crate begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Template {
    /// Rules and text alone: Hexapawn; positions are found and numbered by themselves
    Rules,
    /// Pieces on a grid, numbered and stored once for all images: three men's morris
    Grid,
    /// Putting down, moving and capturing stones, with hands: a small game after yote
    Captures,
}

/// A file to write: where, and what.
pub(super) type File = (&'static str, &'static str);

/// The files that all crates have.
const COMMON: [File; 5] = [
    ("Cargo.toml", include_str!("../../../template/Cargo.toml.txt")),
    (".gitignore", include_str!("../../../template/gitignore.txt")),
    ("README.md", include_str!("../../../template/README.md")),
    ("src/main.rs", include_str!("../../../template/src/main.rs")),
    ("tests/laws.rs", include_str!("../../../template/tests/laws.rs")),
];

impl Template {
    pub(super) fn files(self) -> impl Iterator<Item = File> {
        let (rules, known) = match self {
            Template::Rules => (
                include_str!("../../../template/rules/lib.rs"),
                include_str!("../../../template/rules/known.rs"),
            ),
            Template::Grid => (
                include_str!("../../../template/grid/lib.rs"),
                include_str!("../../../template/grid/known.rs"),
            ),
            Template::Captures => (
                include_str!("../../../template/captures/lib.rs"),
                include_str!("../../../template/captures/known.rs"),
            ),
        };
        COMMON.into_iter().chain([("src/lib.rs", rules), ("tests/known.rs", known)])
    }

    /// The game it is as it stands.
    pub(super) fn game(self) -> &'static str {
        match self {
            Template::Rules => "Hexapawn",
            Template::Grid => "three men's morris",
            Template::Captures => "a small game after yote",
        }
    }

    /// How positions are numbered, for the README.
    pub(super) fn numbers(self) -> &'static str {
        match self {
            Template::Rules | Template::Captures => {
                "Positions are found from the start and numbered by themselves, all of them in\n\
                 memory: good for up to about a hundred million."
            }
            Template::Grid => {
                "Positions are numbered by `Placements`, whether they can be reached or not, and\n\
                 only a tier and its neighbours are in memory."
            }
        }
    }
}
