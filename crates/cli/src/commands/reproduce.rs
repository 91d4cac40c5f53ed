//! `kaiketsu reproduce`

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use kaiketsu::Registry;
use kaiketsu_reproduce::{
    Paper, Report, Scope, Verdict, Workbench, page, reproduce, section_text, summary_text,
};

use crate::files::{expect_new, write_new};
use crate::interrupt::Watch;
use crate::options::Common;
use crate::outlets::say_aside;
use crate::output::Output;
use crate::progress::display;
use crate::refusal::refuse;

/// Compare every table and figure of five papers with what this program computes
///
/// What is missing is solved or proved into the database folder first. Every
/// row has a verdict: equal; erratum (the paper is wrong for a stated reason);
/// not comparable (times, unstated details, results cited from elsewhere); not
/// computed (needs --full or --large); different; new (ours alone). The exit
/// code is 6 if a row is different. Printed are how many rows have each verdict,
/// what differs, and what is new; --tables adds every row.
#[derive(Debug, Args)]
pub(crate) struct Reproduce {
    /// Papers to compare: quixo, nocca, dodgem, quantum, otrio, and beyond [default: all]
    ///
    /// `beyond` is no paper: results that none of them has, from kept results or,
    /// with --large, from their databases.
    #[arg(value_name = "PAPER")]
    papers: Vec<Paper>,
    /// Add all of Otrio and the papers' own searches
    #[arg(long)]
    full: bool,
    /// Add Quixo 5x5 and NOCCA x NOCCA 5x6, from their databases or from kept results;
    /// count what is beyond the papers in its databases, where they are
    #[arg(long)]
    large: bool,
    /// Print every table whole, below the summary
    #[arg(long)]
    tables: bool,
    /// Refuse rows that are not computed, too
    #[arg(long)]
    strict: bool,
    /// Also write one page with tables, charts and boards; the file must not be there yet
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Also write every chart as a picture (SVG) into a folder that is not there yet
    #[arg(long, value_name = "DIR")]
    charts: Option<PathBuf>,
}

/// Rows that must not be there. Exit code 6.
#[derive(Debug, thiserror::Error)]
#[error("{different} rows differ from the papers{}", missing(*not_computed))]
pub(crate) struct Disagreement {
    different: usize,
    not_computed: usize,
}

fn missing(rows: usize) -> String {
    if rows == 0 { String::new() } else { format!(", {rows} are not computed") }
}

impl Reproduce {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        if let Some(file) = &self.html {
            free_and_writable(file)?; // said before minutes of work, not after
        }
        if let Some(folder) = &self.charts {
            create_folder(folder)?;
        }
        let progress = display(common);
        let scope = Scope { full: self.full, large: self.large, brief: false };
        let bench = Workbench::new(registry, common.store()?, scope, &*progress)
            .limited(common.request(), common.resources());
        let _watch = Watch::new(&progress, {
            let folder = common.store()?.root().display().to_string();
            move || {
                format!(
                    "Interrupted; games solved so far are kept.\nFolder: {folder}\nGo on with the same command."
                )
            }
        });
        let papers = if self.papers.is_empty() { Paper::ALL.to_vec() } else { self.papers.clone() };
        let report = reproduce(&bench, &papers, &mut |section| {
            if !common.quiet {
                say_aside(&format!("{} {}: {} rows", section.paper, section.place, section.rows.len()));
            }
        })?;
        let kept = self.keep(&report);
        let mut text = summary_text(&report);
        if self.tables {
            report.sections.iter().for_each(|section| text += &format!("\n{}", section_text(section)));
        } else {
            text += "Every row: --tables; with charts and boards: --html FILE";
        }
        let output = Output { text, json: serde_json::to_value(&report)? };
        // What differs is the graver of two errors.
        match self.disagreement(&report) {
            Some(disagreement) => output.with(Err(disagreement.into())),
            None => output.with(kept),
        }
    }

    /// Writes the files that were asked for.
    fn keep(&self, report: &Report) -> Result<()> {
        if let Some(file) = &self.html {
            write_new(file, |file| Ok(file.write_all(page(report).as_bytes())?))?;
        }
        if let Some(folder) = &self.charts {
            for chart in report.sections.iter().flat_map(|section| &section.charts) {
                let file = folder.join(chart.file_name());
                write_new(&file, |file| Ok(file.write_all(chart.file().as_bytes())?))?;
            }
        }
        Ok(())
    }

    fn disagreement(&self, report: &Report) -> Option<Disagreement> {
        let different = report.count(Verdict::Different);
        let not_computed = if self.strict { report.count(Verdict::NotComputed) } else { 0 };
        (different + not_computed > 0).then_some(Disagreement { different, not_computed })
    }
}

/// Makes a folder that is not there yet.
fn create_folder(folder: &Path) -> Result<()> {
    if folder.exists() {
        return refuse(format!(
            "{} is there already; charts are written into a new folder",
            folder.display()
        ));
    }
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// Makes sure that a file is not there and can be made; leaves none behind.
fn free_and_writable(file: &Path) -> Result<()> {
    expect_new(file)?;
    std::fs::File::create_new(file).with_context(|| format!("cannot write {}", file.display()))?;
    std::fs::remove_file(file).with_context(|| format!("cannot remove {}", file.display()))
}
