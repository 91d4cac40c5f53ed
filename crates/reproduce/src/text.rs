//! The report for a terminal.

use std::fmt::Write;

use crate::{Report, Section, Verdict};

/// Texts longer than this are cut in the columns; JSON and HTML have all.
const WIDEST: usize = 64;

fn short(text: &str) -> String {
    match text.chars().count() > WIDEST {
        true => text.chars().take(WIDEST - 1).chain(['…']).collect(),
        false => text.into(),
    }
}

/// A section as a table.
#[must_use]
pub fn section_text(section: &Section) -> String {
    let mut text = format!("{} — {}: {}\n", section.paper, section.place, section.title);
    let header = ["", "published", "computed", "verdict"].map(String::from);
    let cells = |row: &crate::Row| {
        [short(&row.what), short(&row.published), short(&row.computed), row.verdict.to_string()]
    };
    let lines: Vec<[String; 4]> = std::iter::once(header).chain(section.rows.iter().map(cells)).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths = [0, 1, 2, 3].map(width);
    for (number, line) in lines.iter().enumerate() {
        let ([what, published, computed, verdict], [a, b, c, d]) = (line, widths);
        let mut written = format!("  {what:<a$}  {published:>b$}  {computed:>c$}  {verdict:<d$}");
        if let Some(row) = number.checked_sub(1).map(|at| &section.rows[at]) {
            let _ = write!(written, "  {}", row.note);
        }
        text += written.trim_end();
        text.push('\n');
    }
    text
}

/// How many rows have each verdict, what is wrong, and where the numbers come
/// from.
#[must_use]
pub fn summary_text(report: &Report) -> String {
    let tally = Verdict::ALL.map(|verdict| format!("{} {verdict}", report.count(verdict)));
    let mut text = format!("{} sections: {}\n", report.sections.len(), tally.join(", "));
    for section in &report.sections {
        for row in section.rows.iter().filter(|row| row.verdict == Verdict::Different) {
            let _ = writeln!(
                text,
                "different: {} {}, {}: published {}, computed {}",
                section.paper, section.place, row.what, row.published, row.computed
            );
        }
    }
    for source in &report.provenance {
        let _ = writeln!(
            text,
            "{} from the {}, signature {}",
            source.game, source.source, source.signature_values
        );
    }
    let _ = writeln!(text, "{}, {:.0} processor seconds", report.version, report.cpu_seconds);
    text
}
