//! Proof that a database is right.
//!
//! First all bytes against checksums, counts and signatures. Then every slot
//! must be what the lanes make of the *stored* values of the next ply; as no
//! play leads back, that leaves one solution. At last a sample of positions must
//! be what the rules make of them, move by move: plain code that knows nothing
//! of lanes. A check of a sample leaves out the middle part.

use crate::quantum_tic_tac_toe::Grade;
use kaiketsu_engine::analyse::{Contradiction, Random, Scope, VerifyError};
use kaiketsu_engine::solve::Progress;
use kaiketsu_game::{Game, Notation, Outcome, Value};

use crate::quantum_tic_tac_toe::solution::layers::{code, layers_of};
use crate::quantum_tic_tac_toe::solution::{LAYERS, Oracle, STORED, layer_name, slots, solve_ply};

/// Positions checked by the rules after a check of everything.
const BY_THE_RULES: u64 = 2_000;

/// Checks all bytes and the equations in scope.
pub fn verify(oracle: &Oracle, scope: Scope, progress: &dyn Progress) -> Result<(), VerifyError> {
    let database = oracle.database();
    let (sample, seed) = match scope {
        Scope::Everything => (BY_THE_RULES, 0),
        Scope::Sample { positions, seed } => (positions, seed),
    };
    let equations = if scope == Scope::Everything { slots(LAYERS) } else { 0 };
    let what = format!("verifying {}", oracle.game().id());
    progress.begin(&what, database.manifest().positions() + equations + sample);
    progress.status("checksums");
    let mut before = 0;
    database.check(&mut |done, _| {
        progress.advance(done - before, false);
        before = done;
    })?;
    if scope == Scope::Everything {
        check_lanes(oracle, progress)?;
    }
    check_sample(oracle, sample, seed, progress)?;
    progress.end();
    Ok(())
}

fn check_lanes(oracle: &Oracle, progress: &dyn Progress) -> Result<(), VerifyError> {
    let mut next = None;
    for marks in (0..=STORED).rev() {
        progress.status(&layer_name(layers_of(marks)[0]));
        let stored = oracle.ply(marks)?;
        let expected = solve_ply(oracle.game().chooser, marks, next.as_ref(), progress);
        let wrong = || (0..).zip(stored.grades.iter().zip(&expected.grades)).filter(|(_, (a, b))| a != b);
        if let Some((slot, (stored, expected))) = wrong().next() {
            let grades = [*stored, *expected].map(|grade| Grade::ALL[usize::from(grade)]);
            return Err(contradiction(oracle, marks, slot, wrong().count() as u64, grades));
        }
        next = Some(stored);
    }
    Ok(())
}

fn check_sample(oracle: &Oracle, sample: u64, seed: u64, progress: &dyn Progress) -> Result<(), VerifyError> {
    progress.status("a sample by the rules");
    let mut random = Random::new(seed);
    for number in 0..sample {
        let marks = (number % u64::from(STORED + 1)) as u32;
        let slot = random.below(oracle.numbering(marks).size());
        let stored = oracle.stored(marks, slot)?;
        let expected = oracle.by_moves(&oracle.numbering(marks).position(slot))?;
        if stored != expected {
            return Err(contradiction(oracle, marks, slot, 1, [stored, expected]));
        }
        progress.advance(1, false);
    }
    Ok(())
}

fn contradiction(oracle: &Oracle, marks: u32, slot: u64, wrong: u64, grades: [Grade; 2]) -> VerifyError {
    // The layer that shows the difference.
    let [value, complete] = layers_of(marks);
    let layer = if code(value, grades[0]) == code(value, grades[1]) { complete } else { value };
    let [stored, expected] = grades.map(|grade| {
        let outcome: Outcome = code(layer, grade).outcome();
        Value::of(outcome)
    });
    VerifyError::Contradiction(Box::new(Contradiction {
        game: oracle.game().id(),
        tier: layer_name(layer),
        wrong,
        position: oracle.game().write_position(&oracle.numbering(marks).position(slot)),
        index: slot,
        stored,
        expected,
    }))
}
