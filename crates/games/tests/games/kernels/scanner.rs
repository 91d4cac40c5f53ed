//! The scanner of Quixo against the generic passes, which walk over all
//! positions, on databases that are right and on forged ones.

use kaiketsu_db::{Database, Memory};
use kaiketsu_engine::analyse::{Scope, Statistics, VerifyError, Wanted, examples, statistics, verify};
use kaiketsu_engine::solve::{Contradictions, Scanner, Silent};
use kaiketsu_game::{Code, Game, Outcome, Slot, Tier, Tiered};
use kaiketsu_games::cubes::Processor;
use kaiketsu_games::quixo::Field;
use kaiketsu_games::{Quixo, QuixoCubes, QuixoScanner};
use kaiketsu_testkit::random::Random;

use super::{forged, opened, options};

/// Two squares and a rectangle.
const FIELDS: [Field; 3] = [Field::new(3, 3), Field::new(4, 4), Field::new(3, 4).with_line(4)];

type Position = <Quixo as Game>::Position;

fn solved(game: &Quixo) -> Memory {
    super::solved(game, &QuixoCubes::new(game), &options(2, false, None))
}

/// A value other than the stored one.
fn other_value(database: &Database, layer: u32, index: u64, random: &mut Random) -> Code {
    let right = database.get(layer, index).unwrap();
    let values = [Code::DRAW, Code::win(0), Code::loss(0)];
    *random.choose(&values.into_iter().filter(|code| *code != right).collect::<Vec<_>>())
}

fn counted(
    field: impl Into<Field>,
    storage: &Memory,
    scanner: Option<&dyn Scanner<Quixo>>,
) -> Statistics<Position> {
    statistics(&opened(Quixo::new(field), storage), scanner, &Silent).unwrap()
}

fn verified(
    field: impl Into<Field>,
    storage: &Memory,
    scanner: Option<&dyn Scanner<Quixo>>,
) -> Result<(), VerifyError> {
    verify(&opened(Quixo::new(field), storage), Scope::Everything, 1 << 30, scanner.into(), &Silent).map(drop)
}

/// What the scanner finds in each tier.
fn scanned(field: impl Into<Field>, storage: &Memory, scanner: &QuixoScanner) -> Vec<Contradictions> {
    let stored = opened(Quixo::new(field), storage);
    let files = |tier: Tier, _: usize| Ok(stored.database().layer(tier.0)?);
    let tiers = (0..stored.game().tiers()).map(Tier);
    tiers.map(|tier| scanner.contradictions(stored.game(), tier, &files).unwrap()).collect()
}

#[test]
fn counts_are_those_of_a_walk_and_what_the_kernel_writes_passes() {
    for field in FIELDS {
        let game = Quixo::new(field);
        let storage = solved(&game);
        verified(field, &storage, Some(&QuixoScanner::new(&game))).unwrap();
        let walked = counted(field, &storage, None);
        for processor in Processor::available() {
            let scanner = QuixoScanner::with_processor(&game, processor);
            assert_eq!(counted(field, &storage, Some(&scanner)), walked);
            let found = scanned(field, &storage, &scanner);
            assert!(found.iter().all(|found| *found == Contradictions::default()), "{found:?}");
        }
    }
}

/// Examples of what statistics have counted are the first in stored order, as a walk
/// over the whole tier finds them, and as many as it counts.
#[test]
fn examples_of_known_number_are_those_of_a_whole_walk() {
    // Of the larger board, whose tiers take several turns, not every row.
    for (side, every) in [(3, 1), (4, 11)] {
        let game = Quixo::new(side);
        let storage = super::solved(&game, &QuixoCubes::new(&game), &options(2, true, None));
        let counts = counted(side, &storage, Some(&QuixoScanner::new(&game)));
        let cells = (side * side) as u32;
        let mut sought = Vec::new();
        for (&(marks, code), &[_, positions]) in &counts.by_measure.as_ref().unwrap().rows {
            let (outcome, plies) = (Code(code).outcome(), Code(code).plies());
            let plies = (outcome != Outcome::Draw).then_some(plies);
            sought.push((Wanted { tier: Tier(cells - marks), outcome, plies, key: None }, positions));
        }
        for (key, counts) in &counts.tables[0].rows {
            let tier = Tier(cells - key.iter().sum::<u32>());
            for (outcome, positions) in [(Outcome::Win, counts.win), (Outcome::Loss, counts.loss)] {
                sought.push((Wanted { tier, outcome, plies: None, key: Some(key.clone()) }, positions));
            }
        }
        let stored = opened(game, &storage);
        for (wanted, positions) in sought.into_iter().step_by(every) {
            let walked = examples(&stored, &wanted, 4, None).unwrap();
            assert_eq!(walked.positions, positions, "{wanted:?}");
            assert_eq!(examples(&stored, &wanted, 4, Some(positions)).unwrap(), walked, "{wanted:?}");
        }
    }
}

/// Whatever is planted, the first tier that contradicts itself, the number
/// of contradictions and the first of them are those of the generic pass.
#[test]
fn planted_values_are_found_as_by_a_walk_over_all_positions() {
    let game = Quixo::new(3);
    let storage = solved(&game);
    let right = opened(Quixo::new(3), &storage);
    let mut random = Random::new(11);
    for processor in Processor::available() {
        // One scanner for all databases: what it keeps of one must not leak
        // into the next.
        let scanner = QuixoScanner::with_processor(&game, processor);
        for round in 0..120 {
            let mut changes = Vec::new();
            for _ in 0..1 + round % 3 {
                let layer = random.below(game.tiers().into()) as u32;
                let index = random.below(game.size(Tier(layer)));
                let code = other_value(right.database(), layer, index, &mut random);
                // Twins are the same position: which of them a move is taken
                // to lead to is nobody's business as long as they agree.
                let mut twins = vec![Slot { tier: Tier(layer), index }];
                game.twins(twins[0], &mut twins);
                changes.extend(twins.iter().map(|twin| (layer, twin.index, code)));
            }
            let wrong = forged(&storage, &changes);
            let message = |result: Result<(), VerifyError>| match result {
                Err(VerifyError::Contradiction(found)) => found.to_string(),
                other => panic!("{changes:?}: {other:?}"),
            };
            assert_eq!(message(verified(3, &wrong, Some(&scanner))), message(verified(3, &wrong, None)));
        }
    }
}

/// A wrong value contradicts its own moves, so it is counted where it is.
#[test]
fn every_planted_value_of_4x4_is_found_in_its_tier() {
    let game = Quixo::new(4);
    let storage = solved(&game);
    let right = opened(Quixo::new(4), &storage);
    let scanner = QuixoScanner::new(&game);
    let mut random = Random::new(12);
    for _ in 0..4 {
        let plant = |layer: u32| {
            let index = random.below(game.size(Tier(layer)));
            (layer, index, other_value(right.database(), layer, index, &mut random))
        };
        let changes: Vec<_> = (0..game.tiers()).step_by(2).map(plant).collect();
        let found = scanned(4, &forged(&storage, &changes), &scanner);
        for (layer, index, code) in changes {
            let Contradictions { count, first } = found[layer as usize];
            assert!(count > 0 && first.is_some_and(|first| first <= index), "{layer}, {index}, {code:?}");
        }
    }
}

fn solved_with_distances(game: &Quixo) -> Memory {
    super::solved(game, &QuixoCubes::new(game), &options(2, true, None))
}

#[test]
fn distances_are_counted_as_by_a_walk_and_pass() {
    for field in FIELDS {
        let (game, cells) = (Quixo::new(field), field.grid.cells() as u32);
        let storage = solved_with_distances(&game);
        let walked = counted(field, &storage, None);
        let by_marks = walked.by_measure.as_ref().expect("distances are kept");
        assert_eq!(by_marks.name, "marks");
        for marks in 0..=cells {
            let of_tier = by_marks.rows.iter().filter(|((number, _), _)| *number == marks);
            let stored: u64 = of_tier.map(|(_, [stored, _])| stored).sum();
            assert_eq!(stored, game.size(Tier(cells - marks)));
        }
        let all: u64 = by_marks.rows.values().map(|[_, positions]| positions).sum();
        assert_eq!(all, 3_u64.pow(cells));
        for processor in Processor::available() {
            let scanner = QuixoScanner::with_processor(&game, processor);
            assert_eq!(counted(field, &storage, Some(&scanner)), walked);
            let found = scanned(field, &storage, &scanner);
            assert!(found.iter().all(|found| *found == Contradictions::default()), "{found:?}");
        }
    }
}

/// Any code but the right one, of the same outcome or not.
fn other_code(right: Code, random: &mut Random) -> Code {
    let near = [-4, -2, -1, 1, 2, 4].map(|by| Code(right.0.saturating_add_signed(by).min(700)));
    let others = [Code::DRAW, Code::win(1), Code::loss(2), Code::loss(1), Code::win(300)];
    *random.choose(&near.into_iter().chain(others).filter(|code| *code != right).collect::<Vec<_>>())
}

/// One value is wrong, with its twins: the tier in which it stands says so, and so
/// does the walk by the rules.
#[test]
fn every_forged_distance_is_found() {
    for (side, rounds) in [(3, 150), (4, 12)] {
        let game = Quixo::new(side);
        let storage = solved_with_distances(&game);
        let right = opened(Quixo::new(side), &storage);
        let scanner = QuixoScanner::new(&game);
        let mut random = Random::new(13);
        for _ in 0..rounds {
            let layer = random.below(game.tiers().into()) as u32;
            let index = random.below(game.size(Tier(layer)));
            let code = other_code(right.database().get(layer, index).unwrap(), &mut random);
            let mut twins = vec![Slot { tier: Tier(layer), index }];
            game.twins(twins[0], &mut twins);
            let changes: Vec<_> = twins.iter().map(|twin| (layer, twin.index, code)).collect();
            let wrong = forged(&storage, &changes);
            let found = scanned(side, &wrong, &scanner);
            let Contradictions { count, first } = found[layer as usize];
            assert!(count > 0 && first.is_some(), "{layer}, {index}, {code:?}: {found:?}");
            let before = &found[..layer as usize];
            assert!(before.iter().all(|found| *found == Contradictions::default()), "{before:?}");
            let message = verified(side, &wrong, Some(&scanner)).unwrap_err().to_string();
            assert!(message.contains("contradict the rules"), "{message}");
        }
    }
}
