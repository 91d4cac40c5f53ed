//! Counting and verifying in parts is counting and verifying once.

use kaiketsu_engine::analyse::{
    Census, Fast, Part, Scope, Stored, Verified, VerifyError, Way, census, statistics, statistics_of, verify,
};
use kaiketsu_engine::solve::Silent;
use kaiketsu_game::{Notation, Tiered};
use kaiketsu_games::{Dodgem, Nocca, TicTacToe};
use kaiketsu_testkit::{RandomGame, Shape};

use super::solved;

fn parts(of: u32) -> impl DoubleEndedIterator<Item = Part> {
    (1..=of).map(move |number| Part::new(number, of).unwrap())
}

/// The census of each part, through the text that a job array leaves.
fn written<G: Tiered + Notation>(stored: &Stored<G>, part: Part) -> Census {
    let census = census(stored, None, part, &Silent).unwrap();
    serde_json::from_str(&serde_json::to_string(&census).unwrap()).unwrap()
}

fn counts_add_up<G: Tiered + Notation>(stored: &Stored<G>) {
    let whole = statistics(stored, None, &Silent).unwrap();
    for of in [1, 2, 3, 7, 100] {
        // Added up backwards: no order is better than another.
        let mut censuses = parts(of).rev().map(|part| written(stored, part));
        let first = censuses.next().unwrap();
        let sum = censuses.fold(first, |mut sum, other| {
            sum.merge(&other);
            sum
        });
        assert_eq!(statistics_of(stored, None, sum, &Silent).unwrap(), whole, "{of} parts");
    }
}

/// Every position is looked at by exactly one part, and all agree on what is shown.
fn verified_once<G: Tiered + Notation>(stored: &Stored<G>) {
    let check = |scope| verify(stored, scope, 1 << 30, Fast::from(None), &Silent).unwrap();
    let whole = check(Scope::ByTheRules);
    for of in [1, 3, 100] {
        let found: Vec<Verified> =
            parts(of).map(|part| check(Scope::Part { part, by_rules: false })).collect();
        assert!(found.iter().all(|part| part.way == Some(Way::Rules)));
        assert_eq!(found.iter().map(|part| part.by_the_rules).sum::<u64>(), whole.by_the_rules, "{of} parts");
        let proof = found.iter().map(|part| part.proof).find(|proof| *proof != whole.proof);
        // Of a part in which no move stays in its tier too little may be said, never too much.
        assert!(proof.is_none() || found.iter().any(|part| part.proof == whole.proof), "{of} parts");
    }
}

#[test]
fn parts_are_the_whole() {
    for distances in [true, false] {
        let tic_tac_toe = solved(TicTacToe, distances);
        counts_add_up(&tic_tac_toe);
        verified_once(&tic_tac_toe);
        let dodgem = solved(Dodgem::new(3), distances);
        counts_add_up(&dodgem);
        verified_once(&dodgem);
        let nocca = solved(Nocca::new(3, 3), distances);
        counts_add_up(&nocca);
        verified_once(&nocca);
        let random = solved(
            RandomGame::new(
                5,
                Shape { positions: 300_000, tiers: 3, moves: 3, endings: 15, alternates: true },
            ),
            distances,
        );
        counts_add_up(&random);
        verified_once(&random);
    }
}

/// One part finds the fault, the others pass.
#[test]
fn a_fault_is_found_by_the_part_that_has_it() {
    let stored = super::verify::one_wrong();
    let check =
        |part| verify(&stored, Scope::Part { part, by_rules: true }, 1 << 30, Fast::from(None), &Silent);
    let failed: Vec<bool> = parts(5)
        .map(|part| match check(part) {
            Ok(_) => false,
            Err(VerifyError::Contradiction(_)) => true,
            Err(error) => panic!("{error}"),
        })
        .collect();
    assert!(failed.contains(&true) && failed.contains(&false), "{failed:?}");
}

#[test]
fn counts_of_another_database_are_refused() {
    let (dodgem, tic_tac_toe) = (solved(Dodgem::new(2), true), solved(TicTacToe, true));
    let foreign = census(&tic_tac_toe, None, Part::WHOLE, &Silent).unwrap();
    assert!(statistics_of(&dodgem, None, foreign, &Silent).is_err());
    // What no database can have said.
    let text = serde_json::to_string(&census(&dodgem, None, Part::WHOLE, &Silent).unwrap()).unwrap();
    let said: serde_json::Value = serde_json::from_str(&text).unwrap();
    for (place, wrong) in [
        ("/longest/0/1", serde_json::json!(4_000_000_000_u32)),
        ("/longest/0/2", serde_json::json!(u64::MAX)),
        ("/by_tier/0/0", serde_json::json!(77_777)),
        ("/tables/0/0/0", serde_json::json!([])),
        ("/by_layer", serde_json::json!([])),
        ("/codes/0/0/1", serde_json::json!(u64::MAX)),
    ] {
        let mut said = said.clone();
        *said.pointer_mut(place).unwrap_or_else(|| panic!("nothing at {place}")) = wrong;
        if let Ok(census) = serde_json::from_value::<Census>(said) {
            assert!(statistics_of(&dodgem, None, census, &Silent).is_err(), "{place}");
        }
    }
    for text in ["", "3", "0/3", "4/3", "1/0", "-1/2", "1/2/3", "1/70000"] {
        assert!(text.parse::<Part>().is_err(), "{text}");
    }
    assert_eq!("3/16".parse::<Part>().unwrap().to_string(), "3/16");
}
