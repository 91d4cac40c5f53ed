//! Algorithms 1 to 6 of the Quixo paper and the kernels that do their work,
//! measured against each other in this run.

use kaiketsu::{BenchLimits, BenchRow, Error, Request, bench, machine};
use kaiketsu_game::{Slot, Tier, Tiered};
use kaiketsu_games::Quixo;

use super::PAPER;
use super::ladder::{Ladder, Rung, State};
use crate::numbers::{grouped, seconds, times};
use crate::{Figures, Row, Section, Workbench};

/// Method, what it is.
const RUNGS: [(Rung, &str); 4] = [
    (Rung::ValueIteration, "algorithm 1: plain value iteration"),
    (Rung::BackwardInduction, "algorithm 2: backward induction by marks"),
    (Rung::ParentUpdates, "algorithm 3: and parents of losses won at once"),
    (Rung::WinOrDraw, "algorithms 4, 5: and WinOrDraw"),
];

/// Kernel, whether distances are computed, what it is.
const KERNELS: [(&str, bool, &str); 6] = [
    ("sweep", false, "algorithms 1, 2"),
    ("sweep", true, "algorithm 6, steps to the end"),
    ("queue", true, "child counters and a queue by distance; not in the paper"),
    ("induction", false, "algorithms 3 to 5, two bits a position"),
    ("cubes", true, "lanes: 512 colourings a vector, with steps; not in the paper"),
    ("cubes", false, "lanes: 512 colourings a vector; not in the paper"),
];

/// For tests: the full board and the tiers after it, as far as they are small.
const FIRST_TIERS: u64 = 600_000;

pub(super) fn section(workbench: &Workbench<'_>) -> Result<Section, Error> {
    let kernels = kernels(workbench)?;
    let positions = kernels.iter().flatten().map(|row| row.positions).max().unwrap_or(0);
    let game = Quixo::new(4);
    let solved = |tiers: &u32| (0..*tiers).map(|tier| game.size(Tier(tier))).sum::<u64>() <= positions;
    let tiers = (0..=game.tiers()).rev().find(solved).unwrap_or(0);
    let mut rows = Vec::new();
    let mut values: Vec<Vec<Vec<State>>> = Vec::new();
    let (mut first, mut before) = (None, None);
    let mut measured = |what: String, time: f64| {
        let mut note = format!("{} positions, one thread", grouped(positions));
        if let (Some(first), Some(before)) = (first, before) {
            let (before, first) = (times(before, time), times(first, time));
            note += &format!("; {before} as fast as the row before, {first} as algorithm 1");
        }
        (first, before) = (first.or(Some(time)), Some(time));
        rows.push(Row::apart(what, "no time given", seconds(time), &note));
    };
    for (rung, what) in RUNGS {
        let began = machine::processor_time();
        values.push(workbench.busy(what, || Ladder::climb(&game, tiers, rung)));
        measured(what.into(), (machine::processor_time() - began).as_secs_f64());
    }
    for ((kernel, distances, what), row) in KERNELS.iter().zip(&kernels) {
        let Some(row) = row else { continue };
        let with = if *distances { "with distances" } else { "values only" };
        measured(format!("kernel `{kernel}`, {with}: {what}"), row.cpu_seconds);
    }
    let database = workbench.figures("quixo-4x4")?;
    let signature = |row: &Option<BenchRow>| row.as_ref().map(|row| row.signature);
    let agreed = kernels.iter().all(|row| signature(row) == signature(&kernels[0]))
        && values.iter().all(|found| found == &values[0])
        && counted(&game, &values[0]) == stored(&database, tiers);
    rows.push(Row::compare("all of them give the same values", "yes", if agreed { "yes" } else { "no" }));
    let part = match workbench.scope.brief {
        true => format!("4x4, {} marks or more", 17 - tiers),
        false => "all of 4x4".into(),
    };
    Ok(Section::new(PAPER, "algorithms 1 to 6", &format!("methods measured in this run on {part}"), rows))
}

fn kernels(workbench: &Workbench<'_>) -> Result<Vec<Option<BenchRow>>, Error> {
    let game = workbench.registry.get("quixo-4x4")?;
    let positions = if workbench.scope.brief { FIRST_TIERS } else { u64::MAX };
    let limits = BenchLimits { positions, cpu_seconds: f64::INFINITY };
    let mut measured = Vec::new();
    for (kernel, distances, _) in KERNELS {
        let request =
            Request { kernel: Some(kernel.into()), distances, threads: 1, ..workbench.request.clone() };
        let mut found = None;
        let what = format!("quixo-4x4 by `{kernel}`");
        workbench.busy(&what, || bench(&*game, &request, limits, &mut |row| found = Some(row)))?;
        measured.push(found);
    }
    Ok(measured)
}

/// Wins, losses and draws of the tiers solved here.
pub(super) fn counted(game: &Quixo, values: &[Vec<State>]) -> [u64; 3] {
    let mut counts = [0; 3];
    for (tier, states) in (0..).map(Tier).zip(values) {
        for (index, state) in (0..).zip(states) {
            let place = match state {
                State::Win => 0,
                State::Loss => 1,
                State::Draw | State::WinOrDraw => 2,
            };
            counts[place] += game.weight(Slot { tier, index });
        }
    }
    counts
}

/// The same from the database.
fn stored(found: &Figures, tiers: u32) -> [u64; 3] {
    let marks = |row: &serde_json::Value| row["mover_marks"].as_u64().zip(row["opponent_marks"].as_u64());
    let among = |row: &&serde_json::Value| {
        marks(row).is_some_and(|(mover, opponent)| mover + opponent + u64::from(tiers) > 16)
    };
    ["win", "loss", "draw"]
        .map(|value| found.rows("by_class").filter(among).filter_map(|row| row[value].as_u64()).sum())
}
