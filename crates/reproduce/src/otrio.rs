//! Otrio: tables 1 to 6, and how many positions there are.

use kaiketsu::{Error, Goal, Ordering, Provable, Question};
use kaiketsu_games::otrio::Otrio;

use crate::numbers::{grouped, scientific, seconds};
use crate::{Emit, Paper, Record, Row, Section, Workbench};

const PAPER: Paper = Paper::Otrio;

/// The variant as the tables name it, its id, its tables, its rules.
const VARIANTS: [(&str, &str, [&str; 2], Otrio); 2] = [
    ("standard", "otrio", ["table 2", "table 3"], Otrio::STANDARD),
    ("no-centre", "otrio-no-centre", ["table 4", "table 5"], Otrio::NO_CENTRE),
];

/// Two-move rows of the variant without the centre that the plain command
/// proves: those the paper needed the fewest nodes for.
const SAMPLE: usize = 12;

/// Published searches are repeated where the paper needed at most so many
/// million nodes, as they remember every position they meet.
const REPEATED: f64 = 2.0;

pub(crate) fn compare(bench: &Workbench<'_>, emit: Emit<'_>) -> Result<(), Error> {
    emit(table_1(bench)?);
    for (variant, id, places, game) in VARIANTS {
        let two = two_moves(bench, variant, id, places[1])?;
        // The book then answers for many first moves.
        emit(first_moves(bench, variant, id, places[0])?);
        emit(two);
        emit(counts(bench, variant, &game));
    }
    emit(table_6(bench)?);
    emit(bound(bench));
    Ok(())
}

fn goal(side: &str) -> Goal {
    format!("{side}-win").parse().expect("a goal of the game")
}

/// Two yes-or-no searches give three verdicts.
fn table_1(bench: &Workbench<'_>) -> Result<Section, Error> {
    let game = bench.provable("otrio")?;
    let mut rows = Vec::new();
    let table = bench.published.fact("otrio-facts", "table_1");
    for (published, after) in table.split('/').zip(["a1L a1M", "a1L b2M", "a1M b2M"]) {
        let mut found = Vec::new();
        for side in ["first", "second"] {
            let question = Question { after: after.into(), goal: Some(goal(side)), ..Question::default() };
            let reached = bench.prove(&*game, &question)?.report.reached == Some(true);
            found.push(if reached { "yes" } else { "no" });
        }
        let value =
            bench.prove(&*game, &Question { after: after.into(), ..Question::default() })?.report.value;
        found.push(value.map_or("-", |value| value.word()));
        let what = format!("after {after}: first wins, second wins, verdict");
        rows.push(Row::compare(what, published, found.join(" ")));
    }
    Ok(Section::new(PAPER, "table 1", "two tests and the verdict they give, on an example each", rows))
}

fn value_row(
    bench: &Workbench<'_>,
    game: &dyn Provable,
    after: &str,
    published: &str,
) -> Result<(Row, f64), Error> {
    let report = bench.prove(game, &Question { after: after.into(), ..Question::default() })?.report;
    let value = report.value.map_or("-", |value| value.word());
    let effort = match report.from_book {
        true => "from the book".to_string(),
        false => format!("{} nodes, {}", grouped(report.nodes), seconds(report.seconds)),
    };
    Ok((Row::compare(after, published, value).note(effort), report.nodes as f64))
}

/// The published effort beside ours; repeated by the paper's search if cheap.
fn effort_note(
    bench: &Workbench<'_>,
    game: &dyn Provable,
    after: &str,
    row: &Record,
) -> Result<String, Error> {
    let mega = |column: &str| row.text(column).parse::<f64>().unwrap_or(0.0);
    let tests =
        [("first", mega("mega_nodes_first_win_test")), ("second", mega("mega_nodes_second_win_test"))];
    let mut note = format!("; paper {} + {} million nodes", tests[0].1, tests[1].1);
    if bench.scope.full && tests.iter().all(|(_, nodes)| *nodes <= REPEATED) {
        let mut repeated = Vec::new();
        for (side, _) in tests {
            let ordering = Some(Ordering::Paper);
            let question =
                Question { after: after.into(), goal: Some(goal(side)), ordering, ..Question::default() };
            repeated.push(format!("{:.1}", bench.prove(game, &question)?.report.nodes as f64 / 1e6));
        }
        note += &format!(", its search repeated {}", repeated.join(" + "));
    }
    Ok(note)
}

fn first_moves(bench: &Workbench<'_>, variant: &str, id: &str, place: &str) -> Result<Section, Error> {
    let game = bench.provable(id)?;
    let table = bench.published.table("otrio-first-move");
    let mut rows = Vec::new();
    for row in table.rows.iter().filter(|row| row.text("variant") == variant) {
        let (compared, _) = value_row(bench, &*game, row.text("first_move"), row.text("value"))?;
        let note = effort_note(bench, &*game, row.text("first_move"), row)?;
        let note = compared.note.clone() + &note;
        rows.push(compared.note(note));
    }
    let key = if variant == "standard" { "start" } else { "start_no_centre" };
    let (mut start, _) = value_row(bench, &*game, "", &bench.published.fact("otrio-facts", key))?;
    start.what = "the start".into();
    rows.push(start);
    Ok(Section::new(PAPER, place, &format!("first moves, {variant}"), rows))
}

fn two_moves(bench: &Workbench<'_>, variant: &str, id: &str, place: &str) -> Result<Section, Error> {
    let game = bench.provable(id)?;
    let table = bench.published.table("otrio-two-moves");
    let of_variant: Vec<&Record> = table.rows.iter().filter(|row| row.text("variant") == variant).collect();
    let nodes = |row: &Record| row.text("mega_nodes_first_win_test").parse::<f64>().unwrap_or(0.0);
    let mut cheapest: Vec<f64> = of_variant.iter().map(|row| nodes(row)).collect();
    cheapest.sort_by(f64::total_cmp);
    let limit = match bench.scope.full || variant == "standard" {
        true => f64::INFINITY,
        false => cheapest[SAMPLE.min(cheapest.len()) - 1],
    };
    let (mut rows, mut other_replies) = (Vec::new(), Vec::new());
    let mut ours = 0.0;
    for row in &of_variant {
        let after = format!("{} {}", row.text("first_move"), row.text("second_move"));
        if nodes(row) > limit {
            rows.push(Row::missing(after, row.text("value"), "needs --full"));
            continue;
        }
        let (compared, searched) = value_row(bench, &*game, &after, row.text("value"))?;
        ours += searched;
        if row.text("first_move") != "b2M" && row.text("second_move") != "b2M" && compared.computed != "first"
        {
            other_replies.push(format!("{after} {}", compared.computed));
        }
        let note = compared.note.clone() + &effort_note(bench, &*game, &after, row)?;
        rows.push(compared.note(note));
    }
    if variant == "standard" {
        let only_draws = other_replies.iter().all(|reply| reply.ends_with("draw"));
        let computed = if other_replies.is_empty() { "first wins".into() } else { other_replies.join(", ") };
        rows.push(Row::erratum(
            "section 4: replies other than b2M",
            bench.published.fact("otrio-facts", "replies"),
            computed,
            if only_draws { "first wins" } else { "-" },
            "the text says that all of them lose; the paper's own table 3 has these draws",
        ));
    }
    let all: f64 = of_variant
        .iter()
        .map(|row| nodes(row) + row.text("mega_nodes_second_win_test").parse::<f64>().unwrap_or(0.0))
        .sum();
    rows.push(Row::apart(
        "nodes of all rows",
        format!("{} million", grouped(all.round() as u64)),
        format!("{} million in this run", grouped((ours / 1e6).round() as u64)),
        "what the book knew costs nothing; the paper counts without its cache",
    ));
    Ok(Section::new(PAPER, place, &format!("first two moves, {variant}"), rows))
}

/// How many openings there are up to symmetry: the rows of the tables.
fn counts(bench: &Workbench<'_>, variant: &str, game: &Otrio) -> Section {
    let rows_of = |name: &str| {
        let table = bench.published.table(name);
        table.rows.iter().filter(|row| row.text("variant") == variant).count()
    };
    let rows = vec![
        Row::compare("first moves up to symmetry", rows_of("otrio-first-move"), game.openings(1).len()),
        Row::compare("two moves up to symmetry", rows_of("otrio-two-moves"), game.openings(2).len()),
        Row::fresh("three moves up to symmetry", grouped(game.openings(3).len() as u64)),
    ];
    Section::new(PAPER, "tables", &format!("their rows are all openings, {variant}"), rows)
}

fn table_6(bench: &Workbench<'_>) -> Result<Section, Error> {
    let mut rows = Vec::new();
    for row in bench.published.table("otrio-table-6").rows {
        let (game, states) = (row.text("game"), row.text("states"));
        let what = format!("{game}: states, how solved");
        let published = format!("{states}, {}", row.text("solved"));
        rows.push(match game {
            "Tic-tac-toe" => {
                let solvable = bench.registry.find("tic-tac-toe")?;
                let reachable = solvable.reachable(bench.request.memory, &kaiketsu::Silent)?;
                let power = reachable.ilog10();
                Row::compare(what, published, format!("10^{power}, strongly"))
                    .note(format!("{} reachable", grouped(reachable)))
            }
            "Otrio" => Row::compare(what, published, format!("<= 10^{}, this paper", power_of_bound())),
            "6x6 Reversi" => Row::erratum(
                what,
                &published,
                format!("{states}, weakly"),
                format!("{states}, strongly"),
                "its source, Feinstein's page, is headed \"6x6 Othello weakly solved\"",
            ),
            _ => Row::apart(what, published, "-", "cited from elsewhere; not a game of these papers"),
        });
    }
    Ok(Section::new(PAPER, "table 6", "games and how they are solved", rows))
}

/// Boards with at most three rings of a colour and size: ways to fill nine
/// places of one size with at most three of each of four colours, cubed.
fn boards_by_supply() -> u128 {
    let choose = |n, k| u128::from(kaiketsu_index::binomial(n, k));
    let ways = |colours: u32| {
        let mut free = vec![0_u128; 10]; // by places still free
        free[9] = 1;
        for _ in 0..colours {
            let mut next = vec![0; 10];
            for (left, ways) in free.iter().enumerate() {
                for rings in 0..=left.min(3) {
                    next[left - rings] += ways * choose(left as u32, rings as u32);
                }
            }
            free = next;
        }
        free.iter().sum::<u128>()
    };
    ways(4).pow(3)
}

fn power_of_bound() -> u32 {
    (5_f64.powi(27) / 8.0).log10().round() as u32
}

fn bound(bench: &Workbench<'_>) -> Section {
    let exact = 5_u128.pow(27) / 8;
    let supply = boards_by_supply();
    let rows = vec![
        Row::compare(
            format!("{}, power of ten", bench.published.fact("otrio-facts", "bound")),
            bench.published.fact("otrio-facts", "bound_power"),
            power_of_bound(),
        )
        .note(format!("{exact}, about {}", scientific(exact as f64))),
        Row::fresh("boards with at most three rings of a colour and size", scientific(supply as f64))
            .note(format!("{supply} exactly; about {} up to symmetry", scientific(supply as f64 / 8.0))),
    ];
    Section::new(PAPER, "section 6", "how many positions there are", rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_one_size_counted_one_by_one() {
        // All 5^9 ways to fill nine places, the slow way.
        let fits = |code: &u32| {
            let mut rings = [0; 5];
            (0..9).for_each(|place| rings[(code / 5_u32.pow(place) % 5) as usize] += 1);
            rings[1..].iter().all(|colour| *colour <= 3)
        };
        let one_size = (0..5_u32.pow(9)).filter(fits).count() as u128;
        assert_eq!(boards_by_supply(), one_size.pow(3));
    }
}
