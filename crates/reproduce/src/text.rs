//! The report for a terminal: a summary, what differs and what is new, and whole
//! tables for who wants them. Nothing is wider than a terminal.

use std::fmt::Write;

use crate::{Paper, Report, Row, Section, Verdict};

/// Columns of a terminal.
const WIDE: usize = 100;

/// Texts longer than this are cut in the columns; JSON and HTML have all.
const WIDEST: usize = 26;

/// Rows of a section that a list shows.
const FEW: usize = 8;

fn short(text: &str, widest: usize) -> String {
    match text.chars().count() > widest {
        true => text.chars().take(widest - 1).chain(['…']).collect(),
        false => text.into(),
    }
}

/// A section as a table. A note that does not fit beside its row is below it.
#[must_use]
pub fn section_text(section: &Section) -> String {
    let mut text = String::new();
    folded(&mut text, "", &format!("{} — {}: {}", section.paper, section.place, section.title));
    let header = ["", "published", "computed", "verdict"].map(String::from);
    let cells = |row: &Row| {
        let [what, published, computed] =
            [&row.what, &row.published, &row.computed].map(|text| short(text, WIDEST));
        [what, published, computed, row.verdict.to_string()]
    };
    let lines: Vec<[String; 4]> = std::iter::once(header).chain(section.rows.iter().map(cells)).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths = [0, 1, 2, 3].map(width);
    for (number, line) in lines.iter().enumerate() {
        let ([what, published, computed, verdict], [a, b, c, d]) = (line, widths);
        let written = format!("  {what:<a$}  {published:>b$}  {computed:>c$}  {verdict:<d$}");
        let note = number.checked_sub(1).map_or("", |at| &section.rows[at].note);
        if written.chars().count() + 2 + note.chars().count() <= WIDE {
            let _ = writeln!(text, "{}", format!("{written}  {note}").trim_end());
        } else {
            let _ = writeln!(text, "{}", written.trim_end());
            folded(&mut text, "      ", note);
        }
    }
    text
}

/// Writes a text in lines that are not too wide.
fn folded(text: &mut String, indent: &str, words: &str) {
    let mut line = String::new();
    for word in words.split_whitespace() {
        if !line.is_empty() && indent.len() + line.chars().count() + 1 + word.chars().count() > WIDE {
            let _ = writeln!(text, "{indent}{line}");
            line.clear();
        }
        line += if line.is_empty() { "" } else { " " };
        line += word;
    }
    if !line.is_empty() {
        let _ = writeln!(text, "{indent}{line}");
    }
}

/// How many rows have each verdict, paper by paper; then what differs, what is
/// new, what was left out, and where the numbers come from.
#[must_use]
pub fn summary_text(report: &Report) -> String {
    let mut text = tally(report);
    let different = report.count(Verdict::Different);
    text += if different == 0 {
        "\nNothing differs from the papers.\n"
    } else {
        "\nDifferent from the papers:\n"
    };
    list(&mut text, report, Verdict::Different, usize::MAX);
    if report.count(Verdict::Erratum) > 0 {
        text += "\nErrata of the papers, each for a stated reason:\n";
        list(&mut text, report, Verdict::Erratum, FEW);
    }
    if report.count(Verdict::New) > 0 {
        text += "\nNew, ours alone:\n";
        list(&mut text, report, Verdict::New, FEW);
    }
    left_out(&mut text, report);
    if !report.provenance.is_empty() {
        text += "\nThe numbers are from:\n";
    }
    for source in &report.provenance {
        let signature = short(&source.signature_values, 17);
        let _ = writeln!(text, "  {:<26} {}, signature {signature}", source.game, source.source);
    }
    let _ = writeln!(text, "Databases are kept in {}", report.db);
    let _ = writeln!(text, "{}, {:.0} processor seconds", report.version, report.cpu_seconds);
    text
}

/// The table of verdicts.
fn tally(report: &Report) -> String {
    let heads = Verdict::ALL.map(|verdict| verdict.to_string());
    let line = |name: &str, cells: [String; 6]| {
        let cells =
            cells.iter().zip(&heads).map(|(cell, head)| format!("{cell:>width$}", width = head.len()));
        format!("{name:<10}{}\n", cells.collect::<Vec<_>>().join("  "))
    };
    let mut text = line("", heads.clone());
    for paper in Paper::ALL {
        let sections = || report.sections.iter().filter(|section| section.paper == paper);
        if sections().next().is_some() {
            let count = |verdict| sections().map(|section| section.count(verdict)).sum::<usize>().to_string();
            text += &line(&paper.to_string(), Verdict::ALL.map(count));
        }
    }
    text + &line("all", Verdict::ALL.map(|verdict| report.count(verdict).to_string()))
}

/// The rows with a verdict, some of each section.
fn list(text: &mut String, report: &Report, verdict: Verdict, most: usize) {
    for section in &report.sections {
        let rows: Vec<&Row> = section.rows.iter().filter(|row| row.verdict == verdict).collect();
        for row in rows.iter().take(most) {
            let what = format!("{} {}, {}", section.paper, section.place, row.what);
            let against = match row.published.as_str() {
                "-" => row.computed.clone(),
                published => {
                    format!("{}, published {}", short(&row.computed, WIDEST), short(published, WIDEST))
                }
            };
            folded(text, "  ", &format!("{}: {}", short(&what, 80), short(&against, 80)));
        }
        if rows.len() > most {
            let more = rows.len() - most;
            let _ = writeln!(text, "  {} {}: {more} more with --tables", section.paper, section.place);
        }
    }
}

/// What was not computed, by what would do it.
fn left_out(text: &mut String, report: &Report) {
    let mut reasons: Vec<(&str, usize)> = Vec::new();
    let rows = report.sections.iter().flat_map(|section| &section.rows);
    for row in rows.filter(|row| row.verdict == Verdict::NotComputed) {
        match reasons.iter_mut().find(|(note, _)| *note == row.note) {
            Some((_, many)) => *many += 1,
            None => reasons.push((&row.note, 1)),
        }
    }
    if !reasons.is_empty() {
        *text += "\nNot computed:\n";
    }
    for (note, many) in reasons {
        let rows = if many == 1 { "row" } else { "rows" };
        folded(text, "  ", &format!("{many} {rows}: {note}"));
    }
}
