//! Algorithms 1 to 6 of the Quixo paper and the kernels that do their work,
//! measured against each other in this run.

use kaiketsu::{BenchLimits, BenchRow, Error, Request, bench};

use super::PAPER;
use crate::numbers::{grouped, seconds, times};
use crate::{Row, Section, Workbench};

/// Algorithm, kernel, whether distances are computed, what it is.
const MAPPED: [(&str, &str, bool, &str); 6] = [
    ("algorithms 1, 2", "sweep", false, "value iteration inside backward induction by marks"),
    ("algorithm 6", "sweep", true, "the same with steps"),
    ("algorithms 3 to 5", "induction", false, "parents of losses at once, WinOrDraw, two bits a position"),
    ("parent updates", "queue", true, "child counters and a queue by distance, with steps"),
    ("lanes", "cubes", false, "512 colourings a vector; not in the paper"),
    ("lanes", "cubes", true, "the same with steps; not in the paper"),
];

/// The full board and the tiers after it, as far as they are small.
const FIRST_TIERS: u64 = 600_000;

pub(super) fn section(workbench: &Workbench<'_>) -> Result<Section, Error> {
    let game = workbench.registry.find("quixo-4x4")?;
    let positions = if workbench.scope.full { u64::MAX } else { FIRST_TIERS };
    let limits = BenchLimits { positions, cpu_seconds: f64::INFINITY };
    let mut measured = Vec::new();
    for (_, kernel, distances, _) in MAPPED {
        let request =
            Request { kernel: Some(kernel.into()), distances, threads: 1, ..workbench.request.clone() };
        let mut found: Option<BenchRow> = None;
        bench(&*game, &request, limits, &mut |row| found = Some(row))?;
        measured.push(found);
    }
    let slowest = measured[0].as_ref().map_or(0.0, |row| row.cpu_seconds);
    let agreed = measured
        .iter()
        .flatten()
        .all(|row| Some(row.signature) == measured[0].as_ref().map(|row| row.signature));
    let mut rows = Vec::new();
    for ((algorithm, kernel, distances, what), row) in MAPPED.iter().zip(&measured) {
        let Some(row) = row else { continue };
        let with = if *distances { "with distances" } else { "values only" };
        rows.push(Row::apart(
            format!("{algorithm}: kernel `{kernel}`, {with}"),
            "no time given",
            seconds(row.cpu_seconds),
            &format!(
                "{} as fast as the first row, {} positions, one thread; {what}",
                times(slowest, row.cpu_seconds),
                grouped(row.positions)
            ),
        ));
    }
    rows.push(Row::compare("all of them give the same values", "yes", if agreed { "yes" } else { "no" }));
    let part =
        if workbench.scope.full { "all of 4x4" } else { "4x4, the tiers with most marks; --full: all" };
    Ok(Section::new(PAPER, "algorithms 1 to 6", &format!("kernels measured in this run on {part}"), rows))
}
