//! What is counted about Otrio: table 6, the bound and exact numbers.

use kaiketsu::Error;
use kaiketsu_engine::search::play_all;
use kaiketsu_game::{Game, Notation};
use kaiketsu_games::otrio::Otrio;

use super::{PAPER, of_variant};
use crate::numbers::{grouped, scientific};
use crate::{Row, Section, Workbench};

/// The moves of figure 2, legal and as they stand on the board.
pub(super) fn figure_2(bench: &Workbench<'_>) -> Section {
    let moves = bench.published.fact("otrio-facts", "figure_2");
    let played = play_all(&Otrio::STANDARD, &moves);
    let rings = played.as_ref().map_or(0, |position| {
        let text = Otrio::STANDARD.write_position(position);
        text[..29].chars().filter(char::is_ascii_uppercase).count()
    });
    let over = played.as_ref().is_ok_and(|position| Otrio::STANDARD.ending(position).is_some());
    let rows = vec![
        Row::compare("rings on the board", moves.split(' ').count(), rings).note(&moves),
        Row::compare("the game goes on", "yes", if over { "no" } else { "yes" }),
    ];
    let section = Section::new(PAPER, "figure 2", "an example of the notation", rows);
    match played {
        Ok(position) => section.board("after five moves", &Otrio::STANDARD.write_position(&position)),
        Err(_) => section,
    }
}

/// How many openings there are up to symmetry: the rows of the tables.
pub(super) fn openings(bench: &Workbench<'_>, variant: &str, game: &Otrio) -> Section {
    let rows_of = |name: &str| of_variant(bench, name, variant).len();
    let rows = vec![
        Row::compare("first moves up to symmetry", rows_of("otrio-first-move"), game.openings(1).len()),
        Row::compare("two moves up to symmetry", rows_of("otrio-two-moves"), game.openings(2).len()),
        Row::fresh("three moves up to symmetry", grouped(game.openings(3).len() as u64)),
    ];
    Section::new(PAPER, "tables 2 to 5", &format!("their rows are all openings, {variant}"), rows)
}

pub(super) fn table_6(bench: &Workbench<'_>) -> Result<Section, Error> {
    let mut rows = Vec::new();
    for row in bench.published.rows("otrio-table-6") {
        let (game, states) = (row.text("game"), row.text("states"));
        let what = format!("{game}: states, how solved");
        let published = format!("{states}, {}", row.text("solved"));
        rows.push(match game {
            "Tic-tac-toe" => {
                let reachable = bench.with_solver("tic-tac-toe", |solver| {
                    solver.reachable(bench.request.memory, &kaiketsu::Silent)
                })?;
                let reachable = reachable.positions;
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

pub(super) fn bound(bench: &Workbench<'_>) -> Section {
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
