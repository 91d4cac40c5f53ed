//! Otrio: tables 1 to 6, and how many positions there are.

mod counts;
mod searches;

use kaiketsu::{Error, Goal, Kind, Question, machine};
use kaiketsu_engine::search::Side;
use kaiketsu_games::otrio::Otrio;

use self::searches::Searches;
use crate::numbers::{grouped, seconds, times};
use crate::{Chart, Emit, Paper, Record, Row, Section, Workbench};

const PAPER: Paper = Paper::Otrio;

/// The variant as the tables name it, its id, its tables, its rules.
const VARIANTS: [(&str, &str, [&str; 2], Otrio); 2] = [
    ("standard", "otrio", ["table 2", "table 3"], Otrio::STANDARD),
    ("no-centre", "otrio-no-centre", ["table 4", "table 5"], Otrio::NO_CENTRE),
];

/// Two-move rows of a variant that the plain command searches: those the paper
/// needed the fewest nodes for.
const SAMPLE: usize = 12;

/// Published searches are repeated where the paper needed at most so many
/// million nodes, as they remember every position they meet.
const REPEATED: f64 = 2.0;

/// A row with fewer nodes was known from the rows before.
const KNOWN: u64 = 1_000;

pub(crate) fn compare(bench: &Workbench<'_>, emit: Emit<'_>) -> Result<(), Error> {
    emit(counts::figure_2(bench));
    for (variant, id, places, game) in &VARIANTS {
        let searches = Searches::new(bench, variant, id, game);
        if !bench.scope.brief {
            if *variant == "standard" {
                emit(table_1(&searches));
            }
            emit(first_moves(&searches, places[0])?);
        }
        emit(two_moves(&searches, places[1])?);
        emit(counts::openings(bench, variant, game));
    }
    emit(counts::table_6(bench)?);
    emit(counts::bound(bench));
    Ok(())
}

/// Two yes-or-no searches give three verdicts.
fn table_1(searches: &Searches<'_>) -> Section {
    let bench = searches.bench;
    let table = bench.published.fact("otrio-facts", "table_1");
    let row = |(published, after): (&str, &str)| {
        let wins = |side| bench.busy(&format!("otrio after {after}"), || searches.wins(after, side).reached);
        let yes = |side| if wins(side) { "yes" } else { "no" };
        let (first, second) = (yes(Side::First), yes(Side::Second));
        let verdict = match (first, second) {
            ("yes", _) => "first",
            (_, "yes") => "second",
            _ => "draw",
        };
        let what = format!("after {after}: first wins, second wins, verdict");
        Row::compare(what, published, format!("{first} {second} {verdict}")).note("searched in this run")
    };
    let rows = table.split('/').zip(["a1L a1M", "a1L b2M", "a1M b2M"]).map(row).collect();
    Section::new(PAPER, "table 1", "two tests and the verdict they give, on an example each", rows)
}

/// The millions of nodes the paper needed for both tests.
fn published_nodes(row: &Record) -> [f64; 2] {
    ["mega_nodes_first_win_test", "mega_nodes_second_win_test"].map(|column| row.decimal(column))
}

fn nodes(row: &Record) -> f64 {
    published_nodes(row).iter().sum()
}

/// A row searched now, after a reply that may help; with the nodes it took in millions.
fn searched(
    searches: &Searches<'_>,
    after: &str,
    row: &Record,
    reply: Option<String>,
) -> Result<(Row, f64), Error> {
    let &Searches { bench, id, .. } = searches;
    let (nodes, began) = (searches.nodes(), machine::processor_time());
    let found = bench.busy(&format!("{id} after {after}"), || {
        if let Some(reply) = &reply {
            searches.value(reply);
        }
        searches.value(after)
    });
    let (nodes, time) = (searches.nodes() - nodes, machine::processor_time() - began);
    let paper = published_nodes(row);
    let ours = nodes as f64 / 1e6;
    let effort = match nodes {
        0..KNOWN => format!("searched in this run, follows from rows before: {nodes} nodes"),
        _ => format!("searched in this run: {} nodes, {}", grouped(nodes), seconds(time.as_secs_f64())),
    };
    let mut note = format!("{effort}; the paper needed {} + {} million nodes", paper[0], paper[1]);
    if nodes >= KNOWN {
        note += &format!(", {} as many", times(paper[0] + paper[1], ours));
    }
    if bench.scope.full && paper.iter().all(|nodes| *nodes <= REPEATED) {
        note += &format!("; its search repeated: {}", repeated(bench, id, after)?);
    }
    Ok((Row::compare(after, row.text("value"), found.value.word()).note(note), ours))
}

/// For a first move, the reply that shows its value most cheaply by the paper:
/// searched first, it leaves less to do. The verdict does not depend on it.
fn best_reply(bench: &Workbench<'_>, row: &Record) -> Option<String> {
    let first = row.text("first_move");
    let mut replies = of_variant(bench, "otrio-two-moves", row.text("variant"));
    replies.retain(|reply| reply.text("first_move") == first && reply.text("value") == row.text("value"));
    let best = replies.iter().min_by(|a, b| nodes(a).total_cmp(&nodes(b)))?;
    Some(format!("{first} {}", best.text("second_move")))
}

/// The paper's own search, both tests.
fn repeated(bench: &Workbench<'_>, id: &str, after: &str) -> Result<String, Error> {
    let mut nodes = Vec::new();
    for side in [Side::First, Side::Second] {
        let (goal, ordering) = (Some(Goal::win(side)), Some("paper".into()));
        let question = Question { after: after.into(), goal, ordering, ..Question::default() };
        let what = format!("{id} after {after}, the paper's search");
        match bench.busy(&what, || bench.prove(id, &question)) {
            Ok(verdict) => nodes.push(format!("{:.1}", verdict.report.nodes as f64 / 1e6)),
            Err(error) if error.kind() == Kind::Memory => {
                return Ok("it remembers all it meets, and that does not fit into its memory here".into());
            }
            Err(error) => return Err(error),
        }
    }
    Ok(format!("{} million nodes", nodes.join(" + ")))
}

fn of_variant(bench: &Workbench<'_>, table: &str, variant: &str) -> Vec<Record> {
    let rows = bench.published.rows(table);
    rows.into_iter().filter(|row| row.text("variant") == variant).collect()
}

fn first_moves(searches: &Searches<'_>, place: &str) -> Result<Section, Error> {
    let &Searches { bench, variant, id, .. } = searches;
    let mut rows = Vec::new();
    for row in of_variant(bench, "otrio-first-move", variant) {
        let reply = best_reply(bench, &row);
        rows.push(searched(searches, row.text("first_move"), &row, reply)?.0);
    }
    let key = if variant == "standard" { "start" } else { "start_no_centre" };
    let start = bench.busy(id, || searches.value(""));
    rows.push(
        Row::compare("the start", bench.published.fact("otrio-facts", key), start.value.word())
            .note(format!("searched in this run: {} nodes more", grouped(start.nodes))),
    );
    Ok(Section::new(PAPER, place, &format!("first moves, {variant}"), rows))
}

fn two_moves(searches: &Searches<'_>, place: &str) -> Result<Section, Error> {
    let &Searches { bench, variant, id, .. } = searches;
    let table = of_variant(bench, "otrio-two-moves", variant);
    let mut cheapest: Vec<f64> = table.iter().map(nodes).collect();
    cheapest.sort_by(f64::total_cmp);
    let sample = if bench.scope.brief { SAMPLE / 4 } else { SAMPLE };
    let limit = match bench.scope.full {
        true => f64::INFINITY,
        false => cheapest[sample.min(cheapest.len()) - 1],
    };
    let (mut rows, mut other_replies) = (Vec::new(), Vec::new());
    let (mut paper, mut ours) = (Vec::new(), Vec::new());
    for (number, row) in (1..).zip(&table) {
        let after = format!("{} {}", row.text("first_move"), row.text("second_move"));
        paper.push((number, nodes(row) * 1e6));
        if nodes(row) > limit {
            let needs = format!("needs --full; `kaiketsu prove {id} --after \"{after}\"` has it from a book");
            rows.push(Row::missing(&after, row.text("value"), &needs));
            continue;
        }
        let (compared, million) = searched(searches, &after, row, None)?;
        ours.push((number, million * 1e6));
        if row.text("first_move") != "b2M" && row.text("second_move") != "b2M" && compared.computed != "first"
        {
            other_replies.push(format!("{after} {}", compared.computed));
        }
        rows.push(compared);
    }
    if variant == "standard" {
        rows.push(replies_row(bench, &other_replies));
    }
    rows.push(total_row(bench, &table, searches));
    let title = format!("Otrio, {variant}: nodes by row of {place}; the rows share a table here");
    let chart = Chart::new(&title, "row", true).series("paper", paper).series("here, added by the row", ours);
    Ok(Section::new(PAPER, place, &format!("first two moves, {variant}"), rows).chart(chart))
}

/// The statement of section 4 about replies.
fn replies_row(bench: &Workbench<'_>, other_replies: &[String]) -> Row {
    let published = bench.published.fact("otrio-facts", "replies");
    let what = "section 4: replies other than b2M";
    if !bench.scope.full {
        return Row::missing(what, published, "needs --full");
    }
    let only_draws = other_replies.iter().all(|reply| reply.ends_with("draw"));
    let computed = if other_replies.is_empty() { "first wins".into() } else { other_replies.join(", ") };
    Row::erratum(
        what,
        published,
        computed,
        if only_draws { "first wins" } else { "-" },
        "the text says that all of them lose; the paper's own table 3 has these draws",
    )
}

fn total_row(bench: &Workbench<'_>, table: &[Record], searches: &Searches<'_>) -> Row {
    let paper: f64 = table.iter().flat_map(published_nodes).sum();
    let ours = searches.nodes() as f64 / 1e6;
    let published = format!("{} million", grouped(paper.round() as u64));
    let what = "nodes of all rows";
    if !bench.scope.full {
        return Row::missing(what, published, "needs --full");
    }
    let why = format!(
        "{} as many there, counted without its cache of positions; ours are those of tables 1 to 5 of the variant \
         in this run, in one table",
        times(paper, ours)
    );
    Row::apart(what, published, format!("{ours:.1} million"), &why)
}
