//! The five papers, table by table and figure by figure, beside what Kaiketsu
//! computes today.
//!
//! ```text
//! published/*.csv --\
//! games, databases ---> Workbench -> quixo | nocca | dodgem | quantum | otrio | beyond -> Section, Row
//! results/*.toml ---/                                                           \-> text | html | JSON
//! ```
//!
//! What is missing is solved or proved into the store. Every row carries a
//! [`Verdict`]. A row that differs for a known reason is an *erratum* only if
//! the stated mistake leads to exactly the printed number; a number damaged in
//! any other way is *different*.
//!
//! ```no_run
//! use kaiketsu::{Registry, Silent, Store};
//! use kaiketsu_reproduce::{Paper, Scope, Verdict, Workbench, reproduce};
//!
//! let registry = Registry::standard();
//! let bench = Workbench::new(&registry, Store::new("databases"), Scope::default(), &Silent);
//! let report = reproduce(&bench, &[Paper::Quixo], &mut |section| eprintln!("{}", section.title))?;
//! assert_eq!(report.count(Verdict::Different), 0);
//! # Ok::<(), kaiketsu::Error>(())
//! ```
//!
//! In the book: `docs/reproduce.md` says what the verdicts mean and which errata were found.
#![forbid(unsafe_code)]

mod beyond;
mod board;
mod chart;
mod dodgem;
mod figures;
mod html;
mod nocca;
mod numbers;
mod otrio;
mod paper;
mod published;
mod quantum;
mod quixo;
mod report;
mod text;
mod workbench;

pub use chart::{Chart, Series};
pub use html::page;
pub use paper::Paper;
pub use published::Published;
pub use report::{Board, Report, Row, Section, Verdict};
pub use text::{section_text, summary_text};
pub use workbench::{Scope, Workbench};

use figures::Figures;
use published::Record;
use workbench::Large;

/// Compares the papers asked for; `done` sees each section as it is finished.
pub fn reproduce(
    bench: &Workbench<'_>,
    papers: &[Paper],
    done: &mut dyn FnMut(&Section),
) -> Result<Report, kaiketsu::Error> {
    let mut sections = Vec::new();
    for paper in papers {
        let mut emit = |section: Section| {
            done(&section);
            sections.push(section);
        };
        match paper {
            Paper::Quixo => quixo::compare(bench, &mut emit)?,
            Paper::Nocca => nocca::compare(bench, &mut emit)?,
            Paper::Dodgem => dodgem::compare(bench, &mut emit)?,
            Paper::Quantum => quantum::compare(bench, &mut emit)?,
            Paper::Otrio => otrio::compare(bench, &mut emit)?,
            Paper::Beyond => beyond::compare(bench, &mut emit)?,
        }
    }
    Ok(Report::new(sections, bench))
}

/// Takes the finished sections of a paper.
type Emit<'a> = &'a mut dyn FnMut(Section);
