//! Moves by what a search knows: which keeps a value, and what each is worth.

use std::collections::BTreeMap;

use kaiketsu_game::{Margin, Outcome, Value};

use crate::oracle::{Known, Limit, Oracle, OracleError, RatedMove, sort_best_first};
use crate::search::{Certifiable, Glance, Goal, Provable, Searched, Winner};

impl<G: Provable + Certifiable + 'static> Searched<G> {
    /// A move that keeps the value of a position, which is given: the outcome,
    /// and the margin if it has one. The winner takes the shortest way in
    /// sight, a loser with nothing to keep the longest.
    pub fn best_move(
        &self,
        position: &G::Position,
        value: Value,
        limit: Limit,
    ) -> Result<Known<G::Move>, OracleError> {
        let game = &**self.game();
        let mover = game.side_to_move(position);
        let state = game.state(position, mover);
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let plies = |goal: Goal, mv: &G::Move| match game.glance(&game.next(&state, mv).0, goal) {
            Glance::Reached(plies) => Some(plies),
            _ => None,
        };
        // What the side to move has to keep: that a goal is reached, or that it is not.
        let (goal, reached) = match (value.outcome, value.margin) {
            (Outcome::Win, Some(Margin::Complete)) => (Goal::complete(mover), true),
            (Outcome::Win, _) => (Goal::win(mover), true),
            (Outcome::Draw, _) => (Goal::win(mover.other()), false),
            (Outcome::Loss, Some(Margin::Narrow)) => (Goal::complete(mover.other()), false),
            (Outcome::Loss, _) => {
                let against = Goal::win(mover.other());
                let slow = moves.iter().rev().max_by_key(|mv| plies(against, mv).unwrap_or(u8::MAX));
                return Ok(slow.cloned().into());
            }
        };
        let quick = moves.iter().filter_map(|mv| Some((plies(goal, mv).filter(|_| reached)?, mv)));
        if let Some((_, mv)) = quick.min_by_key(|(plies, _)| *plies) {
            return Ok(Known::Yes(mv.clone()));
        }
        // The game's own order finds a move that keeps the value soonest.
        let (own, mut order) = (Goal { side: mover, ..goal }, Vec::new());
        if game.glance(&state, own) == Glance::Open {
            game.candidates(&state, own, &mut order);
        }
        order.extend(moves);
        for mv in order {
            match self.reaches(&game.play(position, &mv).position, goal, limit) {
                Known::Yes(found) if found == reached => return Ok(Known::Yes(mv)),
                Known::Yes(_) => {}
                Known::No => return Ok(Known::No),
            }
        }
        Ok(Known::No)
    }

    /// The value of a position and of all its moves, the best first, as far as
    /// they are found within the limit. None if the game is over.
    ///
    /// Images of one another are searched once. A first round gives each move
    /// a small part of the time, so that one hard move does not hide the easy
    /// ones; a second round gives what is left.
    pub fn rated(
        &self,
        position: &G::Position,
        limit: Limit,
    ) -> Result<(Known<Value>, Vec<RatedMove<G>>), OracleError> {
        let game = &**self.game();
        let mut moves = Vec::new();
        if game.ending(position).is_none() {
            game.moves(position, &mut moves);
        }
        let steps: Vec<_> = moves.iter().map(|mv| game.play(position, mv)).collect();
        let next: Vec<G::Position> = steps.iter().map(|step| step.position.clone()).collect();
        let mut rated = Vec::new();
        for ((mv, step), winner) in moves.into_iter().zip(steps).zip(self.winners(&next, limit)) {
            let side = game.side_to_move(position);
            let value = Known::from(winner).map(|winner| Value::of(winner.for_side(side)));
            rated.push(RatedMove { mv, step, value });
        }
        sort_best_first(&mut rated, |rated| rated.value);
        let all = !rated.is_empty() && rated.iter().all(|rated| rated.value.is_known());
        let value = match rated.first().map(|best| best.value) {
            // One win decides; else all moves must be known.
            Some(best) if all || best == Known::Yes(Value::of(Outcome::Win)) => best,
            _ => self.value(position, limit)?,
        };
        Ok((value, rated))
    }

    fn winners(&self, positions: &[G::Position], limit: Limit) -> Vec<Option<Winner>> {
        let classes: Vec<G::Position> = positions.iter().map(|p| self.game().representative(p)).collect();
        let mut found: BTreeMap<&G::Position, Option<Winner>> = BTreeMap::new();
        for class in &classes {
            found.entry(class).or_insert_with(|| self.known_winner(class));
        }
        for round in [8, 1] {
            let open = found.values().filter(|winner| winner.is_none()).count();
            for (done, (class, winner)) in found.iter_mut().filter(|(_, winner)| winner.is_none()).enumerate()
            {
                let share = limit.share((open - done) as u32 * round);
                *winner = self.winner(class, share).ok();
            }
        }
        classes.iter().map(|class| found[class]).collect()
    }
}
