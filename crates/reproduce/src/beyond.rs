//! Beyond the papers: what was solved here and, as far as we know, nowhere else.
//!
//! A result is a page in `results/`, a line in the list of kept pages
//! (`figures.rs`) and a [`Topic`] here. What a page has is shown: counts, the
//! start, first moves, the longest wins and losses, numbers with names, notable
//! positions, what it took; what it does not have is left out. Tables that say
//! the same in two ways are compared. [`growth`] puts sizes of one game side by
//! side, [`boards`] those that share a page.

mod boards;
mod distances;
mod growth;
mod otrio_positions;
mod parties;
mod quantum_boards;
pub(crate) mod reached;

use kaiketsu::Error;
use kaiketsu_games::otrio::Otrio;
use serde_json::Value as Json;

use crate::numbers::{bytes, grouped, percent, seconds};
use crate::{Chart, Emit, Figures, Paper, Row, Section, Workbench};

const PAPER: Paper = Paper::Beyond;

/// A result beyond the papers.
struct Topic {
    /// The game, which its page is named after.
    game: &'static str,
    /// What is new.
    title: &'static str,
    /// Whether the distances are what is new.
    distances: bool,
    /// The table whose values are drawn, and what its keys are together.
    drawn: (&'static str, &'static str),
}

const TOPICS: &[Topic] = &[
    Topic {
        game: "quixo-5x5",
        title: "how long every position takes; the paper has values, and distances up to 4x4",
        distances: true,
        drawn: ("by_class", "marks on the board"),
    },
    Topic {
        game: "dodgem-5",
        title: "five pieces on 6x6; the paper has two and three, and four were known to be drawn",
        distances: true,
        drawn: ("by_steps", "steps left, of both sides"),
    },
];

pub(crate) fn compare(bench: &Workbench<'_>, emit: Emit<'_>) -> Result<(), Error> {
    for topic in TOPICS {
        emit(topic.section(bench)?);
    }
    for family in growth::FAMILIES {
        emit(family.section(bench)?);
    }
    for page in boards::PAGES {
        emit(page.section(bench)?);
    }
    emit(reached::section(bench)?);
    emit(bench.busy("quantum tic-tac-toe on other boards", || quantum_boards::section(bench)));
    for (game, id) in [(Otrio::STANDARD, "otrio"), (Otrio::NO_CENTRE, "otrio-no-centre")] {
        emit(bench.busy(&format!("positions of {id}"), || otrio_positions::section(bench, game, id)));
    }
    emit(bench.busy("Otrio for three and four players", parties::section));
    Ok(())
}

impl Topic {
    fn section(&self, bench: &Workbench<'_>) -> Result<Section, Error> {
        let section = |rows| Section::new(PAPER, self.game, self.title, rows);
        let page = bench.beyond(self.game)?;
        let Some(found) = &page.found else {
            return Ok(section(vec![Row::missing("all of it", "-", &page.needs)]));
        };
        let title = found.text("title").unwrap_or(self.game.into());
        let mut rows = counts(found);
        rows.push(Row::fresh("the start", found.start_text()));
        rows.extend(first_moves(found));
        rows.extend(found.facts().map(|(name, number)| Row::fresh(name, grouped(number))));
        let (longest, charts) = distances::rows_and_charts(found, &title);
        if self.distances && longest.is_empty() {
            rows.push(Row::missing("distances", "-", "the page has values only"));
        }
        rows.extend(longest);
        rows.extend(highlights(found).map(|(row, _)| row));
        rows.extend(effort(found));
        let rows = rows.into_iter().map(|row| row.also(&found.remark())).collect();
        let mut section = section(rows).chart(shares(found, self.drawn, &title));
        for chart in charts {
            section = section.chart(chart);
        }
        for (row, example) in highlights(found) {
            section = example.iter().fold(section, |section, position| section.board(&row.what, position));
        }
        Ok(section)
    }
}

fn counts(found: &Figures) -> Vec<Row> {
    let all = found.number("positions");
    let share = |value: &str| percent(found.number(value), all);
    let mut rows = vec![Row::fresh("positions", grouped(all))];
    rows.extend(
        ["win", "loss", "draw"]
            .map(|value| Row::fresh(value, grouped(found.number(value))).note(share(value))),
    );
    rows
}

/// A value, and the moves that have it.
type Group<'a> = (String, Vec<&'a str>);

/// First moves with the same value together, the best first.
fn first_moves(found: &Figures) -> Option<Row> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for row in found.rows("first_moves") {
        let value = match (row["value"].as_str().unwrap_or_default(), row["plies"].as_u64()) {
            (value, Some(plies)) => format!("{value} in {plies}"),
            (value, None) => value.to_string(),
        };
        let name = row["move"].as_str().unwrap_or_default();
        match groups.last_mut().filter(|(last, _)| *last == value) {
            Some((_, moves)) => moves.push(name),
            None => groups.push((value, vec![name])),
        }
    }
    let short = |(value, moves): &Group<'_>| format!("{} {value}", moves.len());
    let long = |(value, moves): &Group<'_>| format!("{value}: {}", moves.join(" "));
    let text = |write: &dyn Fn(&Group<'_>) -> String, between| {
        groups.iter().map(write).collect::<Vec<_>>().join(between)
    };
    (!groups.is_empty()).then(|| Row::fresh("first moves", text(&short, ", ")).note(text(&long, "; ")))
}

/// Positions that stand out, and the first of each.
fn highlights(found: &Figures) -> impl Iterator<Item = (Row, Option<String>)> {
    found.rows("highlights").map(|row| {
        let value = row["value"].as_str().unwrap_or_default();
        let plies = row["plies"].as_u64().map_or(String::new(), |plies| format!(" in {plies}"));
        let text = format!("{} positions, {value}{plies}", grouped(row["positions"].as_u64().unwrap_or(0)));
        let examples: Vec<&str> =
            row["examples"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
        let first = examples.first().map(ToString::to_string);
        (Row::fresh(row["title"].as_str().unwrap_or_default(), text).note(examples.join(" ")), first)
    })
}

/// What the solve took.
fn effort(found: &Figures) -> Vec<Row> {
    let solve = found.get("solve");
    let command = found.text("command").unwrap_or_default();
    let row = |what: &str, text: String| Row::fresh(what, text);
    let mut rows = Vec::new();
    rows.extend(
        found.cpu_seconds().map(|time| row("processor time of the solve", seconds(time)).note(command)),
    );
    rows.extend(solve["peak_memory"].as_u64().map(|size| row("memory of the solve", bytes(size))));
    let size = found.number("database_bytes");
    rows.extend((size > 0).then(|| {
        let stored = found.number("stored_positions").max(1);
        let each = format!("{:.2} bits for each of {}", 8.0 * size as f64 / stored as f64, grouped(stored));
        row("database", bytes(size)).note(format!("{each} stored positions"))
    }));
    rows
}

/// The share of each value by the sum of the keys of a table.
fn shares(found: &Figures, (table, axis): (&str, &str), title: &str) -> Chart {
    let sums = found.sums(table);
    let chart = Chart::new(&format!("{title}: share of each value in percent, by {axis}"), axis, false);
    ["win", "loss", "draw"].into_iter().enumerate().fold(chart, |chart, (place, value)| {
        let share = |(sum, counts): (&u64, &[u64; 3])| {
            (*sum, 100.0 * counts[place] as f64 / counts.iter().sum::<u64>().max(1) as f64)
        };
        chart.series(value, sums.iter().map(share))
    })
}
