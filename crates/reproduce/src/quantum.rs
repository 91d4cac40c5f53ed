//! Quantum tic-tac-toe: tables 1 to 10, the example games of figures 5 and 6,
//! and the strong solution.

mod examples;

use std::cell::RefCell;
use std::collections::BTreeMap;

use kaiketsu::{Error, Goal, Ordering, Question, machine};
use kaiketsu_engine::search::Published;
use kaiketsu_engine::search::{Options, Prover, Side, answers_tried, play_all};
use kaiketsu_game::{Certifiable, Game, Goals};
use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;

use crate::numbers::{grouped, scientific, seconds, times};
use crate::{Chart, Emit, Paper, Record, Row, Section, Verdict, Workbench};

const PAPER: Paper = Paper::Quantum;

/// One first move of each class, as in figure 4 of the paper.
const FIRST_MOVES: [&str; 8] = ["1-2", "1-3", "1-5", "1-6", "1-9", "2-5", "2-6", "2-8"];

/// The rule as the tables name it, its game, its id, its tables by ordering.
const RULES: [(&str, QuantumTicTacToe, &str, [&str; 3]); 2] = [
    ("opponent", QuantumTicTacToe::ORIGINAL, "quantum-tic-tac-toe", ["table 1", "table 3", "table 4"]),
    ("self", QuantumTicTacToe::REVISED, "quantum-tic-tac-toe-self", ["table 6", "table 8", "table 9"]),
];

pub(crate) fn compare(bench: &Workbench<'_>, emit: Emit<'_>) -> Result<(), Error> {
    emit(text(bench));
    for (collapse, game, id, places) in RULES {
        let searcher = Searcher::new(bench, collapse, id, game);
        for (ordering, place) in (1..).zip(places) {
            emit(searches(&searcher, ordering, place)?);
        }
        emit(depth_8(&searcher)?);
        emit(speeds(&searcher));
    }
    emit(examples::figures(bench));
    if !bench.scope.brief {
        emit(strong(bench)?);
    }
    Ok(())
}

fn text(bench: &Workbench<'_>) -> Section {
    let fact = |what: &str| bench.published.fact("quantum-facts", what);
    let pairs = 120_f64; // two of sixteen squares
    let rows = vec![
        Row::compare("boards of 3x3, 36^9", fact("boards_3x3"), scientific(36_f64.powi(9))),
        Row::erratum(
            "boards of 4x4, C(16,2)^9",
            fact("boards_4x4"),
            scientific(pairs.powi(9)),
            scientific(pairs.powi(16)),
            "the number printed is C(16,2)^16",
        ),
    ];
    Section::new(PAPER, "text", "numbers in the text", rows)
}

/// Our own search: a prover that keeps its table for all questions, and what
/// each goal costs from an empty one. And the processor seconds of the paper's
/// search, by ordering and goal, where it was repeated.
struct Searcher<'g> {
    bench: &'g Workbench<'g>,
    collapse: &'static str,
    id: &'static str,
    prover: Prover<QuantumTicTacToe>,
    costs: RefCell<BTreeMap<String, (u64, f64)>>,
    repeated: RefCell<BTreeMap<(u64, String), f64>>,
}

impl<'g> Searcher<'g> {
    fn new(
        bench: &'g Workbench<'g>,
        collapse: &'static str,
        id: &'static str,
        game: QuantumTicTacToe,
    ) -> Self {
        let prover = Prover::new(game, Options::default());
        Searcher { bench, collapse, id, prover, costs: RefCell::default(), repeated: RefCell::default() }
    }

    fn fact(&self, what: &str) -> String {
        self.bench.published.fact("quantum-facts", what)
    }

    /// Whether a goal is reached after a first move, within so many plies more.
    fn reaches(&self, first: &str, goal: Goal, plies: Option<u8>) -> bool {
        let position = play_all(self.prover.game(), first).expect("the first moves are legal");
        self.prover.ask(&position, self.prover.game().side_to_move(&position), goal, plies).reached
    }

    fn cost(&self, goal: Goal) -> (u64, f64) {
        let game = self.prover.game();
        let measure = || {
            let answer = Prover::new(*game, Options::default()).ask(&game.start(), Side::First, goal, None);
            (answer.nodes, answer.seconds)
        };
        *self.costs.borrow_mut().entry(goal.to_string()).or_insert_with(measure)
    }
}

/// A table of searches in one ordering: winning moves, means, nodes, time.
fn searches(searcher: &Searcher<'_>, ordering: u64, place: &str) -> Result<Section, Error> {
    let collapse = searcher.collapse;
    let mut table = searcher.bench.published.rows("quantum-tic-tac-toe");
    table.retain(|row| row.text("collapse") == collapse && row.number("ordering") == ordering);
    let mut rows = Vec::new();
    for row in &table {
        let unknown = |problem| Error::Goal { game: searcher.id.into(), problem };
        let goal = searcher.prover.game().read_goal(&row.text("goal").replace(' ', "-")).map_err(unknown)?;
        let mut winning = FIRST_MOVES.to_vec();
        winning.retain(|first| searcher.reaches(first, goal, None));
        let text = |moves: &str| if moves.is_empty() { "none".to_string() } else { moves.to_string() };
        let name = row.text("goal");
        rows.push(Row::compare(
            format!("{name}: winning first moves"),
            text(row.text("winning_first_moves")),
            text(&winning.join(" ")),
        ));
        rows.push(mean_row(row, searcher, goal, ordering));
        rows.push(effort_row(row, searcher, goal, ordering)?);
    }
    let nodes: u64 = table.iter().map(|row| row.number("nodes")).sum();
    let time: f64 = table.iter().map(|row| row.decimal("seconds")).sum();
    let total = |what: &str| searcher.fact(&format!("{what}_{collapse}_{ordering}_all"));
    let printed = total("nodes").parse().map_or("-".into(), grouped);
    let sums = [
        Row::compare("sum of the nodes", printed, grouped(nodes)),
        Row::compare("sum of the seconds", total("seconds"), format!("{time:.2}")),
    ];
    rows.extend(sums.map(|row| row.note("the paper's rows added up")));
    let rule = if collapse == "self" { "revised rule" } else { "original rule" };
    Ok(Section::new(PAPER, place, &format!("{rule}, ordering {ordering}"), rows))
}

/// The mean number of second moves until a first move is decided. It depends on
/// answers and the order of moves alone, so it must agree where the paper
/// states the order fully.
fn mean_row(row: &Record, searcher: &Searcher<'_>, goal: Goal, ordering: u64) -> Row {
    let (prover, game) = (&searcher.prover, searcher.prover.game());
    let after = |first: &&str| play_all(game, first).expect("the first moves are legal");
    let tried = FIRST_MOVES
        .iter()
        .map(|first| answers_tried(prover, &after(first), goal, Ordering(ordering as usize - 1)));
    let mean = tried.sum::<u64>() as f64 / FIRST_MOVES.len() as f64;
    // The paper rounds halves up, and prints two places.
    let ours = format!("{:.2}", (mean * 100.0 + 1e-6).round() / 100.0);
    let published = format!("{:.2}", row.decimal("mean_second_moves"));
    let compared =
        Row::compare(format!("{}: mean number of second moves", row.text("goal")), published, ours);
    match (compared.verdict, ordering) {
        (Verdict::Different, 2 | 3) => Row {
            verdict: Verdict::NotComparable,
            note: "orderings 2 and 3 leave open how squares of one kind follow each other".into(),
            ..compared
        },
        _ => compared,
    }
}

fn effort_row(row: &Record, searcher: &Searcher<'_>, goal: Goal, ordering: u64) -> Result<Row, Error> {
    let &Searcher { bench, id, .. } = searcher;
    let time = row.decimal("seconds");
    let published = format!("{} nodes, {}", grouped(row.number("nodes")), seconds(time));
    let row_name = format!("{}: nodes and time", row.text("goal"));
    if !bench.scope.full {
        let (nodes, time) = searcher.cost(goal);
        let computed = format!("{} nodes, {}", grouped(nodes), seconds(time));
        let why = format!(
            "our own search, {} fewer nodes; --full repeats the paper's",
            times(row.number("nodes") as f64, nodes as f64)
        );
        return Ok(Row::apart(row_name, published, computed, &why));
    }
    let (mut nodes, began) = (0, machine::processor_time());
    for first in FIRST_MOVES {
        let ordering = Some(ordering.to_string());
        let question = Question { after: first.into(), goal: Some(goal), ordering, ..Question::default() };
        let what = format!("{id} after {first}, the paper's search");
        let Some(found) = bench.busy(&what, || bench.prove_as_published(id, &question))? else {
            let needs = "the paper's search remembers all it meets here, and needs more memory (--memory)";
            return Ok(Row::missing(row_name, published, needs));
        };
        nodes += found.report.nodes;
    }
    let ours = (machine::processor_time() - began).as_secs_f64();
    searcher.repeated.borrow_mut().insert((ordering, row.text("goal").into()), ours);
    let computed = format!("{} nodes, {}", grouped(nodes), seconds(ours));
    let why = format!(
        "the paper's search repeated, with a memory of positions and one thread: {} as many nodes there, {} the \
         time on an AMD Phenom II X4 955; it leaves open what exactly a node is",
        times(row.number("nodes") as f64, nodes as f64),
        times(time, ours)
    );
    Ok(Row::apart(row_name, published, computed, &why))
}

/// Tables 2 and 7: the winning first move does not win within eight plies.
fn depth_8(searcher: &Searcher<'_>) -> Result<Section, Error> {
    let (first, goal, place, key) = match searcher.collapse {
        "opponent" => ("1-9", Goal::win(Side::First), "table 2", "depth_8_original"),
        _ => ("1-3", Goal::complete(Side::First), "table 7", "depth_8_revised"),
    };
    let fact = |what: &str| searcher.fact(what);
    let within = |reached: bool| if reached { "reached" } else { "not reached" };
    // Plies are counted from the position asked about; one has been played.
    let needed = (0..=8).find(|plies| searcher.reaches(first, goal, Some(*plies)));
    let needed = needed.map_or("more".into(), |plies| (plies + 1).to_string());
    let ordering = Some("1".into());
    let question = Question {
        after: first.into(),
        goal: Some(goal),
        max_plies: Some(7),
        ordering,
        ..Question::default()
    };
    let searched = searcher.bench.prove(searcher.id, &question)?.report;
    let (nodes, time) = (fact(&format!("{key}_nodes")), fact(&format!("{key}_seconds")));
    let why = format!(
        "the paper's search repeated: {} as many nodes there; it leaves open what exactly a node is",
        times(nodes.parse().unwrap_or(0.0), searched.nodes as f64)
    );
    let rows = vec![
        Row::compare(
            format!("{goal} after {first} within 8 plies"),
            fact(key),
            within(searcher.reaches(first, goal, Some(7))),
        ),
        Row::compare("plies needed", fact("plies_needed"), needed),
        Row::compare("the paper's own search agrees", "not reached", within(searched.reached == Some(true))),
        Row::compare(
            "mean number of second moves",
            fact(&format!("{key}_mean")),
            format!("{:.2}", seconds_tried(searcher, first, goal, 6) as f64),
        ),
        Row::apart(
            "nodes and time",
            format!("{} nodes, {time} s", grouped(nodes.parse().unwrap_or(0))),
            format!("{} nodes, {}", grouped(searched.nodes), seconds(searched.seconds)),
            &why,
        ),
    ];
    Ok(Section::new(PAPER, place, "nine plies are needed", rows))
}

/// Second moves tried in ordering 1 until one keeps the goal away for so many
/// plies more.
fn seconds_tried(searcher: &Searcher<'_>, first: &str, goal: Goal, plies: u8) -> usize {
    let game = searcher.prover.game();
    let position = play_all(game, first).expect("the first moves are legal");
    let mut moves = game.legal_moves(&position);
    game.arrange(&position, game.ordering("1").expect("the paper has it"), &mut moves);
    let keeps_away = |mv| {
        let after = game.play(&position, mv).position;
        !searcher.prover.ask(&after, game.side_to_move(&after), goal, Some(plies)).reached
    };
    moves.iter().position(keeps_away).map_or(moves.len(), |tried| tried + 1)
}

/// Tables 5 and 10: times of the orderings, the paper's and those of its search
/// repeated here.
fn speeds(searcher: &Searcher<'_>) -> Section {
    let (collapse, fact) = (searcher.collapse, |what: &str| searcher.fact(what));
    let time = |ordering: u32| fact(&format!("seconds_{collapse}_{ordering}")).parse::<f64>().unwrap_or(0.0);
    let ratio = |slow, fast| format!("{:.1}", time(slow) / time(fast));
    let named: &[(&str, u32, u32)] = match collapse {
        "self" => &[("speed_up_self_3_over_1", 1, 3), ("speed_up_self_3_over_2", 2, 3)],
        _ => &[("speed_up_opponent_2", 1, 2), ("speed_up_opponent_3", 1, 3)],
    };
    let row = |(key, slow, fast): &(&str, u32, u32)| {
        let what = format!("ordering {fast} is faster than ordering {slow}, times");
        Row::compare(what, fact(key), ratio(*slow, *fast)).note("from the paper's own times")
    };
    let mut rows: Vec<Row> = named.iter().map(row).collect();
    let repeated = searcher.repeated.borrow();
    let measured = |ordering: u32| -> Option<f64> {
        let of = |goal: &str| repeated.get(&(u64::from(ordering), goal.to_string())).copied();
        Some(of("first complete")? + of("first narrow")?)
    };
    for (key, slow, fast) in named {
        let what = format!("the same of its search repeated here, {slow} over {fast}");
        rows.push(match measured(*slow).zip(measured(*fast)) {
            Some((slow, fast)) => {
                let why = format!(
                    "{} against {} of processor time in this run, with a memory of positions that the paper's had not",
                    seconds(slow),
                    seconds(fast)
                );
                Row::apart(what, fact(key), format!("{:.1}", slow / fast), &why)
            }
            None => Row::missing(what, fact(key), "needs --full"),
        });
    }
    let place = if collapse == "self" { "table 10" } else { "table 5" };
    let points = (1..=3).map(|ordering| (u64::from(ordering), time(ordering)));
    let chart = Chart::new(&format!("Published seconds of the orderings, {place}"), "ordering", false);
    Section::new(PAPER, place, "times of the orderings", rows).chart(
        chart.series("seconds in the paper", points).series(
            "seconds here",
            (1..=3).filter_map(|ordering| Some((u64::from(ordering), measured(ordering)?))),
        ),
    )
}

/// Beyond the paper: the value of every position, solved in seconds.
fn strong(bench: &Workbench<'_>) -> Result<Section, Error> {
    let mut section = Section::new(PAPER, "beyond", "the strong solution", Vec::new());
    for (_, _, id, _) in RULES {
        let found = bench.figures(id)?;
        let positions = grouped(found.number("positions"));
        section
            .rows
            .push(Row::fresh(format!("{id}: settled positions"), positions).note(found.counts_text()));
        let kind = found.get("start")["kind"].as_str().unwrap_or_default().to_string();
        let start = format!("{} ({kind})", found.start_text());
        section.rows.push(Row::fresh(format!("{id}: the start"), start));
        let took = |time| Row::fresh(format!("{id}: processor time of the solve"), seconds(time));
        section.rows.extend(found.cpu_seconds().map(took));
        let points = |value: &'static str| {
            found.rows("by_marks").filter_map(move |row| Some((row["marks"].as_u64()?, row[value].as_f64()?)))
        };
        let title = format!("{id}: settled positions by marks, for the side to move");
        let chart = Chart::new(&title, "marks", true).series("win", points("win"));
        section = section.chart(chart.series("loss", points("loss")).series("draw", points("draw")));
    }
    Ok(section)
}
