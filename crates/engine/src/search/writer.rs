//! How the prover writes a strategy: see `certificate.rs` for the bytes.
//!
//! Of several moves that keep the claim, one that leads to what is written
//! already is taken, so that the strategy stays small. Memory: the positions
//! met; time: a search for each of them of which the table knows nothing any
//! more. Where the positions take more than they may, it ends.

use std::collections::HashSet;

use kaiketsu_game::Step;

use crate::search::certificate::{NO_ANSWER, SIMPLER};
use crate::search::room::Grows;
use crate::search::{Certifiable, Glance, Goal, NoRoom, Provable, Prover, Purpose, Relaxed};

/// Why there is no strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unwritten {
    /// A search on the way has no answer.
    NoAnswer,
    /// The goal is not reached within the plies of the question.
    TooLate,
    /// It needs more memory than it may use.
    NoRoom(NoRoom),
}

/// The plies left after a move.
fn after(left: Option<u8>, plies: u8) -> Option<u8> {
    left.map(|left| left.saturating_sub(plies))
}

/// Writes the strategy of one claim.
pub(crate) struct Writer<'p, G: Provable + Certifiable> {
    prover: &'p Prover<G>,
    goal: Goal,
    reached: bool,
    met: HashSet<G::Position>,
    met_simpler: HashSet<u128>,
    bytes: Vec<u8>,
    /// Bytes of the strategies before, and bytes in all.
    before: usize,
    most: usize,
}

impl<'p, G: Provable + Certifiable> Writer<'p, G> {
    /// A writer that holds no more than `most` bytes, with the strategies before.
    pub(crate) fn new(prover: &'p Prover<G>, goal: Goal, reached: bool, before: usize, most: usize) -> Self {
        let (met, met_simpler, bytes) = (HashSet::new(), HashSet::new(), Vec::new());
        Writer { prover, goal, reached, met, met_simpler, bytes, before, most }
    }

    /// The strategy from a position of which the claim is true: a goal is reached within so many
    /// plies, if they are given.
    pub(crate) fn write(mut self, position: &G::Position, plies: Option<u8>) -> Result<Vec<u8>, Unwritten> {
        self.walk(position, None, plies)?;
        Ok(self.bytes)
    }

    /// Makes room for one more of everything.
    fn make_room(&mut self) -> Result<(), Unwritten> {
        let Writer { met, met_simpler, bytes, before, most, .. } = self;
        // Strategies are copied when the certificate is sealed.
        let strategies = 2 * (*before + bytes.capacity());
        // Two bytes a position at most.
        let fits = met.make_room(*most, || strategies + met_simpler.bytes())
            && met_simpler.make_room(*most, || strategies + met.bytes())
            && (bytes.len() + 2 <= bytes.capacity()
                || 2 * *before + 6 * bytes.capacity() + met.bytes() + met_simpler.bytes() <= *most
                    && bytes.try_reserve(2).is_ok());
        let positions = met.len() + met_simpler.len();
        if fits { Ok(()) } else { Err(Unwritten::NoRoom(NoRoom { positions, memory: *most })) }
    }

    fn game(&self) -> &'p G {
        self.prover.game()
    }

    /// Writes what follows a position; `standing` is the answer that stands, `left` the plies
    /// that are left.
    fn walk(
        &mut self,
        position: &G::Position,
        standing: Option<&G::Move>,
        left: Option<u8>,
    ) -> Result<(), Unwritten> {
        let game = self.prover.game();
        self.make_room()?;
        let over = game.ending(position).is_some();
        let shut = !self.reached && !over && game.shut_out(position, self.goal);
        if over || shut || !self.met.insert(game.representative(position)) {
            return Ok(());
        }
        self.prover.count_written();
        let moves = game.legal_moves(position);
        if (game.side_to_move(position) == self.goal.side) == self.reached {
            let state = game.state(position, game.side_to_move(position));
            if !self.reached && self.prover.held_off(&state, self.goal, Purpose::Certificate) {
                let both = game.simpler(position, self.goal).zip(game.relaxed(&state, self.goal));
                let (simpler, relaxed) =
                    both.expect("what was asked of the simpler game has a position there");
                self.bytes.push(SIMPLER);
                return self.walk_simpler(&simpler, &relaxed);
            }
            let choice = self.choose(position, &moves, left).ok_or(Unwritten::NoAnswer)?;
            let Step { position: next, plies, .. } = game.play(position, &moves[choice]);
            let standing = self.standing_answer(&next, &moves);
            self.bytes.push(choice as u8);
            self.bytes.push(standing.map_or(NO_ANSWER, |at| at as u8));
            self.walk(&next, standing.map(|at| &moves[at]), after(left, plies))?;
        } else {
            for mv in &moves {
                let Step { position: next, plies, .. } = game.play(position, mv);
                if !standing.is_some_and(|answer| self.finishes(&next, answer)) {
                    self.walk(&next, None, after(left, plies))?;
                }
            }
        }
        Ok(())
    }

    /// Writes what follows a position of the simpler game that misses the goal,
    /// given by its plain rules and as the search holds it.
    fn walk_simpler(&mut self, simpler: &G::Simpler, relaxed: &G::Relaxed) -> Result<(), Unwritten> {
        self.make_room()?;
        if simpler.settled().is_some() || !self.met_simpler.insert(simpler.key()) {
            return Ok(());
        }
        self.prover.count_written();
        let mut moves = Vec::new();
        if simpler.wants() {
            simpler.moves(&mut moves);
            for mv in moves {
                self.walk_simpler(&simpler.play(mv), &relaxed.play(mv))?;
            }
            return Ok(());
        }
        relaxed.moves(&mut moves);
        let cheap = moves.iter().find(|mv| {
            let next = simpler.play(**mv);
            // What was met before is being shown anyway.
            next.settled() == Some(false)
                || next.settled().is_none() && self.met_simpler.contains(&next.key())
        });
        let found =
            cheap.or_else(|| moves.iter().find(|mv| self.prover.fails(&relaxed.play(**mv), u64::MAX)));
        let mv = *found.expect("a position that misses the goal has a move that does");
        self.bytes.push(mv);
        self.walk_simpler(&simpler.play(mv), &relaxed.play(mv))
    }

    /// Whether a move is legal for the holder and ends the game in his favour.
    fn finishes(&self, position: &G::Position, mv: &G::Move) -> bool {
        let game = self.game();
        let holder = (game.side_to_move(position) == self.goal.side) == self.reached;
        if !holder || game.ending(position).is_some() {
            return false;
        }
        let moves = game.legal_moves(position);
        if !moves.contains(mv) {
            return false;
        }
        let next = game.play(position, mv).position;
        game.ending(&next).is_some() && game.reached(&next, self.goal) == self.reached
    }

    /// A move of the holder that keeps the claim, the quickest at a glance.
    fn choose(&self, position: &G::Position, moves: &[G::Move], left: Option<u8>) -> Option<usize> {
        let game = self.game();
        let state = game.state(position, game.side_to_move(position));
        let next = |mv| {
            let (next, plies) = game.next(&state, mv);
            (next, after(left, plies))
        };
        let states: Vec<(G::State, Option<u8>)> = moves.iter().map(next).collect();
        let quick = states.iter().enumerate().filter_map(|(at, (next, left))| {
            let over = game.ending(&game.play(position, &moves[at]).position).is_some();
            match game.glance(next, self.goal) {
                Glance::Reached(plies) if self.reached && left.is_none_or(|left| plies <= left) => {
                    Some((plies, at))
                }
                Glance::Never if !self.reached => Some((u8::from(!over), at)),
                _ => None,
            }
        });
        if let Some((_, at)) = quick.min() {
            return Some(at);
        }
        // What was met before is being shown anyway.
        let met = |at: &usize| {
            let next = game.play(position, &moves[*at]).position;
            game.ending(&next).is_none() && self.met.contains(&game.representative(&next))
        };
        if let Some(at) = (0..moves.len()).find(met) {
            return Some(at);
        }
        let mut listed = Vec::new();
        if game.glance(&state, self.goal) == Glance::Open {
            game.candidates(&state, self.goal, &mut listed);
        }
        let order = listed.iter().filter_map(|mv| moves.iter().position(|m| m == mv)).chain(0..moves.len());
        let order: Vec<usize> = order.collect();
        let known = || {
            let keeps = |(next, left): &(G::State, Option<u8>)| self.prover.known(next, self.goal, *left);
            order.iter().find(|at| keeps(&states[**at]) == Some(self.reached))
        };
        let found = known().or_else(|| {
            self.prover.search_again(&state, self.goal, left);
            known()
        });
        let keeps = |(next, left): &(G::State, Option<u8>)| self.prover.settle(next, self.goal, *left);
        found.or_else(|| order.iter().find(|at| keeps(&states[**at]) == Some(self.reached))).copied()
    }

    /// The move of the list that answers most replies at once.
    fn standing_answer(&self, position: &G::Position, moves: &[G::Move]) -> Option<usize> {
        let game = self.game();
        let opponent = (game.side_to_move(position) == self.goal.side) != self.reached;
        if game.ending(position).is_some() || !opponent {
            return None;
        }
        let replies = game.legal_moves(position);
        let after: Vec<G::Position> = replies.iter().map(|mv| game.play(position, mv).position).collect();
        // An answer to most replies is one to one of the first three.
        let often = |at: &usize| after.iter().take(3).any(|p| self.finishes(p, &moves[*at]));
        let count = |at: usize| after.iter().filter(|p| self.finishes(p, &moves[at])).count();
        let counts = (0..moves.len()).filter(often).map(|at| (count(at), at));
        counts.filter(|(count, _)| *count > 1).max().map(|(_, at)| at)
    }
}
