//! Certificates that are proofs are accepted; all others are refused for what
//! is wrong with them, also when their checksum is right.

use kaiketsu_engine::search::{
    Certificate, Claim, Claims, Options, Prover, Refusal, RequestError, Side, Winner, check, check_within,
    read_claims,
};
use kaiketsu_game::{
    Certifiable, Game, Goals, NoRelaxation, Notation, NotationError, Outcome, Step, Symmetric,
};
use kaiketsu_games::otrio::{Otrio, Position};
use kaiketsu_testkit::random::{Random, after_random_moves};

/// A won and a drawn position late enough to be quick.
fn samples() -> Vec<(Position, Winner, Certificate)> {
    let game = Otrio::STANDARD;
    let prover = Prover::new(game, Options { memory: Some(1 << 24), ..Options::default() });
    let mut random = Random::new(11);
    let (mut won, mut drawn) = (None, None);
    while won.is_none() || drawn.is_none() {
        let position = after_random_moves(&game, 14, &mut random);
        let certificate = prover.certify_value(&position);
        let side = Certifiable::side_to_move(&game, &position);
        let value = prover.value(&position, side).value;
        let slot = if value == Winner::Draw { &mut drawn } else { &mut won };
        if certificate.0.len() > 400 {
            slot.get_or_insert((position, value, certificate));
        }
    }
    [won, drawn].into_iter().flatten().collect()
}

/// The strategies of a certificate, one for each claim.
fn strategies(certificate: &Certificate) -> Vec<Vec<u8>> {
    let claims = read_claims(certificate).unwrap().claims;
    let end = certificate.0.len() - 32;
    let mut rest = &certificate.0[end - claims.iter().map(|claim| claim.bytes).sum::<usize>()..end];
    claims.iter().map(|claim| rest.split_off(..claim.bytes).unwrap().to_vec()).collect()
}

/// Takes a certificate apart, lets a change be made and seals it again.
fn resealed(certificate: &Certificate, change: impl FnOnce(&mut Claims, &mut Vec<Vec<u8>>)) -> Certificate {
    let (mut claims, mut strategies) = (read_claims(certificate).unwrap(), strategies(certificate));
    change(&mut claims, &mut strategies);
    for (claim, strategy) in claims.claims.iter_mut().zip(&strategies) {
        claim.bytes = strategy.len();
    }
    Certificate::seal(&claims, &strategies)
}

/// Why a certificate is refused once a change was made to it.
fn refusal(certificate: &Certificate, change: impl FnOnce(&mut Claims, &mut Vec<Vec<u8>>)) -> Refusal {
    check(&Otrio::STANDARD, &resealed(certificate, change)).unwrap_err()
}

/// With less memory than it takes there is no certificate and no verdict on one; with
/// enough they are the same as ever.
#[test]
fn certificates_and_checks_end_where_memory_does() {
    let game = Otrio::STANDARD;
    for (position, _, certificate) in samples() {
        let (mut full, mut written) = (0, 0);
        for bits in 8..25 {
            let options = Options { memory: Some(1 << bits), ..Options::default() };
            match Prover::new(game, options).try_certify(&position, None) {
                Err(RequestError::NoRoom(_)) => full += 1,
                Ok(found) => {
                    check(&game, &found).unwrap();
                    written += 1;
                }
                Err(other) => panic!("{other} with {} bytes", 1 << bits),
            }
        }
        assert!(full >= 4 && written >= 4, "{full} without room, {written} written");
        let checked = check(&game, &certificate).unwrap();
        let (mut full, mut whole) = (0, 0);
        for bits in 4..25 {
            match check_within(&game, &certificate, 1 << bits) {
                Err(Refusal::NoRoom(why)) => {
                    assert!(whole == 0 && why.positions <= checked.positions && why.memory == 1 << bits);
                    // What is met fills an eighth of the memory at least, or the file all of it.
                    let held = why.positions * 8 * size_of::<Position>() + 4096;
                    assert!(held >= 1 << bits || certificate.0.len() > 1 << bits, "{why}");
                    full += 1;
                }
                found => {
                    assert_eq!(found.unwrap(), checked);
                    whole += 1;
                }
            }
        }
        assert!(full >= 4 && whole >= 4, "{full} without room, {whole} whole");
    }
}

#[test]
fn proofs_are_accepted() {
    for (position, value, certificate) in samples() {
        let checked = check(&Otrio::STANDARD, &certificate).unwrap();
        assert_eq!(checked.claims.value.as_deref(), Some(value.word()));
        assert_eq!(checked.claims.position, Otrio::STANDARD.write_position(&position));
        assert_eq!(checked.claims.claims.len(), if value == Winner::Draw { 2 } else { 1 });
        assert_eq!(resealed(&certificate, |_, _| {}), certificate);
    }
}

#[test]
fn every_damaged_byte_is_noticed() {
    let (_, _, certificate) = &samples()[0];
    for at in (0..certificate.0.len()).step_by(7) {
        let mut damaged = certificate.clone();
        damaged.0[at] ^= 1;
        let refusal = check(&Otrio::STANDARD, &damaged).unwrap_err();
        assert!(matches!(refusal, Refusal::Damaged | Refusal::Malformed(_)), "{refusal}");
    }
    for length in [0, 10, certificate.0.len() - 1] {
        assert!(check(&Otrio::STANDARD, &Certificate(certificate.0[..length].to_vec())).is_err());
    }
}

#[test]
fn false_headers_and_strategies_are_refused_with_their_reason() {
    let game = Otrio::STANDARD;
    for (_, value, certificate) in &samples() {
        assert!(matches!(check(&Otrio::NO_CENTRE, certificate), Err(Refusal::OtherGame { .. })));
        let newer = refusal(certificate, |claims, _| claims.rules_version += 1);
        assert!(matches!(newer, Refusal::OtherGame { .. }));
        for other in ["first", "second", "draw", "x"].into_iter().filter(|other| *other != value.word()) {
            let false_value = refusal(certificate, |claims, _| claims.value = Some(other.into()));
            assert!(matches!(false_value, Refusal::ValueDoesNotFollow { .. }));
        }
        let no_claims = refusal(certificate, |claims, strategies| {
            claims.claims.clear();
            strategies.clear();
        });
        assert!(matches!(no_claims, Refusal::Malformed(_)), "it claims nothing");
        refusal(certificate, |claims, _| {
            claims.claims.iter_mut().for_each(|claim| claim.reached = !claim.reached);
        });
        // The start cannot borrow the strategy of another position.
        refusal(certificate, |claims, _| claims.position = game.write_position(&game.start()));
        let shorter = refusal(certificate, |_, strategies| _ = strategies[0].pop());
        assert!(matches!(shorter, Refusal::TooShort { .. }));
        let longer = refusal(certificate, |_, strategies| strategies[0].push(0));
        assert!(matches!(longer, Refusal::TooLong { bytes: 1, .. }));
        let no_move = refusal(certificate, |_, strategies| strategies[0][0] = 99);
        assert!(matches!(no_move, Refusal::NoSuchMove { number: 99, .. }));
        // A strategy that plays the first move of the rules throughout proves nothing.
        let naive = refusal(certificate, |_, strategies| {
            strategies[0] = [0, 255].repeat(strategies[0].len());
        });
        assert!(matches!(naive, Refusal::Fails { .. } | Refusal::TooLong { .. }), "{naive}");
    }
}

/// Other moves may also win, so a changed byte need not be wrong; but most are,
/// and whatever is accepted must be true: the value cannot change.
#[test]
fn changed_moves_are_refused_unless_they_still_prove_the_same() {
    let game = Otrio::STANDARD;
    for (_, value, certificate) in &samples() {
        let length = read_claims(certificate).unwrap().claims[0].bytes;
        let (mut refused, mut tried) = (0, 0);
        for at in (0..length).step_by(2 * (length / 120).max(1)) {
            let changed = resealed(certificate, |_, strategies| {
                strategies[0][at] = strategies[0][at].wrapping_add(1) % 8
            });
            tried += 1;
            match check(&game, &changed) {
                Ok(checked) => assert_eq!(checked.claims.value.as_deref(), Some(value.word())),
                Err(_) => refused += 1,
            }
        }
        assert!(refused * 10 > tried, "only {refused} of {tried} changes were refused");
    }
}

/// The drawn sample turns to the blocking game, and only there a byte of 254
/// means something.
#[test]
fn turning_to_the_simpler_game_proves_only_what_it_may() {
    const TURNS: u8 = 254;
    let game = Otrio::STANDARD;
    let samples = samples();
    let drawn = &samples[1].2;
    let turns = strategies(drawn)[0].iter().position(|byte| *byte == TURNS);
    let turns = turns.expect("the blocking game settles something");
    // A move in the blocking game that is not there, and one that passes.
    for byte in [200, 27] {
        let refusal = refusal(drawn, |_, strategies| strategies[0][turns + 1] = byte);
        assert!(matches!(refusal, Refusal::NoSuchMove { number, .. } if number == byte), "{refusal}");
    }
    // A winning strategy may not turn to it.
    let won = refusal(&samples[0].2, |_, strategies| strategies[0] = vec![TURNS]);
    assert!(matches!(won, Refusal::NotSimpler { .. } | Refusal::TooShort { .. }), "{won}");
    // Nor does turning alone save the loser: every first move of the attacker wins somewhere.
    refusal(&samples[0].2, |claims, strategies| {
        claims.claims[0].reached = false;
        claims.value = None;
        strategies[0] = [TURNS].into_iter().chain([0; 400]).collect();
    });
    // Certificates of version 1 are the same without it.
    let mut old = samples[0].2.0.clone();
    old.truncate(old.len() - 32);
    let version = old.iter().position(|byte| *byte == b'2').unwrap();
    old[version] = b'1';
    let seal = blake3::hash(&old);
    old.extend(seal.as_bytes());
    check(&game, &Certificate(old)).unwrap();
}

/// The second player wins here, but only because colour D takes the last free
/// place of its size, which it has no line through. A blocking game without that
/// move would call the attack lost at once.
#[test]
fn taking_a_place_from_the_partner_is_an_attack() {
    let game = Otrio::NO_CENTRE;
    let position = ".DA.A.BAD/CBDB.CD.C/AC..A..BB:C";
    let prover = Prover::new(game, Options { memory: Some(1 << 22), ..Options::default() });
    let parsed = game.read_position(position).unwrap();
    assert_eq!(prover.value(&parsed, Side::First).value, Winner::Second);
    let claim = Claim { goal: "second-win".into(), reached: false, bytes: 1 };
    let claims = Claims {
        game: game.id(),
        rules_version: game.rules_version(),
        position: position.into(),
        value: None,
        claims: vec![claim],
    };
    let refusal = check(&game, &Certificate::seal(&claims, &[vec![254]])).unwrap_err();
    assert!(matches!(refusal, Refusal::TooShort { .. }), "{refusal}");
}

#[test]
fn a_certificate_must_claim_something_the_game_knows() {
    let (_, _, certificate) = samples().remove(0);
    let empty = refusal(&certificate, |claims, strategies| {
        (claims.value, claims.claims) = (None, Vec::new());
        strategies.clear();
    });
    assert_eq!(empty, Refusal::Malformed("it claims nothing".into()));
    let other = refusal(&certificate, |claims, _| {
        claims.value = None;
        claims.claims.iter_mut().for_each(|claim| claim.goal = claim.goal.replace("win", "complete"));
    });
    let Refusal::Malformed(what) = other else { panic!("{other}") };
    assert!(what.contains("-complete` is no goal here; there are first-win, second-win"), "{what}");
}

/// A token goes round a table of four places for ever; nobody wins.
struct Endless;

impl Game for Endless {
    type Position = u8;
    type Move = ();

    fn id(&self) -> String {
        "endless".into()
    }

    fn start(&self) -> u8 {
        0
    }

    fn ending(&self, _: &u8) -> Option<Outcome> {
        None
    }

    fn moves(&self, _: &u8, moves: &mut Vec<()>) {
        moves.push(());
    }

    fn play(&self, place: &u8, _: &()) -> Step<u8> {
        Step::passes((place + 1) % 4)
    }
}

impl Notation for Endless {
    fn title(&self) -> String {
        "Endless".into()
    }

    fn about(&self) -> String {
        "A token goes round.".into()
    }

    fn write_position(&self, place: &u8) -> String {
        place.to_string()
    }

    fn read_position(&self, text: &str) -> Result<u8, NotationError> {
        text.parse().map_err(|_| NotationError::new("write a number"))
    }

    fn write_move(&self, _: &u8, _: &()) -> String {
        "on".into()
    }
}

impl Symmetric for Endless {
    fn symmetries(&self) -> usize {
        1
    }

    fn image(&self, place: &u8, _: usize) -> u8 {
        *place
    }
}

impl Goals for Endless {}

impl Certifiable for Endless {
    type Simpler = NoRelaxation;

    fn side_to_move(&self, place: &u8) -> Side {
        Side::first_if(place.is_multiple_of(2))
    }

    fn representative(&self, position: &u8) -> u8 {
        self.least_image(position)
    }
}

#[test]
fn a_goal_that_is_put_off_for_ever_is_not_reached() {
    let claim = |reached| {
        let strategy = vec![0, 255, 0, 255];
        let goal = "first-win".into();
        let claims = Claims {
            game: "endless".into(),
            rules_version: 1,
            position: "0".into(),
            value: None,
            claims: vec![Claim { goal, reached, bytes: strategy.len() }],
        };
        check(&Endless, &Certificate::seal(&claims, &[strategy]))
    };
    assert!(matches!(claim(true), Err(Refusal::Circular { .. })), "{:?}", claim(true));
    assert!(claim(false).is_ok(), "who goes round for ever keeps the other from winning");
}
