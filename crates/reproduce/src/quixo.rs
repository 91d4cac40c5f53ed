//! Quixo: tables 1 to 3, figures 4 to 7, algorithms 1 to 6, the preprint's
//! counts by distance, and all winning first moves of 4x4.

mod algorithms;
mod bitboard;
mod ladder;

use kaiketsu::{Error, Limit, LineOptions, Outcome, Want};
use kaiketsu_index::binomial;

use crate::numbers::{grouped, scientific, seconds, times};
use crate::{Chart, Emit, Figures, Paper, Record, Row, Section, Workbench};

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
    let rows = vec![
        Row::compare("states with either side to move, 2 x 3^25", fact("states"), scientific(2.0 * boards)),
        Row::compare(
            "memory of all states at 8 bytes, TB",
            fact("states_tb"),
            format!("{:.1}", 8.0 * boards / tib),
        ),
        Row::compare(
            "memory of all values at 2 bits, GB",
            fact("values_gb"),
            format!("{:.0}", boards / 4.0 / gib),
        ),
        Row::compare("largest class C(8,8)", fact("largest_class"), scientific(largest as f64))
            .note(grouped(largest)),
        Row::compare(
            "memory of the largest class, GB",
            fact("largest_class_gb"),
            format!("{:.1}", largest as f64 / 4.0 / gib),
        ),
        Row::compare("tables of pop, ord and inverses, MB", fact("tables_mb"), tables)
            .note("ours rank combinations by Pascal's triangle and need a few hundred bytes"),
    ];
    Section::new(PAPER, "section 4.1", "sizes named in the text", rows)
}

fn sizes(bench: &Workbench<'_>) -> Vec<Record> {
    bench.published.table("quixo-summary").rows
}

fn figures(bench: &Workbench<'_>, size: &str) -> Result<Option<std::rc::Rc<Figures>>, Error> {
    match size {
        "5" => bench.large("quixo-5x5"),
        size => bench.figures(&format!("quixo-{size}x{size}")).map(Some),
    }
}

fn table_2(bench: &Workbench<'_>) -> Result<Section, Error> {
    let mut rows = Vec::new();
    for row in sizes(bench) {
        let size = row.text("size");
        let value = match row.text("steps") {
            "" => row.text("value").to_string(),
            steps => format!("{} in {steps}", row.text("value")),
        };
        let time = row.text("paper_seconds_one_thread").parse().unwrap_or(0.0);
        let what = format!("{size}x{size}, value and steps of the start");
        let time_of = format!("{size}x{size}, computation time");
        let Some(found) = figures(bench, size)? else {
            let needs = bench.needs_large("quixo-5x5");
            rows.push(Row::missing(what, value, &needs));
            rows.push(Row::missing(time_of, seconds(time), &needs));
            continue;
        };
        rows.push(Row::compare(what, value, found.start_text()).note(found.remark()));
        let ours = found.cpu_seconds();
        rows.push(Row::apart(
            time_of,
            seconds(time),
            ours.map_or("unknown".into(), seconds),
            &ours.map_or("the journal of the solve is absent".into(), |ours| {
                let what = if found.has_plies() { "values and distances" } else { "values" };
                format!(
                    "{} faster: processor seconds of our solve ({what}), one thread of a Core i9 9960X there",
                    times(time, ours)
                )
            }),
        )
        .also(&found.remark()));
    }
    if let Some(found) = bench.large("quixo-5x5")? {
        let time: f64 = bench.published.fact("quixo-facts", "seconds_5x5_32_threads").parse().unwrap_or(0.0);
        let clock = found.get("solve")["seconds"].as_f64();
        rows.push(
            Row::apart(
                "5x5, 32 threads, by the clock",
                seconds(time),
                clock.map_or("unknown".into(), seconds),
                &clock.map_or("the journal of the solve is absent".into(), |clock| {
                    format!(
                        "{} faster: ours with {} threads, by the clock",
                        times(time, clock),
                        found.get("solve")["threads"]
                    )
                }),
            )
            .also(&found.remark()),
        );
    }
    Ok(Section::new(PAPER, "table 2", "the start of each board and the time it took", rows))
}

fn table_3(bench: &Workbench<'_>) -> Result<Section, Error> {
    let mut rows = Vec::new();
    for row in sizes(bench) {
        let size = row.text("size");
        let found = figures(bench, size)?;
        for value in ["win", "loss", "draw"] {
            let (what, number) = (format!("{size}x{size}, {value}"), row.number(value));
            rows.push(match &found {
                Some(found) => {
                    Row::compare(what, grouped(number), grouped(found.number(value))).note(found.remark())
                }
                None => Row::missing(what, grouped(number), &bench.needs_large("quixo-5x5")),
            });
        }
    }
    let below = bench.published.fact("quixo-facts", "draws_below_percent");
    rows.push(match bench.large("quixo-5x5")? {
        Some(found) => {
            let share = 100.0 * found.number("draw") as f64 / found.number("positions").max(1) as f64;
            let holds = share < below.parse().unwrap_or(0.0);
            let computed = if holds { format!("below {below}%") } else { format!("{share:.2}%") };
            Row::compare("5x5, share of draws", format!("below {below}%"), computed)
                .note(format!("{share:.2}%"))
                .also(&found.remark())
        }
        None => {
            Row::missing("5x5, share of draws", format!("below {below}%"), &bench.needs_large("quixo-5x5"))
        }
    });
    Ok(Section::new(PAPER, "table 3", "positions by value; 3x3 and 4x4 from independent solutions", rows))
}

fn figure_7(bench: &Workbench<'_>) -> Result<Section, Error> {
    let fact = |what: &str| bench.published.fact("quixo-facts", what);
    let whats = [
        "7a: marks (mover, opponent) of the decided positions with the fewest, both sides having some",
        "7a: the positions of class C(2,1)",
        "7b: lost with equal counts and the fewest marks",
    ];
    let Some(found) = bench.large("quixo-5x5")? else {
        let needs = bench.needs_large("quixo-5x5");
        let published = [fact("figure_7a_class"), fact("class_2_1"), "figure".into()];
        let rows = whats.iter().zip(published).map(|(what, text)| Row::missing(what, text, &needs));
        return Ok(Section::new(PAPER, "figure 7", "positions of 5x5 that stand out", rows.collect()));
    };
    let mut rows = Vec::new();
    let mut section = Section::new(PAPER, "figure 7", "positions of 5x5 that stand out", Vec::new());
    let class = |row: &&serde_json::Value| row["mover_marks"] == 2 && row["opponent_marks"] == 1;
    let counts = found.rows("by_class").find(class);
    let number = |key: &str| counts.map_or(0, |row| row[key].as_u64().unwrap_or(0));
    for highlight in found.rows("highlights") {
        let title = highlight["title"].as_str().unwrap_or_default();
        let examples: Vec<&str> =
            highlight["examples"].as_array().into_iter().flatten().filter_map(|e| e.as_str()).collect();
        let key: Vec<String> =
            highlight["class"].as_array().into_iter().flatten().map(ToString::to_string).collect();
        let text = format!("{} positions of class ({})", highlight["positions"], key.join(", "));
        match title {
            "decided with the fewest marks, both sides having some" => {
                rows.push(
                    Row::compare(whats[0], fact("figure_7a_class"), key.join(" ")).note(found.remark()),
                );
            }
            "lost with equal counts and the fewest marks" => {
                let why = "the board of the figure is not in the text; ours are named";
                rows.push(Row::apart(whats[2], "figure", text, why).also(&found.remark()));
            }
            _ => rows.push(Row::fresh(title, text).also(&found.remark())),
        }
        if let Some(example) = examples.first() {
            section = section.board(title, example);
        }
    }
    let all_but_draws = if number("loss") == 0 { "all won" } else { "not all won" };
    let exact = format!("{} won, {} drawn, {} lost", number("win"), number("draw"), number("loss"));
    rows.push(
        Row::erratum(
            whats[1],
            fact("class_2_1"),
            if number("win") == 6_900 { "all won".into() } else { exact },
            all_but_draws,
            "four positions, the images of ...../...X./..X../.O.../....., are drawn; they cannot come up, as \
         whoever moved last has a mark on the border. The paper's own totals count them as draws",
        )
        .also(&found.remark()),
    );
    section.rows = rows;
    Ok(section.board("drawn position of class C(2,1)", "...../...X./..X../.O.../....."))
}

/// The chart of a game by plies.
pub(crate) fn plies_chart(found: &Figures, title: &str) -> Chart {
    let points = |value: &'static str| {
        found
            .rows("by_plies")
            .filter(move |row| row["value"] == value)
            .filter_map(|row| Some((row["plies"].as_u64()?, row["positions"].as_f64()?)))
    };
    Chart::new(title, "plies to the end", true).series("win", points("win")).series("loss", points("loss"))
}

fn by_distance(bench: &Workbench<'_>) -> Result<Section, Error> {
    let found = bench.figures("quixo-4x4")?;
    let table = bench.published.table("quixo-4x4-by-depth");
    let row = |row: &Record| {
        let (plies, value) = (row.number("plies"), row.text("value"));
        let ours = found.at_plies(plies, value);
        Row::compare(format!("{value} in {plies}"), grouped(row.number("positions")), grouped(ours))
    };
    let rows = table.rows.iter().map(row).collect();
    Ok(Section::new(PAPER, "preprint", "4x4 by plies to the end (English version of the paper)", rows)
        .chart(plies_chart(&found, "Quixo 4x4: positions by plies to the end")))
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
        rows.push(
            Row::fresh(format!("{size}x{size}, a shortest win"), format!("{} plies", moves.len()))
                .note(moves.join(" ")),
        );
    }
    Ok(Section::new(PAPER, "beyond", "all winning first moves, and a shortest win of each board", rows))
}
