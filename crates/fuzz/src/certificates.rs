//! Certificates: what is accepted is true.

use std::sync::OnceLock;

use kaiketsu::{Certificate, Limit, Outcome, Registry, Solution, Winner, read_claims};
use kaiketsu_db::Memory;
use std::sync::Arc;

use crate::files::solve;
use crate::seal;

/// The game whose every value is known here.
const KNOWN: &str = "tic-tac-toe";

fn known() -> &'static dyn Solution {
    static SOLUTION: OnceLock<Box<dyn Solution>> = OnceLock::new();
    &**SOLUTION.get_or_init(|| {
        let (game, memory) = (Registry::standard().get(KNOWN).expect("it is a game"), Memory::new());
        solve(game.solver().expect("it can be solved"), &memory);
        game.open_from(Arc::new(memory)).expect("it was solved just before")
    })
}

/// Who wins a position, by its database.
fn winner(position: &str) -> Winner {
    let side = known().look(position).expect("the checker has read it").side;
    match known().rate(position, Limit::NONE).expect("every position is known").value {
        Some(Outcome::Win) => side.into(),
        Some(Outcome::Loss) => side.other().into(),
        _ => Winner::Draw,
    }
}

/// A certificate, as it is and with its seal put right.
pub fn certificates(bytes: &[u8]) -> bool {
    accepts(seal::certificate(bytes));
    accepts(bytes.to_vec())
}

fn accepts(bytes: Vec<u8>) -> bool {
    let certificate = Certificate(bytes);
    let Ok(claims) = read_claims(&certificate) else { return false };
    let Ok(game) = Registry::standard().get(&claims.game) else { return false };
    let Ok(checked) = game.checker().check(&certificate) else { return false };
    assert!(!checked.claims.claims.is_empty(), "nothing was shown");
    if checked.claims.game == KNOWN {
        let winner = winner(&checked.claims.position);
        if let Some(value) = &checked.claims.value {
            assert_eq!(value, winner.word(), "{}", checked.claims.position);
        }
        for claim in &checked.claims.claims {
            let wins = claim.goal == format!("{}-win", winner.word());
            assert_eq!(claim.reached, wins, "{} at {}", claim.goal, checked.claims.position);
        }
    }
    true
}
