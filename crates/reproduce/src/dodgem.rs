//! Dodgem: sub-spaces, the example of figure 2 with its parents, the tables by
//! steps and by pieces, first moves, and four pieces as a new result.

use std::collections::BTreeMap;

use kaiketsu::{Error, Limit, Outcome};
use kaiketsu_game::{Notation, Retrograde, Slot, Tier, Tiered};
use kaiketsu_games::Dodgem;

use crate::numbers::{grouped, seconds};
use crate::{Emit, Paper, Record, Row, Section, Workbench};

const PAPER: Paper = Paper::Dodgem;

pub(crate) fn compare(bench: &Workbench<'_>, emit: Emit<'_>) -> Result<(), Error> {
    emit(subspaces(bench));
    emit(figure_2(bench));
    emit(start(bench)?);
    for pieces in [2, 3] {
        let counted = Counted::new(bench, pieces)?;
        emit(by_steps(bench, pieces, &counted)?);
        emit(by_pieces(bench, pieces, &counted));
    }
    if !bench.scope.brief {
        emit(four_pieces(bench)?);
    }
    Ok(())
}

fn subspaces(bench: &Workbench<'_>) -> Section {
    let row = |pieces: usize| {
        let patterns = Dodgem::new(pieces).patterns().len() as u64;
        let published = bench.published.fact("dodgem-facts", &format!("subspaces_{pieces}"));
        let what = format!("{pieces} pieces: sub-spaces, C(2k+1, k) squared");
        Row::compare(what, published, patterns * patterns)
            .note(format!("{patterns} patterns of a side; {} pairs are tiers", patterns * (patterns + 1) / 2))
    };
    Section::new(PAPER, "section 3", "the number of sub-spaces", [2, 3, 4].map(row).to_vec())
}

/// Pieces of a side on each rank, the home rank first: of U by rows from
/// below, of R by columns from the left.
fn patterns(board: &str) -> [Vec<u64>; 2] {
    let rows: Vec<&str> = board.split('/').rev().collect();
    let mut ranks = [vec![0; rows.len()], vec![0; rows.len()]];
    for (row, line) in rows.iter().enumerate() {
        for (column, cell) in line.chars().enumerate() {
            match cell {
                'U' => ranks[0][row] += 1,
                'R' => ranks[1][column] += 1,
                _ => {}
            }
        }
    }
    ranks
}

fn pattern_text(board: &str) -> String {
    let [mover, opponent] = patterns(board).map(|ranks| ranks.iter().map(u64::to_string).collect::<String>());
    format!("{mover}:{opponent}")
}

/// Steps a side still needs.
fn steps(pattern: &[u64]) -> u64 {
    (0..).zip(pattern).map(|(rank, pieces)| (pattern.len() as u64 - rank) * pieces).sum()
}

/// The board over the diagonal with the sides exchanged.
fn turned(board: &str) -> String {
    let rows: Vec<Vec<char>> = board.split('/').rev().map(|row| row.chars().collect()).collect();
    let cell = |row: usize, column: usize| match rows[column][row] {
        'U' => 'R',
        'R' => 'U',
        other => other,
    };
    let line = |row| (0..rows.len()).map(|column| cell(row, column)).collect::<String>();
    (0..rows.len()).rev().map(line).collect::<Vec<_>>().join("/")
}

/// The paper draws the parents as if the side going right were to move in the
/// example; so they are the parents of the example turned, turned again.
fn figure_2(bench: &Workbench<'_>) -> Section {
    let fact = |what: &str| bench.published.fact("dodgem-facts", what);
    let (game, example) = (Dodgem::new(3), fact("example"));
    let mut parents = Vec::new();
    if let Ok(position) = game.read_position(&turned(&example)) {
        let slot = game.locate(&position);
        for tier in (0..game.tiers()).map(Tier) {
            let mut origins = Vec::new();
            game.predecessors(slot, tier, &mut origins);
            let text = |index| turned(&game.write_position(&game.position(Slot { tier, index })));
            parents.extend(origins.into_iter().map(|origin| text(origin.index)));
        }
    }
    parents.sort();
    let mut published: Vec<String> = fact("parents").split(' ').map(Into::into).collect();
    published.sort();
    let mut kinds: Vec<String> = parents.iter().map(|parent| pattern_text(parent)).collect();
    kinds.sort();
    kinds.dedup();
    let why = "the drawing has the side going right to move, other than section 2 says; turned accordingly";
    let rows = vec![
        Row::compare("pattern of the example", fact("example_pattern"), pattern_text(&example)),
        Row::compare("its parents", published.join(" "), parents.join(" ")).note(why),
        Row::compare("number of parents", published.len(), parents.len()),
        Row::compare("patterns of the parents", fact("parent_patterns"), kinds.join(" ")),
    ];
    let mut section = Section::new(PAPER, "figure 2", "an example with its five parents", rows)
        .board("the example", &example);
    for parent in &parents {
        section = section.board("a parent", parent);
    }
    section
}

fn start(bench: &Workbench<'_>) -> Result<Section, Error> {
    let fact = |what: &str| bench.published.fact("dodgem-facts", what);
    let mut rows = Vec::new();
    for pieces in [2, 3] {
        let found = bench.figures(&format!("dodgem-{pieces}"))?;
        let (value, plies) = found.start();
        let what = format!("{pieces} pieces: the start for the first player");
        let row = Row::compare(what, fact(&format!("start_{pieces}")), value);
        rows.push(row.note(plies.map_or(String::new(), |plies| format!("in {plies} plies"))));
    }
    let solved = bench.open("dodgem-2")?;
    let mut section = Section::new(PAPER, "section 8", "the start and the first moves", Vec::new());
    for pair in fact("after_first_move").split(' ') {
        let (position, value) = pair.split_once(':').unwrap_or((pair, ""));
        let found = solved.rate(position, Limit::NONE)?;
        let computed = found.value.map_or("unknown", Outcome::word);
        let row = Row::compare(format!("2 pieces: {position} for the side to move"), value, computed);
        rows.push(row.note(found.to_string()));
        section = section.board(value, position);
    }
    section.rows = rows;
    Ok(section)
}

/// Counts of draws, wins and losses, and of those the paper counts twice.
#[derive(Clone, Copy, Default)]
struct Cell {
    distinct: [u64; 3],
    printed: [u64; 3],
}

type Cells = BTreeMap<[u64; 2], Cell>;

/// Every position with a piece of each side, by steps and by pieces.
struct Counted {
    steps: Cells,
    pieces: Cells,
}

impl Counted {
    fn new(bench: &Workbench<'_>, pieces: usize) -> Result<Self, Error> {
        let solved = bench.open(&format!("dodgem-{pieces}"))?;
        let game = Dodgem::new(pieces);
        let mut counted = Counted { steps: Cells::new(), pieces: Cells::new() };
        for tier in (0..game.tiers()).map(Tier) {
            for index in 0..game.size(tier) {
                let text = game.write_position(&game.position(Slot { tier, index }));
                let [mover, opponent] = patterns(&text);
                let on_board = [&mover, &opponent].map(|pattern| pattern.iter().sum::<u64>());
                if on_board.contains(&0) {
                    continue;
                }
                let value = match solved.rate(&text, Limit::NONE)?.value {
                    Some(Outcome::Draw) => 0,
                    Some(Outcome::Win) => 1,
                    Some(Outcome::Loss) | None => 2,
                };
                // A pair of different patterns with equally many steps is entered from both sides.
                let times = if mover != opponent && steps(&mover) == steps(&opponent) { 2 } else { 1 };
                for (cells, key) in
                    [(&mut counted.steps, [steps(&mover), steps(&opponent)]), (&mut counted.pieces, on_board)]
                {
                    let cell = cells.entry(key).or_default();
                    cell.distinct[value] += 1;
                    cell.printed[value] += times;
                }
            }
        }
        Ok(counted)
    }
}

const TWICE: &str =
    "the paper counts twice the positions whose sides need equally many steps with different patterns";

/// The rows of a table by the steps or pieces of both sides.
fn cell_rows<'r>(by: &str, records: impl Iterator<Item = &'r Record>, cells: &Cells) -> Vec<Row> {
    let text = |counts: [u64; 3]| counts.map(grouped).join(" / ");
    let row = |record: &Record| {
        let key = ["mover", "opponent"].map(|side| record.number(&format!("{side}_{by}")));
        let cell = cells.get(&key).copied().unwrap_or_default();
        let published = ["draw", "win", "loss"].map(|value| record.number(&format!("published_{value}")));
        let twice: u64 = (0..3).map(|value| cell.printed[value] - cell.distinct[value]).sum();
        let why = format!("{TWICE}: {} here", grouped(twice));
        let what = format!("{by} {} : {}", key[0], key[1]);
        Row::erratum(what, text(published), text(cell.distinct), text(cell.printed), &why)
    };
    records.map(row).collect()
}

fn by_steps(bench: &Workbench<'_>, pieces: usize, counted: &Counted) -> Result<Section, Error> {
    let table = bench.published.rows(&format!("dodgem-{pieces}-by-steps"));
    let rows = cell_rows("steps", table.iter(), &counted.steps);
    let title = format!("{pieces} pieces by steps left, draw / win / loss");
    let found = bench.figures(&format!("dodgem-{pieces}"))?;
    let chart = found.plies_chart(&format!("Dodgem, {pieces} pieces: positions by plies to the end"));
    Ok(Section::new(PAPER, "figure 3", &title, rows).chart(chart))
}

fn by_pieces(bench: &Workbench<'_>, pieces: usize, counted: &Counted) -> Section {
    let table = bench.published.rows("dodgem-by-pieces");
    let of_size = table.iter().filter(|record| record.number("pieces") == pieces as u64);
    let rows = cell_rows("pieces", of_size, &counted.pieces);
    let place = if pieces == 2 { "figure 5" } else { "figure 4" };
    Section::new(PAPER, place, &format!("{pieces} pieces by pieces left, draw / win / loss"), rows)
}

/// Beyond the paper: four pieces on 5x5.
fn four_pieces(bench: &Workbench<'_>) -> Result<Section, Error> {
    let found = bench.figures("dodgem-4")?;
    let mut rows = vec![Row::fresh("positions", grouped(found.number("positions")))];
    rows.extend(["win", "loss", "draw"].map(|value| Row::fresh(value, grouped(found.number(value)))));
    rows.push(Row::fresh("the start", found.start_text()));
    for value in ["win", "loss"] {
        if let Some(plies) = found.longest(value) {
            let text = format!("{plies} plies, {} positions", grouped(found.at_plies(plies, value)));
            rows.push(Row::fresh(format!("longest {value}"), text));
        }
    }
    rows.extend(found.cpu_seconds().map(|time| Row::fresh("processor time of the solve", seconds(time))));
    let text = |row: &serde_json::Value| {
        ["move", "value"].map(|key| row[key].as_str().unwrap_or_default()).join(" ")
    };
    rows.push(Row::fresh("first moves", found.rows("first_moves").map(text).collect::<Vec<_>>().join(", ")));
    let title = "4 pieces on 5x5: counts and distances; the draw itself was shown by D. des Jardins in 1996";
    Ok(Section::new(PAPER, "beyond", title, rows)
        .chart(found.plies_chart("Dodgem, 4 pieces: positions by plies to the end")))
}
