//! The papers, and what is beyond them.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// One of the five papers, or what is beyond them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Paper {
    /// Quixo.
    Quixo,
    /// NOCCA x NOCCA.
    Nocca,
    /// Dodgem.
    Dodgem,
    /// Quantum tic-tac-toe.
    Quantum,
    /// Otrio.
    Otrio,
    /// No paper: results of ours that none of them has.
    Beyond,
}

impl Paper {
    /// All of them.
    pub const ALL: [Paper; 6] =
        [Paper::Quixo, Paper::Nocca, Paper::Dodgem, Paper::Quantum, Paper::Otrio, Paper::Beyond];

    /// Authors, title and place.
    #[must_use]
    pub fn citation(self) -> &'static str {
        match self {
            Paper::Quixo => {
                "S. Tanaka, F. Bonnet, S. Tixeuil, Y. Tamura: Quixo の強解決 (Quixo Is Solved), \
                 Game Programming Workshop 2020"
            }
            Paper::Nocca => {
                "A. Yamamoto, K. Hoki: NOCCA × NOCCA の強解決 (Strongly Solving NOCCA × NOCCA), \
                 Game Programming Workshop 2022"
            }
            Paper::Dodgem => {
                "Y. Kotani: Dodgem ゲームのレトログレード解析による解明 (Retrograde Analysis of Dodgem \
                 Game), Tokyo University of Agriculture and Technology"
            }
            Paper::Quantum => {
                "T. Ishizeki, A. Matsuura: 量子三目並べの必勝法解析 (Analysis of Quantum Tic-Tac-Toe), \
                 Tokyo Denki University"
            }
            Paper::Otrio => {
                "Teramura, Matsuzaki: Otrio の2人ゲームにおける先手必勝な盤面についての調査 (positions of \
                 two-player Otrio that the first player wins), Kochi University of Technology"
            }
            Paper::Beyond => "Beyond the papers: results that none of them has",
        }
    }
}

/// Its name on the command line.
impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Paper::Quixo => "quixo",
            Paper::Nocca => "nocca",
            Paper::Dodgem => "dodgem",
            Paper::Quantum => "quantum",
            Paper::Otrio => "otrio",
            Paper::Beyond => "beyond",
        })
    }
}

impl FromStr for Paper {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Paper::ALL.into_iter().find(|paper| paper.to_string() == text);
        found.ok_or_else(|| {
            format!("`{text}` is no paper; there are quixo, nocca, dodgem, quantum, otrio, and beyond")
        })
    }
}
