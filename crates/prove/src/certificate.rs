//! Strategies written down: the format, and how the prover writes one.
//!
//! ```text
//! kaiketsu certificate 1            the magic line
//! {"game":"otrio",...}              one line of JSON: [`Claims`]
//! strategy bytes of each claim      one claim after another
//! 32 bytes                          BLAKE3 of everything before
//! ```
//!
//! A strategy belongs to the side that holds the claim: the side that wants the
//! goal if it is reached, its opponent if not. Its bytes are in the order in
//! which a walk from the claimed position needs them, depth first:
//!
//! - a finished game needs none, nor does a position from which the goal is
//!   shut out (where the claim is that it is not reached), nor one of which an
//!   image was met before;
//! - with the holder to move: the number of his move in the order of the rules,
//!   then a *standing answer*: the number of the move, in the same list, that he
//!   gives to every reply after which it is legal and ends the game in his
//!   favour; 255 if there is none. Then what comes after his move;
//! - with the opponent to move: what comes after each of his legal moves, in
//!   the order of the rules, but for those met by the standing answer.
//!
//! The standing answer keeps certificates of threats small: all replies but the
//! ones that parry cost nothing.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::{Certifiable, Glance, Goal, Provable, Prover, Side};

/// The first line of a certificate.
pub(crate) const MAGIC: &[u8] = b"kaiketsu certificate 1\n";
/// No standing answer.
pub(crate) const NO_ANSWER: u8 = 255;
/// The bytes of the checksum at the end.
pub(crate) const CHECKSUM: usize = 32;

/// One claim: that a goal can be forced, or that it cannot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The goal, such as `first-win`.
    pub goal: String,
    /// Whether it can be forced.
    pub reached: bool,
    /// How many bytes its strategy has.
    pub bytes: usize,
}

/// What a certificate claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// The game.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// The position the claims are about.
    pub position: String,
    /// The value of the position if the claims are about it: `first`, `second`
    /// or `draw`.
    pub value: Option<String>,
    /// The claims, each with its strategy.
    pub claims: Vec<Claim>,
}

/// A certificate as bytes: what is kept in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate(pub Vec<u8>);

impl Certificate {
    /// Puts claims and strategies together and seals them.
    #[must_use]
    pub fn seal(claims: &Claims, strategies: &[Vec<u8>]) -> Self {
        let mut bytes = MAGIC.to_vec();
        let header = serde_json::to_string(claims).unwrap_or_default();
        bytes.extend(header.as_bytes());
        bytes.push(b'\n');
        strategies.iter().for_each(|strategy| bytes.extend(strategy));
        let seal = blake3::hash(&bytes);
        bytes.extend(seal.as_bytes());
        Certificate(bytes)
    }
}

impl<G: Provable + Certifiable> Prover<'_, G>
where
    G::Position: Ord,
{
    /// Finds the value of a position and writes the strategy that shows it, or
    /// for a draw both strategies.
    pub fn certify_value(&self, position: &G::Position) -> Certificate {
        let mover = self.game().side_to_move(position);
        let value = self.value(position, mover).value;
        let goals = match value {
            crate::Winner::First => vec![Goal::win(Side::First)],
            crate::Winner::Second => vec![Goal::win(Side::Second)],
            crate::Winner::Draw => vec![Goal::win(Side::First), Goal::win(Side::Second)],
        };
        self.certify(position, &goals, Some(value.word().into()))
    }

    /// Finds whether a goal is reached and writes the strategy that shows it.
    pub fn certify_goal(&self, position: &G::Position, goal: Goal) -> Certificate {
        self.certify(position, &[goal], None)
    }

    fn certify(&self, position: &G::Position, goals: &[Goal], value: Option<String>) -> Certificate {
        let game = self.game();
        let mut claims = Claims {
            game: game.id(),
            rules_version: game.rules_version(),
            position: game.write_position(position),
            value,
            claims: Vec::new(),
        };
        let mut strategies = Vec::new();
        for &goal in goals {
            let state = game.state(position, game.side_to_move(position));
            let reached = self.settle(&state, goal, None);
            let mut writer = Writer { prover: self, goal, reached, met: HashSet::new(), bytes: Vec::new() };
            writer.walk(position, None);
            claims.claims.push(Claim { goal: goal.to_string(), reached, bytes: writer.bytes.len() });
            strategies.push(writer.bytes);
        }
        Certificate::seal(&claims, &strategies)
    }
}

struct Writer<'p, 'g, G: Provable + Certifiable>
where
    G::Position: Ord,
{
    prover: &'p Prover<'g, G>,
    goal: Goal,
    reached: bool,
    met: HashSet<G::Position>,
    bytes: Vec<u8>,
}

impl<G: Provable + Certifiable> Writer<'_, '_, G>
where
    G::Position: Ord,
{
    fn game(&self) -> &G {
        self.prover.game()
    }

    /// Writes what follows a position; `standing` is the answer that stands.
    fn walk(&mut self, position: &G::Position, standing: Option<&G::Move>) {
        let game = self.prover.game();
        let over = game.ending(position).is_some();
        let shut = !self.reached && !over && game.shut_out(position, self.goal);
        if over || shut || !self.met.insert(game.representative(position)) {
            return;
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        if (game.side_to_move(position) == self.goal.side) == self.reached {
            let choice = self.choose(position, &moves);
            let next = game.play(position, &moves[choice]).position;
            let standing = self.standing_answer(&next, &moves);
            self.bytes.push(choice as u8);
            self.bytes.push(standing.map_or(NO_ANSWER, |at| at as u8));
            self.walk(&next, standing.map(|at| &moves[at]));
        } else {
            for mv in &moves {
                let next = game.play(position, mv).position;
                if !standing.is_some_and(|answer| self.finishes(&next, answer)) {
                    self.walk(&next, None);
                }
            }
        }
    }

    /// Whether a move is legal for the holder and ends the game in his favour.
    fn finishes(&self, position: &G::Position, mv: &G::Move) -> bool {
        let game = self.game();
        let holder = (game.side_to_move(position) == self.goal.side) == self.reached;
        if !holder || game.ending(position).is_some() {
            return false;
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        if !moves.contains(mv) {
            return false;
        }
        let next = game.play(position, mv).position;
        game.ending(&next).is_some() && game.reached(&next, self.goal) == self.reached
    }

    /// A move of the holder that keeps the claim, the quickest at a glance.
    fn choose(&self, position: &G::Position, moves: &[G::Move]) -> usize {
        let game = self.game();
        let state = game.state(position, game.side_to_move(position));
        let states: Vec<G::State> = moves.iter().map(|mv| game.next(&state, mv).0).collect();
        let quick = states.iter().enumerate().filter_map(|(at, next)| {
            let over = game.ending(&game.play(position, &moves[at]).position).is_some();
            match game.glance(next, self.goal) {
                Glance::Reached(plies) if self.reached => Some((plies, at)),
                Glance::Never if !self.reached => Some((u8::from(!over), at)),
                _ => None,
            }
        });
        if let Some((_, at)) = quick.min() {
            return at;
        }
        let mut listed = Vec::new();
        if game.glance(&state, self.goal) == Glance::Open {
            game.candidates(&state, self.goal, &mut listed);
        }
        let order = listed.iter().filter_map(|mv| moves.iter().position(|m| m == mv)).chain(0..moves.len());
        let order: Vec<usize> = order.collect();
        let known = order.iter().find(|at| self.prover.known(&states[**at], self.goal) == Some(self.reached));
        let found = known.or_else(|| {
            order.iter().find(|at| self.prover.settle(&states[**at], self.goal, None) == self.reached)
        });
        *found.expect("a position that keeps the claim has a move that does")
    }

    /// The move of the list that answers most replies at once.
    fn standing_answer(&self, position: &G::Position, moves: &[G::Move]) -> Option<usize> {
        let game = self.game();
        let opponent = (game.side_to_move(position) == self.goal.side) != self.reached;
        if game.ending(position).is_some() || !opponent {
            return None;
        }
        let mut replies = Vec::new();
        game.moves(position, &mut replies);
        let after: Vec<G::Position> = replies.iter().map(|mv| game.play(position, mv).position).collect();
        // An answer to most replies is one to one of the first three.
        let often = |at: &usize| after.iter().take(3).any(|p| self.finishes(p, &moves[*at]));
        let count = |at: usize| after.iter().filter(|p| self.finishes(p, &moves[at])).count();
        let counts = (0..moves.len()).filter(often).map(|at| (count(at), at));
        counts.filter(|(count, _)| *count > 1).max().map(|(_, at)| at)
    }
}
