//! What a comparison says: rows with verdicts, in sections.

use std::fmt;

use serde::Serialize;

use crate::{Chart, Paper, Workbench};

/// How a published number stands beside ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// They are the same.
    Equal,
    /// They differ for a stated reason, which leads to exactly the printed number.
    Erratum,
    /// Times, nodes that depend on unstated details, results cited from elsewhere.
    #[serde(rename = "not comparable")]
    NotComparable,
    /// Needs an option, or a database that is absent.
    #[serde(rename = "not computed")]
    NotComputed,
    /// They differ.
    Different,
    /// Ours alone: the papers have nothing to compare with.
    New,
}

impl Verdict {
    /// All of them, in the order of a summary.
    pub const ALL: [Verdict; 6] = [
        Verdict::Equal,
        Verdict::Erratum,
        Verdict::NotComparable,
        Verdict::NotComputed,
        Verdict::Different,
        Verdict::New,
    ];
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Equal => "equal",
            Verdict::Erratum => "erratum",
            Verdict::NotComparable => "not comparable",
            Verdict::NotComputed => "not computed",
            Verdict::Different => "different",
            Verdict::New => "new",
        })
    }
}

/// One published number or fact beside ours.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// What it is about.
    pub what: String,
    /// As printed.
    pub published: String,
    /// As computed.
    pub computed: String,
    /// How they stand.
    pub verdict: Verdict,
    /// Reason, conditions or ratio.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

impl Row {
    fn new(what: impl ToString, published: impl ToString, computed: impl ToString, verdict: Verdict) -> Row {
        Row {
            what: what.to_string(),
            published: published.to_string(),
            computed: computed.to_string(),
            verdict,
            note: String::new(),
        }
    }

    /// Equal or different.
    pub fn compare(what: impl ToString, published: impl ToString, computed: impl ToString) -> Row {
        let same = published.to_string() == computed.to_string();
        Row::new(what, published, computed, if same { Verdict::Equal } else { Verdict::Different })
    }

    /// Equal, an erratum if the mistake leads to what is printed, or different.
    pub fn erratum(
        what: impl ToString,
        published: impl ToString,
        computed: impl ToString,
        mistaken: impl ToString,
        reason: &str,
    ) -> Row {
        let row = Row::compare(what, published, computed);
        if row.verdict == Verdict::Different && row.published == mistaken.to_string() {
            return Row { verdict: Verdict::Erratum, note: reason.into(), ..row };
        }
        row
    }

    /// A numbering that must be one to one.
    pub(crate) fn one_to_one(what: &str, holds: bool) -> Row {
        Row::compare(what, "one to one", if holds { "one to one" } else { "not one to one" })
    }

    /// Shown side by side only.
    pub fn apart(what: impl ToString, published: impl ToString, computed: impl ToString, why: &str) -> Row {
        Row::new(what, published, computed, Verdict::NotComparable).note(why)
    }

    /// Not computed, and what would do it.
    pub fn missing(what: impl ToString, published: impl ToString, needs: &str) -> Row {
        Row::new(what, published, "-", Verdict::NotComputed).note(needs)
    }

    /// A result of ours that the papers do not have.
    pub fn fresh(what: impl ToString, computed: impl ToString) -> Row {
        Row::new(what, "-", computed, Verdict::New)
    }

    /// The same row with one more remark in its note.
    #[must_use]
    pub fn also(mut self, remark: &str) -> Row {
        if !remark.is_empty() {
            self.note += if self.note.is_empty() { "" } else { "; " };
            self.note += remark;
        }
        self
    }

    /// The same row with a note.
    #[must_use]
    pub fn note(self, note: impl Into<String>) -> Row {
        Row { note: note.into(), ..self }
    }
}

/// A position to be drawn.
#[derive(Clone, Debug, Serialize)]
pub struct Board {
    /// What is special about it.
    pub title: String,
    /// The position as the game writes it: rows with `/` between, cells with
    /// `,` between where they hold more than a letter.
    pub position: String,
}

/// A table or figure of a paper.
#[derive(Clone, Debug, Serialize)]
pub struct Section {
    /// The paper.
    pub paper: Paper,
    /// Such as `table 2`.
    pub place: String,
    /// What it shows.
    pub title: String,
    /// The comparison.
    pub rows: Vec<Row>,
    /// Distributions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub charts: Vec<Chart>,
    /// Notable positions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<Board>,
}

impl Section {
    pub(crate) fn new(paper: Paper, place: &str, title: &str, rows: Vec<Row>) -> Self {
        let (charts, boards) = (Vec::new(), Vec::new());
        Section { paper, place: place.into(), title: title.into(), rows, charts, boards }
    }

    pub(crate) fn chart(mut self, chart: Chart) -> Self {
        self.charts.extend(Some(chart).filter(|chart| !chart.is_empty()));
        self
    }

    pub(crate) fn board(mut self, title: &str, position: &str) -> Self {
        self.boards.push(Board { title: title.into(), position: position.into() });
        self
    }

    /// How many rows have a verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.rows.iter().filter(|row| row.verdict == verdict).count()
    }
}

/// What the numbers of a game come from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Provenance {
    /// The game.
    pub game: String,
    /// `database`, or `results` for a page kept in the program.
    pub source: &'static str,
    /// Signature of the values.
    pub signature_values: String,
    /// Signature of values with distances, if they are kept.
    pub signature_plies: Option<String>,
    /// Processor seconds of the solve, if they are known.
    pub cpu_seconds: Option<f64>,
}

/// Everything that was compared.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The program.
    pub version: String,
    /// Whether all searches were asked for (`--full`).
    pub full: bool,
    /// Whether the large boards were asked for (`--large`).
    pub large: bool,
    /// Processor seconds this run took.
    pub cpu_seconds: f64,
    /// The folder with the databases.
    pub db: String,
    /// The sections.
    pub sections: Vec<Section>,
    /// The databases behind them.
    pub provenance: Vec<Provenance>,
}

impl Report {
    pub(crate) fn new(sections: Vec<Section>, bench: &Workbench<'_>) -> Self {
        let version = format!("kaiketsu {}", env!("CARGO_PKG_VERSION"));
        Report {
            version,
            full: bench.scope.full,
            large: bench.scope.large,
            cpu_seconds: bench.cpu_seconds(),
            db: bench.store.root().display().to_string(),
            sections,
            provenance: bench.provenance(),
        }
    }

    /// How many rows have a verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.sections.iter().map(|section| section.count(verdict)).sum()
    }

    /// The command that makes such a report.
    #[must_use]
    pub fn command(&self) -> String {
        let options = [(self.full, " --full"), (self.large, " --large")];
        let asked = options.iter().filter(|(asked, _)| *asked).map(|(_, option)| *option);
        format!("kaiketsu reproduce{}", asked.collect::<String>())
    }
}
