//! What a position is worth, and the sixteen bits that say so.

use std::cmp::{Ordering, Reverse};
use std::fmt;
use std::ops::Neg;

/// Who wins under best play, for the side to move. The better one is the
/// greater one, and `-` is how the other side sees it.
///
/// ```
/// use kaiketsu_game::Outcome;
/// assert!(Outcome::Win > Outcome::Draw && Outcome::Draw > Outcome::Loss);
/// assert_eq!(-Outcome::Win, Outcome::Loss);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema), serde(rename_all = "snake_case"))]
pub enum Outcome {
    /// The side to move loses.
    Loss,
    /// Nobody wins: a drawn end, or play that never ends.
    Draw,
    /// The side to move wins.
    Win,
}

impl Neg for Outcome {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
        }
    }
}

impl Outcome {
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
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema))]
pub struct Plies(pub u16);

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How clearly a game is won, in games that know wins of two kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema), serde(rename_all = "snake_case"))]
pub enum Margin {
    /// The loser has something to show for it too.
    Narrow,
    /// The loser has nothing.
    Complete,
}

impl Margin {
    /// `"narrow"` or `"complete"`, as written in JSON and on screen.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Margin::Narrow => "narrow",
            Margin::Complete => "complete",
        }
    }
}

/// An outcome and, where it is decided and known, the plies to the end of the
/// game: the winner hurries, the loser delays.
///
/// The more welcome of two values is the greater one, and `-` is how the
/// other side sees a value.
///
/// ```
/// use kaiketsu_game::Value;
/// let mut values = [Value::loss(2), Value::DRAW, Value::win(5), Value::loss(8), Value::win(3)];
/// values.sort();
/// assert_eq!(values, [Value::loss(2), Value::loss(8), Value::DRAW, Value::win(5), Value::win(3)]);
/// assert_eq!(-Value::win(3), Value::loss(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// Who wins.
    pub outcome: Outcome,
    /// How long it takes; never known for a draw.
    pub plies: Option<Plies>,
    /// How clearly it is decided, in games that know wins of two kinds; never
    /// known for a draw.
    pub margin: Option<Margin>,
}

impl Value {
    /// A draw.
    pub const DRAW: Value = Value::of(Outcome::Draw);

    /// An outcome of which no more is known.
    #[must_use]
    pub const fn of(outcome: Outcome) -> Self {
        Value { outcome, plies: None, margin: None }
    }

    /// A win in that many plies.
    #[must_use]
    pub fn win(plies: u16) -> Self {
        Value { plies: Some(Plies(plies)), ..Value::of(Outcome::Win) }
    }

    /// A loss in that many plies.
    #[must_use]
    pub fn loss(plies: u16) -> Self {
        Value { plies: Some(Plies(plies)), ..Value::of(Outcome::Loss) }
    }

    /// A finished game: the outcome at distance 0 (a draw has no distance).
    #[must_use]
    pub fn ended(outcome: Outcome) -> Self {
        let plies = (outcome != Outcome::Draw).then_some(Plies(0));
        Value { plies, ..Value::of(outcome) }
    }

    /// The same value, decided that clearly; a draw stays as it is.
    #[must_use]
    pub fn with_margin(self, margin: Option<Margin>) -> Self {
        Value { margin: margin.filter(|_| self.outcome != Outcome::Draw), ..self }
    }

    /// The same value with its distance forgotten.
    #[must_use]
    pub fn without_plies(self) -> Self {
        Value { plies: None, ..self }
    }

    /// What the order compares: wins by margin and haste, losses the other way
    /// round.
    fn key(&self) -> (Outcome, Option<Margin>, Reverse<i32>) {
        // An unknown distance must not compare equal to a known one.
        let plies = self.plies.map_or(-1, |p| i32::from(p.0));
        let mirrored = |margin| match margin {
            Margin::Narrow => Margin::Complete,
            Margin::Complete => Margin::Narrow,
        };
        match self.outcome {
            Outcome::Loss => (self.outcome, self.margin.map(mirrored), Reverse(-plies)),
            _ => (self.outcome, self.margin, Reverse(plies)),
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Neg for Value {
    type Output = Self;

    fn neg(self) -> Self {
        Value { outcome: -self.outcome, ..self }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = self.margin.map_or(String::new(), |margin| format!("{} ", margin.word()));
        match self.plies {
            Some(plies) => f.pad(&format!("{margin}{} in {plies}", self.outcome)),
            None => f.pad(&format!("{margin}{}", self.outcome)),
        }
    }
}

/// Positions by value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, utoipa::ToSchema), schema(as = CountsAnswer))]
pub struct Counts {
    /// Won positions.
    pub win: u64,
    /// Lost positions.
    pub loss: u64,
    /// Drawn positions.
    pub draw: u64,
}

impl Counts {
    /// All of them.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.win + self.loss + self.draw
    }

    /// So many more with an outcome.
    pub fn add(&mut self, outcome: Outcome, positions: u64) {
        match outcome {
            Outcome::Win => self.win += positions,
            Outcome::Loss => self.loss += positions,
            Outcome::Draw => self.draw += positions,
        }
    }

    /// Those counted elsewhere too.
    pub fn merge(&mut self, other: &Counts) {
        self.win += other.win;
        self.loss += other.loss;
        self.draw += other.draw;
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

    /// The code of an outcome at a distance; a draw has none.
    #[inline]
    #[must_use]
    pub fn new(outcome: Outcome, plies: u16) -> Self {
        match outcome {
            Outcome::Win => Code::win(plies),
            Outcome::Loss => Code::loss(plies),
            Outcome::Draw => Code::DRAW,
        }
    }

    /// The code of a finished game.
    #[must_use]
    pub fn ended(outcome: Outcome) -> Self {
        Code::new(outcome, 0)
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
        Value { plies: known.then_some(Plies(self.plies())), ..Value::of(outcome) }
    }
}

impl From<Value> for Code {
    fn from(value: Value) -> Self {
        Code::new(value.outcome, value.plies.map_or(0, |plies| plies.0))
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
