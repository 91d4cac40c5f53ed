//! The oracle: values straight from their definition.
//!
//! It knows positions and moves and nothing else: no tiers, no numbering, no
//! predecessors, no folding, one thread. A finished game has distance 0. For
//! d = 0, 1, 2, … a position is won in d if a move makes it so and it is not
//! won sooner, and lost in d if all its moves are known to lose, the slowest
//! in d. What is never decided is drawn.
//!
//! Time: greatest distance x positions x moves. Memory: all positions and all
//! moves, some hundred bytes each; good for a few hundred thousand positions.

use std::collections::{HashMap, HashSet};

use kaiketsu_game::{Game, Outcome, Plies, Slot, Step, Tier, Tiered, Value};

/// Where the moves of a position lead, in the order of the moves; or the
/// outcome if the game is over there.
pub fn steps<G: Game + ?Sized>(game: &G, position: &G::Position) -> Result<Vec<Step<G::Position>>, Outcome> {
    match game.ending(position) {
        Some(outcome) => Err(outcome),
        None => Ok(game.legal_moves(position).iter().map(|mv| game.play(position, mv)).collect()),
    }
}

/// The given positions and all that can be reached from them by play.
pub fn closure<G: Game + ?Sized>(
    game: &G,
    seeds: impl IntoIterator<Item = G::Position>,
) -> HashSet<G::Position> {
    let mut found: HashSet<G::Position> = seeds.into_iter().collect();
    let mut pending: Vec<G::Position> = found.iter().cloned().collect();
    while let Some(position) = pending.pop() {
        for step in steps(game, &position).unwrap_or_default() {
            if found.insert(step.position.clone()) {
                pending.push(step.position);
            }
        }
    }
    found
}

/// All positions that can be reached from the start.
pub fn reachable<G: Game + ?Sized>(game: &G) -> HashSet<G::Position> {
    closure(game, [game.start()])
}

/// Every slot of a game, in stored order.
pub fn slots<G: Tiered + ?Sized>(game: &G) -> impl Iterator<Item = Slot> {
    let of_tier = |tier| (0..game.size(tier)).map(move |index| Slot { tier, index });
    (0..game.tiers()).map(Tier).flat_map(of_tier)
}

/// The values of all positions that can be reached from the start.
pub fn solve_reachable<G: Game + ?Sized>(game: &G) -> HashMap<G::Position, Value> {
    solve(game, reachable(game))
}

/// The values of all stored positions, and of all that play leads to from
/// them: where a game folds, these are not stored themselves.
pub fn solve_stored<G: Tiered + ?Sized>(game: &G) -> HashMap<G::Position, Value> {
    solve(game, closure(game, slots(game).map(|slot| game.position(slot))))
}

/// The values of a set of positions that play does not leave.
pub fn solve<G: Game + ?Sized>(game: &G, positions: HashSet<G::Position>) -> HashMap<G::Position, Value> {
    let mut values = HashMap::new();
    let mut open = Vec::new();
    for position in positions {
        match steps(game, &position) {
            Err(outcome) => drop(values.insert(position, Value::ended(outcome))),
            Ok(steps) => open.push((position, steps)),
        }
    }
    for distance in 0.. {
        let before = open.len();
        // More than once, because steps that count no ply stay at a distance.
        loop {
            let count = open.len();
            open.retain(|(position, steps)| match decided(steps, &values, distance) {
                Some(value) => {
                    values.insert(position.clone(), value);
                    false
                }
                None => true,
            });
            if open.len() == count {
                break;
            }
        }
        // A position decided at a distance leads to one at the distance
        // before, so after a distance that decides nothing there is no other.
        if distance > 0 && open.len() == before {
            break;
        }
    }
    values.extend(open.into_iter().map(|(position, _)| (position, Value::DRAW)));
    values
}

/// The value of a position if it is a win or a loss in exactly `distance`, as
/// far as the values of its children are known.
fn decided<P: Eq + std::hash::Hash>(
    steps: &[Step<P>],
    values: &HashMap<P, Value>,
    distance: u16,
) -> Option<Value> {
    let seen = || steps.iter().map(|step| Some(step.value_before(*values.get(&step.position)?)));
    if seen().any(|value| value == Some(Value::win(distance))) {
        return Some(Value::win(distance));
    }
    let mut slowest = Plies(0);
    for value in seen() {
        match value? {
            Value { outcome: Outcome::Loss, plies: Some(plies), .. } => slowest = slowest.max(plies),
            _ => return None,
        }
    }
    (slowest == Plies(distance)).then(|| Value::loss(distance))
}
