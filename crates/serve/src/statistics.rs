//! The counts of a solved game.

use kaiketsu::game::Plies;
use kaiketsu::{Counts, LayerEntry, Limit, PliesRow, Rating, Silent, Solution, StatisticsReport, Whole};
use serde::Serialize;
use utoipa::ToSchema;

use crate::errors::ApiError;

/// Counts of a solved game. Values are for the side to move; distances are in
/// plies to the end of the game, the winner hurrying and the loser delaying.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StatisticsAnswer {
    /// The game.
    pub game: String,
    /// What is counted.
    pub counted: Counted,
    /// All of them.
    pub total: CountsAnswer,
    /// Value of the start.
    pub start: Rating,
    /// The longest win.
    #[schema(required)]
    pub longest_win: Option<LongestAnswer>,
    /// The longest loss.
    #[schema(required)]
    pub longest_loss: Option<LongestAnswer>,
    /// By value and distance; null if distances are not kept or not counted.
    #[schema(required)]
    pub by_plies: Option<Vec<PliesRow>>,
    /// By layer, a group of tiers that is one file.
    pub by_layer: Vec<LayerRow>,
    /// By the classes of the game.
    pub tables: Vec<TableAnswer>,
    /// Signature of the values.
    pub signature_values: String,
    /// Signature of values with distances.
    #[schema(required)]
    pub signature_plies: Option<String>,
}

/// What is counted.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Counted {
    /// All positions, mirror images separately.
    Positions,
    /// Positions as the database folds them, where all would take too long.
    Stored,
}

/// Positions by value.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CountsAnswer {
    /// Won positions.
    pub win: u64,
    /// Lost positions.
    pub loss: u64,
    /// Drawn positions.
    pub draw: u64,
}

/// The longest win or loss.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LongestAnswer {
    /// Its distance.
    #[schema(value_type = u16)]
    pub plies: Plies,
    /// An example.
    pub position: String,
}

/// Positions of one layer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LayerRow {
    /// What the layer holds.
    pub layer: String,
    /// By value.
    #[serde(flatten)]
    pub counts: CountsAnswer,
}

/// Positions by a class that the game knows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TableAnswer {
    /// The name of the table.
    pub name: String,
    /// The names of the key columns.
    pub keys: Vec<String>,
    /// The rows.
    pub rows: Vec<TableRow>,
}

/// Positions of one class.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TableRow {
    /// A number for each key column.
    pub key: Vec<u32>,
    /// By value.
    #[serde(flatten)]
    pub counts: CountsAnswer,
}

impl From<&Counts> for CountsAnswer {
    fn from(counts: &Counts) -> Self {
        CountsAnswer { win: counts.win, loss: counts.loss, draw: counts.draw }
    }
}

/// Counts a database, or reads what it says of itself if it is too large.
pub(crate) fn statistics(
    solution: &dyn Solution,
    whole: &dyn Whole,
    start: &str,
    most: u64,
) -> Result<StatisticsAnswer, ApiError> {
    let manifest = whole.manifest();
    if manifest.positions() <= most {
        return Ok(StatisticsAnswer::from(whole.statistics(&Silent)?));
    }
    let row = |layer: &LayerEntry| LayerRow {
        layer: layer.name.clone(),
        counts: CountsAnswer { win: layer.win, loss: layer.loss, draw: layer.draw },
    };
    let by_layer: Vec<LayerRow> = manifest.layers.iter().map(row).collect();
    let sum = |count: fn(&CountsAnswer) -> u64| by_layer.iter().map(|row| count(&row.counts)).sum();
    Ok(StatisticsAnswer {
        game: solution.id(),
        counted: Counted::Stored,
        total: CountsAnswer { win: sum(|c| c.win), loss: sum(|c| c.loss), draw: sum(|c| c.draw) },
        start: solution.rate(start, Limit::NONE)?,
        longest_win: None,
        longest_loss: None,
        by_plies: None,
        by_layer,
        tables: Vec::new(),
        signature_values: manifest
            .signature_values
            .map(|signature| signature.to_string())
            .unwrap_or_default(),
        signature_plies: manifest.signature_plies.map(|signature| signature.to_string()),
    })
}

impl From<StatisticsReport> for StatisticsAnswer {
    fn from(report: StatisticsReport) -> Self {
        let longest = |longest: Option<(Plies, String)>| {
            longest.map(|(plies, position)| LongestAnswer { plies, position })
        };
        let table = |table: &kaiketsu::Table| TableAnswer {
            name: table.name.into(),
            keys: table.keys.iter().map(ToString::to_string).collect(),
            rows: table
                .rows
                .iter()
                .map(|(key, counts)| TableRow { key: key.clone(), counts: counts.into() })
                .collect(),
        };
        let layer =
            |(layer, counts): &(String, Counts)| LayerRow { layer: layer.clone(), counts: counts.into() };
        StatisticsAnswer {
            counted: Counted::Positions,
            total: (&report.total).into(),
            start: report.start,
            by_plies: report.distances.then_some(report.by_plies),
            by_layer: report.by_layer.iter().map(layer).collect(),
            tables: report.tables.iter().map(table).collect(),
            longest_win: longest(report.longest_win),
            longest_loss: longest(report.longest_loss),
            signature_values: report.signature_values,
            signature_plies: report.signature_plies,
            game: report.game,
        }
    }
}
