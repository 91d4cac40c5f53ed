//! What a position is worth, and the sixteen bits that say so.

use std::cmp::Ordering;
use std::fmt;

/// Who wins under best play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
    /// Nobody wins: a drawn end, or play that never ends.
    Draw,
}

impl Outcome {
    /// The same outcome for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
        }
    }

    /// `"win"`, `"loss"` or `"draw"`, as written in JSON and on screen.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Win => "win",
            Outcome::Loss => "loss",
            Outcome::Draw => "draw",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A number of plies, that is, of moves of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Plies(pub u16);

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An outcome and, where it is decided and known, the plies to the end of the
/// game: the winner hurries, the loser delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// Who wins.
    pub outcome: Outcome,
    /// How long it takes; never known for a draw.
    pub plies: Option<Plies>,
}

impl Value {
    /// A draw.
    pub const DRAW: Value = Value { outcome: Outcome::Draw, plies: None };

    /// A win in that many plies.
    #[must_use]
    pub fn win(plies: u16) -> Self {
        Value { outcome: Outcome::Win, plies: Some(Plies(plies)) }
    }

    /// A loss in that many plies.
    #[must_use]
    pub fn loss(plies: u16) -> Self {
        Value { outcome: Outcome::Loss, plies: Some(Plies(plies)) }
    }

    /// A finished game: the outcome at distance 0 (a draw has no distance).
    #[must_use]
    pub fn ended(outcome: Outcome) -> Self {
        let plies = (outcome != Outcome::Draw).then_some(Plies(0));
        Value { outcome, plies }
    }

    /// The same value with its distance forgotten.
    #[must_use]
    pub fn without_plies(self) -> Self {
        Value { plies: None, ..self }
    }

    /// Orders values by how welcome they are to the side they are for:
    /// quick wins, slow wins, draws, slow losses, quick losses.
    ///
    /// ```
    /// use kaiketsu_game::Value;
    /// let mut values = [Value::loss(2), Value::DRAW, Value::win(5), Value::loss(8), Value::win(3)];
    /// values.sort_by(|a, b| a.best_first(b));
    /// assert_eq!(values, [Value::win(3), Value::win(5), Value::DRAW, Value::loss(8), Value::loss(2)]);
    /// ```
    #[must_use]
    pub fn best_first(&self, other: &Self) -> Ordering {
        fn key(value: &Value) -> (u8, i32) {
            let plies = value.plies.map_or(0, |p| i32::from(p.0));
            match value.outcome {
                Outcome::Win => (0, plies),
                Outcome::Draw => (1, 0),
                Outcome::Loss => (2, -plies),
            }
        }
        key(self).cmp(&key(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies {
            Some(plies) => f.pad(&format!("{} in {plies}", self.outcome)),
            None => self.outcome.fmt(f),
        }
    }
}

/// A value in sixteen bits, as kernels and databases hold it.
///
/// ```text
/// 0          draw
/// 2 d + 1    win in d plies
/// 2 d + 2    loss in d plies
/// ```
///
/// Where distances are not kept, d is 0 throughout, so that the codes are
/// 0, 1 and 2 and two bits hold one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Code(pub u16);

impl Code {
    /// A draw, and the state of a position nothing is known of yet.
    pub const DRAW: Code = Code(0);
    /// The greatest distance a code can hold.
    pub const MAX_PLIES: u16 = (u16::MAX - 2) / 2;

    /// The code of a win in `plies`.
    #[must_use]
    pub fn win(plies: u16) -> Self {
        debug_assert!(plies <= Self::MAX_PLIES);
        Code(2 * plies + 1)
    }

    /// The code of a loss in `plies`.
    #[must_use]
    pub fn loss(plies: u16) -> Self {
        debug_assert!(plies <= Self::MAX_PLIES);
        Code(2 * plies + 2)
    }

    /// The code of a finished game.
    #[must_use]
    pub fn ended(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Code::win(0),
            Outcome::Loss => Code::loss(0),
            Outcome::Draw => Code::DRAW,
        }
    }

    /// Who wins.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        match self.0 {
            0 => Outcome::Draw,
            code if code % 2 == 1 => Outcome::Win,
            _ => Outcome::Loss,
        }
    }

    /// The distance; 0 for a draw.
    #[must_use]
    pub fn plies(self) -> u16 {
        self.0.saturating_sub(1) / 2
    }

    /// The same outcome at distance 0: the code of a database without distances.
    #[must_use]
    pub fn without_plies(self) -> Self {
        Code::ended(self.outcome())
    }

    /// The value, with the distance if `distances` are kept.
    #[must_use]
    pub fn value(self, distances: bool) -> Value {
        let outcome = self.outcome();
        let known = distances && outcome != Outcome::Draw;
        Value { outcome, plies: known.then_some(Plies(self.plies())) }
    }
}

impl From<Value> for Code {
    fn from(value: Value) -> Self {
        let plies = value.plies.map_or(0, |p| p.0);
        match value.outcome {
            Outcome::Win => Code::win(plies),
            Outcome::Loss => Code::loss(plies),
            Outcome::Draw => Code::DRAW,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_values_are_the_same_thing() {
        for code in (0..u16::MAX).map(Code) {
            assert_eq!(Code::from(code.value(true)), code);
            assert_eq!(Code::from(code.value(false)), code.without_plies());
        }
    }

    #[test]
    fn two_bits_hold_what_has_no_distance() {
        for outcome in [Outcome::Win, Outcome::Loss, Outcome::Draw] {
            assert!(Code::ended(outcome).0 < 4);
            assert_eq!(Code::ended(outcome).outcome(), outcome);
        }
    }
}
