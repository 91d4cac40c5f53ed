//! The laws of [`Oracle`].

use kaiketsu_engine::oracle::{Known, Limit, Oracle};
use kaiketsu_game::{Game, Value};

use super::hold;
use crate::naive;

/// Checks the laws of [`Oracle`] as far as they can be seen from the values at
/// some positions and after their moves; returns how many of the positions
/// are known, so that a test can tell that it has seen some.
///
/// # Panics
/// If a law is broken, or the oracle cannot be asked.
pub fn check_oracle<G: Game>(
    game: &G,
    oracle: &dyn Oracle<G>,
    positions: impl IntoIterator<Item = G::Position>,
) -> usize {
    let ask = |position: &G::Position, limit| oracle.value(position, limit).expect("an oracle that answers");
    let mut known = 0;
    for position in positions {
        let found = ask(&position, Limit::NONE);
        let law = |text: &str, holds: bool| hold(game, &position, &format!("{text} ({found:?})"), holds);
        law("what is known stays known", ask(&position, Limit::NONE) == found);
        let Known::Yes(value) = found else { continue };
        known += 1;
        match naive::steps(game, &position) {
            Err(_) => {
                let ended = game.ended(&position).expect("the game is over here");
                law("a finished game has its value", agree(value, ended));
            }
            Ok(steps) => {
                let after = |step: &kaiketsu_game::Step<G::Position>| {
                    ask(&step.position, Limit::NONE).map(|after| step.value_before(after))
                };
                let moves: Vec<Known<Value>> = steps.iter().map(after).collect();
                let best = moves.iter().filter_map(|known| known.ok()).map(Value::without_plies).max();
                let bound = best.is_none_or(|best| best <= value.without_plies());
                law("no move is better than the position", bound);
                if moves.iter().all(Known::is_known) {
                    law("some move is as good as the position", best == Some(value.without_plies()));
                    let known = || moves.iter().filter_map(|known| known.ok());
                    let told = |value: Value| value.plies.is_some() || value == Value::DRAW;
                    let exact = told(value) && known().all(told);
                    law("a distance is that of the best move", !exact || known().max() == Some(value));
                }
            }
        }
    }
    known
}

/// Whether two values agree in all that both say.
fn agree(a: Value, b: Value) -> bool {
    let plies = a.plies.is_none() || a.plies == b.plies;
    a.outcome == b.outcome && plies && (a.margin.is_none() || a.margin == b.margin)
}
