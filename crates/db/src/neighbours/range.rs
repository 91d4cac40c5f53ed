//! A range coder: symbols become bits by how likely each is.
//!
//! What has been said so far is an interval of numbers below 2^64. A symbol narrows
//! it to its share, and the interval is widened by 32 bits when it has become
//! narrower than 2^32; the 32 bits that can no longer change, but for a carry, go
//! out, high byte first. At the end four bytes name a number inside the interval.
//! The same symbols with the same shares give the same bytes on every machine.

/// The shares of all symbols add up to this.
pub(super) const WHOLE: u32 = 1 << WHOLE_BITS;
const WHOLE_BITS: u32 = 15;
/// The interval is never narrower.
const NARROWEST: u64 = 1 << 32;

/// One end of the line: a symbol goes in, or comes out.
pub(super) trait Coder {
    /// Codes a symbol by a table of shares: symbol `s` has those from `table[s]` up
    /// to `table[s + 1]`, at least one; the first entry is 0, the last [`WHOLE`].
    /// Who writes is told the symbol in `known`; who reads does not look at it, but
    /// tries the `likely` one first.
    fn code(&mut self, table: &[u16], known: u8, likely: u8) -> u8;
}

/// The end where symbols go in.
#[derive(Debug)]
pub(super) struct Encoder {
    low: u64,
    range: u64,
    bytes: Vec<u8>,
}

impl Encoder {
    /// Goes on behind some bytes.
    pub(super) fn after(bytes: Vec<u8>) -> Self {
        Encoder { low: 0, range: u64::MAX, bytes }
    }

    /// All bytes.
    pub(super) fn finish(mut self) -> Vec<u8> {
        // The first multiple of 2^32 inside: the reader takes what is missing as zeros.
        self.advance(NARROWEST - 1);
        self.emit();
        self.bytes
    }

    #[inline]
    fn advance(&mut self, by: u64) {
        let (low, carries) = self.low.overflowing_add(by);
        self.low = low;
        if carries {
            self.carry();
        }
    }

    /// Adds one to the bytes that went out. Some byte takes it, as the interval
    /// never went past 2^64.
    #[cold]
    fn carry(&mut self) {
        for byte in self.bytes.iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                return;
            }
        }
    }

    #[inline]
    fn emit(&mut self) {
        self.bytes.extend_from_slice(&((self.low >> 32) as u32).to_be_bytes());
        self.low <<= 32;
    }
}

impl Coder for Encoder {
    #[inline]
    fn code(&mut self, table: &[u16], known: u8, _: u8) -> u8 {
        let [from, to] = [0, 1].map(|more| u64::from(table[usize::from(known) + more]));
        let unit = self.range >> WHOLE_BITS;
        self.advance(unit * from);
        self.range = unit * (to - from);
        if self.range < NARROWEST {
            self.emit();
            self.range <<= 32;
        }
        known
    }
}

/// The end where symbols come out. Any bytes give some symbols.
#[derive(Debug)]
pub(super) struct Decoder<'a> {
    /// How far the number that was sent is from the lower end of the interval.
    offset: u64,
    range: u64,
    rest: &'a [u8],
    /// Bytes read past the end.
    missing: usize,
}

impl<'a> Decoder<'a> {
    /// Reads what an encoder wrote.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Decoder { offset: 0, range: u64::MAX, rest: bytes, missing: 0 };
        decoder.fill();
        decoder.fill();
        decoder
    }

    /// Whether the bytes were as many as the symbols took.
    pub(super) fn is_finished(&self) -> bool {
        self.rest.is_empty() && self.missing == 4
    }

    #[inline]
    fn fill(&mut self) {
        let next = match self.rest.split_first_chunk::<4>() {
            Some((four, rest)) => {
                self.rest = rest;
                u32::from_be_bytes(*four)
            }
            None => {
                // Fewer than four bytes at the end are no bytes of an encoder.
                self.missing += 4;
                0
            }
        };
        self.offset = self.offset << 32 | u64::from(next);
    }
}

impl Coder for Decoder<'_> {
    #[inline]
    fn code(&mut self, table: &[u16], _: u8, likely: u8) -> u8 {
        let unit = self.range >> WHOLE_BITS;
        let ends = |symbol: u8| [0, 1].map(|more| unit * u64::from(table[usize::from(symbol) + more]));
        let mut symbol = likely;
        let [mut from, mut to] = ends(likely);
        if self.offset < from || self.offset >= to {
            symbol = find(table, self.offset / unit);
            [from, to] = ends(symbol);
        }
        self.offset -= from;
        self.range = to - from;
        if self.range < NARROWEST {
            self.fill();
            self.range <<= 32;
        }
        symbol
    }
}

/// The symbol that has a share. Damaged bytes may point past the last.
#[inline]
fn find(table: &[u16], share: u64) -> u8 {
    let share = share.min(u64::from(WHOLE) - 1) as u16;
    let inner = &table[1..table.len() - 1];
    inner.iter().map(|&from| u16::from(from <= share)).sum::<u16>() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A table of shares from some that need not add up.
    fn table(shares: &[u16]) -> Vec<u16> {
        let sum: u32 = shares.iter().map(|share| u32::from(*share) + 1).sum();
        let room = WHOLE - shares.len() as u32;
        let mut so_far = 0;
        let mut table = vec![0];
        for (number, share) in (1..).zip(shares) {
            so_far += u32::from(*share) + 1;
            table.push((number + (u64::from(so_far) * u64::from(room) / u64::from(sum)) as u32) as u16);
        }
        table
    }

    proptest! {
        #[test]
        fn symbols_come_back(
            tables in prop::collection::vec(prop::collection::vec(prop_oneof![Just(0_u16), 0..3_000_u16], 2..200), 1..4),
            picks in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..3_000),
        ) {
            let tables: Vec<Vec<u16>> = tables.iter().map(|shares| table(shares)).collect();
            let symbols: Vec<(&[u16], u8)> = picks.iter().map(|(place, symbol)| {
                let table = &tables[place.index(tables.len())][..];
                (table, symbol.index(table.len() - 1) as u8)
            }).collect();
            let mut encoder = Encoder::after(vec![7]);
            for (table, symbol) in &symbols {
                prop_assert_eq!((table[0], u32::from(table[table.len() - 1])), (0, WHOLE));
                encoder.code(table, *symbol, 0);
            }
            let bytes = encoder.finish();
            prop_assert_eq!(bytes[0], 7, "what stood there before");
            let read = |bytes: &[u8]| {
                let mut decoder = Decoder::new(bytes);
                let found: Vec<u8> = symbols.iter().map(|(table, _)| decoder.code(table, 0, (table.len() / 3) as u8)).collect();
                (found, decoder.is_finished())
            };
            let wanted: Vec<u8> = symbols.iter().map(|(_, symbol)| *symbol).collect();
            prop_assert_eq!(read(&bytes[1..]), (wanted, true));
            prop_assert!(!read(&bytes[1..bytes.len() - 1]).1);
            prop_assert!(!read(&[&bytes[1..], &[0]].concat()).1);
        }
    }

    /// The least likely symbol at the upper end again and again makes long runs of
    /// bytes 255 and a carry through them.
    #[test]
    fn a_carry_goes_through() {
        let table = [0, (WHOLE - 1) as u16, WHOLE as u16];
        for last in [0, 1] {
            let symbols = [vec![1; 400], vec![last; 9]].concat();
            let mut encoder = Encoder::after(Vec::new());
            symbols.iter().for_each(|symbol| _ = encoder.code(&table, *symbol, 0));
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            assert!(symbols.iter().all(|symbol| decoder.code(&table, 0, 1) == *symbol));
            assert!(decoder.is_finished());
        }
    }
}
