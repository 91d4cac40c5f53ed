//! The counts of a solved game.

use kaiketsu::{
    Counts, LayerEntry, LayerRow, Limit, Longest, PliesRow, Rating, Silent, Solution, StatisticsReport, Whole,
};
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
    pub total: Counts,
    /// Value of the start.
    pub start: Rating,
    /// The longest win.
    #[schema(required)]
    pub longest_win: Option<Longest>,
    /// The longest loss.
    #[schema(required)]
    pub longest_loss: Option<Longest>,
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
    pub counts: Counts,
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
        counts: Counts { win: layer.win, loss: layer.loss, draw: layer.draw },
    };
    let by_layer: Vec<LayerRow> = manifest.layers.iter().map(row).collect();
    let mut total = Counts::default();
    by_layer.iter().for_each(|row| total.merge(&row.counts));
    Ok(StatisticsAnswer {
        game: solution.id(),
        counted: Counted::Stored,
        total,
        start: solution.rate(start, Limit::NONE)?,
        longest_win: None,
        longest_loss: None,
        by_plies: None,
        by_layer,
        tables: Vec::new(),
        signature_values: manifest.signature_values.map(|found| found.to_string()).unwrap_or_default(),
        signature_plies: manifest.signature_plies.map(|signature| signature.to_string()),
    })
}

impl From<StatisticsReport> for StatisticsAnswer {
    fn from(report: StatisticsReport) -> Self {
        let table = |table: &kaiketsu::Table| TableAnswer {
            name: table.name.into(),
            keys: table.keys.iter().map(ToString::to_string).collect(),
            rows: table
                .rows
                .iter()
                .map(|(key, counts)| TableRow { key: key.clone(), counts: *counts })
                .collect(),
        };
        StatisticsAnswer {
            counted: Counted::Positions,
            total: report.total,
            start: report.start,
            by_plies: report.distances.then_some(report.by_plies),
            by_layer: report.by_layer,
            tables: report.tables.iter().map(table).collect(),
            longest_win: report.longest_win,
            longest_loss: report.longest_loss,
            signature_values: report.signature_values,
            signature_plies: report.signature_plies,
            game: report.game,
        }
    }
}
