//! NOCCA x NOCCA: what is counted without solving, what comes from the
//! solution of 5x6, the paper's diagram, and the small boards.

mod counting;

use kaiketsu::Error;
use serde_json::Value as Json;

use crate::numbers::grouped;
use crate::{Emit, Figures, Large, Paper, Record, Row, Section, Workbench};

const PAPER: Paper = Paper::Nocca;
const GAME: &str = "nocca-5x6";

pub(crate) fn compare(bench: &Workbench<'_>, emit: Emit<'_>) -> Result<(), Error> {
    let large = bench.large(GAME)?;
    let counted = bench.busy("NOCCA x NOCCA 5x6 counted", counting::Counted::new);
    emit(table_1(bench, &counted, &large)?);
    emit(counting::algorithms(bench, &counted));
    emit(counting::table_5(bench, &counted));
    emit(counting::figure_4(bench, &counted));
    emit(counting::diagram(bench, &counted));
    emit(figure_7(bench, &large.having("first_moves")));
    emit(figure_8(bench, &large));
    emit(table_8(bench, &counted, &large));
    emit(table_a1(bench, &large.having("by_plies")));
    emit(small_boards(bench)?);
    Ok(())
}

pub(super) fn summary(bench: &Workbench<'_>, what: &str) -> String {
    bench.published.fact("nocca-5x6-summary", what)
}

fn table_1(bench: &Workbench<'_>, counted: &counting::Counted, large: &Large) -> Result<Section, Error> {
    let mut rows = Vec::new();
    for row in bench.published.rows("nocca-table-1") {
        let (game, positions) = (row.text("game"), grouped(row.number("positions")));
        let start = match row.text("start_plies") {
            "" => row.text("start").to_string(),
            plies => format!("{} in {plies}", row.text("start")),
        };
        let longest = row.text("longest");
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
                rows.push(large.compare(format!("{game}: start"), start, text));
                rows.push(large.compare(format!("{game}: longest win"), longest, Figures::longest_win));
            }
            "Quixo" => {
                rows.push(Row::compare(format!("{game}: positions"), positions, grouped(3_u64.pow(25))));
                let quixo = bench.large("quixo-5x5")?;
                rows.push(quixo.compare("Quixo: start", start, Figures::start_text));
                let part = kaiketsu_index::binomial(25, 8) * kaiketsu_index::binomial(17, 8);
                let published = grouped(row.number("largest_part"));
                rows.push(Row::compare("Quixo: largest part, C(8,8)", published, grouped(part)));
            }
            "Shinpei" => rows.extend(simpei(&row)),
            "Dobutsu shogi" => rows.extend(dobutsu_shogi(&row, &start)),
            _ => {
                let why = format!("cited from {}; not a game of these papers", row.text("cited"));
                let published = format!("{positions}, {start}, longest {longest}");
                rows.push(Row::apart(game, published, "-", &why));
            }
        }
    }
    Ok(Section::new(PAPER, "table 1", "games strongly solved", rows))
}

/// The kept page of Simpei. The first move, the same four times, is not counted in the paper.
fn simpei(row: &Record) -> Vec<Row> {
    let classes = kaiketsu_games::Simpei::new(false).classes();
    let page = Figures::kept("simpei-variants");
    let board = page.iter().flat_map(|page| page.rows("boards")).next().cloned().unwrap_or_default();
    let plies = board["start"]["plies"].as_u64().map_or(0, |plies| plies - 1);
    let longest = board["longest_win"].as_u64().unwrap_or(0);
    let start = |value: &str, plies: u64| format!("{value} in {plies} after the first move");
    let value = if board["start"]["value"] == "loss" { "second wins" } else { "first wins" };
    let published = start(row.text("start"), row.number("start_plies"));
    vec![
        Row::compare("Shinpei: classes of positions", grouped(row.number("positions")), grouped(classes)),
        Row::compare("Shinpei: start", published, start(value, plies)),
        Row::compare("Shinpei: longest win", row.text("longest"), longest.to_string()),
    ]
}

/// The kept page of dobutsu shogi. The paper counts positions that can be reached and in
/// which no lion can be caught, mirror images once.
fn dobutsu_shogi(row: &Record, start: &str) -> Vec<Row> {
    let Some(page) = Figures::kept("dobutsu-shogi") else { return Vec::new() };
    let open = page.get("reachable_facts")["open_up_to_the_mirror"].as_u64().unwrap_or(0);
    let ours = page.start_text().replace("loss", "second wins");
    let how = "kaiketsu stats dobutsu-shogi --reachable";
    vec![
        Row::compare("Dobutsu shogi: positions", grouped(row.number("positions")), grouped(open)).note(how),
        Row::compare("Dobutsu shogi: start", start, ours),
        Row::compare("Dobutsu shogi: longest win", row.text("longest"), page.longest_win()),
    ]
    .into_iter()
    .map(|row| row.also(&page.remark()))
    .collect()
}

fn figure_7(bench: &Workbench<'_>, large: &Large) -> Section {
    let row = |what: &str, fits: &dyn Fn(&str, u64) -> bool| {
        let fits = |mv: &&Json| fits(mv["value"].as_str().unwrap_or(""), mv["plies"].as_u64().unwrap_or(0));
        let moves = large.found.iter().flat_map(|found| found.rows("first_moves"));
        let listed: Vec<&str> = moves.filter(fits).filter_map(|mv| mv["move"].as_str()).collect();
        large.compare(what, summary(bench, what), |_| listed.len().to_string()).also(&listed.join(" "))
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

fn figure_8(bench: &Workbench<'_>, large: &Large) -> Section {
    let texts = |key: &'static str| {
        let highlights = large.found.iter().flat_map(|found| found.rows("highlights"));
        highlights.flat_map(move |row| row[key].as_array().into_iter().flatten()).filter_map(Json::as_str)
    };
    let most = summary(bench, "positions at the longest win");
    let rows = vec![
        large.compare("longest win, plies", summary(bench, "longest win in plies"), Figures::longest_win),
        large.compare("positions at the longest win", most, |found| {
            found.longest("win").map_or(0, |plies| found.at_plies(plies, "win")).to_string()
        }),
        large.compare("the longest win comes up in games", "yes", |_| {
            let known = texts("reached_by").any(|route| !route.is_empty());
            if known { "yes".into() } else { "no route known".into() }
        }),
    ];
    let section = Section::new(PAPER, "figure 8", "the longest wins", rows);
    texts("examples").take(4).fold(section, |section, example| section.board("win in 69", example))
}

fn table_8(bench: &Workbench<'_>, counted: &counting::Counted, large: &Large) -> Section {
    let number = |what: &str| summary(bench, what).parse().map_or_else(|_| summary(bench, what), grouped);
    let undecided = "undecided (695889830 draws + 30 positions without a legal move)";
    let stuck = counted.special.without_moves.len() as i64;
    let left = format!(
        "{stuck} positions without a legal move are lost by the rules; the paper leaves them undecided"
    );
    let among =
        format!("the {stuck} positions without a legal move are among them; by the rules they are lost");
    let values =
        [("win", "win", 0, &left), ("loss", "loss", -stuck, &left), ("draw", undecided, stuck, &among)];
    let mut rows = Vec::from(values.map(|(value, name, mistaken, why)| {
        large.row(value, number(name), |found, what, published| {
            let ours = found.number(value);
            let mistaken = grouped(ours.saturating_add_signed(mistaken));
            Row::erratum(what, published, grouped(ours), mistaken, why)
        })
    }));
    let placed = &counted.placements;
    let (said, ours) = (number("pseudo-reachable"), grouped(placed.pseudo_reachable));
    rows.push(Row::compare("pseudo-reachable positions", said, ours));
    let said = number("mirror classes of pseudo-reachable");
    let ours = grouped(placed.pseudo_reachable_classes);
    rows.push(Row::compare("the same, mirror images together", said, ours));
    rows.push(large.compare("the start", summary(bench, "initial value"), Figures::start_text));
    let mean = summary(bench, "mean legal moves of positions that cannot win at once");
    let mobility = counted.mobility;
    let note = format!(
        "{} moves of the {} positions without a step into the goal, counted exactly; leaving out the few won in one \
         otherwise changes no digit",
        grouped(mobility.moves),
        grouped(mobility.quiet)
    );
    let ours = format!("{:.1}", mobility.mean());
    rows.push(Row::compare("mean number of legal moves", mean, ours).note(note));
    rows.push(Row::fresh("positions with a step into the goal", grouped(mobility.into_the_goal)));
    let hours: f64 = bench.published.fact("nocca-facts", "solve_hours").parse().unwrap_or(0.0);
    let published = (format!("{hours} h"), hours * 3_600.0);
    rows.push(large.time("time of the solve", published, Figures::cpu_seconds, |_| {
        "processor seconds here, 8 threads of an EPYC 7452 by the clock there".into()
    }));
    Section::new(PAPER, "table 8", "main results of 5x6", rows)
}

fn table_a1(bench: &Workbench<'_>, large: &Large) -> Section {
    let row = |row: &Record| {
        let (plies, value) = (row.number("plies"), row.text("value"));
        let (what, published) = (format!("{value} in {plies}"), grouped(row.number("positions")));
        large.compare(what, published, |found| grouped(found.at_plies(plies, value)))
    };
    let rows = bench.published.rows("nocca-5x6-by-depth").iter().map(row).collect();
    let section = Section::new(PAPER, "table A.1", "positions of 5x6 by plies to the end", rows);
    match &large.found {
        Some(found) => section.chart(found.plies_chart("NOCCA x NOCCA 5x6: positions by plies to the end")),
        None => section,
    }
}

/// Beyond the paper: boards that are solved in seconds.
fn small_boards(bench: &Workbench<'_>) -> Result<Section, Error> {
    let mut section = Section::new(PAPER, "beyond", "small boards", Vec::new());
    for board in ["3x3", "3x4", "4x3", "4x4"] {
        let found = bench.figures(&format!("nocca-{board}"))?;
        let longest = found.longest("win").unwrap_or(0);
        let text = format!("{}; longest win {longest}; {}", found.start_text(), found.counts_text());
        section.rows.push(Row::fresh(format!("{board}: start, longest win, counts"), text));
        let sum = grouped(found.number("positions"));
        let placed = grouped(found.get("facts")["pseudo_reachable"].as_u64().unwrap_or(0));
        let what = format!("{board}: values add up to the placements counted");
        section.rows.push(Row::compare(what, placed, sum));
        let title = format!("NOCCA x NOCCA {board}: positions by plies to the end");
        section = section.chart(found.plies_chart(&title));
    }
    Ok(section)
}
