//! `kaiketsu stats`

mod counted;
mod reached;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use kaiketsu::{Fingerprint, Longest, Part, PliesRow, Registry, StatisticsReport, Want};

use crate::figures::count;
use crate::files::replace;
use crate::options::Common;
use crate::output::{
    Column::{Numbers, Words},
    Output, table,
};
use crate::parts::Parts;
use crate::progress::display;
use crate::session::{Session, solver};

use reached::{is_not_solved, unvalued};

/// Count all positions of a solved game: by value, distance, layer and class
///
/// Counts are of distinct positions for the side to move, mirror images
/// counted separately, however the database folds them.
///
/// A job array counts in parts and adds them up:
/// `kaiketsu --json stats ID --part 3/16 > part-3.json`, and when all are there
/// `kaiketsu stats ID --from part-*.json`.
#[derive(Debug, Args)]
pub(crate) struct Stats {
    /// The game, such as quixo-4x4
    id: String,
    /// Also count the positions reachable from the start (takes memory and time; of a game
    /// that is not solved nothing else is said)
    #[arg(long, conflicts_with = "part")]
    reachable: bool,
    /// Also say what the solution says whatever way it is stored (takes memory and time)
    ///
    /// The signatures depend on the numbering of positions. The fingerprint
    /// does not: it adds up a hash of every position that can be reached from
    /// the start, as text, with its value. So a game solved by its rules alone
    /// and by a numbering, folded or not, can be compared.
    #[arg(long, conflicts_with = "part")]
    fingerprint: bool,
    /// Also write a page worth keeping: counts, signatures, times, notable positions (TOML)
    #[arg(long, value_name = "FILE", conflicts_with = "part")]
    results: Option<PathBuf>,
    #[command(flatten)]
    parts: Parts,
    /// Add up what was counted in parts, and count nothing
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["part", "processes"])]
    from: Vec<PathBuf>,
}

impl Stats {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let progress = display(common);
        let session = match Session::open(registry, common, &self.id) {
            // What play can reach follows from the rules alone.
            Err(error) if self.reachable && is_not_solved(&error) => {
                let game = registry.get(&self.id)?;
                let reach = solver(&*game)?.reachable(common.memory(), &*progress)?;
                return Ok(unvalued(&*game, &reach));
            }
            session => session?,
        };
        let (whole, solver) = (session.whole()?, solver(&*session.game)?);
        if let Some(part) = self.parts.part {
            let census = whole.census(part, &*progress)?;
            return counted::of_part(&session, whole.manifest(), part, census);
        }
        let census = match self.parts.by_processes(common, &["stats", &self.id])? {
            Some(parts) => counted::added(whole.manifest(), parts)?,
            None if self.from.is_empty() => whole.census(Part::WHOLE, &*progress)?,
            None => counted::added(whole.manifest(), counted::read(&self.from)?)?,
        };
        let reach = match self.reachable {
            true => Some(solver.reachable(common.memory(), &*progress)?),
            false => None,
        };
        let mut kept = Ok(());
        let mut report = if let Some(file) = &self.results {
            let (report, results) = whole.results(&solver.times(&session.store), census, &*progress)?;
            let results = match &reach {
                Some(reach) => results.with_reach(reach),
                None => results,
            };
            let text = format!(
                "# Written by `kaiketsu stats {} --results FILE`.\n{}",
                self.id,
                toml::to_string(&results)?
            );
            kept = replace(file, text.as_bytes());
            report
        } else {
            whole.statistics_of(census, &*progress)?
        };
        if let Some(mut reach) = reach {
            reach.value(&report, |position| Ok(session.solution.view(position, Want::VALUES)?.value))?;
            report.reachable = Some(reach);
        }
        if self.fingerprint {
            report.fingerprint = Some(whole.fingerprint(common.memory(), &*progress)?);
        }
        let text = format!("{}\n\n{}", session.game.title(), describe(&report));
        Output { text, json: report.to_json() }.with(kept)
    }
}

fn describe(report: &StatisticsReport) -> String {
    let total = &report.total;
    let share = |n: u64| format!("{:.2}%", 100.0 * n as f64 / total.positions().max(1) as f64);
    let counts = [("win", total.win), ("loss", total.loss), ("draw", total.draw)];
    let mut rows: Vec<_> =
        counts.iter().map(|(name, n)| vec![name.to_string(), count(*n), share(*n)]).collect();
    rows.push(vec!["positions".into(), count(total.positions()), String::new()]);
    let mut text = table(&[Words("value"), Numbers("positions"), Numbers("share")], &rows);
    text += &format!("\nThe start is a {}.\n", report.start);
    for (name, longest) in [("win", &report.longest_win), ("loss", &report.longest_loss)] {
        if let Some(Longest { plies, position }) = longest {
            text += &format!("The longest {name} takes {plies} plies, for example {position}\n");
        }
    }
    for (name, number) in &report.facts {
        text += &format!("{:<26} {}\n", name.replace('_', " "), count(*number));
    }
    if let Some(reach) = &report.reachable {
        text += &reached::describe(reach);
    }
    if report.distances {
        text += &format!("\n{}", by_plies(&report.by_plies));
    }
    for found in &report.tables {
        let header: Vec<_> = found.keys.iter().copied().chain(["win", "loss", "draw"]).map(Numbers).collect();
        let row = |(key, n): (&Vec<u32>, &_)| row_of(key, n);
        let rows: Vec<_> = found.rows.iter().map(row).collect();
        text += &format!("\n{}:\n{}", found.name, table(&header, &rows));
    }
    text += &format!("\nsignature of values     {}\n", report.signature_values);
    text += &format!("signature with plies    {}\n", report.signature_plies.as_deref().unwrap_or("-"));
    if let Some(Fingerprint { positions, values, plies }) = report.fingerprint {
        let plies = plies.map_or("-".into(), |sum| sum.to_string());
        text += &format!("\nfingerprint of {} reachable positions\n", count(positions));
        text += &format!("  of values             {values}\n  with plies            {plies}\n");
    }
    text
}

fn by_plies(rows: &[PliesRow]) -> String {
    let row = |row: &PliesRow| vec![row.plies.to_string(), row.value.to_string(), count(row.positions)];
    let rows: Vec<_> = rows.iter().map(row).collect();
    table(&[Numbers("plies"), Words("value"), Numbers("positions")], &rows)
}

fn row_of(key: &[u32], counts: &kaiketsu::Counts) -> Vec<String> {
    let keys = key.iter().map(u32::to_string);
    keys.chain([counts.win, counts.loss, counts.draw].map(count)).collect()
}
