//! Quantum tic-tac-toe on other boards and for other patterns: against the naive solver, position
//! by position, and the verdicts of small boards.

use kaiketsu_engine::search::{Options, Prover, RequestError, Winner, check};
use kaiketsu_game::{Certifiable, Game, Goal, Notation, Outcome, Side};
use kaiketsu_games::quantum_tic_tac_toe::{
    Animal, Chooser, Field, ON_3X3, ON_3X4, ON_4X4, QuantumTicTacToe, variants,
};
use kaiketsu_testkit::laws::{check_notation, check_searched};
use kaiketsu_testkit::naive;
use kaiketsu_testkit::random::{Random, after_random_moves};

const TWO: Animal = &[(0, 0), (1, 0)];
const ACROSS: Animal = &[(0, 0), (1, 1)];
const CORNER: Animal = &[(0, 0), (1, 0), (0, 1)];

/// Two in a line, the corner, and two kinds of patterns of which one has more squares.
const ON_2X2: [Field<4>; 2] = [
    Field::new(2, 2, "2x2", "two beside each other", &[TWO]),
    Field::new(2, 2, "2x2-across", "two across", &[ACROSS]),
];
const ON_2X3: [Field<6>; 3] = [
    Field::new(2, 3, "2x3", "two across", &[ACROSS]),
    Field::new(2, 3, "2x3-corner", "the tromino L", &[CORNER]),
    Field::new(2, 3, "2x3-both", "two across or the tromino L", &[ACROSS, CORNER]),
];

/// Every position below these: outcomes, goals, plies, and all that a glance says.
fn compare<const N: usize>(
    game: QuantumTicTacToe<N>,
    from: Vec<<QuantumTicTacToe<N> as Game>::Position>,
    met: &mut [u64; 3],
) {
    let values = naive::solve(&game, naive::closure(&game, from));
    let prover = Prover::new(game, Options { memory: Some(1 << 22), ..Options::default() });
    for (position, value) in &values {
        let mover = game.side_to_move(position);
        let expected = Winner::of(value.outcome, mover);
        assert_eq!(prover.value(position, mover).value, expected, "{}", game.write_position(position));
        let place = [Outcome::Win, Outcome::Draw, Outcome::Loss].iter().position(|at| *at == value.outcome);
        met[place.unwrap()] += 1;
    }
    check_searched(&game, &values.into_keys().collect::<Vec<_>>());
}

#[test]
fn small_boards_are_as_the_rules_say() {
    let mut met = [0; 3];
    for game in variants(&ON_2X2) {
        compare(game, vec![game.start()], &mut met);
    }
    let mut random = Random::new(3);
    for game in variants(&ON_2X3) {
        let from = (0..4).map(|_| after_random_moves(&game, 3, &mut random)).collect();
        compare(game, from, &mut met);
    }
    assert!(met.iter().all(|count| *count > 1_000), "{met:?}");
}

/// What comes after many random moves on the larger boards.
#[test]
fn late_positions_of_large_boards_are_as_the_rules_say() {
    let (mut met, mut random) = ([0; 3], Random::new(4));
    for game in variants(&ON_3X4) {
        let from = (0..6).map(|_| after_random_moves(&game, 13, &mut random)).collect();
        compare(game, from, &mut met);
    }
    for game in variants(&ON_4X4) {
        let from = (0..6).map(|_| after_random_moves(&game, 19, &mut random)).collect();
        compare(game, from, &mut met);
    }
    assert!(met.iter().all(|count| *count > 20), "{met:?}");
}

#[test]
fn patterns_lie_wherever_they_fit() {
    let counts = ON_3X3.map(|field| field.patterns().len());
    // Lines: three across, three up, two diagonals; then I, L, and the tetrominoes O, T, L, S.
    assert_eq!(counts, [8, 6, 16, 4, 8, 16, 8]);
    assert_eq!(ON_3X4[0].patterns().len(), 4 + 6 + 4);
    assert_eq!(ON_4X4.map(|field| field.patterns().len()), [8 + 8 + 8, 10]);
    assert_eq!((ON_3X4[0].maps().len(), ON_4X4[0].maps().len()), (4, 8));
}

/// Marks and squares past nine are letters; a mark on the last square.
#[test]
fn large_boards_are_written_with_letters() {
    let game = QuantumTicTacToe { chooser: Chooser::Opponent, field: &ON_4X4[0] };
    let mut random = Random::new(5);
    let positions: Vec<_> = (0..40).map(|_| after_random_moves(&game, 14, &mut random)).collect();
    assert!(positions.iter().any(|position| position.placed() > 9));
    check_notation(&game, positions);
    let start = game.start();
    let mv = game.read_move(&start, "G-1").unwrap();
    assert_eq!(game.write_move(&start, &mv), "1-G");
    let after = game.play(&start, &mv).position;
    assert_eq!(game.write_position(&after), "................,1=1G");
    let error = game.read_move(&after, "1-H").unwrap_err().0;
    assert!(error.contains("numbered 1 to G"), "{error}");
    let error = game.read_position(".........").unwrap_err().0;
    assert!(error.contains("16 squares are needed first"), "{error}");
}

/// The goals that can be forced at the start, each with a certificate that the rules alone check.
#[test]
fn verdicts_on_3x3() {
    let reached = |game: QuantumTicTacToe| {
        let prover = Prover::new(game, Options::default());
        let start = game.start();
        let reaches = |goal: &Goal| prover.ask(&start, Side::First, *goal, None).reached;
        let found: Vec<String> =
            Goal::all().iter().filter(|goal| reaches(goal)).map(Goal::to_string).collect();
        for goal in Goal::all().into_iter().filter(|goal| found.contains(&goal.to_string())) {
            let claim = &check(&game, &prover.certify_goal(&start, goal)).unwrap().claims.claims[0];
            assert!(claim.reached, "{goal} of {}", game.id());
        }
        found.join(" ")
    };
    let both = "first-win first-complete";
    let expected = [
        ("tromino-i", ""),
        ("tromino-i-self", ""),
        ("tromino-l", both),
        ("tromino-l-self", both),
        ("tetromino-o", ""),
        ("tetromino-o-self", ""),
        ("tetromino-t", ""),
        ("tetromino-t-self", ""),
        ("tetromino-l", ""),
        ("tetromino-l-self", ""),
        ("tetromino-s", ""),
        ("tetromino-s-self", both),
    ];
    let found: Vec<_> = variants(&ON_3X3).skip(2).map(|game| (game.to_string(), reached(game))).collect();
    assert_eq!(found, expected.map(|(name, goals)| (name.to_string(), goals.to_string())));
}

/// The first player's win on 3x4 within nine marks; what is not reached has no certificate that
/// keeps to a number of plies.
#[test]
fn the_win_on_3x4_has_a_certificate() {
    let [original, revised] =
        [Chooser::Opponent, Chooser::Closer].map(|chooser| QuantumTicTacToe { chooser, field: &ON_3X4[0] });
    let goal = Goal::win(Side::First);
    for game in [original, revised] {
        let prover = Prover::new(game, Options { memory: Some(1 << 27), ..Options::default() });
        let too_early = prover.try_certify_within(&game.start(), goal, 8);
        assert_eq!(too_early, Err(RequestError::NotWithin { goal, plies: 8 }));
        let certificate = prover.try_certify_within(&game.start(), goal, 9).unwrap();
        let claim = &check(&game, &certificate).unwrap().claims.claims[0];
        assert!(claim.reached && claim.goal == "first-win", "{claim:?}");
        // It is about this game alone.
        let other = if game == original { revised } else { original };
        assert!(check(&other, &certificate).is_err());
    }
}
