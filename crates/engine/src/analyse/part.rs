//! Shares of a walk over a database, for runs side by side.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// One of several shares of the same work, written `3/16`. All shares together are the
/// whole, whoever does them, in whatever order.
///
/// Work is dealt in units (stretches of positions, tiers, files), one after the other
/// to one share after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// From 1.
    number: NonZeroU32,
    of: NonZeroU32,
}

impl Part {
    /// Everything: the only share.
    pub const WHOLE: Part = Part { number: NonZeroU32::MIN, of: NonZeroU32::MIN };

    /// Share `number` of so many, counted from 1; of 65,536 at the most.
    #[must_use]
    pub fn new(number: u32, of: u32) -> Option<Self> {
        let (number, of) = (NonZeroU32::new(number)?, NonZeroU32::new(of)?);
        (number <= of && of.get() <= 1 << 16).then_some(Part { number, of })
    }

    /// Which share this is, from 1.
    #[must_use]
    pub fn number(self) -> u32 {
        self.number.get()
    }

    /// How many shares there are.
    #[must_use]
    pub fn of(self) -> u32 {
        self.of.get()
    }

    /// Whether there is no other.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.of() == 1
    }

    /// Whether a unit of work falls to this share.
    #[must_use]
    pub fn has(self, unit: u64) -> bool {
        unit % u64::from(self.of()) == u64::from(self.number() - 1)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let part = numbers.and_then(|(number, of)| Part::new(number, of));
        part.ok_or_else(|| "a part is written as 3/16: the third of sixteen".to_string())
    }
}
