//! Plans by what solves took that were measured.
//!
//! `measured.csv` has one line for each solve: what it took on one core of the
//! machine that docs/kernels.md names, as `solve --json` and `results/` say it. A plan
//! of a game on that list has its figures. One of another board of the same family,
//! by the same kernel, has rates between those of the boards around it, of such as are won
//! alike. What no
//! board of the family tells is left to the trial of the engine.

use kaiketsu_engine::solve::{FILE_BYTES, Plan};

use crate::near::family;

const MEASURED: &str = include_str!("measured.csv");

/// Processor seconds to begin a solve, and to make a file.
const BEGIN: f64 = 0.004;
const FILE: f64 = 0.000_6;

/// A solve that was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The game.
    pub game: String,
    /// The kernel.
    pub kernel: String,
    /// Whether distances were stored.
    pub distances: bool,
    /// Stored positions.
    pub positions: u64,
    /// Files.
    pub files: u32,
    /// Processor seconds.
    pub cpu_seconds: f64,
    /// Bytes on disk.
    pub bytes: u64,
    /// The most memory it held.
    pub peak_memory: u64,
}

/// The solves that were measured.
#[must_use]
pub fn measured_solves() -> Vec<Measured> {
    MEASURED.lines().skip(1).map(read).collect()
}

fn read(line: &str) -> Measured {
    let mut parts = line.split(',');
    let mut next = || parts.next().expect("a line of measured.csv has eight parts");
    let (game, kernel, distances) = (next().into(), next().into(), next() == "plies");
    let number = |text: &str| text.parse::<u64>().expect("a number of measured.csv");
    Measured {
        game,
        kernel,
        distances,
        positions: number(next()),
        files: number(next()) as u32,
        cpu_seconds: next().parse().expect("seconds of measured.csv"),
        bytes: number(next()),
        peak_memory: number(next()),
    }
}

impl Measured {
    /// Nanoseconds of a position, beginning and files left out.
    fn nanoseconds(&self) -> f64 {
        let seconds = self.cpu_seconds - BEGIN - FILE * f64::from(self.files);
        1e9 * seconds.max(0.0) / self.positions as f64
    }

    /// Bits of a position on disk, headers left out.
    fn bits(&self) -> f64 {
        let bytes = self.bytes.saturating_sub(FILE_BYTES * u64::from(self.files));
        8.0 * bytes as f64 / self.positions as f64
    }
}

/// A plan by what was measured, as far as it was; the others stay as they are.
pub(crate) fn by_measured_rates(plan: Plan) -> Plan {
    forecast(plan, &measured_solves())
}

/// A plan of several processes by what one took, and what they take beside it.
pub(crate) fn among_by_measured_rates(plan: Plan) -> Plan {
    among(plan, &measured_solves())
}

/// Processor seconds of several processes over those of `queue`: about the most of the games in
/// docs/cluster.md, whose layers below are held, or which have none. And of whole tiers over those of their kernel: an allowance for
/// tiers that others solved and are read back.
const SPREAD: f64 = 1.1;
const WHOLE: f64 = 1.1;

/// The same, by the solves that are known.
fn among(plan: Plan, known: &[Measured]) -> Plan {
    let whole = plan.whole.map_or(0.0, |whole| whole.positions as f64 / plan.positions as f64);
    let by = |kernel: &'static str| forecast(Plan { kernel, ..plan.clone() }, known);
    // What nothing is solved by need not have been measured.
    let parts =
        [(1.0 - whole, SPREAD, "queue"), (whole, WHOLE, plan.whole.map_or("queue", |whole| whole.kernel))];
    let parts: Vec<(f64, Plan)> = parts
        .into_iter()
        .filter(|part| part.0 > 0.0)
        .map(|(share, over, kernel)| (share * over, by(kernel)))
        .collect();
    let Some((_, last)) = parts.last().filter(|_| parts.iter().all(|(_, part)| part.measured)) else {
        return plan;
    };
    let disk_expected = last.disk_expected;
    let cpu_seconds = parts.iter().map(|(times, part)| part.cpu_seconds.map(|seconds| times * seconds)).sum();
    Plan { cpu_seconds, disk_expected, measured: true, ..plan }
}

/// A plan by the solves that are known.
pub fn forecast(plan: Plan, known: &[Measured]) -> Plan {
    let same = |solve: &&Measured| {
        solve.kernel == plan.kernel
            && solve.distances == plan.distances
            && family(&solve.game) == family(&plan.game)
    };
    let alike = known.iter().filter(same).map(|solve| unlike(&solve.game, &plan.game)).min();
    let near = |solve: &&Measured| Some(unlike(&solve.game, &plan.game)) == alike;
    let mut around: Vec<&Measured> = known.iter().filter(same).filter(near).collect();
    around.sort_by_key(|solve| solve.positions);
    if around.is_empty() || plan.trial.is_some() {
        return plan;
    }
    let between = |rate: fn(&Measured) -> f64| interpolated(&around, plan.positions, rate);
    let itself = around.iter().find(|solve| solve.game == plan.game);
    // Some layers of it take less memory.
    let whole = itself.filter(|solve| solve.positions == plan.positions);
    let nanoseconds = itself.map_or_else(|| between(Measured::nanoseconds), |solve| solve.nanoseconds());
    let bits = itself.map_or_else(|| between(Measured::bits), |solve| solve.bits());
    let (positions, files) = (plan.positions as f64, plan.layers);
    let most = plan.memory_given.max(plan.memory_needed);
    Plan {
        cpu_seconds: Some(BEGIN + FILE * f64::from(files) + 1e-9 * nanoseconds * positions),
        disk_expected: (bits * positions / 8.0) as u64 + FILE_BYTES * u64::from(files),
        memory_expected: whole.map_or(plan.memory_expected, |solve| solve.peak_memory).min(most),
        measured: true,
        ..plan
    }
}

/// How much the boards of two games differ in what wins on them, which tells more of a
/// rate than their sizes: marks in a line, where ids of Quixo say it.
fn unlike(one: &str, other: &str) -> u32 {
    let in_a_line = |id: &str| -> Option<u32> {
        let mut numbers = id.strip_prefix("quixo-")?.split(['x', '-']).map(str::parse::<u32>);
        let (columns, rows) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
        // The whole of the shorter side, if nothing is said.
        numbers.next().map_or(Some(u32::min(columns, rows)), Result::ok)
    };
    in_a_line(one).zip(in_a_line(other)).map_or(0, |(one, other)| one.abs_diff(other))
}

/// A rate at a size, from those of the next smaller and the next larger solve: a
/// straight line where both are logarithms.
fn interpolated(around: &[&Measured], positions: u64, rate: fn(&Measured) -> f64) -> f64 {
    let after = around.partition_point(|solve| solve.positions < positions);
    let least = |solve: &Measured| rate(solve).max(1e-3).ln();
    let (Some(below), Some(above)) = (after.checked_sub(1).map(|at| around[at]), around.get(after).copied())
    else {
        return rate(around[after.min(around.len() - 1)]);
    };
    let [from, to, at] = [below.positions, above.positions, positions].map(|count| (count as f64).ln());
    let share = if to > from { (at - from) / (to - from) } else { 0.5 };
    (least(below) + share * (least(above) - least(below))).exp()
}
