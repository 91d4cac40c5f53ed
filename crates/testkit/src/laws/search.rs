//! The laws of [`Provable`], [`Certifiable`], [`Relaxed`] and [`Published`],
//! against minimax straight from the rules.
//!
//! Minimax looks at everything below a position, so the positions must be late
//! ones, or those of a small game.

use std::collections::{HashMap, HashSet};

use kaiketsu_engine::search::{Ordering, Published};
use kaiketsu_game::{Certifiable, Glance, Goal, Outcome, Provable, Relaxed, Side, Turn};

use super::hold;

/// Whether a finished game has reached a goal.
type Reached<'r, P> = &'r dyn Fn(&P, Side, Goal) -> bool;

/// The fewest plies within which a goal can be forced, from the rules alone.
struct Minimax<'g, G: Provable> {
    game: &'g G,
    goal: Goal,
    reached: Reached<'g, G::Position>,
    known: HashMap<(G::Position, Side), Option<u16>>,
}

impl<G: Provable> Minimax<'_, G> {
    fn least(&mut self, position: &G::Position, mover: Side) -> Option<u16> {
        if let Some(known) = self.known.get(&(position.clone(), mover)) {
            return *known;
        }
        let least = match self.game.ending(position) {
            Some(_) => (self.reached)(position, mover, self.goal).then_some(0),
            None => {
                let mut moves = Vec::new();
                self.game.moves(position, &mut moves);
                self.least_of(position, mover, &moves)
            }
        };
        self.known.insert((position.clone(), mover), least);
        least
    }

    /// The same if there were no other moves.
    fn least_of(&mut self, position: &G::Position, mover: Side, moves: &[G::Move]) -> Option<u16> {
        let mut after = Vec::new();
        for mv in moves {
            let step = self.game.play(position, mv);
            let next = if step.turn == Turn::Passes { mover.other() } else { mover };
            after.push(self.least(&step.position, next).map(|plies| plies + u16::from(step.plies)));
        }
        match mover == self.goal.side {
            true => after.into_iter().flatten().min(),
            false => after.into_iter().collect::<Option<Vec<u16>>>()?.into_iter().max(),
        }
    }
}

/// Whether the goal is reached in a simpler game, by its rules.
fn reached_in<R: Relaxed>(state: &R, known: &mut HashMap<u128, bool>) -> bool {
    if let Some(settled) = state.settled() {
        return settled;
    }
    if let Some(known) = known.get(&state.key()) {
        return *known;
    }
    let mut moves = Vec::new();
    state.moves(&mut moves);
    assert!(!moves.is_empty(), "broken law: an open position of the simpler game has a move");
    let wants = state.wants();
    let reached = moves.iter().any(|mv| reached_in(&state.play(*mv), known) == wants) == wants;
    known.insert(state.key(), reached);
    reached
}

/// Checks the laws of [`Provable`] and of its simpler game on the given
/// positions, each with its side to move, by the endings of the rules.
///
/// # Panics
/// If a law is broken.
pub fn check_provable<G: Provable>(game: &G, positions: &[(G::Position, Side)]) {
    let by_ending = |position: &G::Position, mover: Side, goal: Goal| match game.ending(position) {
        Some(Outcome::Win) => mover == goal.side,
        Some(Outcome::Loss) => mover != goal.side,
        _ => false,
    };
    let goals: Vec<Goal> = [Side::First, Side::Second].map(Goal::win).into();
    check_with(game, positions, &goals, &by_ending);
}

/// Checks the laws of [`Provable`], [`Certifiable`] and the simpler games of
/// both on the given positions, for every goal of the game.
///
/// # Panics
/// If a law is broken.
pub fn check_searched<G: Provable + Certifiable>(game: &G, positions: &[G::Position]) {
    // First: minimax would not end either.
    for position in positions {
        check_path(game, &mut Vec::new(), &mut HashSet::new(), position);
    }
    let with_side = |position: &G::Position| (position.clone(), game.side_to_move(position));
    let sides: Vec<_> = positions.iter().map(with_side).collect();
    check_with(game, &sides, &game.goals(), &|position, _, goal| game.reached(position, goal));
    for goal in game.goals() {
        let reached = &|position: &G::Position, _: Side, goal| game.reached(position, goal);
        let mut minimax = Minimax { game, goal, reached, known: HashMap::new() };
        let mut simpler = HashMap::new();
        for (position, mover) in &sides {
            let law = |text: &str, holds: bool| hold(game, position, text, holds);
            let shut = game.shut_out(position, goal);
            law("what is shut out cannot happen", !shut || !can_happen(game, position, goal));
            let goes_on = game.ending(position).is_none();
            if let Some(state) = game.simpler(position, goal).filter(|_| goes_on) {
                let held = !reached_in(&state, &mut simpler);
                law(
                    "what the simpler game of certificates rules out cannot be forced",
                    !held || minimax.least(position, *mover).is_none(),
                );
            }
            let same =
                |image| game.representative(&game.image(position, image)) == game.representative(position);
            law("images have one representative", (0..game.symmetries()).all(same));
        }
    }
}

fn check_with<G: Provable>(
    game: &G,
    positions: &[(G::Position, Side)],
    goals: &[Goal],
    reached: Reached<'_, G::Position>,
) {
    for &goal in goals {
        let mut minimax = Minimax { game, goal, reached, known: HashMap::new() };
        let (mut keys, mut relaxed) = (HashMap::new(), HashMap::new());
        for (position, mover) in positions {
            let law = |text: &str, holds: bool| hold(game, position, text, holds);
            let (state, least) = (game.state(position, *mover), minimax.least(position, *mover));
            law("a state knows its side to move", game.mover(&state) == *mover);
            let same = *keys.entry(game.key(&state, goal)).or_insert(least) == least;
            law("states with equal keys have equal answers", same);
            // The simpler game is entered from games that go on.
            let goes_on = game.ending(position).is_none();
            if let Some(simpler) = game.relaxed(&state, goal).filter(|_| goes_on) {
                let held = !reached_in(&simpler, &mut relaxed);
                law("what the simpler game rules out cannot be forced", !held || least.is_none());
            }
            match game.glance(&state, goal) {
                Glance::Reached(plies) => {
                    law("`Reached` is right, and the least", least == Some(plies.into()));
                }
                Glance::Never => law("`Never` is right", least.is_none()),
                Glance::Open => {
                    law("a finished game is not open", game.ending(position).is_none());
                    let right = |plies| least.is_none_or(|least| least > u16::from(plies));
                    let late = (0..32).filter(|plies| game.too_late(&state, goal, *plies));
                    law("what is too late cannot be forced so soon", late.into_iter().all(right));
                }
            }
            if game.ending(position).is_some() {
                continue;
            }
            let legal = game.legal_moves(position);
            if game.glance(&state, goal) == Glance::Open {
                let mut listed = Vec::new();
                game.candidates(&state, goal, &mut listed);
                law("candidates are legal moves", listed.iter().all(|mv| legal.contains(mv)));
                law("an open state has a candidate", !listed.is_empty());
                let enough = minimax.least_of(position, *mover, &listed).is_some() == least.is_some();
                law("candidates suffice", enough);
            }
            for mv in &legal {
                let step = game.play(position, mv);
                let side = if step.turn == Turn::Passes { mover.other() } else { *mover };
                let (next, plies) = game.next(&state, mv);
                let there = game.state(&step.position, side);
                let same = (game.mover(&next), game.key(&next, goal), game.glance(&next, goal))
                    == (side, game.key(&there, goal), game.glance(&there, goal));
                law("`next` goes where `play` goes", same && plies == step.plies);
            }
        }
    }
}

/// Whether some play reaches the goal.
fn can_happen<G: Certifiable>(game: &G, position: &G::Position, goal: Goal) -> bool {
    let below = crate::naive::closure(game, [position.clone()]);
    below.iter().any(|end| game.ending(end).is_some() && game.reached(end, goal))
}

/// Follows all play below a position, to find play that comes back.
fn check_path<G: Certifiable>(
    game: &G,
    path: &mut Vec<G::Position>,
    seen: &mut HashSet<G::Position>,
    position: &G::Position,
) {
    hold(game, position, "the game ends: no play comes back", !path.contains(position));
    if !seen.insert(position.clone()) {
        return;
    }
    path.push(position.clone());
    for step in crate::naive::steps(game, position).unwrap_or_default() {
        check_path(game, path, seen, &step.position);
    }
    path.pop();
}

/// Checks the laws of [`Published`] on the given positions.
///
/// # Panics
/// If a law is broken.
pub fn check_published<G: Published>(game: &G, positions: &[G::Position]) {
    for (number, ordering) in game.orderings().iter().enumerate() {
        let named = game.ordering(ordering.name) == Ok(Ordering(number));
        assert!(named, "{}: broken law: orderings have different names", game.id());
        for position in positions.iter().filter(|position| game.ending(position).is_none()) {
            let moves = game.legal_moves(position);
            let mut arranged = moves.clone();
            game.arrange(position, Ordering(number), &mut arranged);
            let same = arranged.len() == moves.len() && moves.iter().all(|mv| arranged.contains(mv));
            hold(game, position, "a published ordering is an order of the legal moves", same);
        }
    }
}
