//! Winning won positions with a database that knows values alone.
//!
//! Without distances every move that keeps the win looks the same, and a
//! winner who always takes the first of them may go round for ever. So the
//! values are put to use by a [`Strategy`]:
//!
//! | strategy | the winner's move |
//! |---|---|
//! | [`Strategy::Search`] | into a forced win, if search finds one; else one that makes headway |
//! | [`Strategy::Random`] | any move that keeps the win, all equally likely |
//!
//! `Random` is the proposal of section 4.4 of the Quixo paper (Tanaka, Bonnet,
//! Tixeuil, Tamura, 2020), kept as the baseline.
//!
//! # Headway
//!
//! Where search finds no forced win within its nodes, `Search` takes, among
//! the moves that keep the win, the first by
//!
//! 1. a position that has not occurred in this game,
//! 2. the lowest tier: no move leads back to a higher one,
//! 3. the fewest replies that are not yet known to lose,
//! 4. a number drawn from the seed.
//!
//! # What ends, and why
//!
//! `Random` ends with probability 1: from every won position it plays the
//! shortest way to the end with a probability that is not 0. How long that
//! takes, nothing bounds.
//!
//! `Search` ends for certain, as far as memory and patience go. Suppose it did
//! not. There are finitely many positions, so the winner finds himself in the
//! same one again and again, and every time his nodes are doubled, until they
//! suffice for the forced win that is there. From then on the facts of the
//! search, which are not forgotten, force the end within fewer plies after
//! every reply. What is not guaranteed is that this happens soon: before a
//! position recurs, play may wander through a large tier.
//!
//! Neither is as quick as play with distances.

mod forced;

use std::collections::HashSet;

use kaiketsu_game::{Game, Notation, Outcome, Place, Tier, Tiered};

use self::forced::{Forced, Side, Stop};
use crate::analyse::{Random, Stored};
use crate::oracle::{Known, Limit, OracleError, RatedMove, rated_moves};

/// How a winner finds his moves where no distances are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Search for a forced win, and headway where none is found.
    Search {
        /// How many positions to visit before a move.
        nodes: u64,
    },
    /// Any move that keeps the win, all equally likely.
    Random,
}

impl Strategy {
    /// Search with as many nodes as take some tenths of a second.
    pub const SEARCH: Strategy = Strategy::Search { nodes: 100_000 };
}

impl Default for Strategy {
    fn default() -> Self {
        Strategy::SEARCH
    }
}

/// The nodes that the loser spends on a reply.
const RESISTING_NODES: u64 = 20_000;

/// Plays one game, for either side or both. What a player finds out, and which
/// positions he has met, he remembers: take a new one for a new game.
///
/// With distances he plays best moves, the first of them. Without, he wins
/// won positions by his strategy, keeps draws, and in lost positions avoids
/// the forced wins that a short search finds.
///
/// In games that know wins of two kinds he takes the first of the best moves
/// too: a strategy for winning alone would throw complete wins away. That
/// comes to an end because no such game goes round.
pub struct Player<'a, G: Game> {
    stored: &'a Stored<G>,
    strategy: Strategy,
    random: Random,
    forced: Forced<'a, G>,
    /// Won positions in which he had to move.
    faced: HashSet<G::Position>,
    /// Where he moved from won positions.
    visited: HashSet<G::Position>,
    /// How often his nodes have been doubled.
    doublings: u32,
}

impl<'a, G: Tiered + Notation> Player<'a, G> {
    /// A player; the seed decides what is left to chance.
    pub fn new(stored: &'a Stored<G>, strategy: Strategy, seed: u64) -> Self {
        Player {
            stored,
            strategy,
            random: Random::new(seed),
            forced: Forced::new(stored),
            faced: HashSet::new(),
            visited: HashSet::new(),
            doublings: 0,
        }
    }

    /// He hurries when the time is over: his searches end there.
    #[must_use]
    pub fn within(mut self, limit: Limit) -> Self {
        self.forced.limit = limit;
        self
    }

    /// The move he makes; none if the game is over.
    pub fn choose(&mut self, position: &G::Position) -> Result<Option<RatedMove<G>>, OracleError> {
        let game = self.stored.game();
        if game.ending(position).is_some() {
            return Ok(None);
        }
        let outcome = self.stored.value_of(position)?.outcome;
        let takes_the_first = self.stored.database().manifest().distances || game.aims().len() > 1;
        if takes_the_first || outcome == Outcome::Draw {
            let whole = self.stored.whole();
            return Ok(rated_moves(game, &whole, position, Limit::NONE)?.into_iter().next());
        }
        let mut moves = game.legal_moves(position);
        let place = match (outcome, self.strategy) {
            (Outcome::Loss, _) => self.resist(position, &moves)?,
            (_, Strategy::Random) => {
                let keeping = self.keeping(position, &moves)?;
                *self.random.choose(&keeping)
            }
            (_, Strategy::Search { nodes }) => self.press(position, &moves, nodes)?,
        };
        let mv = moves.swap_remove(place);
        let step = game.play(position, &mv);
        let value = step.value_before(self.stored.value_of(&step.position)?);
        Ok(Some(RatedMove { mv, step, value: Known::Yes(value) }))
    }

    /// The places of the moves that keep the win.
    fn keeping(&self, position: &G::Position, moves: &[G::Move]) -> Result<Vec<usize>, OracleError> {
        let mut keeping = Vec::new();
        for (place, mv) in moves.iter().enumerate() {
            let step = self.stored.game().play(position, mv);
            if step.turn.view(self.stored.value_of(&step.position)?.outcome) == Outcome::Win {
                keeping.push(place);
            }
        }
        Ok(keeping)
    }

    /// The move of [`Strategy::Search`].
    fn press(&mut self, position: &G::Position, moves: &[G::Move], nodes: u64) -> Result<usize, OracleError> {
        let game = self.stored.game();
        if !self.faced.insert(position.clone()) {
            self.doublings += 1;
        }
        self.forced.allow(nodes.saturating_mul(1u64.checked_shl(self.doublings).unwrap_or(u64::MAX)));
        let place = match self.forced.winning_move(position)? {
            Some(place) => place,
            None => {
                let mut best = None;
                for place in self.keeping(position, moves)? {
                    let step = game.play(position, &moves[place]);
                    let tier = self.tier(&step.position);
                    let side = Side::Winner.after(step.turn);
                    let again = self.visited.contains(&step.position);
                    let escapes = self.forced.escapes(&step.position, side)?;
                    let key = (again, tier, escapes, self.random.bits());
                    if best.is_none_or(|(least, _)| key < least) {
                        best = Some((key, place));
                    }
                }
                best.expect("a won position has a move that keeps the win").1
            }
        };
        self.visited.insert(game.play(position, &moves[place]).position);
        Ok(place)
    }

    /// The tier of a position; none, which is below all, if it is not stored.
    fn tier(&self, position: &G::Position) -> Option<Tier> {
        match self.stored.game().place(position) {
            Place::Stored(slot) => Some(slot.tier),
            Place::Derived => None,
        }
    }

    /// The loser's reply: one that survives as deep a search as his nodes allow.
    fn resist(&mut self, position: &G::Position, moves: &[G::Move]) -> Result<usize, OracleError> {
        let game = self.stored.game();
        let step = |place: usize| game.play(position, &moves[place]);
        let goes_on = |&place: &usize| game.ending(&step(place).position).is_none();
        let mut alive: Vec<usize> = (0..moves.len()).filter(goes_on).collect();
        self.forced.allow(RESISTING_NODES);
        let mut plies = 1;
        // One reply left, or none, needs no search.
        'deeper: while alive.len() > 1 {
            let mut survivors = Vec::new();
            for (checked, &place) in alive.iter().enumerate() {
                let step = step(place);
                match self.forced.search(&step.position, Side::Loser.after(step.turn), plies) {
                    Ok(true) => (),
                    Ok(false) => survivors.push(place),
                    Err(Stop::Oracle(error)) => return Err(error),
                    Err(Stop::Nodes) => {
                        survivors.extend(&alive[checked..]);
                        alive = survivors;
                        break 'deeper;
                    }
                }
            }
            if survivors.is_empty() {
                break;
            }
            alive = survivors;
            plies += 2;
        }
        Ok(match alive.len() {
            0 => self.random.below(moves.len() as u64) as usize,
            _ => *self.random.choose(&alive),
        })
    }
}
