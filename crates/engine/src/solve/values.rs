//! The values of one solved tier in memory, as small as they fit.

use kaiketsu_game::{Code, Outcome};
use kaiketsu_lanes::{expect, prefer_large_pages};

/// All codes of a tier in stored order: two bits, one byte or two bytes each,
/// whichever holds the greatest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierValues {
    codes: Codes,
    longest: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Codes {
    /// Four codes a byte, low bits first.
    TwoBits {
        packed: Vec<u8>,
        length: usize,
    },
    Bytes(Vec<u8>),
    Words(Vec<u16>),
}

impl TierValues {
    /// The values with these codes.
    #[must_use]
    pub fn new(codes: &[Code]) -> Self {
        let mut values = Self::with_room(codes.len());
        values.push(codes);
        values
    }

    /// No values yet, and room for so many.
    #[must_use]
    pub fn with_room(length: usize) -> Self {
        let codes = Codes::TwoBits { packed: with_room(length.div_ceil(4), [].into_iter()), length: 0 };
        TierValues { codes, longest: 0 }
    }

    /// Appends values; all become wider if one of these needs it.
    pub fn push(&mut self, codes: &[Code]) {
        let greatest = codes.iter().map(|code| code.0).max().unwrap_or(0);
        let longest = codes.iter().map(|code| code.plies()).max().unwrap_or(0);
        self.longest = self.longest.max(longest);
        self.widen(greatest);
        match &mut self.codes {
            Codes::TwoBits { packed, length } => {
                for code in codes {
                    match *length % 4 {
                        0 => packed.push(code.0 as u8),
                        used => packed[*length / 4] |= (code.0 as u8) << (2 * used),
                    }
                    *length += 1;
                }
            }
            Codes::Bytes(bytes) => bytes.extend(codes.iter().map(|code| code.0 as u8)),
            Codes::Words(words) => words.extend(codes.iter().map(|code| code.0)),
        }
    }

    fn widen(&mut self, greatest: u16) {
        // As much room as there was.
        let room = match &self.codes {
            Codes::TwoBits { packed, .. } => 4 * packed.capacity(),
            Codes::Bytes(bytes) => bytes.capacity(),
            Codes::Words(words) => words.capacity(),
        };
        let all = || (0..self.len()).map(|index| self.get(index).0);
        self.codes = match (&self.codes, greatest) {
            (_, 0..4) | (Codes::Bytes(_), 4..256) | (Codes::Words(_), _) => return,
            (_, 4..256) => Codes::Bytes(with_room(room, all().map(|code| code as u8))),
            _ => Codes::Words(with_room(room, all())),
        };
    }

    /// The code at an index.
    #[inline]
    #[must_use]
    pub fn get(&self, index: u64) -> Code {
        let index = index as usize;
        match &self.codes {
            Codes::TwoBits { packed, .. } => Code((packed[index / 4] >> (index % 4 * 2) & 3).into()),
            Codes::Bytes(codes) => Code(codes[index].into()),
            Codes::Words(codes) => Code(codes[index]),
        }
    }

    /// Says that a code will be wanted soon.
    #[inline]
    pub fn expect(&self, index: u64) {
        let index = index as usize;
        match &self.codes {
            Codes::TwoBits { packed, .. } => expect(packed, index / 4),
            Codes::Bytes(codes) => expect(codes, index),
            Codes::Words(codes) => expect(codes, index),
        }
    }

    /// The outcome at an index.
    #[inline]
    #[must_use]
    pub fn outcome(&self, index: u64) -> Outcome {
        self.get(index).outcome()
    }

    /// How many codes there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        match &self.codes {
            Codes::TwoBits { length, .. } => *length as u64,
            Codes::Bytes(codes) => codes.len() as u64,
            Codes::Words(codes) => codes.len() as u64,
        }
    }

    /// Whether the tier has no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The greatest distance among the values.
    #[must_use]
    pub fn longest(&self) -> u16 {
        self.longest
    }

    /// Memory held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match &self.codes {
            Codes::TwoBits { packed, .. } => packed.len() as u64,
            Codes::Bytes(codes) => codes.len() as u64,
            Codes::Words(codes) => 2 * codes.len() as u64,
        }
    }

    /// Memory that a tier of that size may hold.
    #[must_use]
    pub fn bytes_at_most(size: u64, distances: bool) -> u64 {
        if distances { 2 * size } else { size.div_ceil(4) }
    }
}

fn with_room<T>(room: usize, items: impl Iterator<Item = T>) -> Vec<T> {
    let mut list = Vec::with_capacity(room);
    prefer_large_pages(list.spare_capacity_mut());
    list.extend(items);
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_width_gives_back_its_codes() {
        for greatest in [0, 3, 255, 256, 9_000] {
            let codes: Vec<Code> = (0..1_001u16).map(|i| Code((i * 37) % (greatest + 1))).collect();
            let values = TierValues::new(&codes);
            let mut pushed = TierValues::with_room(codes.len());
            codes.chunks(7).for_each(|codes| pushed.push(codes));
            assert_eq!(pushed, values);
            assert_eq!(values.len(), 1_001);
            for (index, code) in (0..).zip(&codes) {
                assert_eq!(values.get(index), *code);
            }
        }
    }

    #[test]
    fn narrow_values_take_little_memory() {
        assert_eq!(TierValues::new(&[Code(2); 400]).bytes(), 100);
        assert_eq!(TierValues::new(&[Code(200); 400]).bytes(), 400);
        assert_eq!(TierValues::new(&[Code(300); 400]).bytes(), 800);
    }
}
