use kaiketsu_game::{Game, Notation, Outcome, Symmetric, Turn};
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
        kinds[if one_square {
            0
        } else if one_size {
            1
        } else {
            2
        }] += 1;
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
            if game.ending(&position).is_some() {
                break;
            }
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            // Avoid wins where possible, so that games get long and passes happen.
            let quiet = |place: &Place| game.play(&position, place).position.winner().is_none();
            if moves.iter().any(quiet) {
                moves.retain(quiet);
            }
            position = game.play(&position, random.choose(&moves)).position;
        }
    }
}

#[test]
fn texts_read_back_and_turns_agree_with_steps() {
    for game in [Otrio::STANDARD, Otrio::NO_CENTRE] {
        let mut passes = 0;
        wander(game, 200, |position| {
            assert_eq!(game.read_position(&game.write_position(position)).as_ref(), Ok(position));
            if game.ending(position).is_some() {
                return;
            }
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            assert!(!moves.is_empty());
            for place in &moves {
                assert_eq!(game.read_move(position, &game.write_move(position, place)).as_ref(), Ok(place));
                let step = game.play(position, place);
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
fn images_have_the_same_endings_and_children() {
    let game = Otrio::NO_CENTRE;
    wander(game, 5, |position| {
        let children = |p: &Position| {
            let mut moves = Vec::new();
            if game.ending(p).is_none() {
                game.moves(p, &mut moves);
            }
            moves.iter().map(|mv| game.play(p, mv).position).collect::<Vec<_>>()
        };
        for symmetry in 0..16 {
            let image = game.image(position, symmetry);
            assert_eq!(game.ending(&image), game.ending(position));
            let mut of_image = children(&image);
            let mut images: Vec<_> = children(position).iter().map(|p| game.image(p, symmetry)).collect();
            of_image.sort_unstable();
            images.sort_unstable();
            assert_eq!(of_image, images);
        }
    });
}

#[test]
fn six_first_moves_and_five_without_the_centre() {
    for (game, count) in [(Otrio::STANDARD, 6), (Otrio::NO_CENTRE, 5)] {
        let mut moves = Vec::new();
        game.moves(&game.start(), &mut moves);
        let classes: std::collections::BTreeSet<_> = moves
            .iter()
            .map(|place| game.play(&game.start(), place).position)
            .map(|p| (0..16).map(|s| game.image(&p, s)).min().unwrap())
            .collect();
        assert_eq!(classes.len(), count);
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
