//! NOCCA x NOCCA: what is counted without solving, what comes from the
//! solution of 5x6, the paper's diagram, and the small boards.

mod counting;

use std::rc::Rc;

use kaiketsu::Error;

use crate::numbers::{grouped, seconds, times};
use crate::quixo::plies_chart;
use crate::{Emit, Figures, Paper, Record, Row, Section, Workbench};

const PAPER: Paper = Paper::Nocca;
const GAME: &str = "nocca-5x6";

pub(crate) fn compare(bench: &Workbench<'_>, emit: Emit<'_>) -> Result<(), Error> {
    let large = bench.large(GAME)?;
    let counted = bench.busy("NOCCA x NOCCA 5x6 counted", counting::Counted::new);
    emit(table_1(bench, &counted, large.as_deref())?);
    emit(counting::algorithms(bench, &counted));
    emit(counting::table_5(bench, &counted));
    emit(counting::figure_4(bench, &counted));
    emit(counting::diagram(bench, &counted));
    emit(figure_7(bench, large.as_deref()));
    emit(figure_8(bench, large.as_deref()));
    emit(table_8(bench, &counted, large.as_deref()));
    emit(table_a1(bench, large));
    emit(small_boards(bench)?);
    Ok(())
}

pub(super) fn summary(bench: &Workbench<'_>, what: &str) -> String {
    bench.published.fact("nocca-5x6-summary", what)
}

/// A row that needs the solution of 5x6.
fn solved_row(
    bench: &Workbench<'_>,
    found: Option<&Figures>,
    what: &str,
    published: String,
    computed: impl Fn(&Figures) -> String,
) -> Row {
    match found {
        Some(found) => Row::compare(what, published, computed(found)).note(found.remark()),
        None => Row::missing(what, published, &bench.needs_large(GAME)),
    }
}

fn table_1(
    bench: &Workbench<'_>,
    counted: &counting::Counted,
    large: Option<&Figures>,
) -> Result<Section, Error> {
    let mut rows = Vec::new();
    for row in bench.published.table("nocca-table-1").rows {
        let (game, positions) = (row.text("game"), grouped(row.number("positions")));
        let start = match row.text("start_plies") {
            "" => row.text("start").to_string(),
            plies => format!("{} in {plies}", row.text("start")),
        };
        let longest = row.text("longest").to_string();
        match game {
            "NOCCA x NOCCA 3x3" => {
                let found = bench.figures("nocca-3x3")?;
                let classes = found.get("facts")["pseudo_reachable_classes"].as_u64().unwrap_or(0);
                let why = "another author's count, rules and folding not stated there; the rules of this paper \
                           do not give it";
                rows.push(Row::apart(format!("{game}: classes"), positions, grouped(classes), why));
                rows.push(Row::apart(format!("{game}: start"), start, found.start_text(), why));
            }
            "NOCCA x NOCCA" => {
                let ours = grouped(counted.placements.pseudo_reachable);
                rows.push(Row::compare(format!("{game}: positions"), positions, ours));
                let text = |found: &Figures| found.start_text().replace("win", "first wins");
                rows.push(solved_row(bench, large, "NOCCA x NOCCA: start", start, text));
                let plies =
                    |found: &Figures| found.longest("win").map_or("-".into(), |plies| plies.to_string());
                rows.push(solved_row(bench, large, "NOCCA x NOCCA: longest win", longest, plies));
            }
            "Quixo" => {
                rows.push(Row::compare(format!("{game}: positions"), positions, grouped(3_u64.pow(25))));
                let quixo = bench.large("quixo-5x5")?;
                rows.push(match quixo {
                    Some(found) => {
                        Row::compare("Quixo: start", start, found.start_text()).note(found.remark())
                    }
                    None => Row::missing("Quixo: start", start, &bench.needs_large("quixo-5x5")),
                });
                let part = kaiketsu_index::binomial(25, 8) * kaiketsu_index::binomial(17, 8);
                let published = grouped(row.number("largest_part"));
                rows.push(Row::compare("Quixo: largest part, C(8,8)", published, grouped(part)));
            }
            _ => {
                let ours = if game == "Dobutsu shogi" { dobutsu_shogi(bench)? } else { None };
                let why = format!("cited from {}; not a game of these papers", row.text("cited"));
                let published = format!("{positions}, {start}, longest {longest}");
                rows.push(Row::apart(game, published, ours.unwrap_or("-".into()), &why));
            }
        }
    }
    Ok(Section::new(PAPER, "table 1", "games strongly solved", rows))
}

/// What the database says, if there is one: the paper counts reachable
/// positions, mirror images once.
fn dobutsu_shogi(bench: &Workbench<'_>) -> Result<Option<String>, Error> {
    let found = bench.solved("dobutsu-shogi")?;
    Ok(found.map(|found| {
        let longest = found.longest("win").map_or("-".into(), |plies| plies.to_string());
        format!("start {}, longest {longest}", found.start_text())
    }))
}

fn figure_7(bench: &Workbench<'_>, large: Option<&Figures>) -> Section {
    let large = large.filter(|found| found.rows("first_moves").next().is_some());
    let listed = |found: &Figures, fits: &dyn Fn(&str, u64) -> bool| -> Vec<String> {
        let moves = found.rows("first_moves");
        let fits =
            moves.filter(|mv| fits(mv["value"].as_str().unwrap_or(""), mv["plies"].as_u64().unwrap_or(0)));
        fits.filter_map(|mv| mv["move"].as_str().map(Into::into)).collect()
    };
    let row = |what: &str, fits: &dyn Fn(&str, u64) -> bool| {
        let row = solved_row(bench, large, what, summary(bench, what), |found| {
            listed(found, fits).len().to_string()
        });
        row.also(&large.map_or(String::new(), |found| listed(found, fits).join(" ")))
    };
    let rows = vec![
        row("legal moves at the start", &|_, _| true),
        row("start moves that win in 41", &|value, plies| value == "win" && plies == 41),
        row("start moves that lose (sideways)", &|value, _| value == "loss"),
        row("start moves that win in 43 or more", &|value, plies| value == "win" && plies > 41),
    ];
    Section::new(PAPER, "figure 7", "the first moves", rows)
        .board("the start", "O,O,O,O,O/.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./X,X,X,X,X")
}

fn figure_8(bench: &Workbench<'_>, large: Option<&Figures>) -> Section {
    let longest = summary(bench, "longest win in plies");
    let rows = vec![
        solved_row(bench, large, "longest win, plies", longest.clone(), |found| {
            found.longest("win").map_or("-".into(), |plies| plies.to_string())
        }),
        solved_row(
            bench,
            large,
            "positions at the longest win",
            summary(bench, "positions at the longest win"),
            |found| found.longest("win").map_or(0, |plies| found.at_plies(plies, "win")).to_string(),
        ),
        solved_row(bench, large, "the longest win comes up in games", "yes".into(), |found| {
            let routes =
                found.rows("highlights").flat_map(|row| row["reached_by"].as_array().into_iter().flatten());
            if routes.filter_map(|route| route.as_str()).any(|route| !route.is_empty()) {
                "yes".into()
            } else {
                "no route known".into()
            }
        }),
    ];
    let mut section = Section::new(PAPER, "figure 8", "the longest wins", rows);
    let examples = large.into_iter().flat_map(|found| found.rows("highlights"));
    let examples = examples.flat_map(|row| row["examples"].as_array().into_iter().flatten());
    for example in examples.filter_map(|example| example.as_str()).take(4) {
        section = section.board("win in 69", example);
    }
    section
}

fn table_8(bench: &Workbench<'_>, counted: &counting::Counted, large: Option<&Figures>) -> Section {
    let number = |what: &str| summary(bench, what).parse().map_or_else(|_| summary(bench, what), grouped);
    let undecided = "undecided (695889830 draws + 30 positions without a legal move)";
    let stuck = counted.special.without_moves.len() as u64;
    let mut rows = Vec::new();
    for value in ["win", "loss"] {
        let why = format!(
            "{stuck} positions without a legal move are lost by the rules; the paper leaves them undecided"
        );
        rows.push(match large {
            Some(found) => {
                let ours = found.number(value);
                let mistaken = if value == "loss" { ours.saturating_sub(stuck) } else { ours };
                Row::erratum(value, number(value), grouped(ours), grouped(mistaken), &why)
                    .also(&found.remark())
            }
            None => Row::missing(value, number(value), &bench.needs_large(GAME)),
        });
    }
    rows.push(match large {
        Some(found) => {
            let draws = found.number("draw");
            let why = format!(
                "the {stuck} positions without a legal move are among them; by the rules they are lost"
            );
            Row::erratum("draw", number(undecided), grouped(draws), grouped(draws + stuck), &why)
                .also(&found.remark())
        }
        None => Row::missing("draw", number(undecided), &bench.needs_large(GAME)),
    });
    let placed = &counted.placements;
    rows.push(Row::compare(
        "pseudo-reachable positions",
        number("pseudo-reachable"),
        grouped(placed.pseudo_reachable),
    ));
    let classes = number("mirror classes of pseudo-reachable");
    rows.push(Row::compare(
        "the same, mirror images together",
        classes,
        grouped(placed.pseudo_reachable_classes),
    ));
    rows.push(solved_row(bench, large, "the start", summary(bench, "initial value"), Figures::start_text));
    let mean = summary(bench, "mean legal moves of positions that cannot win at once");
    let mobility = counted.mobility;
    rows.push(Row::compare("mean number of legal moves", mean, format!("{:.1}", mobility.mean())).note(
        format!(
            "{} moves of the {} positions without a step into the goal, counted exactly; leaving out the few won in one \
         otherwise changes no digit",
            grouped(mobility.moves),
            grouped(mobility.quiet)
        ),
    ));
    let into_the_goal = grouped(mobility.into_the_goal);
    rows.push(Row::fresh("positions with a step into the goal", into_the_goal));
    let hours: f64 = bench.published.fact("nocca-facts", "solve_hours").parse().unwrap_or(0.0);
    let time = large.and_then(Figures::cpu_seconds);
    rows.push(match (large, time) {
        (Some(found), Some(time)) => Row::apart(
            "time of the solve",
            format!("{hours} h"),
            seconds(time),
            &format!(
                "{} faster: processor seconds here, 8 threads of an EPYC 7452 by the clock there",
                times(hours * 3_600.0, time)
            ),
        )
        .also(&found.remark()),
        (Some(_), None) => Row::apart(
            "time of the solve",
            format!("{hours} h"),
            "unknown",
            "the journal of the solve is absent",
        ),
        (None, _) => Row::missing("time of the solve", format!("{hours} h"), &bench.needs_large(GAME)),
    });
    Section::new(PAPER, "table 8", "main results of 5x6", rows)
}

fn table_a1(bench: &Workbench<'_>, large: Option<Rc<Figures>>) -> Section {
    let large = large.filter(|found| found.has_plies());
    let table = bench.published.table("nocca-5x6-by-depth");
    let row = |row: &Record| {
        let (plies, value) = (row.number("plies"), row.text("value"));
        let (what, published) = (format!("{value} in {plies}"), grouped(row.number("positions")));
        match &large {
            Some(found) => {
                Row::compare(what, published, grouped(found.at_plies(plies, value))).note(found.remark())
            }
            None => Row::missing(what, published, &bench.needs_large(GAME)),
        }
    };
    let section = Section::new(
        PAPER,
        "table A.1",
        "positions of 5x6 by plies to the end",
        table.rows.iter().map(row).collect(),
    );
    match &large {
        Some(found) => section.chart(plies_chart(found, "NOCCA x NOCCA 5x6: positions by plies to the end")),
        None => section,
    }
}

/// Beyond the paper: boards that are solved in seconds.
fn small_boards(bench: &Workbench<'_>) -> Result<Section, Error> {
    let mut section = Section::new(PAPER, "beyond", "small boards", Vec::new());
    for board in ["3x3", "3x4", "4x3", "4x4"] {
        let found = bench.figures(&format!("nocca-{board}"))?;
        let counts = ["win", "loss", "draw"].map(|value| format!("{} {value}", grouped(found.number(value))));
        let longest = found.longest("win").unwrap_or(0);
        let text = format!("{}; longest win {longest}; {}", found.start_text(), counts.join(", "));
        section.rows.push(Row::fresh(format!("{board}: start, longest win, counts"), text));
        let sum = grouped(found.number("positions"));
        let placed = grouped(found.get("facts")["pseudo_reachable"].as_u64().unwrap_or(0));
        section.rows.push(Row::compare(
            format!("{board}: values add up to the placements counted"),
            placed,
            sum,
        ));
        section = section
            .chart(plies_chart(&found, &format!("NOCCA x NOCCA {board}: positions by plies to the end")));
    }
    Ok(section)
}
