//! Quixo: tables 1 to 3, figures 4 to 7, algorithms 1 to 6, the preprint's
//! counts by distance, and all winning first moves of 4x4.

mod algorithms;
mod bitboard;
mod ladder;

use kaiketsu::{Error, Limit, LineOptions, Outcome, Want};
use kaiketsu_index::binomial;

use crate::numbers::{grouped, scientific, seconds};
use crate::{Emit, Figures, Large, Paper, Record, Row, Section, Workbench};

const PAPER: Paper = Paper::Quixo;

pub(crate) fn compare(bench: &Workbench<'_>, emit: Emit<'_>) -> Result<(), Error> {
    emit(bitboard::table_1(bench));
    emit(bitboard::figures(bench));
    emit(text(bench));
    emit(table_2(bench)?);
    emit(table_3(bench)?);
    emit(figure_7(bench)?);
    emit(algorithms::section(bench)?);
    emit(by_distance(bench)?);
    emit(first_moves(bench)?);
    Ok(())
}

/// Sizes named in the text, recomputed.
fn text(bench: &Workbench<'_>) -> Section {
    let fact = |what: &str| bench.published.fact("quixo-facts", what);
    let boards = 3_f64.powi(25);
    let largest = binomial(25, 8) * binomial(17, 8);
    let (gib, tib) = (f64::from(1 << 30), f64::from(1 << 30) * 1024.0);
    let tables = ((1_u64 << 25) * (4 + 4 + 8)) >> 20;
    let in_largest = format!("{:.1}", largest as f64 / 4.0 / gib);
    let note = "ours rank combinations by Pascal's triangle and need a few hundred bytes";
    let rows = [
        ("states with either side to move, 2 x 3^25", "states", scientific(2.0 * boards), ""),
        ("memory of all states at 8 bytes, TB", "states_tb", format!("{:.1}", 8.0 * boards / tib), ""),
        ("memory of all values at 2 bits, GB", "values_gb", format!("{:.0}", boards / 4.0 / gib), ""),
        ("largest class C(8,8)", "largest_class", scientific(largest as f64), &grouped(largest)),
        ("memory of the largest class, GB", "largest_class_gb", in_largest, ""),
        ("tables of pop, ord and inverses, MB", "tables_mb", tables.to_string(), note),
    ];
    let row =
        |(what, key, ours, note): (&str, &str, String, &str)| Row::compare(what, fact(key), ours).note(note);
    let rows = rows.map(row).to_vec();
    Section::new(PAPER, "section 4.1", "sizes named in the text", rows)
}

fn figures(bench: &Workbench<'_>, size: &str) -> Result<Large, Error> {
    let id = format!("quixo-{size}x{size}");
    match size {
        "5" => bench.large(&id),
        _ => bench.found(&id),
    }
}

fn table_2(bench: &Workbench<'_>) -> Result<Section, Error> {
    let mut rows = Vec::new();
    for row in bench.published.rows("quixo-summary") {
        let size = row.text("size");
        let value = match row.text("steps") {
            "" => row.text("value").to_string(),
            steps => format!("{} in {steps}", row.text("value")),
        };
        let found = figures(bench, size)?;
        let what = format!("{size}x{size}, value and steps of the start");
        rows.push(found.compare(what, value, Figures::start_text));
        let (what, time) =
            (format!("{size}x{size}, computation time"), row.decimal("paper_seconds_one_thread"));
        rows.push(found.time(what, (seconds(time), time), Figures::cpu_seconds, |found| {
            let what = if found.has("by_plies") { "values and distances" } else { "values" };
            format!("processor seconds of our solve ({what}), one thread of a Core i9 9960X there")
        }));
    }
    let large = bench.large("quixo-5x5")?;
    if large.found.is_some() {
        let time: f64 = bench.published.fact("quixo-facts", "seconds_5x5_32_threads").parse().unwrap_or(0.0);
        rows.push(large.time(
            "5x5, 32 threads, by the clock",
            (seconds(time), time),
            |found| found.get("solve")["seconds"].as_f64(),
            |found| format!("ours with {} threads, by the clock", found.get("solve")["threads"]),
        ));
    }
    Ok(Section::new(PAPER, "table 2", "the start of each board and the time it took", rows))
}

fn table_3(bench: &Workbench<'_>) -> Result<Section, Error> {
    let mut rows = Vec::new();
    for row in bench.published.rows("quixo-summary") {
        let size = row.text("size");
        let found = figures(bench, size)?;
        rows.extend(["win", "loss", "draw"].map(|value| {
            let what = format!("{size}x{size}, {value}");
            found.compare(what, grouped(row.number(value)), |found| grouped(found.number(value)))
        }));
    }
    let below = bench.published.fact("quixo-facts", "draws_below_percent");
    let published = format!("below {below}%");
    rows.push(bench.large("quixo-5x5")?.row("5x5, share of draws", published, |found, what, published| {
        let share = 100.0 * found.number("draw") as f64 / found.number("positions").max(1) as f64;
        let holds = share < below.parse().unwrap_or(0.0);
        let computed = if holds { published.clone() } else { format!("{share:.2}%") };
        Row::compare(what, published, computed).note(format!("{share:.2}%"))
    }));
    Ok(Section::new(PAPER, "table 3", "positions by value; 3x3 and 4x4 from independent solutions", rows))
}

fn figure_7(bench: &Workbench<'_>) -> Result<Section, Error> {
    let fact = |what: &str| bench.published.fact("quixo-facts", what);
    let whats = [
        "7a: marks (mover, opponent) of the decided positions with the fewest, both sides having some",
        "7a: the positions of class C(2,1)",
        "7b: lost with equal counts and the fewest marks",
    ];
    let large = bench.large("quixo-5x5")?;
    let mut section = Section::new(PAPER, "figure 7", "positions of 5x5 that stand out", Vec::new());
    let Some(found) = &large.found else {
        let published = [fact("figure_7a_class"), fact("class_2_1"), "figure".into()];
        let missing = whats.iter().zip(published).map(|(what, text)| Row::missing(what, text, &large.needs));
        section.rows = missing.collect();
        return Ok(section);
    };
    let class = |row: &&serde_json::Value| row["mover_marks"] == 2 && row["opponent_marks"] == 1;
    let counts = found.rows("by_class").find(class);
    let number = |key: &str| counts.map_or(0, |row| row[key].as_u64().unwrap_or(0));
    for highlight in found.rows("highlights") {
        let title = highlight["title"].as_str().unwrap_or_default();
        let key = highlight["class"].as_array().into_iter().flatten().map(ToString::to_string);
        let key: Vec<String> = key.collect();
        let text = format!("{} positions of class ({})", highlight["positions"], key.join(", "));
        let row = match title {
            "decided with the fewest marks, both sides having some" => {
                Row::compare(whats[0], fact("figure_7a_class"), key.join(" "))
            }
            "lost with equal counts and the fewest marks" => {
                let why = "the board of the figure is not in the text; ours are named";
                Row::apart(whats[2], "figure", text, why)
            }
            _ => Row::fresh(title, text),
        };
        section.rows.push(row.also(&found.remark()));
        if let Some(example) = highlight["examples"][0].as_str() {
            section = section.board(title, example);
        }
    }
    let all_but_draws = if number("loss") == 0 { "all won" } else { "not all won" };
    let exact = format!("{} won, {} drawn, {} lost", number("win"), number("draw"), number("loss"));
    let row = Row::erratum(
        whats[1],
        fact("class_2_1"),
        if number("win") == 6_900 { "all won".into() } else { exact },
        all_but_draws,
        "four positions, the images of ...../...X./..X../.O.../....., are drawn; they cannot come up, as \
         whoever moved last has a mark on the border. The paper's own totals count them as draws",
    );
    section.rows.push(row.also(&found.remark()));
    Ok(section.board("drawn position of class C(2,1)", "...../...X./..X../.O.../....."))
}

fn by_distance(bench: &Workbench<'_>) -> Result<Section, Error> {
    let found = bench.figures("quixo-4x4")?;
    let row = |row: &Record| {
        let (plies, value) = (row.number("plies"), row.text("value"));
        let ours = found.at_plies(plies, value);
        Row::compare(format!("{value} in {plies}"), grouped(row.number("positions")), grouped(ours))
    };
    let rows = bench.published.rows("quixo-4x4-by-depth").iter().map(row).collect();
    Ok(Section::new(PAPER, "preprint", "4x4 by plies to the end (English version of the paper)", rows)
        .chart(found.plies_chart("Quixo 4x4: positions by plies to the end")))
}

/// Beyond the paper, which leaves the winning lines out for want of room.
fn first_moves(bench: &Workbench<'_>) -> Result<Section, Error> {
    let mut rows = Vec::new();
    for size in [3, 4] {
        let id = format!("quixo-{size}x{size}");
        let solved = bench.open(&id)?;
        let start = bench.registry.get(&id)?.start();
        let view = solved.view(&start, Want::VALUES)?;
        let winning = view.moves.iter().filter(|mv| mv.value.value == Some(Outcome::Win));
        let moves: Vec<&str> = winning.clone().map(|mv| mv.mv.as_str()).collect();
        let slowest = winning.filter_map(|mv| mv.value.plies).max().map_or(0, |plies| plies.0);
        let (found, all) = (moves.len(), view.moves.len());
        let text = format!("{found} of {all} first moves win, the slowest in {slowest}");
        rows.push(Row::fresh(format!("{size}x{size}, winning first moves"), text).note(moves.join(" ")));
        let line = solved.line(&start, &LineOptions::default(), Limit::NONE)?;
        let moves: Vec<&str> = line.iter().flat_map(|line| &line.moves).map(|mv| mv.mv.as_str()).collect();
        let text = format!("{} plies", moves.len());
        rows.push(Row::fresh(format!("{size}x{size}, a shortest win"), text).note(moves.join(" ")));
    }
    Ok(Section::new(PAPER, "beyond", "all winning first moves, and a shortest win of each board", rows))
}
