//! Stored values as the equations compare them.

use std::sync::Arc;

use kaiketsu_game::{Code, Margin, Notation, Outcome, Slot, Step, Tier, Tiered, Turn, Value};

use super::VerifyError;
use crate::analyse::Stored;
use crate::solve::{SolveError, Solved, TierCache, TierValues};

/// A value as one number: the more welcome to the side to move the greater, and the
/// negative of it is how the other side sees it. Values of one game are in order; either it
/// tells kinds of wins apart or it does not.
///
/// ```text
/// draw                                  0
/// win in d, no kinds told apart     1 m - d
/// narrow win in d                   2 m - d        m = 65,536
/// complete win in d                 3 m - d
/// losses                            the negatives
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Worth(i32);

const KIND: i32 = 1 << 16;

impl Worth {
    pub(super) const DRAW: Worth = Worth(0);

    fn new(outcome: Outcome, kind: i32, plies: u16) -> Self {
        let win = kind * KIND - i32::from(plies);
        Worth(match outcome {
            Outcome::Win => win,
            Outcome::Draw => 0,
            Outcome::Loss => -win,
        })
    }

    /// What a move that leads here is worth to who makes it.
    #[inline]
    pub(super) fn before<P>(self, step: &Step<P>, distances: bool) -> Self {
        let later = if distances { self.0.signum() * i32::from(step.plies) } else { 0 };
        let after = self.0 - later;
        Worth(if step.turn == Turn::Passes { -after } else { after })
    }
}

impl From<Code> for Worth {
    #[inline]
    fn from(code: Code) -> Self {
        Worth::new(code.outcome(), 1, code.plies())
    }
}

impl From<Value> for Worth {
    fn from(value: Value) -> Self {
        let kind = match value.margin {
            None => 1,
            Some(Margin::Narrow) => 2,
            Some(Margin::Complete) => 3,
        };
        Worth::new(value.outcome, kind, value.plies.map_or(0, |plies| plies.0))
    }
}

/// Where stored values are read.
pub(super) trait Kept {
    /// Says that a value will be wanted soon.
    fn expect(&self, slot: Slot);

    /// The value in a slot.
    fn get(&self, slot: Slot) -> Result<Value, VerifyError>;

    /// What it is worth.
    fn worth(&self, slot: Slot) -> Result<Worth, VerifyError> {
        Ok(self.get(slot)?.into())
    }
}

/// Position by position, from the files.
impl<G: Tiered + Notation> Kept for Stored<G> {
    fn expect(&self, _: Slot) {}

    fn get(&self, slot: Slot) -> Result<Value, VerifyError> {
        Ok(Stored::get(self, slot)?)
    }
}

/// A tier and those below it, in memory.
pub(super) struct Held<'a, G> {
    stored: &'a Stored<G>,
    distances: bool,
    /// With the values of each aim. Few: a linear search beats hashing.
    tiers: Vec<(Tier, Vec<Arc<TierValues>>)>,
}

impl<'a, G: Tiered + Notation> Held<'a, G> {
    /// The tiers that the equations of a tier speak of, each from the cache of every aim.
    pub(super) fn fetch(
        stored: &'a Stored<G>,
        caches: &[TierCache<'_, G>],
        tier: Tier,
    ) -> Result<Self, SolveError> {
        let fetch = |tier: Tier| {
            let values = caches.iter().map(|cache| cache.fetch(tier));
            Ok((tier, values.collect::<Result<Vec<Arc<TierValues>>, SolveError>>()?))
        };
        let tiers = std::iter::once(tier).chain(stored.game().below(tier)).map(fetch);
        let tiers = tiers.collect::<Result<Vec<_>, SolveError>>()?;
        Ok(Held { stored, distances: stored.database().manifest().distances, tiers })
    }

    #[inline]
    fn values(&self, tier: Tier) -> &[Arc<TierValues>] {
        let found = self.tiers.iter().find(|(held, _)| *held == tier);
        &found.expect("a move leads to a tier that `below` lists").1
    }
}

impl<G: Tiered + Notation> Kept for Held<'_, G> {
    #[inline]
    fn expect(&self, slot: Slot) {
        self.values(slot.tier).iter().for_each(|values| values.expect(slot.index));
    }

    fn get(&self, slot: Slot) -> Result<Value, VerifyError> {
        let (layer, values) = (self.stored.layout().place(slot.tier).0, self.values(slot.tier));
        self.stored.joined(layer, |aim| Ok(values[aim].get(slot.index)))
    }

    #[inline]
    fn worth(&self, slot: Slot) -> Result<Worth, VerifyError> {
        let [values] = self.values(slot.tier) else { return Ok(self.get(slot)?.into()) };
        let code = values.get(slot.index);
        Ok(if self.distances { code } else { code.without_plies() }.into())
    }
}

#[cfg(test)]
mod tests {
    use kaiketsu_game::Plies;

    use super::*;

    fn some_values() -> Vec<Value> {
        let margins = [None, Some(Margin::Narrow), Some(Margin::Complete)];
        let distances = [0, 1, 2, 7, 255, 30_000, Code::MAX_PLIES];
        let decided = |outcome| {
            let value = move |plies| Value { plies: Some(Plies(plies)), ..Value::of(outcome) };
            distances
                .into_iter()
                .flat_map(move |plies| margins.map(|margin| value(plies).with_margin(margin)))
        };
        let wins_and_losses = [Outcome::Win, Outcome::Loss].into_iter().flat_map(decided);
        wins_and_losses.chain([Value::DRAW]).collect()
    }

    #[test]
    fn worth_has_the_order_of_values() {
        let values = some_values();
        let all = values.iter().flat_map(|one| values.iter().map(move |other| (one, other)));
        // A game tells wins of two kinds apart, or it does not.
        let of_one_game = |(one, other): &(&Value, &Value)| {
            one.outcome != other.outcome || one.margin.is_some() == other.margin.is_some()
        };
        for (one, other) in all.filter(of_one_game) {
            let (worth, other_worth) = (Worth::from(*one), Worth::from(*other));
            assert_eq!(worth.cmp(&other_worth), one.cmp(other), "{one} and {other}");
        }
    }

    #[test]
    fn worth_goes_back_over_moves_as_values_do() {
        let steps = [Step::passes(()), Step::stays(())].map(|step| [step, step.uncounted()]);
        for (value, step) in
            some_values().iter().flat_map(|value| steps.as_flattened().iter().map(move |step| (value, step)))
        {
            let before = step.value_before(*value);
            assert!(Worth::from(*value).before(step, true) == before.into(), "{value} before {step:?}");
            let [after, before] = [*value, before].map(|value| Worth::from(value.without_plies()));
            assert!(after.before(step, false) == before, "{value} without plies before {step:?}");
        }
    }

    #[test]
    fn codes_are_worth_what_their_values_are() {
        for code in (0..u16::MAX).map(Code) {
            assert!(Worth::from(code) == code.value(true).into(), "{code:?}");
            assert!(Worth::from(code.without_plies()) == code.value(false).into(), "{code:?}");
        }
    }
}
