use kaiketsu_game::{Game, Notation, Outcome, Turn};
use kaiketsu_testkit::naive::steps;
use kaiketsu_testkit::random::Random;

use super::*;

fn after(game: Otrio, moves: &str) -> Position {
    moves.split_whitespace().fold(game.start(), |position, text| {
        let place = game.read_move(&position, text).unwrap();
        game.play(&position, &place).position
    })
}

#[test]
fn the_lines_are_those_of_the_three_conditions() {
    let mut kinds = [0; 3];
    for line in LINES {
        let at = line.map(Place::coordinates);
        let one_square = at.iter().all(|(c, r, _)| (*c, *r) == (at[0].0, at[0].1));
        let one_size = at.iter().all(|(_, _, s)| *s == at[0].2);
        let kind = if one_square { 0 } else { 2 - usize::from(one_size) };
        kinds[kind] += 1;
        assert!(one_square || at.iter().map(|(c, r, _)| 3 * r + c).sum::<u8>() % 3 == 0);
    }
    assert_eq!(kinds, [9, 24, 16]);
    assert_eq!(LINES.iter().filter(|line| line.contains(&CENTRE)).count(), 13);
    let distinct: std::collections::BTreeSet<_> = LINES.iter().collect();
    assert_eq!(distinct.len(), 49);
}

#[test]
fn the_paper_s_second_figure() {
    let game = Otrio::STANDARD;
    let position = after(game, "b2M a1L c3S a2S b3L");
    assert_eq!(game.write_position(&position), "...D....C/....A..../B......A.:B");
    assert_eq!(
        game.draw(&position),
        "3  ... ..A C..\n2  D.. .A. ...\n1  ..B ... ...\n   a   b   c    (small, middle, large)"
    );
}

#[test]
fn each_of_the_three_conditions_wins() {
    let game = Otrio::STANDARD;
    for moves in [
        "b2M a1L a1S a2L b2S a3M c1S c2L b2L", // all sizes on b2
        "a1L a2M a1S c2L b1L c3M b3S a2S c1L", // one size along row 1
        "a1S a2M a1L c2L b1M c3M b3S a2S c1L", // ascending along row 1
    ] {
        let position = after(game, moves);
        assert_eq!(position.winner(), Some(0), "{moves}");
        assert_eq!(game.ending(&position), Some(Outcome::Loss), "the second player is to move");
    }
    // Small, large, middle along a row is no line.
    assert_eq!(after(game, "a1S a2M a1L c2L b1L c3M b3S a2S c1M").winner(), None);
}

fn wander(game: Otrio, games: u64, mut visit: impl FnMut(&Position)) {
    let mut random = Random::new(7);
    for _ in 0..games {
        let mut position = game.start();
        loop {
            visit(&position);
            let Ok(mut steps) = steps(&game, &position) else { break };
            // Avoid wins where possible, so that games get long and passes happen.
            let quiet = |step: &Step<Position>| step.position.winner().is_none();
            if steps.iter().any(quiet) {
                steps.retain(quiet);
            }
            position = random.choose(&steps).position;
        }
    }
}

#[test]
fn texts_read_back_and_turns_agree_with_steps() {
    for game in [Otrio::STANDARD, Otrio::NO_CENTRE] {
        let mut passes = 0;
        wander(game, 200, |position| {
            assert_eq!(game.read_position(&game.write_position(position)).as_ref(), Ok(position));
            for step in steps(&game, position).unwrap_or_default() {
                let same = position.first_to_move() == step.position.first_to_move();
                assert_eq!(same, step.turn == Turn::Stays);
                // Colours are passed over exactly if they have no ring for any place.
                let skipped =
                    (1..4).map(|k| (position.turn() + k) % 4).take_while(|c| *c != step.position.turn());
                for colour in skipped {
                    passes += 1;
                    assert!(Place::all().all(|place| !game.can_place(&step.position, colour, place)));
                }
                assert!(
                    game.ending(&step.position).is_some()
                        || game.placeable(&step.position, step.position.turn())
                );
            }
        });
        assert!(passes > 0, "the sample has no pass");
    }
}

#[test]
fn bad_moves_are_refused_by_name() {
    let game = Otrio::STANDARD;
    let refuse = |moves: &str, text: &str| game.read_move(&after(game, moves), text).unwrap_err().0;
    assert!(refuse("", "d2M").contains("`d2M`: a place is"));
    assert!(refuse("b2M", "b2m").contains("taken by colour A"));
    let exhausted = game.read_position("BC.B...B./.CD.D.C../AA...A...:A").unwrap();
    let error = game.read_move(&exhausted, "a3L").unwrap_err().0;
    assert_eq!(error, "`a3L`: colour A has no ring of size L left");
    assert!(refuse("b2M a1L a1S a2L b2S a3M c1S c2L b2L", "c3S").contains("game is over"));
    let forbidden = Otrio::NO_CENTRE.read_move(&Otrio::NO_CENTRE.start(), "b2M").unwrap_err();
    assert!(forbidden.0.contains("forbidden"));
}
