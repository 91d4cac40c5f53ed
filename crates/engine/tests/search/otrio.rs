//! The prover on Otrio: against a naive solver, and against the paper.

use std::collections::HashMap;

use kaiketsu_engine::search::{
    Certifiable, Glance, Goal, Method, Options, Plain, Provable, Prover, Relaxed, Side, Winner,
};
use kaiketsu_game::{Game, Notation, Outcome, Turn};
use kaiketsu_games::otrio::{Otrio, Position};
use kaiketsu_testkit::golden::table;
use kaiketsu_testkit::random::Random;

/// A position after that many random moves in which the game is not over.
fn random_position(game: Otrio, plies: usize, random: &mut Random) -> Position {
    loop {
        let mut position = game.start();
        for _ in 0..plies {
            let mut moves = Vec::new();
            if game.ending(&position).is_none() {
                game.moves(&position, &mut moves);
                position = game.play(&position, random.choose(&moves)).position;
            }
        }
        if game.ending(&position).is_none() {
            return position;
        }
    }
}

/// The outcome for the side to move, by trying everything.
fn naive(game: Otrio, position: &Position, known: &mut HashMap<Position, Outcome>) -> Outcome {
    if let Some(outcome) = game.ending(position).or_else(|| known.get(position).copied()) {
        return outcome;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut best = Outcome::Loss;
    for place in moves {
        let step = game.play(position, &place);
        match step.turn.view(naive(game, &step.position, known)) {
            Outcome::Win => best = Outcome::Win,
            Outcome::Draw if best == Outcome::Loss => best = Outcome::Draw,
            _ => {}
        }
    }
    known.insert(*position, best);
    best
}

fn winner(position: &Position, outcome: Outcome) -> Winner {
    match outcome {
        Outcome::Draw => Winner::Draw,
        Outcome::Win => Side::first_if(position.first_to_move()).into(),
        Outcome::Loss => Side::first_if(!position.first_to_move()).into(),
    }
}

/// Whether an attack in the blocking game succeeds, by its plain rules; what is
/// known is kept by key.
fn attack_succeeds(attack: &impl Relaxed, known: &mut HashMap<u128, bool>) -> bool {
    if let Some(settled) = attack.settled() {
        return settled;
    }
    if let Some(known) = known.get(&attack.key()) {
        return *known;
    }
    let mut moves = Vec::new();
    attack.moves(&mut moves);
    let mut after = moves.iter().map(|mv| attack_succeeds(&attack.play(*mv), known));
    let succeeds = if attack.wants() { after.any(|yes| yes) } else { after.all(|yes| yes) };
    known.insert(attack.key(), succeeds);
    succeeds
}

#[test]
fn late_positions_have_the_naive_values() {
    let mut random = Random::new(1);
    let mut values = HashMap::new();
    let (mut attacks, mut held_off) = (HashMap::new(), 0);
    for game in [Otrio::STANDARD, Otrio::NO_CENTRE] {
        let memory = Some(1 << 22);
        let numbers = Prover::new(&game, Options { memory, ..Options::default() });
        let depth =
            Prover::new(&game, Options { memory, method: Some(Method::DepthFirst), ..Options::default() });
        let threads = Prover::new(&game, Options { memory, threads: 2, ..Options::default() });
        let rules = Plain(&game);
        let plain = Prover::new(&rules, Options { memory, ..Options::default() });
        for round in 0..60 {
            let position = random_position(game, 18 + round % 6, &mut random);
            let mover = Side::first_if(position.first_to_move());
            let mut known = HashMap::new();
            let expected = winner(&position, naive(game, &position, &mut known));
            let text = game.write_position(&position);
            assert_eq!(numbers.value(&position, mover).value, expected, "{text}");
            assert_eq!(depth.value(&position, mover).value, expected, "{text}");
            assert_eq!(plain.value(&position, mover).value, expected, "{text}");
            assert_eq!(threads.value(&position, mover).value, expected, "{text}");
            *values.entry(expected.word()).or_insert(0) += 1;
            // Every position below: what a glance decides must be so.
            for (below, outcome) in known {
                let mover = Side::first_if(below.first_to_move());
                for side in [Side::First, Side::Second] {
                    let reached = winner(&below, outcome) == side.into();
                    match game.glance(&game.state(&below, mover), Goal::win(side)) {
                        Glance::Reached(_) => assert!(reached, "{}", game.write_position(&below)),
                        Glance::Never => assert!(!reached, "{}", game.write_position(&below)),
                        Glance::Open => {}
                    }
                }
                for side in [Side::First, Side::Second] {
                    let simpler = game.simpler(&below, Goal::win(side)).unwrap();
                    if !attack_succeeds(&simpler, &mut attacks) {
                        assert!(winner(&below, outcome) != side.into(), "{}", game.write_position(&below));
                        held_off += 1;
                    }
                }
                assert!(!game.shut_out(&below, true) || winner(&below, outcome) != Winner::First);
                assert!(!game.shut_out(&below, false) || winner(&below, outcome) != Winner::Second);
            }
        }
    }
    assert!(held_off > 1000, "the blocking game settles only {held_off} positions");
    assert!(values.len() == 3 && values.values().all(|count| *count > 5), "{values:?}");
}

#[test]
fn equal_keys_have_equal_values() {
    let game = Otrio::STANDARD;
    let mut random = Random::new(5);
    let mut folded = 0;
    for _ in 0..60 {
        let position = random_position(game, 19, &mut random);
        let mut known = HashMap::new();
        naive(game, &position, &mut known);
        let mut by_key: HashMap<u128, Winner> = HashMap::new();
        for (below, outcome) in known {
            let state = game.state(&below, Side::first_if(below.first_to_move()));
            let value = winner(&below, outcome);
            let before = by_key.insert(game.key(&state, Goal::win(Side::First)), value);
            folded += usize::from(before.is_some());
            assert!(before.is_none_or(|before| before == value), "{}", game.write_position(&below));
        }
    }
    assert!(folded > 1000, "only {folded} positions share a key with another");
}

#[test]
fn the_search_plays_by_the_rules() {
    let game = Otrio::NO_CENTRE;
    let mut random = Random::new(9);
    for _ in 0..100 {
        let position = random_position(game, 12 + random.below(12) as usize, &mut random);
        let mover = Side::first_if(position.first_to_move());
        let state = game.state(&position, mover);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        for place in moves {
            let step = game.play(&position, &place);
            let after = if step.turn == Turn::Stays { mover } else { mover.other() };
            let (next, plies) = game.next(&state, &place);
            assert_eq!(plies, 1);
            assert_eq!(game.mover(&next), after);
            let goal = Goal::win(Side::Second);
            assert_eq!(game.key(&next, goal), game.key(&game.state(&step.position, after), goal));
            if game.ending(&step.position).is_some() {
                assert_ne!(game.glance(&next, goal), Glance::Open);
            }
        }
    }
}

/// Rows of the paper's two-move tables that are quick.
#[test]
fn quick_rows_of_the_two_move_tables() {
    let (standard, no_centre) = rows_of_the_two_move_tables(12.0);
    assert!(standard > 15 && no_centre > 3, "{standard} {no_centre}");
}

/// All 128 rows: some CPU-minutes.
/// `cargo test --release -p kaiketsu-engine --test search -- --ignored`
#[test]
#[ignore = "takes some CPU-minutes"]
fn all_rows_of_the_two_move_tables() {
    assert_eq!(rows_of_the_two_move_tables(f64::INFINITY), (69, 59));
}

/// All 11 rows of the first-move tables: some CPU-minutes.
#[test]
#[ignore = "takes some CPU-minutes"]
fn all_rows_of_the_first_move_tables() {
    let options = Options { memory: Some(1 << 29), ..Options::default() };
    let provers = [Prover::new(&Otrio::STANDARD, options), Prover::new(&Otrio::NO_CENTRE, options)];
    let rows = table("otrio-first-move");
    for row in rows.rows() {
        let prover = &provers[usize::from(row.text("variant") == "no-centre")];
        let position = kaiketsu_engine::search::play_all(prover.game(), row.text("first_move")).unwrap();
        let found = prover.value(&position, Side::Second).value;
        assert_eq!(found.word(), row.text("value"), "{}", row.place());
    }
    assert_eq!(rows.rows().len(), 11);
}

/// Compares the rows that cost the paper at most so many million nodes; how
/// many there are of each variant.
fn rows_of_the_two_move_tables(most: f64) -> (usize, usize) {
    let (mut standard, mut no_centre) = (0, 0);
    let memory = if most > 100.0 { 1 << 29 } else { 1 << 26 };
    let options = Options { memory: Some(memory), ..Options::default() };
    let provers = [Prover::new(&Otrio::STANDARD, options), Prover::new(&Otrio::NO_CENTRE, options)];
    for row in table("otrio-two-moves").rows() {
        let variant = usize::from(row.text("variant") == "no-centre");
        let costs = ["mega_nodes_first_win_test", "mega_nodes_second_win_test"].map(|cost| row.text(cost));
        if costs.iter().map(|cost| cost.parse::<f64>().unwrap()).sum::<f64>() > most {
            continue;
        }
        let game = *provers[variant].game();
        let mut position = game.start();
        for column in ["first_move", "second_move"] {
            let place = game.read_move(&position, row.text(column)).unwrap();
            position = game.play(&position, &place).position;
        }
        let found = provers[variant].value(&position, Side::First).value;
        assert_eq!(found.word(), row.text("value"), "{}", row.place());
        *[&mut standard, &mut no_centre][variant] += 1;
    }
    (standard, no_centre)
}
