//! Published results, number by number.

use std::collections::BTreeMap;

use kaiketsu_engine::solve::Queue;
use kaiketsu_game::{Game, Notation, Outcome, Plies, Tiered, Value};
use kaiketsu_games::{Dodgem, Quixo};
use kaiketsu_testkit::golden::{Row, Table, table};
use kaiketsu_testkit::{SolvedGame, solve_in_memory};

/// How many positions are drawn, won and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    draw: u64,
    win: u64,
    loss: u64,
}

impl Counts {
    fn add(&mut self, outcome: Outcome, positions: u64) {
        *match outcome {
            Outcome::Draw => &mut self.draw,
            Outcome::Win => &mut self.win,
            Outcome::Loss => &mut self.loss,
        } += positions;
    }

    /// The columns `draw`, `win` and `loss`, after a prefix.
    fn golden(row: &Row, prefix: &str) -> Self {
        let number = |column: &str| row.number(&format!("{prefix}{column}"));
        Counts { draw: number("draw"), win: number("win"), loss: number("loss") }
    }
}

/// Counts by class, for a way to weigh positions.
fn count_by<G: Tiered>(
    solved: &SolvedGame<'_, G>,
    breakdown: &str,
    factor: impl Fn(&G::Position) -> u64,
) -> BTreeMap<Vec<u32>, Counts> {
    let breakdown =
        solved.game.breakdowns().into_iter().find(|b| b.name == breakdown).expect("a known table");
    let mut counts = BTreeMap::<Vec<u32>, Counts>::new();
    for (position, value, weight) in solved.positions().filter(|(_, _, weight)| *weight > 0) {
        let mut key = Vec::new();
        (breakdown.class)(solved.game, solved.game.locate(&position), &mut key);
        counts.entry(key).or_default().add(value.outcome, weight * factor(&position));
    }
    counts
}

/// Every row of a table is what was counted, and nothing else was counted.
fn compare(rows: &[&Row], keys: [&str; 2], prefix: &str, counted: &BTreeMap<Vec<u32>, Counts>) {
    assert_eq!(rows.len(), counted.len(), "as many classes as rows");
    for row in rows {
        let key = keys.map(|key| row.number(key) as u32);
        assert_eq!(Some(&Counts::golden(row, prefix)), counted.get(&key[..]), "{}", row.place());
    }
}

/// The pieces of a side on each of its ranks, read off the written board:
/// U goes up, R goes right.
fn progress_patterns(text: &str) -> [Vec<usize>; 2] {
    let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    let side = rows.len();
    let up = |rank: usize| rows[side - 1 - rank].iter().filter(|symbol| **symbol == 'U').count();
    let right = |rank: usize| rows.iter().filter(|row| row[rank] == 'R').count();
    [(0..side).map(up).collect(), (0..side).map(right).collect()]
}

fn steps(pattern: &[usize]) -> usize {
    pattern.iter().enumerate().map(|(rank, pieces)| pieces * (pattern.len() - rank)).sum()
}

/// The paper goes through pairs of patterns by the steps of either side and
/// meets a pair of different patterns with equally many steps from both.
fn times_published(text: &str) -> u64 {
    let [mover, opponent] = progress_patterns(text);
    if mover != opponent && steps(&mover) == steps(&opponent) { 2 } else { 1 }
}

fn check_dodgem(pieces: usize) {
    let game = Dodgem::new(pieces);
    let solved = solve_in_memory(&game, &Queue, 2, true);
    let published = |position: &_| times_published(&game.write_position(position));

    let by_steps = table(&format!("dodgem-{pieces}-by-steps"));
    let rows: Vec<&Row> = by_steps.rows().iter().collect();
    let keys = ["mover_steps", "opponent_steps"];
    compare(&rows, keys, "", &count_by(&solved, "by_steps", |_| 1));
    compare(&rows, keys, "published_", &count_by(&solved, "by_steps", published));

    let by_pieces = table("dodgem-by-pieces");
    let rows: Vec<&Row> = of_size(&by_pieces, pieces).collect();
    let keys = ["mover_pieces", "opponent_pieces"];
    compare(&rows, keys, "", &count_by(&solved, "by_pieces", |_| 1));
    compare(&rows, keys, "published_", &count_by(&solved, "by_pieces", published));

    let summary = table("dodgem-summary");
    let row = of_size(&summary, pieces).next().expect("a row for each size");
    let total = totals(&solved);
    assert_eq!(Counts::golden(row, ""), total);
    assert_eq!(row.number("positions"), total.draw + total.win + total.loss);
    assert_eq!(row.text("initial"), solved.start().outcome.word());
    assert_eq!(row.number_if_known("plies"), solved.start().plies.map(|plies| plies.0.into()));
    let distances =
        solved.positions().filter(|(_, _, weight)| *weight > 0).filter_map(|(_, value, _)| value.plies);
    assert_eq!(row.number("longest"), u64::from(distances.max().unwrap().0));

    check_first_moves(&solved, &table("dodgem-first-moves"), pieces);
}

fn of_size(table: &Table, pieces: usize) -> impl Iterator<Item = &Row> {
    table.rows().iter().filter(move |row| row.number("pieces") == pieces as u64)
}

fn totals<G: Tiered>(solved: &SolvedGame<'_, G>) -> Counts {
    let mut total = Counts::default();
    solved.positions().for_each(|(_, value, weight)| total.add(value.outcome, weight));
    total
}

fn check_first_moves(solved: &SolvedGame<'_, Dodgem>, golden: &Table, pieces: usize) {
    let (game, start) = (solved.game, solved.game.start());
    let mut moves = Vec::new();
    game.moves(&start, &mut moves);
    let verdict = |mv| {
        let step = game.play(&start, mv);
        let value = step.value_before(solved.value_of(&step.position));
        (game.write_move(&start, mv), value)
    };
    let found: BTreeMap<String, String> =
        moves.iter().map(verdict).map(|(mv, value)| (mv, value.to_string())).collect();
    let expected: BTreeMap<String, String> = of_size(golden, pieces)
        .map(|row| {
            let plies = row.number_if_known("plies").map(|plies| format!(" in {plies}")).unwrap_or_default();
            (row.text("move").to_string(), format!("{}{plies}", row.text("value")))
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn dodgem_with_2_pieces_is_as_published() {
    check_dodgem(2);
}

#[test]
fn dodgem_with_3_pieces_is_as_published() {
    check_dodgem(3);
}

fn check_quixo<'a>(game: &'a Quixo, side: usize) -> SolvedGame<'a, Quixo> {
    let solved = solve_in_memory(game, &Queue, 2, true);
    let summary = table("quixo-summary");
    let row = summary.row(&[("size", &side.to_string())]);
    assert_eq!(Counts::golden(row, ""), totals(&solved));
    assert_eq!(row.text("value"), solved.start().outcome.word());
    assert_eq!(row.number_if_known("steps"), solved.start().plies.map(|plies| plies.0.into()));
    solved
}

/// Best play from the start lasts exactly as long as the value says.
fn check_line(solved: &SolvedGame<'_, Quixo>) {
    let (game, mut position) = (solved.game, solved.game.start());
    let Some(Plies(plies)) = solved.start().plies else { panic!("the start is decided") };
    for _ in 0..plies {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let value = |mv: &_| {
            let step = game.play(&position, mv);
            step.value_before(solved.value_of(&step.position))
        };
        let best = moves.iter().rev().max_by_key(|mv| value(mv)).expect("the game is not over");
        assert_eq!(value(best), solved.value_of(&position), "the best move keeps the value");
        position = game.play(&position, best).position;
    }
    assert!(game.ending(&position).is_some(), "the game is over after {plies} plies");
}

#[test]
fn quixo_3x3_is_as_published() {
    let game = Quixo::new(3);
    check_line(&check_quixo(&game, 3));
}

#[test]
fn quixo_4x4_is_as_published() {
    let game = Quixo::new(4);
    let solved = check_quixo(&game, 4);
    check_line(&solved);
    let mut by_plies = BTreeMap::<(String, u64), u64>::new();
    for (_, Value { outcome, plies, .. }, weight) in solved.positions() {
        if let Some(plies) = plies {
            *by_plies.entry((outcome.word().to_string(), plies.0.into())).or_default() += weight;
        }
    }
    let golden = table("quixo-4x4-by-depth");
    let key = |row: &Row| ((row.text("value").to_string(), row.number("plies")), row.number("positions"));
    assert_eq!(by_plies, golden.rows().iter().map(key).collect());
}
