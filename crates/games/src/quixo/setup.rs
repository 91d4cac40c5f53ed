//! The boards of Quixo, how they are solved, and which positions of them
//! stand out.

use kaiketsu_engine::analyse::{Counts, Route, Sought, Statistics, Wanted};
use kaiketsu_engine::setup::Numbered;
use kaiketsu_game::{Code, Game, Outcome, Tier};

use super::{Field, Quixo, QuixoCubes, QuixoScanner};

/// The boards that are registered, by their size: the squares of the paper and others.
pub const BOARDS: [Field; 20] = {
    const fn field(columns: usize, rows: usize, line: usize) -> Field {
        Field::new(columns, rows).with_line(line)
    }
    [
        field(3, 3, 3),
        field(3, 4, 3),
        field(3, 4, 4),
        field(3, 5, 3),
        field(3, 5, 4),
        field(3, 5, 5),
        field(4, 4, 3),
        field(4, 4, 4),
        field(3, 6, 3),
        field(3, 6, 4),
        field(3, 6, 5),
        field(3, 6, 6),
        field(4, 5, 3),
        field(4, 5, 4),
        field(4, 5, 5),
        field(3, 7, 3),
        field(3, 7, 4),
        field(4, 6, 4),
        field(5, 5, 4),
        field(5, 5, 5),
    ]
};

/// The game on a board with its kernels.
#[must_use]
pub fn setup(field: &Field) -> Numbered<Quixo> {
    let game = Quixo::new(*field);
    let (cubes, scanner) = (QuixoCubes::new(&game), QuixoScanner::new(&game));
    Numbered::retrograde(game).prefer(cubes).scanned_by(scanner).noting(notable)
}

/// The facts of figure 7 of the paper: the decided positions with the fewest
/// marks, and the lost positions with the fewest marks among those in which
/// both sides have equally many.
fn notable(game: &Quixo, counts: &Statistics<<Quixo as Game>::Position>) -> Vec<Sought<Quixo>> {
    let cells = game.cells();
    let rows = || counts.tables.iter().flat_map(|table| &table.rows);
    let marks = |key: &[u32]| key.iter().sum::<u32>();
    let sought = |title: &str, key: &[u32], outcome, count| {
        let tier = Tier(cells - marks(key));
        let wanted = Wanted { tier, outcome, plies: None, key: Some(key.to_vec()) };
        Sought { title: title.to_string(), wanted, examples: 4, known: Some(count), route: None }
    };
    let mut found = Vec::new();

    let decided = |(key, counts): &(&Vec<u32>, &Counts)| counts.win + counts.loss > 0 && marks(key) > 0;
    // A side without marks must add one with its move, so such boards cannot
    // come up when it is the other side's turn; the paper's example has both.
    let both = |(key, counts): &(&Vec<u32>, &Counts)| decided(&(key, counts)) && !key.contains(&0);
    let titles = ["decided with the fewest marks", "decided with the fewest marks, both sides having some"];
    for (title, counts) in
        [(titles[0], rows().filter(decided).collect()), (titles[1], rows().filter(both).collect())]
    {
        let counts: Vec<(&Vec<u32>, &Counts)> = counts;
        let fewest = counts.iter().map(|(key, _)| marks(key)).min();
        for (key, counts) in counts.into_iter().filter(|(key, _)| Some(marks(key)) == fewest) {
            for (outcome, count) in [(Outcome::Win, counts.win), (Outcome::Loss, counts.loss)] {
                if count > 0 {
                    found.push(sought(title, key, outcome, count));
                }
            }
        }
    }
    let lost_level = rows().filter(|(key, counts)| key[0] == key[1] && counts.loss > 0);
    if let Some((key, counts)) = lost_level.min_by_key(|(key, _)| marks(key)) {
        let title = "lost with equal counts and the fewest marks";
        found.push(sought(title, key, Outcome::Loss, counts.loss));
    }
    found.extend(by_distance(game, counts));
    found
}

/// With distances: the longest wins and losses, and of the fewest marks with which a
/// position is won that is not over the quickest and the longest win.
fn by_distance(game: &Quixo, counts: &Statistics<<Quixo as Game>::Position>) -> Vec<Sought<Quixo>> {
    let cells = game.cells();
    let Some(by_marks) = &counts.by_measure else { return Vec::new() };
    let sought = |title: &str, (marks, code): (u32, Code)| {
        let (tier, plies) = (Tier(cells - marks), Some(code.plies()));
        let wanted = Wanted { tier, outcome: code.outcome(), plies, key: None };
        let known = by_marks.rows.get(&(marks, code.0)).map(|[_, positions]| *positions);
        let route = Some(Quixo::route as Route<Quixo>);
        Sought { title: title.to_string(), wanted, examples: 4, known, route }
    };
    let rows = || by_marks.rows.keys().map(|(marks, code)| (*marks, Code(*code)));
    let of = |outcome| rows().filter(move |(_, code)| code.outcome() == outcome);
    // Of equally long ones those with the most marks, which were solved first.
    let longest = |outcome| of(outcome).max_by_key(|(marks, code)| (code.plies(), *marks));
    let fewest = of(Outcome::Win).filter(|(_, code)| code.plies() > 0).map(|(marks, _)| marks).min();
    let few = || of(Outcome::Win).filter(|(marks, code)| Some(*marks) == fewest && code.plies() > 0);
    let found = [
        ("longest win", longest(Outcome::Win)),
        ("longest loss", longest(Outcome::Loss)),
        ("quickest win with the fewest marks", few().min_by_key(|(_, code)| code.plies())),
        ("longest win with the fewest marks", few().max_by_key(|(_, code)| code.plies())),
    ];
    found.into_iter().filter_map(|(title, row)| Some(sought(title, row?))).collect()
}
