//! The report as one page that needs nothing else.

use std::fmt::Write;

use crate::numbers::seconds;
use crate::{Paper, Report, Row, Section, Verdict, board};

const STYLE: &str = include_str!("page.css");

/// Text that cannot be taken for markup.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('\'', "&#39;")
        .replace('"', "&quot;")
}

fn class(verdict: Verdict) -> String {
    verdict.to_string().replace(' ', "-")
}

/// The page.
#[must_use]
pub fn page(report: &Report) -> String {
    let mut html = format!(
        "<!doctype html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n\
         <meta name='viewport' content='width=device-width'>\n<title>Five papers reproduced</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>Five papers reproduced</h1>\n<p><code>{}</code>, {}, {} of processor \
         time. Every published table and figure beside what this program computes, and what is beyond the papers.</p>\n<p class='tally'>",
        report.command(),
        escape(&report.version),
        seconds(report.cpu_seconds)
    );
    for verdict in Verdict::ALL {
        let count = report.count(verdict);
        let class = if count == 0 { String::new() } else { class(verdict) };
        let _ = write!(html, "<span class='verdict {class}'>{count} {verdict}</span> ");
    }
    html += "</p>\n";
    write_overview(&mut html, report);
    let mut paper: Option<Paper> = None;
    for (number, section) in report.sections.iter().enumerate() {
        if paper != Some(section.paper) {
            let _ = writeln!(html, "<h2 id='{}'>{}</h2>", section.paper, escape(section.paper.citation()));
            paper = Some(section.paper);
        }
        write_section(&mut html, number, section);
    }
    write_sources(&mut html, report);
    html + "</body>\n</html>\n"
}

/// What each paper comes to, and where its sections are.
fn write_overview(html: &mut String, report: &Report) {
    *html += "<nav><div class='wide'><table class='overview'><thead><tr><th>paper</th>";
    for verdict in Verdict::ALL {
        let _ = write!(html, "<th class='number'>{verdict}</th>");
    }
    *html += "<th>sections</th></tr></thead>\n<tbody>\n";
    for paper in Paper::ALL {
        let sections = || report.sections.iter().enumerate().filter(|(_, section)| section.paper == paper);
        if sections().next().is_none() {
            continue;
        }
        let _ = write!(html, "<tr><td><a href='#{paper}'>{paper}</a></td>");
        for verdict in Verdict::ALL {
            let count: usize = sections().map(|(_, section)| section.count(verdict)).sum();
            let _ = write!(html, "<td class='number'>{count}</td>");
        }
        let links = sections()
            .map(|(number, section)| format!("<a href='#s{number}'>{}</a>", escape(&section.place)))
            .collect::<Vec<_>>();
        let _ = writeln!(html, "<td class='note'>{}</td></tr>", links.join(", "));
    }
    *html += "</tbody></table></div></nav>\n";
}

fn write_section(html: &mut String, number: usize, section: &Section) {
    let _ = writeln!(
        html,
        "<section id='s{number}'>\n<h3>{}: {}</h3>",
        escape(&section.place),
        escape(&section.title)
    );
    let (missing, there): (Vec<&Row>, Vec<&Row>) =
        section.rows.iter().partition(|row| row.verdict == Verdict::NotComputed);
    if !there.is_empty() {
        write_rows(html, &there);
    }
    if let Some(first) = missing.first() {
        let rows = if missing.len() == 1 { "row" } else { "rows" };
        let why = if missing.iter().all(|row| row.note == first.note) { &*first.note } else { "" };
        let why = if why.is_empty() { String::new() } else { format!(": {}", escape(why)) };
        let _ = writeln!(
            html,
            "<details class='not-there'><summary>{} {rows} not computed{why}</summary>",
            missing.len()
        );
        write_rows(html, &missing);
        *html += "</details>\n";
    }
    for chart in &section.charts {
        let _ = writeln!(
            html,
            "<figure>{}<figcaption>{}</figcaption></figure>",
            chart.svg(),
            escape(&chart.title)
        );
    }
    if !section.boards.is_empty() {
        *html += "<div class='boards'>";
        for drawn in &section.boards {
            let _ = write!(
                html,
                "<figure>{}<figcaption>{}<br><code>{}</code></figcaption></figure>",
                board::svg(&drawn.position),
                escape(&drawn.title),
                escape(&drawn.position)
            );
        }
        *html += "</div>\n";
    }
    *html += "</section>\n";
}

fn write_rows(html: &mut String, rows: &[&Row]) {
    *html += "<div class='wide'><table><thead><tr><th></th><th class='number'>published</th>\
              <th class='number'>computed</th><th>verdict</th><th>notes</th></tr></thead>\n<tbody>\n";
    for row in rows {
        let _ = writeln!(
            html,
            "<tr><td class='what'>{}</td><td class='number'>{}</td><td class='number'>{}</td>\
             <td><span class='verdict {}'>{}</span></td><td class='note'>{}</td></tr>",
            escape(&row.what),
            escape(&row.published),
            escape(&row.computed),
            class(row.verdict),
            row.verdict,
            escape(&row.note)
        );
    }
    *html += "</tbody></table></div>\n";
}

fn write_sources(html: &mut String, report: &Report) {
    *html += "<h2 id='sources'>Where the numbers come from</h2>\n<div class='wide'><table><thead><tr><th>game</th><th>source</th>\
              <th>processor time</th><th>signature of values</th><th>with distances</th></tr></thead><tbody>\n";
    for source in &report.provenance {
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td>{}</td><td class='number'>{}</td><td><code>{}</code></td><td><code>{}</code></td></tr>",
            escape(&source.game),
            source.source,
            source.cpu_seconds.map_or("-".into(), seconds),
            escape(&source.signature_values),
            escape(source.signature_plies.as_deref().unwrap_or("-"))
        );
    }
    let _ = writeln!(
        html,
        "</tbody></table></div>\n<p>Databases are kept in <code>{}</code>.</p>",
        escape(&report.db)
    );
}
