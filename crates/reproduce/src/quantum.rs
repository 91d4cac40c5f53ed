//! Quantum tic-tac-toe: tables 1 to 10, the example games of figures 5 and 6,
//! and the strong solution.

use std::cell::RefCell;
use std::collections::BTreeMap;

use kaiketsu::{Error, Goal, Ordering, Provable, Question};
use kaiketsu_game::{Game, Notation};
use kaiketsu_games::quantum_tic_tac_toe::{Position, QuantumTicTacToe};
use kaiketsu_prove::{Options, Prover, Side, answers_tried, play_all};

use crate::numbers::{grouped, scientific, seconds, times};
use crate::{Chart, Emit, Figures, Paper, Record, Row, Section, Verdict, Workbench};

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
        let searcher = Searcher::new(&game);
        for (ordering, place) in (1..).zip(places) {
            emit(searches(bench, collapse, &searcher, id, ordering, place)?);
        }
        emit(depth_8(bench, id, collapse == "self")?);
        emit(speeds(bench, collapse));
    }
    emit(figures(bench));
    emit(strong(bench)?);
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

fn published_ordering(number: u64) -> Ordering {
    match number {
        1 => Ordering::One,
        2 => Ordering::Two,
        _ => Ordering::Three,
    }
}

/// Our own search: a prover that keeps its table for all questions, and what
/// each goal costs from an empty one.
struct Searcher<'g> {
    prover: Prover<'g, QuantumTicTacToe>,
    costs: RefCell<BTreeMap<String, (u64, f64)>>,
}

impl<'g> Searcher<'g> {
    fn new(game: &'g QuantumTicTacToe) -> Self {
        Searcher { prover: Prover::new(game, Options::default()), costs: RefCell::default() }
    }

    fn cost(&self, goal: Goal) -> (u64, f64) {
        let game = self.prover.game();
        let measure = || {
            let answer = Prover::new(game, Options::default()).ask(&game.start(), Side::First, goal, None);
            (answer.nodes, answer.seconds)
        };
        *self.costs.borrow_mut().entry(goal.to_string()).or_insert_with(measure)
    }
}

/// A table of searches in one ordering: winning moves, means, nodes, time.
fn searches(
    bench: &Workbench<'_>,
    collapse: &str,
    searcher: &Searcher<'_>,
    id: &str,
    ordering: u64,
    place: &str,
) -> Result<Section, Error> {
    let provable = bench.provable(id)?;
    let table = bench.published.table("quantum-tic-tac-toe");
    let of_table = |row: &&Record| row.text("collapse") == collapse && row.number("ordering") == ordering;
    let mut rows = Vec::new();
    for row in table.rows.iter().filter(of_table) {
        let goal: Goal = row.text("goal").replace(' ', "-").parse().map_err(|_| unknown(row))?;
        let mut winning = Vec::new();
        for first in FIRST_MOVES {
            let question = Question { after: first.into(), goal: Some(goal), ..Question::default() };
            if bench.prove(&*provable, &question)?.report.reached == Some(true) {
                winning.push(first);
            }
        }
        let text = |moves: &str| if moves.is_empty() { "none".to_string() } else { moves.to_string() };
        let name = row.text("goal");
        rows.push(Row::compare(
            format!("{name}: winning first moves"),
            text(row.text("winning_first_moves")),
            text(&winning.join(" ")),
        ));
        rows.push(mean_row(row, searcher, goal, ordering));
        rows.push(effort_row(bench, row, &*provable, searcher, goal, ordering)?);
    }
    let title =
        format!("{}, ordering {ordering}", if collapse == "self" { "revised rule" } else { "original rule" });
    Ok(Section::new(PAPER, place, &title, rows))
}

fn unknown(row: &Record) -> Error {
    Error::UnknownGame { id: row.text("goal").into(), known: "the goals of quantum tic-tac-toe".into() }
}

/// The mean number of second moves until a first move is decided. It depends on
/// answers and the order of moves alone, so it must agree where the paper
/// states the order fully.
fn mean_row(row: &Record, searcher: &Searcher<'_>, goal: Goal, ordering: u64) -> Row {
    let (prover, game) = (&searcher.prover, searcher.prover.game());
    let after = |first: &&str| play_all(game, first).expect("the first moves are legal");
    let tried = FIRST_MOVES
        .iter()
        .map(|first| answers_tried(prover, &after(first), goal, published_ordering(ordering)));
    let mean = tried.sum::<u64>() as f64 / FIRST_MOVES.len() as f64;
    // The paper rounds halves up, and prints two places.
    let ours = format!("{:.2}", (mean * 100.0 + 1e-6).round() / 100.0);
    let published = format!("{:.2}", row.text("mean_second_moves").parse().unwrap_or(0.0));
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

fn effort_row(
    bench: &Workbench<'_>,
    row: &Record,
    provable: &dyn Provable,
    searcher: &Searcher<'_>,
    goal: Goal,
    ordering: u64,
) -> Result<Row, Error> {
    let time: f64 = row.text("seconds").parse().unwrap_or(0.0);
    let published = format!("{} nodes, {}", grouped(row.number("nodes")), seconds(time));
    let what = format!("{}: nodes and time", row.text("goal"));
    if !bench.scope.full {
        let (nodes, time) = searcher.cost(goal);
        let computed = format!("{} nodes, {}", grouped(nodes), seconds(time));
        let why = format!(
            "our own search, {} fewer nodes; --full repeats the paper's",
            times(row.number("nodes") as f64, nodes as f64)
        );
        return Ok(Row::apart(what, published, computed, &why));
    }
    let mut found = (0, 0.0);
    for first in FIRST_MOVES {
        let ordering = Some(published_ordering(ordering));
        let question = Question { after: first.into(), goal: Some(goal), ordering, ..Question::default() };
        let report = bench.prove(provable, &question)?.report;
        found = (found.0 + report.nodes, found.1 + report.seconds);
    }
    let computed = format!("{} nodes, {}", grouped(found.0), seconds(found.1));
    let why =
        "the paper's search, one thread; it leaves open what exactly a node is. AMD Phenom II X4 955 there";
    Ok(Row::apart(what, published, computed, why))
}

/// Tables 2 and 7: the winning first move does not win within eight plies.
fn depth_8(bench: &Workbench<'_>, id: &str, revised: bool) -> Result<Section, Error> {
    let (first, goal, place, key) = match revised {
        false => ("1-9", "first-win", "table 2", "depth_8_original"),
        true => ("1-3", "first-complete", "table 7", "depth_8_revised"),
    };
    let fact = |what: &str| bench.published.fact("quantum-facts", what);
    let provable = bench.provable(id)?;
    let goal: Goal = goal.parse().expect("a goal of the game");
    // Plies are counted from the position asked about; one has been played.
    let ask = |plies: u8, ordering| {
        let question = Question { after: first.into(), goal: Some(goal), max_plies: Some(plies), ordering };
        bench.prove(&*provable, &question).map(|verdict| verdict.report)
    };
    let within = |reached: Option<bool>| if reached == Some(true) { "reached" } else { "not reached" };
    let needed = (0..=8).find_map(|plies| match ask(plies, None) {
        Ok(report) => (report.reached == Some(true)).then(|| Ok((plies + 1).to_string())),
        Err(error) => Some(Err(error)),
    });
    let searched = ask(7, Some(Ordering::One))?;
    let rows = vec![
        Row::compare(
            format!("{goal} after {first} within 8 plies"),
            fact(key),
            within(ask(7, None)?.reached),
        ),
        Row::compare(
            "plies needed",
            fact("plies_needed"),
            needed.transpose()?.unwrap_or_else(|| "more".into()),
        ),
        Row::compare("the paper's own search agrees", "not reached", within(searched.reached)),
        Row::apart(
            "nodes and time",
            format!(
                "{} nodes, {} s",
                grouped(fact(&format!("{key}_nodes")).parse().unwrap_or(0)),
                fact(&format!("{key}_seconds"))
            ),
            format!("{} nodes, {}", grouped(searched.nodes), seconds(searched.seconds)),
            "the paper's search repeated; it leaves open what exactly a node is",
        ),
    ];
    Ok(Section::new(PAPER, place, "nine plies are needed", rows))
}

/// Tables 5 and 10: times of the orderings, as the papers give them.
fn speeds(bench: &Workbench<'_>, collapse: &str) -> Section {
    let fact = |what: &str| bench.published.fact("quantum-facts", what);
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
    let table = bench.published.table("quantum-tic-tac-toe");
    let own = |row: &&Record| row.text("collapse") == collapse && row.number("ordering") == 1;
    let sum: u64 = table.rows.iter().filter(own).map(|row| row.number("nodes")).sum();
    let printed = fact(&format!("nodes_{collapse}_1_all")).parse().map_or("-".into(), grouped);
    rows.push(Row::compare("ordering 1: the nodes add up", printed, grouped(sum)));
    let place = if collapse == "self" { "table 10" } else { "table 5" };
    let points = (1..=3).map(|ordering| (u64::from(ordering), time(ordering)));
    let chart = Chart::new(&format!("Published seconds of the orderings, {place}"), "ordering", false);
    Section::new(PAPER, place, "times of the orderings", rows)
        .chart(chart.series("seconds in the paper", points))
}

/// Games that the text describes in part: position before the ninth mark, and
/// what the choices lead to.
const FIGURE_5: (&str, &str) = ("..324.56.,1=19,7=12,8=69", "6-9");
const FIGURE_6: (&str, &str) = (".2.35.476,1=13,8=36", "1-6");

/// How a finished game ended, and the greatest numbers of the two lines.
fn ending(position: &Position) -> String {
    match position.finish().map(|finish| (finish.winner(), finish.complete_winner())) {
        Some((Some(true), Some(_))) => "first complete".into(),
        Some((Some(true), None)) => "first narrow".into(),
        Some((Some(false), _)) => "second".into(),
        _ => "no line".into(),
    }
}

fn endings(game: QuantumTicTacToe, (position, mv): (&str, &str)) -> Vec<(String, String, Position)> {
    let play = |position: &Position, text: &str| {
        let mv = game.read_move(position, text).expect("a legal move of the example");
        game.play(position, &mv).position
    };
    let before = game.read_position(position).expect("the example is a position");
    let cycle = play(&before, mv);
    let mut choices = Vec::new();
    game.moves(&cycle, &mut choices);
    let texts = choices.iter().map(|choice| game.write_move(&cycle, choice));
    texts.map(|text| (text.clone(), ending(&play(&cycle, &text)), play(&cycle, &text))).collect()
}

/// The greatest number of a row of three squares.
fn greatest(position: &Position, squares: [u8; 3]) -> u8 {
    squares.map(|square| position.classical(square)).into_iter().max().unwrap_or(0)
}

fn figures(bench: &Workbench<'_>) -> Section {
    let fact = |what: &str| bench.published.fact("quantum-facts", what);
    let five = endings(QuantumTicTacToe::ORIGINAL, FIGURE_5);
    let six = endings(QuantumTicTacToe::REVISED, FIGURE_6);
    let mut kinds: Vec<&str> = five.iter().map(|(_, end, _)| end.as_str()).collect();
    kinds.sort_unstable();
    let numbers = five.iter().find(|(_, end, _)| end == "first narrow");
    let numbers = numbers
        .map_or("-".into(), |(_, _, at)| format!("{} {}", greatest(at, [0, 1, 2]), greatest(at, [3, 4, 5])));
    let best = six.iter().find(|(choice, _, _)| choice == "9@6").map_or("-", |(_, end, _)| end);
    let note = "a game that fits the text; the drawing is not in it";
    let rows = vec![
        Row::compare("figure 5: whatever the second player chooses", fact("figure_5"), kinds.join(" or "))
            .note(note),
        Row::compare(
            "figure 5: greatest numbers of the lines, narrow case",
            fact("figure_5_numbers"),
            numbers,
        )
        .note(note),
        Row::compare("figure 6: the first player chooses 9 on square 6", fact("figure_6"), best).note(note),
    ];
    let board = |(position, _): (&str, &str)| {
        let squares = position.split(',').next().unwrap_or_default();
        let cell = |square: usize, mark: char| {
            let spooky =
                position.split(',').skip(1).filter(|part| part[2..].contains(&(square + 1).to_string()));
            let spooky: String = spooky.map(|part| part[..1].to_string()).collect::<Vec<_>>().join("~");
            if mark == '.' { format!("~{spooky}") } else { mark.to_string() }
        };
        let cells: Vec<String> =
            squares.chars().enumerate().map(|(square, mark)| cell(square, mark)).collect();
        cells.chunks(3).map(|row| row.join(",")).collect::<Vec<_>>().join("/")
    };
    Section::new(PAPER, "figures 5 and 6", "example games", rows)
        .board("figure 5 before mark 9 (~ spooky)", &board(FIGURE_5))
        .board("figure 6 before mark 9 (~ spooky)", &board(FIGURE_6))
}

/// Beyond the paper: the value of every position.
fn strong(bench: &Workbench<'_>) -> Result<Section, Error> {
    let mut rows = Vec::new();
    for (_, _, id, _) in RULES {
        let solvable = bench.registry.find(id).is_ok();
        let found = match solvable && bench.scope.full {
            true => Some(bench.figures(id)?),
            false => Figures::kept(id).map(std::rc::Rc::new),
        };
        let Some(found) = found else {
            rows.push(Row::missing(format!("{id}: strong solution"), "-", "no database and no kept results"));
            continue;
        };
        let counts = ["win", "loss", "draw"].map(|value| format!("{} {value}", grouped(found.number(value))));
        let text = format!("start {}; {}", found.start_text(), counts.join(", "));
        let positions = grouped(found.number("positions"));
        rows.push(Row::fresh(format!("{id}: {positions} positions"), text).note(found.remark()));
    }
    Ok(Section::new(PAPER, "beyond", "the strong solution", rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_end_as_the_text_says() {
        let ends = |found: Vec<(String, String, Position)>| {
            found.into_iter().map(|(choice, end, _)| format!("{choice} {end}")).collect::<Vec<_>>()
        };
        assert_eq!(
            ends(endings(QuantumTicTacToe::ORIGINAL, FIGURE_5)),
            ["9@6 first complete", "9@9 first narrow"]
        );
        assert!(
            ends(endings(QuantumTicTacToe::REVISED, FIGURE_6)).contains(&"9@6 first complete".to_string())
        );
    }
}
