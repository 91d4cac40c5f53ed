//! Strategies written down: the format, and how the prover writes one.
//!
//! ```text
//! kaiketsu certificate 2            the magic line
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
//! ones that parry cost nothing. Only positions that need bytes or moves count as
//! met: no finished game, nothing shut out, nothing the standing answer meets.
//!
//! Where the claim is that the goal is not reached, the holder may also *turn to
//! the simpler game* of [`Certifiable::simpler`]: 254 instead of his move. What
//! follows are his moves there, one byte each, in the order of a walk through
//! that game: nothing for what is settled (whoever is to move) or was met before,
//! the holder's move where he is to move, else what comes after each move of the
//! other side in the order of [`Relaxed::moves`](crate::search::Relaxed::moves). A move is
//! written as its number in that game, and met is what has the same
//! [`Relaxed::key`](crate::search::Relaxed::key). For Otrio: a move is a place, or 27 for a
//! pass, which comes last; `otrio/blockade.rs` says what is settled and what the
//! key holds.
//! Version 1 is the same without this.

use serde::{Deserialize, Serialize};

use crate::oracle::Limit;
use crate::search::writer::{Unwritten, Writer};
use crate::search::{Certifiable, Goal, Provable, Prover, Refusal, RequestError, Side, Winner, check_within};

/// The first line of a certificate.
pub(crate) const MAGIC: &[u8] = b"kaiketsu certificate 2\n";
/// The first line of a certificate that never turns to a simpler game.
pub(crate) const OLD_MAGIC: &[u8] = b"kaiketsu certificate 1\n";
/// The holder turns to the simpler game.
pub(crate) const SIMPLER: u8 = 254;
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

impl<G: Provable + Certifiable> Prover<G> {
    /// Finds the value of a position and writes the strategy that shows it, or
    /// for a draw both strategies.
    ///
    /// # Panics
    /// If there is none: [`Prover::try_certify`] says why.
    pub fn certify_value(&self, position: &G::Position) -> Certificate {
        self.try_certify(position, None).expect("a game that ends has a strategy")
    }

    /// Finds whether a goal is reached and writes the strategy that shows it.
    ///
    /// # Panics
    /// If there is none: [`Prover::try_certify`] says why.
    pub fn certify_goal(&self, position: &G::Position, goal: Goal) -> Certificate {
        self.try_certify(position, Some(goal)).expect("a game that ends has a strategy")
    }

    /// A certificate of the value of a position, or of whether a goal is reached.
    /// There is none where positions repeat, or where there is no room for it.
    pub fn try_certify(
        &self,
        position: &G::Position,
        goal: Option<Goal>,
    ) -> Result<Certificate, RequestError> {
        let written = match goal {
            Some(goal) => self.certify(position, &[goal], None, None),
            None => {
                let mover = self.game().side_to_move(position);
                let value = self.try_value(position, mover, u64::MAX, Limit::NONE);
                let solution = value.map_err(|_| Unwritten::NoAnswer);
                solution.and_then(|solution| self.certify_winner(position, solution.value))
            }
        };
        self.sealed(written)
    }

    /// A certificate of a goal that is reached within so many plies, by a strategy that keeps to
    /// them; the certificate does not speak of plies. So it can be had where a search without a
    /// limit would take too long. There is none where the goal is not reached within them.
    pub fn try_certify_within(
        &self,
        position: &G::Position,
        goal: Goal,
        plies: u8,
    ) -> Result<Certificate, RequestError> {
        match self.certify(position, &[goal], None, Some(plies)) {
            Err(Unwritten::TooLate) => Err(RequestError::NotWithin { goal, plies }),
            written => self.sealed(written),
        }
    }

    /// What was written, or why nothing was.
    fn sealed(&self, written: Result<Certificate, Unwritten>) -> Result<Certificate, RequestError> {
        let repeats = || RequestError::Repeats { game: self.game().id() };
        let found = written.map_err(|why| match why {
            Unwritten::NoAnswer | Unwritten::TooLate => repeats(),
            Unwritten::NoRoom(full) => full.into(),
        })?;
        // A strategy can go in a circle that no search came upon.
        if !self.game().ends() {
            check_within(self.game(), &found, self.beside()).map_err(|refusal| match refusal {
                Refusal::NoRoom(full) => full.into(),
                _ => repeats(),
            })?;
        }
        Ok(found)
    }

    fn certify_winner(&self, position: &G::Position, value: Winner) -> Result<Certificate, Unwritten> {
        let goals = match value {
            Winner::First => vec![Goal::win(Side::First)],
            Winner::Second => vec![Goal::win(Side::Second)],
            Winner::Draw => vec![Goal::win(Side::First), Goal::win(Side::Second)],
        };
        self.certify(position, &goals, Some(value.word().into()), None)
    }

    fn certify(
        &self,
        position: &G::Position,
        goals: &[Goal],
        value: Option<String>,
        plies: Option<u8>,
    ) -> Result<Certificate, Unwritten> {
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
            let reached = self.settle(&state, goal, plies).filter(|_| plies.is_some() || !self.repeats());
            let reached = reached.ok_or(Unwritten::NoAnswer)?;
            if !reached && plies.is_some() {
                return Err(Unwritten::TooLate);
            }
            let before = strategies.iter().map(Vec::len).sum();
            let strategy = Writer::new(self, goal, reached, before, self.beside()).write(position, plies)?;
            claims.claims.push(Claim { goal: goal.to_string(), reached, bytes: strategy.len() });
            strategies.push(strategy);
        }
        Ok(Certificate::seal(&claims, &strategies))
    }
}
