//! The checker: replays a certificate against the rules, with no search.
//!
//! It shares nothing with the search but the rules of the game and the format
//! of the file. What it keeps is the set of positions met, one for each class
//! of images; what it does is bounded by the bytes of the strategy times the
//! moves of a position. Where the set takes more than it may, the checker ends.

use std::collections::{HashMap, HashSet};

use crate::search::certificate::{CHECKSUM, Certificate, Claims, MAGIC, NO_ANSWER, OLD_MAGIC, SIMPLER};
use crate::search::room::Grows;
use crate::search::{Certifiable, Goal, NoRoom, Relaxed, Side};

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The bytes are not a certificate.
    #[error("this is no certificate: {0}")]
    Malformed(String),
    /// The program was built without the feature `solving`.
    #[error("this program checks no certificates")]
    ReadsAlone,
    /// The bytes are damaged.
    #[error("the checksum does not match: the file is damaged")]
    Damaged,
    /// It takes more memory to check than there is.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// The certificate is about another game or other rules.
    #[error("the certificate is about {found}, not about {wanted}")]
    OtherGame {
        /// What it is about.
        found: String,
        /// What was wanted.
        wanted: String,
    },
    /// The claims do not show the value that is claimed.
    #[error("the value `{value}` does not follow from the claims")]
    ValueDoesNotFollow {
        /// The claimed value.
        value: String,
    },
    /// The strategy ends before the walk does.
    #[error("the strategy for {goal} ends too early, at {position}")]
    TooShort {
        /// The goal of the claim.
        goal: Goal,
        /// The position for which a move is missing.
        position: String,
    },
    /// The walk ends before the strategy does.
    #[error("the strategy for {goal} has {bytes} bytes too many")]
    TooLong {
        /// The goal of the claim.
        goal: Goal,
        /// How many bytes are left over.
        bytes: usize,
    },
    /// The strategy plays a move that is not there.
    #[error("the strategy for {goal} plays move number {number} at {position}, which has only {moves}")]
    NoSuchMove {
        /// The goal of the claim.
        goal: Goal,
        /// The number of the move.
        number: u8,
        /// Where.
        position: String,
        /// How many moves there are.
        moves: usize,
    },
    /// The strategy turns to a simpler game where it may not.
    #[error("the strategy for {goal} turns to a simpler game at {position}, where that shows nothing")]
    NotSimpler {
        /// The goal of the claim.
        goal: Goal,
        /// Where.
        position: String,
    },
    /// The strategy leads back to where it was, and so nowhere.
    #[error("the strategy for {goal} goes in a circle at {position}")]
    Circular {
        /// The goal of the claim.
        goal: Goal,
        /// A position of the circle.
        position: String,
    },
    /// The strategy leads to an end that contradicts the claim.
    #[error("the strategy for {goal} fails: the game ends otherwise at {position}")]
    Fails {
        /// The goal of the claim.
        goal: Goal,
        /// The position in which the game is over.
        position: String,
    },
}

/// What a checked certificate has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The claims, all of them true.
    pub claims: Claims,
    /// How many different positions the strategies met.
    pub positions: usize,
}

/// The claims of a certificate, unchecked but for the checksum: to find out
/// which game it is about.
pub fn read_claims(certificate: &Certificate) -> Result<Claims, Refusal> {
    Ok(open(certificate)?.0)
}

fn open(certificate: &Certificate) -> Result<(Claims, &[u8]), Refusal> {
    let malformed = |what: &str| Refusal::Malformed(what.into());
    let bytes = certificate.0.as_slice();
    let body = bytes.len().checked_sub(CHECKSUM).ok_or_else(|| malformed("it is too short"))?;
    let (body, seal) = bytes.split_at(body);
    let text = body
        .strip_prefix(MAGIC)
        .or_else(|| body.strip_prefix(OLD_MAGIC))
        .ok_or_else(|| malformed("the first line is another"))?;
    if blake3::hash(body).as_bytes() != seal {
        return Err(Refusal::Damaged);
    }
    let end = text.iter().position(|b| *b == b'\n').ok_or_else(|| malformed("the claims have no end"))?;
    let claims = serde_json::from_slice(&text[..end]).map_err(|e| Refusal::Malformed(e.to_string()))?;
    Ok((claims, &text[end + 1..]))
}

/// Replays a certificate: its claims are true if this succeeds.
pub fn check<G: Certifiable>(game: &G, certificate: &Certificate) -> Result<Checked, Refusal> {
    check_within(game, certificate, usize::MAX)
}

/// [`check`] that holds no more than `most` bytes, the certificate included.
pub fn check_within<G: Certifiable>(
    game: &G,
    certificate: &Certificate,
    most: usize,
) -> Result<Checked, Refusal> {
    let full = NoRoom { positions: 0, memory: most };
    let left = most.checked_sub(certificate.0.len()).ok_or(full)?;
    let (claims, mut strategies) = open(certificate)?;
    if claims.game != game.id() || claims.rules_version != game.rules_version() {
        let name = |id: &str, version: u32| format!("{id} (rules {version})");
        let found = name(&claims.game, claims.rules_version);
        return Err(Refusal::OtherGame { found, wanted: name(&game.id(), game.rules_version()) });
    }
    let position = game.read_position(&claims.position).map_err(|e| Refusal::Malformed(e.0))?;
    if claims.claims.is_empty() {
        return Err(Refusal::Malformed("it claims nothing".into()));
    }
    let (mut shown, mut positions) = (Vec::new(), 0);
    for claim in &claims.claims {
        let goal = game.read_goal(&claim.goal).map_err(|e| Refusal::Malformed(e.to_string()))?;
        let bytes = strategies.split_at_checked(claim.bytes);
        let (bytes, rest) = bytes.ok_or_else(|| Refusal::Malformed("strategy bytes are missing".into()))?;
        let mut replay = Replay {
            game,
            goal,
            reached: claim.reached,
            bytes,
            met: HashMap::new(),
            met_simpler: HashSet::new(),
            left,
            most,
        };
        replay.walk(&position, None)?;
        if !replay.bytes.is_empty() {
            return Err(Refusal::TooLong { goal, bytes: replay.bytes.len() });
        }
        positions += replay.met.len() + replay.met_simpler.len();
        shown.push((goal, claim.reached));
        strategies = rest;
    }
    if !strategies.is_empty() {
        return Err(Refusal::Malformed(format!("{} bytes belong to no claim", strategies.len())));
    }
    let has = |side, reached| shown.contains(&(Goal::win(side), reached));
    let follows = match claims.value.as_deref() {
        None => true,
        Some("first") => has(Side::First, true),
        Some("second") => has(Side::Second, true),
        Some("draw") => has(Side::First, false) && has(Side::Second, false),
        Some(_) => false,
    };
    match &claims.value {
        Some(value) if !follows => Err(Refusal::ValueDoesNotFollow { value: value.clone() }),
        _ => Ok(Checked { claims, positions }),
    }
}

struct Replay<'c, G: Certifiable> {
    game: &'c G,
    goal: Goal,
    reached: bool,
    bytes: &'c [u8],
    /// One position of each class, and whether all that follows is shown.
    met: HashMap<G::Position, bool>,
    met_simpler: HashSet<u128>,
    /// Bytes for what is met, and in all.
    left: usize,
    most: usize,
}

impl<G: Certifiable> Replay<'_, G> {
    /// Makes room for one more position.
    fn make_room(&mut self) -> Result<(), NoRoom> {
        let Replay { met, met_simpler, left, most, .. } = self;
        let fits =
            met.make_room(*left, || met_simpler.bytes()) && met_simpler.make_room(*left, || met.bytes());
        let positions = met.len() + met_simpler.len();
        if fits { Ok(()) } else { Err(NoRoom { positions, memory: *most }) }
    }

    fn walk(&mut self, position: &G::Position, standing: Option<&G::Move>) -> Result<(), Refusal> {
        self.make_room()?;
        let goal = self.goal;
        if self.game.ending(position).is_some() {
            return match self.game.reached(position, goal) == self.reached {
                true => Ok(()),
                false => Err(Refusal::Fails { goal, position: self.game.write_position(position) }),
            };
        }
        let shut = !self.reached && self.game.shut_out(position, goal);
        if shut {
            return Ok(());
        }
        let class = self.game.representative(position);
        match self.met.get(&class) {
            // A goal that is put off for ever is not reached.
            Some(false) if self.reached => {
                return Err(Refusal::Circular { goal, position: self.game.write_position(position) });
            }
            Some(_) => return Ok(()),
            None => self.met.insert(class.clone(), false),
        };
        self.walk_on(position, standing)?;
        self.met.insert(class, true);
        Ok(())
    }

    /// What follows a position met for the first time.
    fn walk_on(&mut self, position: &G::Position, standing: Option<&G::Move>) -> Result<(), Refusal> {
        let goal = self.goal;
        let moves = self.game.legal_moves(position);
        if self.holds(position) {
            let number = self.byte(position)?;
            if number == SIMPLER {
                return match self.game.simpler(position, goal).filter(|_| !self.reached) {
                    Some(simpler) => self.walk_simpler(&simpler, position),
                    None => Err(Refusal::NotSimpler { goal, position: self.game.write_position(position) }),
                };
            }
            let mv = self.listed(position, &moves, number)?;
            let standing = match self.byte(position)? {
                NO_ANSWER => None,
                number => Some(self.listed(position, &moves, number)?),
            };
            return self.walk(&self.game.play(position, mv).position, standing);
        }
        for mv in &moves {
            let next = self.game.play(position, mv).position;
            if !standing.is_some_and(|answer| self.finishes(&next, answer)) {
                self.walk(&next, None)?;
            }
        }
        Ok(())
    }

    /// The same in the simpler game, entered from a position of the game.
    fn walk_simpler(&mut self, simpler: &G::Simpler, entered: &G::Position) -> Result<(), Refusal> {
        self.make_room()?;
        let goal = self.goal;
        match simpler.settled() {
            Some(false) => return Ok(()),
            Some(true) => return Err(Refusal::Fails { goal, position: self.game.write_position(entered) }),
            None if !self.met_simpler.insert(simpler.key()) => return Ok(()),
            None => {}
        }
        let mut moves = Vec::new();
        simpler.moves(&mut moves);
        if !simpler.wants() {
            let number = self.byte(entered)?;
            if !moves.contains(&number) {
                let position = self.game.write_position(entered);
                return Err(Refusal::NoSuchMove { goal, number, position, moves: moves.len() });
            }
            moves = vec![number];
        }
        moves.iter().try_for_each(|mv| self.walk_simpler(&simpler.play(*mv), entered))
    }

    fn holds(&self, position: &G::Position) -> bool {
        (self.game.side_to_move(position) == self.goal.side) == self.reached
    }

    fn finishes(&self, position: &G::Position, answer: &G::Move) -> bool {
        if self.game.ending(position).is_some() || !self.holds(position) {
            return false;
        }
        let moves = self.game.legal_moves(position);
        moves.contains(answer) && {
            let next = self.game.play(position, answer).position;
            self.game.ending(&next).is_some() && self.game.reached(&next, self.goal) == self.reached
        }
    }

    fn byte(&mut self, position: &G::Position) -> Result<u8, Refusal> {
        let (byte, rest) = self.bytes.split_first().ok_or_else(|| Refusal::TooShort {
            goal: self.goal,
            position: self.game.write_position(position),
        })?;
        self.bytes = rest;
        Ok(*byte)
    }

    fn listed<'m>(
        &self,
        position: &G::Position,
        moves: &'m [G::Move],
        number: u8,
    ) -> Result<&'m G::Move, Refusal> {
        moves.get(usize::from(number)).ok_or_else(|| Refusal::NoSuchMove {
            goal: self.goal,
            number,
            position: self.game.write_position(position),
            moves: moves.len(),
        })
    }
}
