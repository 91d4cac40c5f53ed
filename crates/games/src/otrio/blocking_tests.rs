//! The fast blocking game against its plain twin, and both against trying
//! everything.

use std::collections::HashMap;

use kaiketsu_game::{Certifiable, Goal, Notation, Provable, Relaxed, Side};
use kaiketsu_testkit::random::{Random, after_random_moves};

use super::{Blockade, Blocking, Otrio, Position};

/// Both forms of the attack of a side, if the other is to move.
fn attack(game: Otrio, position: &Position, side: Side) -> Option<(Blocking, Blockade)> {
    let state = game.state(position, game.side_to_move(position));
    game.relaxed(&state, Goal::win(side)).zip(game.simpler(position, Goal::win(side)))
}

fn sorted(attack: &impl Relaxed) -> Vec<u8> {
    let mut moves = Vec::new();
    attack.moves(&mut moves);
    moves.sort_unstable();
    moves
}

#[test]
fn both_forms_are_one_game() {
    let mut random = Random::new(3);
    let (mut keys, mut names) = (HashMap::new(), HashMap::new());
    let mut compared = 0;
    while compared < 20_000 {
        let game = if random.below(2) == 0 { Otrio::STANDARD } else { Otrio::NO_CENTRE };
        let plies = random.below(22) as usize;
        let position = after_random_moves(&game, plies, &mut random);
        let side = Side::first_if(random.below(2) == 0);
        let Some((mut fast, mut plain)) = attack(game, &position, side) else { continue };
        // Random play to the end.
        loop {
            compared += 1;
            assert_eq!(fast.wants(), plain.wants());
            if plain.light() {
                assert_eq!(fast.settled(), Some(false), "{plain:?}");
                break;
            }
            if plain.settled() == Some(true) {
                // A complete line is a threat that was not answered.
                break;
            }
            assert_ne!(fast.settled(), Some(false), "{plain:?}");
            assert_eq!(*keys.entry(fast.key()).or_insert(plain.key()), plain.key(), "{plain:?}");
            assert_eq!(*names.entry(plain.key()).or_insert(fast.key()), fast.key(), "{plain:?}");
            let moves = sorted(&plain);
            if fast.settled().is_none() {
                let listed = sorted(&fast);
                assert!(!listed.is_empty() && listed.iter().all(|mv| moves.contains(mv)), "{plain:?}");
                assert!(!fast.wants() || listed == moves, "{plain:?}");
            }
            let mv = *random.choose(&moves);
            (fast, plain) = (fast.play(mv), plain.play(mv));
        }
    }
}

/// Whether an attack succeeds; `settle` says whether attacks that are light or
/// get light are given up, which is to be shown right, and keys are used.
fn succeeds(attack: &Blockade, settle: bool, known: &mut HashMap<u128, bool>) -> bool {
    let settled = match settle {
        true => attack.settled(),
        false => attack.settled().filter(|settled| *settled || attack.hopeless()),
    };
    if let Some(known) = settled.or_else(|| known.get(&attack.key()).copied().filter(|_| settle)) {
        return known;
    }
    let mut after = sorted(attack).into_iter().map(|mv| succeeds(&attack.play(mv), settle, known));
    let found = if attack.wants() { after.any(|yes| yes) } else { after.all(|yes| yes) };
    known.insert(attack.key(), found);
    found
}

#[test]
fn light_attacks_fail_and_keys_fold_equals() {
    let mut random = Random::new(8);
    let (mut known, mut answers) = (HashMap::new(), [0; 2]);
    for round in 0..300 {
        let game = if round % 2 == 0 { Otrio::STANDARD } else { Otrio::NO_CENTRE };
        let position = after_random_moves(&game, 16 + round % 7, &mut random);
        for side in [Side::First, Side::Second] {
            let Some(plain) = game.simpler(&position, Goal::win(side)) else { continue };
            let expected = succeeds(&plain, false, &mut HashMap::new());
            assert_eq!(succeeds(&plain, true, &mut known), expected, "{plain:?}");
            answers[usize::from(expected)] += 1;
        }
    }
    assert!(answers.iter().all(|count| *count > 20), "{answers:?}");
}

/// Colour D must be able to take a place that only B wants: then A has no other
/// use for its turn than the large ring that it needs later.
#[test]
fn an_attacker_may_take_a_place_from_his_partner() {
    let game = Otrio::NO_CENTRE;
    let position = game.read_position(".DA.A.BAD/CBDB.CD.C/AC..A..BB:C").unwrap();
    let (fast, plain) = attack(game, &position, Side::Second).unwrap();
    assert!(fast.settled().is_none_or(|reached| reached) && plain.settled().is_none());
    assert!(succeeds(&plain, true, &mut HashMap::new()));
}
