//! NOCCA x NOCCA: which positions play can reach, from the page kept of it, and the
//! paper's main table and its table A.1 over those alone.
//!
//! What cannot be reached is so little that its values are found by a search of a few
//! plies, made here; they come off the counts of all pseudo-reachable positions.

use std::collections::BTreeSet;

use kaiketsu::Error;
use kaiketsu_game::{Game, Notation, Outcome, Plies, Value};
use kaiketsu_games::Nocca;
use serde_json::Value as Json;

use super::PAPER;
use crate::numbers::{bytes, grouped, seconds};
use crate::{Figures, Row, Section, Workbench};

const PAGE: &str = "nocca-reachable";
const LARGEST: &str = "nocca-5x6";

/// Boards with at most so many reachable positions are counted again.
const SMALL_POSITIONS: u64 = 500_000;

/// Plies within which the values are found.
const PLIES: u16 = 4;

pub(super) fn section(bench: &Workbench<'_>) -> Result<Section, Error> {
    let title = "NOCCA x NOCCA: the positions that play can reach; the paper conjectures which it cannot";
    let mut rows = Vec::new();
    for board in boards(bench) {
        let id = board.text("game").unwrap_or_default();
        rows.extend(counts(&id, &board));
        if !bench.scope.brief && board.number("reachable") <= SMALL_POSITIONS {
            let now =
                bench.with_solver(&id, |solver| solver.reachable(bench.request.memory, &kaiketsu::Silent))?;
            let (kept, what) = (grouped(board.number("reachable")), format!("{id}, searched again"));
            rows.push(Row::compare(what, kept, grouped(now.positions)));
        }
    }
    match boards(bench).find(|board| board.text("game").as_deref() == Some(LARGEST)) {
        Some(board) => {
            rows.extend(as_published(bench, &board));
            rows.extend(bench.beyond(LARGEST)?.found.iter().flat_map(|all| values(all, &board)));
        }
        None => {
            let what = format!("{LARGEST}: which positions can be reached");
            let needs =
                format!("kaiketsu stats {LARGEST} --reachable --memory 16G; the page has smaller boards");
            rows.push(Row::missing(what, "all but 60, the paper conjectures", &needs));
        }
    }
    Ok(Section::new(PAPER, PAGE, title, rows))
}

fn boards(bench: &Workbench<'_>) -> impl Iterator<Item = Figures> {
    let page = bench.kept(PAGE).into_iter();
    let boards = page.flat_map(|page| page.rows("boards").cloned().collect::<Vec<_>>());
    boards.map(|page| Figures { source: "results", page })
}

/// The positions of 5x6 that cannot be reached, if the page has that board.
pub(crate) fn unreached_of_the_largest(bench: &Workbench<'_>) -> Option<Vec<String>> {
    boards(bench).find(|board| board.text("game").as_deref() == Some(LARGEST)).map(|board| unreached(&board))
}

fn unreached(board: &Figures) -> Vec<String> {
    board.rows("unreached").filter_map(Json::as_str).map(Into::into).collect()
}

fn game(id: &str) -> Option<Nocca> {
    let (columns, rows) = id.strip_prefix("nocca-")?.split_once('x')?;
    Some(Nocca::new(columns.parse().ok()?, rows.parse().ok()?))
}

/// How many there are on a board, and that none is left out.
fn counts(id: &str, board: &Figures) -> Vec<Row> {
    let (reachable, listed, game) = (board.number("reachable"), unreached(board), game(id));
    let run = board.get("run");
    let took = [
        run["cpu_seconds"].as_f64().map(seconds),
        run["peak_memory"].as_u64().map(bytes),
        board.text("command"),
    ];
    let took: Vec<String> = took.into_iter().flatten().collect();
    let hidden = grouped(board.number("reachable_mover_hidden"));
    let text = format!("{}, and {hidden} whose mover cannot be seen", grouped(reachable));
    let classes = grouped(board.number("reachable_classes"));
    let placed = game.as_ref().map_or(0, |game| game.placement_counts().pseudo_reachable);
    let all = format!("{id}: those and {} others are all pseudo-reachable positions", listed.len());
    let mut rows = vec![
        Row::fresh(format!("{id}: reachable positions"), text)
            .note(format!("{classes} mirror classes in all; {}", took.join(", "))),
        Row::compare(all, grouped(placed), grouped(reachable + listed.len() as u64)),
    ];
    if !listed.is_empty() {
        let unled = game.iter().flat_map(|game| {
            let found = game.special_positions().without_predecessors;
            found.iter().map(|position| game.write_position(position)).collect::<Vec<_>>()
        });
        let unled: BTreeSet<String> = unled.collect();
        let which = |same: bool| if same { "those to which no move leads" } else { "others" };
        let same = listed.iter().cloned().collect::<BTreeSet<_>>() == unled;
        let what = format!("{id}: the {} positions that cannot be reached", listed.len());
        rows.push(Row::compare(what, which(true), which(same)).note(listed.join(" ")));
    }
    rows
}

/// Beside the count of another program.
fn as_published(bench: &Workbench<'_>, board: &Figures) -> Vec<Row> {
    let other = |what: &str| {
        let theirs = bench.published.fact(PAGE, what).parse().map_or("-".into(), grouped);
        let text = format!("{LARGEST}: {}, as another solver counts", what.replace('_', " "));
        Row::compare(text, theirs, grouped(board.number(what)))
            .note("keiichiro-sonoda/nocca-strongly-solving, position by position")
    };
    vec![other("reachable_classes"), other("reachable_without_moves_classes")]
}

/// Table 8 and table A.1 over the reachable positions, given the counts of all.
fn values(all: &Figures, board: &Figures) -> Vec<Row> {
    let game = Nocca::new(5, 6);
    let read = |text: &String| game.read_position(text).ok();
    let found: Vec<_> = unreached(board)
        .iter()
        .map(|text| read(text).and_then(|position| value(&game, &position, PLIES)))
        .collect();
    let mut rows = Vec::new();
    let known = found.iter().flatten().count();
    rows.push(Row::compare(
        format!("{LARGEST}: unreachable positions with a value by a search of {PLIES} plies"),
        found.len(),
        known,
    ));
    let mut row = |what: String, in_all: u64, less: usize, more: u64| {
        let text = format!("{LARGEST}: {what}, over the reachable positions");
        let mut note = format!("{} over the pseudo-reachable ones", grouped(in_all));
        if more > 0 {
            note += &format!("; besides {} whose mover cannot be seen", grouped(more));
        }
        rows.push(Row::fresh(text, grouped(in_all - less as u64)).note(note));
    };
    let hidden = board.number("reachable_mover_hidden");
    for outcome in [Outcome::Win, Outcome::Loss, Outcome::Draw] {
        let less = found.iter().flatten().filter(|value| value.outcome == outcome).count();
        let more = if outcome == Outcome::Loss { hidden } else { 0 };
        row(outcome.to_string(), all.number(&outcome.to_string()), less, more);
    }
    let mut by_plies: Vec<(u64, &str, u64)> = all
        .rows("by_plies")
        .filter_map(|row| Some((row["plies"].as_u64()?, row["value"].as_str()?, row["positions"].as_u64()?)))
        .collect();
    by_plies.sort_unstable();
    for (plies, outcome, positions) in by_plies {
        let fits = |value: &&Value| {
            value.outcome.to_string() == outcome && value.plies.map(|plies| u64::from(plies.0)) == Some(plies)
        };
        let less = found.iter().flatten().filter(fits).count();
        row(format!("{outcome} in {plies}"), positions, less, if plies == 0 { hidden } else { 0 });
    }
    rows
}

/// The value of a position, if the game is decided within so many plies.
fn value(game: &Nocca, position: &<Nocca as Game>::Position, most: u16) -> Option<Value> {
    (0..=most).find_map(|plies| decided(game, position, plies))
}

/// The same for one that is not decided sooner.
fn decided(game: &Nocca, position: &<Nocca as Game>::Position, plies: u16) -> Option<Value> {
    if let Some(outcome) = game.ending(position) {
        return (plies == 0).then(|| Value::ended(outcome));
    }
    let left = plies.checked_sub(1)?;
    let moves = game.legal_moves(position);
    let mut longest = 0;
    let mut lost = true;
    for mv in &moves {
        let next = game.play(position, mv).position;
        match value(game, &next, left) {
            Some(Value { outcome: Outcome::Loss, plies: Some(Plies(before)), .. }) if before == left => {
                return Some(Value::win(plies));
            }
            Some(Value { outcome: Outcome::Win, plies: Some(Plies(before)), .. }) => {
                longest = longest.max(before);
            }
            _ => lost = false,
        }
    }
    (lost && longest == left).then(|| Value::loss(plies))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use kaiketsu::{Registry, Request, Resources, Silent, Store, Want};

    use serde_json::json;

    use super::*;
    use crate::Verdict;

    /// On a board that is solved while the test runs.
    #[test]
    fn values_of_a_few_plies_are_those_of_the_solution() {
        let (registry, scratch) = (Registry::standard(), tempfile::tempdir().unwrap());
        let entry = registry.get("nocca-3x3").unwrap();
        let store = Store::new(scratch.path());
        entry.solver().unwrap().solve(&store, &Request::default(), &Silent).unwrap();
        let solution = entry.open(&store, Resources::default()).unwrap();
        let game = Nocca::new(3, 3);
        let (mut open, mut met, mut compared, mut decided) = (vec![game.start()], HashSet::new(), 0, 0);
        while let Some(position) = open.pop().filter(|_| compared < 1_500) {
            compared += 1;
            let expected =
                solution.view(&game.write_position(&position), Want::VALUES).unwrap().value.known();
            let near = expected.filter(|value| value.plies.is_some_and(|plies| plies.0 <= 3));
            assert_eq!(value(&game, &position, 3), near, "{}", game.write_position(&position));
            decided += usize::from(near.is_some());
            let next = steps(&game, &position);
            open.extend(next.filter(|next| met.insert(*next)).collect::<Vec<_>>());
        }
        assert!(decided > 400 && decided < compared, "{decided} of {compared}");
    }

    fn steps<'a>(
        game: &'a Nocca,
        position: &'a <Nocca as Game>::Position,
    ) -> impl Iterator<Item = <Nocca as Game>::Position> {
        let over = game.ending(position).is_some();
        let moves = if over { Vec::new() } else { game.legal_moves(position) };
        moves.into_iter().map(|mv| game.play(position, &mv).position)
    }

    /// 5x6 as the paper conjectures it: tables 8 and A.1 without the 60 positions.
    #[test]
    fn values_of_what_cannot_be_reached_come_off_the_tables() {
        let game = Nocca::new(5, 6);
        let unled = game.special_positions().without_predecessors;
        let texts: Vec<String> = unled.iter().map(|position| game.write_position(position)).collect();
        let page = json!({ "game": LARGEST, "unreached": texts, "reachable_mover_hidden": 5 });
        let rows = values(&Figures::kept(LARGEST).unwrap(), &Figures { source: "results", page });
        assert_eq!((rows[0].published.as_str(), rows[0].computed.as_str()), ("60", "60"));
        let row = |what: &str| {
            let text = format!("{LARGEST}: {what}, over the reachable positions");
            rows.iter().find(|row| row.what == text).unwrap().computed.clone()
        };
        let [wins, losses, draws] = ["win", "loss", "draw"].map(row);
        assert_eq!((wins.as_str(), losses.as_str()), ("106,144,078,857", "41,129,930,533"));
        assert_eq!(draws, "695,889,830");
        // 30 step into the goal, 24 hide the only piece of the opponent, 6 cannot stop it.
        assert_eq!(["win in 1", "loss in 4"].map(row), ["77,645,562,774", "7,707,358,879"]);
        assert_eq!(["loss in 2", "win in 69"].map(row), ["22,410,730,165", "30"]);
    }

    #[test]
    fn the_page_has_registered_boards_with_nothing_left_out() {
        let page = Figures::kept(PAGE).expect("the page is kept");
        let known: Vec<String> =
            kaiketsu_games::nocca::BOARDS.iter().map(|board| format!("nocca-{board}")).collect();
        let boards: Vec<&Json> = page.rows("boards").collect();
        assert!(boards.len() >= 10, "{} boards", boards.len());
        for board in boards {
            let board = Figures { source: "results", page: board.clone() };
            let id = board.text("game").unwrap();
            assert!(known.contains(&id), "{id}");
            for row in counts(&id, &board) {
                assert_ne!(row.verdict, Verdict::Different, "{row:?}");
            }
        }
    }
}
