//! One block of values as bytes.
//!
//! ```text
//! byte 0   bits 0 to 3   how the codes are written
//!                        0  one code, two bytes, for all positions
//!                        1  two bits a position (codes up to 3)
//!                        2  one byte a position (codes up to 255)
//!                        3  two bytes a position, little-endian
//!                        4  outcomes and distances apart (codes up to 512), see `apart.rs`
//!                        5  told by neighbours (up to 250 codes), see `neighbours.rs`
//!          bit 4         the rest is a zstd frame of that
//! byte 1.. the codes
//! ```
//!
//! The narrowest way that fits is taken. It is compressed, and kept plain if
//! that does not make it smaller. The way 4 is taken only in layers whose game
//! asks for it, where it is shorter than 2 or 3. The way 5 is taken only in layers whose
//! game asks for that, where it is shorter than plain bytes. The bytes depend on the
//! codes alone. A
//! block never takes more than 1 + 2 x 65,536 bytes, and reading one never
//! allocates more than that, whatever the bytes say.

use kaiketsu_game::Code;

use crate::packing::{pack, unpack};
use crate::tally::{GREATEST_CODE, NotAValue, Tally};
use crate::{Coding, apart, neighbours, two_bits};

/// Positions in a block; the last block of a layer may have fewer.
pub const BLOCK_POSITIONS: u64 = 1 << 16;
/// The same, for lengths in memory.
pub(crate) const BLOCK: usize = BLOCK_POSITIONS as usize;
/// The greatest length of a block in a file.
pub(crate) const LONGEST_BLOCK: usize = 1 + 2 * BLOCK;

const REPEATED: u8 = 0;
const TWO_BITS: u8 = 1;
const ONE_BYTE: u8 = 2;
const TWO_BYTES: u8 = 3;
const APART: u8 = 4;
const NEIGHBOURS: u8 = 5;
const COMPRESSED: u8 = 0x10;

/// A block ready to be written, and what else the writer wants of it.
#[derive(Debug)]
pub(crate) struct Encoded {
    /// What goes into the file.
    pub(crate) bytes: Vec<u8>,
    /// The counts.
    pub(crate) tally: Tally,
    /// The values in two bits, for the signature; `None` where the caller has them.
    pub(crate) values: Option<Vec<u8>>,
}

/// Encodes values without distances, given in two bits, padding clear.
pub(crate) fn encode_two_bits(packed: &[u8], positions: usize) -> Result<Encoded, NotAValue> {
    let [draw, win, loss, other] = two_bits::count(packed, positions);
    if other > 0 {
        let offset = (0..positions).find(|&index| two_bits::get(packed, index) == 3).unwrap_or(0);
        return Err(NotAValue { offset, code: 3 });
    }
    let all = positions as u64;
    let bytes = match [draw, win, loss].iter().position(|&count| count == all) {
        Some(code) => repeated(code as u16),
        None => compress(TWO_BITS, packed),
    };
    let greatest = if loss > 0 { 2 } else { u16::from(win > 0) };
    Ok(Encoded { bytes, tally: Tally { win, loss, draw, greatest }, values: None })
}

/// Encodes codes with distances, given as little-endian words, in the narrowest way
/// or in one that the game asks for.
pub(crate) fn encode_words(words: &[u8], coding: Coding) -> Result<Encoded, NotAValue> {
    let (words, _) = words.as_chunks::<2>();
    let codes = || words.iter().map(|word| u16::from_le_bytes(*word));
    let greatest = codes().max().unwrap_or(0);
    if greatest > GREATEST_CODE {
        let offset = codes().position(|code| code > GREATEST_CODE).unwrap_or(0);
        return Err(NotAValue { offset, code: greatest });
    }
    let values = two_bits::pack_outcomes(words);
    let [draw, win, loss, _] = two_bits::count(&values, words.len());
    let together = || {
        if codes().all(|code| code == greatest) {
            repeated(greatest)
        } else if greatest < 4 {
            compress(TWO_BITS, &two_bits::pack(codes().map(|code| code as u8)))
        } else if greatest < 256 {
            compress(ONE_BYTE, &codes().map(|code| code as u8).collect::<Vec<u8>>())
        } else {
            compress(TWO_BYTES, words.as_flattened())
        }
    };
    let bytes = match coding {
        Coding::Together => together(),
        Coding::Apart => {
            let apart = (4..=apart::GREATEST).contains(&greatest);
            let apart = apart.then(|| [&[APART][..], &apart::encode(codes(), &values)].concat());
            let bytes = together();
            apart.filter(|apart| apart.len() < bytes.len()).unwrap_or(bytes)
        }
        Coding::ByNeighbours { bits } => {
            // Not compared with zstd, which takes as long and is seldom shorter.
            let plain = 1 + words.len() * if greatest < 256 { 1 } else { 2 };
            let told = neighbours::encode(NEIGHBOURS, codes(), greatest, bits);
            told.filter(|told| told.len() < plain).unwrap_or_else(together)
        }
    };
    Ok(Encoded { bytes, tally: Tally { win, loss, draw, greatest }, values: Some(values) })
}

/// The outcome of a code: 0 draw, 1 win, 2 loss. No branch, so that packing
/// becomes vector code.
#[inline]
fn value_bits(code: u16) -> u8 {
    ((2 - (code & 1)) * u16::from(code != 0)) as u8
}

fn repeated(code: u16) -> Vec<u8> {
    let [low, high] = code.to_le_bytes();
    vec![REPEATED, low, high]
}

fn compress(how: u8, codes: &[u8]) -> Vec<u8> {
    match frame(codes) {
        Some(frame) => [&[how | COMPRESSED][..], &frame].concat(),
        None => [&[how][..], codes].concat(),
    }
}

/// A zstd frame of some bytes, if it is shorter than they are.
pub(crate) fn frame(plain: &[u8]) -> Option<Vec<u8>> {
    pack(plain).ok().filter(|frame| frame.len() < plain.len())
}

/// In which ways the codes of a layer may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ways {
    /// With distances.
    pub(crate) distances: bool,
    /// The format of the file, which allows outcomes and distances apart, or codes
    /// told by their neighbours.
    pub(crate) format: u32,
}

/// A block in memory, as narrow as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    positions: usize,
    codes: Codes,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Codes {
    Repeated(u16),
    TwoBits(Vec<u8>),
    OneByte(Vec<u8>),
    TwoBytes(Vec<u8>),
}

impl Block {
    /// Reads a block of that many positions; `None` if the bytes are not one.
    pub(crate) fn decode(bytes: &[u8], positions: usize, ways: Ways) -> Option<Block> {
        let (&tag, rest) = bytes.split_first()?;
        let Ways { distances, format } = ways;
        let codes = match (tag, format) {
            (APART, 2) if distances => Some(apart::decode(rest, positions)?),
            (NEIGHBOURS, 3) if distances => Some(neighbours::decode(rest, positions)?),
            _ => None,
        };
        if let Some(codes) = codes {
            let codes = match codes.iter().all(|code| *code < 256) {
                true => Codes::OneByte(codes.iter().map(|code| *code as u8).collect()),
                false => Codes::TwoBytes(codes.iter().flat_map(|code| code.to_le_bytes()).collect()),
            };
            return Some(Block { positions, codes });
        }
        let how = tag & !COMPRESSED;
        let length = match how {
            REPEATED if tag & COMPRESSED == 0 => 2,
            TWO_BITS => two_bits::bytes_for(positions),
            ONE_BYTE if distances => positions,
            TWO_BYTES if distances => 2 * positions,
            _ => return None,
        };
        let plain = if tag & COMPRESSED == 0 { rest.to_vec() } else { unpack(rest, length).ok()? };
        if plain.len() != length {
            return None;
        }
        let codes = match how {
            REPEATED => Codes::Repeated(u16::from_le_bytes([plain[0], plain[1]])),
            TWO_BITS => Codes::TwoBits(plain),
            ONE_BYTE => Codes::OneByte(plain),
            _ => Codes::TwoBytes(plain),
        };
        let block = Block { positions, codes };
        block.holds_values(distances).then_some(block)
    }

    /// Whether all codes are values of such a layer.
    fn holds_values(&self, distances: bool) -> bool {
        match &self.codes {
            Codes::Repeated(code) => *code <= if distances { GREATEST_CODE } else { 2 },
            Codes::TwoBits(packed) => {
                let values = distances || !two_bits::has_three(packed);
                values && two_bits::padding_is_clear(packed, self.positions)
            }
            Codes::OneByte(_) => true,
            Codes::TwoBytes(bytes) => bytes.as_chunks::<2>().0.iter().all(|word| *word != [0xFF, 0xFF]),
        }
    }

    /// How many bytes of memory it takes, roughly.
    pub(crate) fn memory(&self) -> usize {
        size_of::<Block>()
            + match &self.codes {
                Codes::Repeated(_) => 0,
                Codes::TwoBits(bytes) | Codes::OneByte(bytes) | Codes::TwoBytes(bytes) => bytes.capacity(),
            }
    }

    /// The code of a position of the block.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Code {
        Code(match &self.codes {
            Codes::Repeated(code) => *code,
            Codes::TwoBits(packed) => u16::from(two_bits::get(packed, index)),
            Codes::OneByte(bytes) => u16::from(bytes[index]),
            Codes::TwoBytes(bytes) => u16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]]),
        })
    }

    /// Fills `codes` with those from `start` on.
    pub(crate) fn copy(&self, start: usize, codes: &mut [Code]) {
        match &self.codes {
            Codes::Repeated(code) => codes.fill(Code(*code)),
            Codes::OneByte(bytes) => {
                codes.iter_mut().zip(&bytes[start..]).for_each(|(code, byte)| *code = Code(u16::from(*byte)));
            }
            Codes::TwoBytes(bytes) => {
                let words = &bytes.as_chunks::<2>().0[start..];
                codes.iter_mut().zip(words).for_each(|(code, word)| *code = Code(u16::from_le_bytes(*word)));
            }
            Codes::TwoBits(packed) if start.is_multiple_of(4) => {
                for (codes, byte) in codes.chunks_mut(4).zip(&packed[start / 4..]) {
                    for (place, code) in codes.iter_mut().enumerate() {
                        *code = Code(u16::from(byte >> (2 * place) & 3));
                    }
                }
            }
            Codes::TwoBits(_) => {
                (start..).zip(codes).for_each(|(index, code)| *code = self.get(index));
            }
        }
    }

    /// The codes as little-endian words.
    pub(crate) fn words(&self) -> Vec<u8> {
        let mut words = vec![0; 2 * self.positions];
        let (pairs, _) = words.as_chunks_mut::<2>();
        match &self.codes {
            Codes::Repeated(code) => pairs.fill(code.to_le_bytes()),
            Codes::TwoBits(packed) => {
                for (pairs, byte) in pairs.chunks_mut(4).zip(packed) {
                    (0..).zip(pairs).for_each(|(place, pair)| pair[0] = byte >> (2 * place) & 3);
                }
            }
            Codes::OneByte(bytes) => pairs.iter_mut().zip(bytes).for_each(|(pair, byte)| pair[0] = *byte),
            Codes::TwoBytes(bytes) => words.copy_from_slice(bytes),
        }
        words
    }

    /// The values, distances forgotten, in two bits.
    pub(crate) fn values(&self) -> Vec<u8> {
        match &self.codes {
            // A code of 3 is a win in one ply: such bits are not yet values.
            Codes::TwoBits(packed) if !two_bits::has_three(packed) => packed.clone(),
            Codes::OneByte(bytes) => two_bits::pack(bytes.iter().map(|byte| value_bits(u16::from(*byte)))),
            _ => {
                let words = self.words();
                let (words, _) = words.as_chunks::<2>();
                two_bits::pack_outcomes(words)
            }
        }
    }

    /// The greatest code.
    fn greatest(&self) -> u16 {
        match &self.codes {
            Codes::Repeated(code) => *code,
            Codes::TwoBits(packed) => {
                let [_, one, two, three] = two_bits::count(packed, self.positions);
                [three, two, one].iter().position(|&count| count > 0).map_or(0, |below| 3 - below as u16)
            }
            Codes::OneByte(bytes) => bytes.iter().max().map_or(0, |&byte| byte.into()),
            Codes::TwoBytes(bytes) => {
                let (words, _) = bytes.as_chunks::<2>();
                words.iter().map(|word| u16::from_le_bytes(*word)).max().unwrap_or(0)
            }
        }
    }

    /// The counts, given what [`Block::values`] said.
    pub(crate) fn tally(&self, values: &[u8]) -> Tally {
        let [draw, win, loss, _] = two_bits::count(values, self.positions);
        Tally { win, loss, draw, greatest: self.greatest() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const WITH: Ways = Ways { distances: true, format: 1 };
    const WITHOUT: Ways = Ways { distances: false, format: 1 };

    fn words(codes: &[u16]) -> Vec<u8> {
        codes.iter().flat_map(|code| code.to_le_bytes()).collect()
    }

    /// Codes below a bound, so that every way of writing them comes up.
    fn some_codes() -> impl Strategy<Value = Vec<u16>> {
        prop_oneof![Just(1u16), Just(4), Just(256), Just(513), Just(65535)]
            .prop_flat_map(|bound| prop::collection::vec(0..bound, 1..600))
    }

    fn some_coding() -> impl Strategy<Value = Coding> {
        let by_neighbours = (0_u32..18).prop_map(|bits| Coding::ByNeighbours { bits });
        prop_oneof![Just(Coding::Together), Just(Coding::Apart), by_neighbours]
    }

    proptest! {
        #[test]
        fn a_block_gives_back_what_was_put_in(codes in some_codes(), coding in some_coding()) {
            let encoded = encode_words(&words(&codes), coding).unwrap();
            let ways = Ways { format: coding.format(true), ..WITH };
            let block = Block::decode(&encoded.bytes, codes.len(), ways).unwrap();
            if [APART, NEIGHBOURS].contains(&encoded.bytes[0]) {
                let together = encode_words(&words(&codes), Coding::Together).unwrap();
                prop_assert!(encoded.bytes[0] == NEIGHBOURS || encoded.bytes.len() < together.bytes.len());
                let other = Ways { format: 5 - ways.format, ..WITH };
                prop_assert_eq!(Block::decode(&encoded.bytes, codes.len(), other), None);
                prop_assert_eq!(Block::decode(&encoded.bytes, codes.len(), WITH), None);
                let read = Block::decode(&together.bytes, codes.len(), WITH).unwrap();
                prop_assert_eq!(read.words(), block.words());
            }
            prop_assert_eq!(block.words(), words(&codes));
            let one_by_one: Vec<u16> = (0..codes.len()).map(|index| block.get(index).0).collect();
            prop_assert_eq!(&one_by_one, &codes);
            for start in 0..codes.len().min(9) {
                let mut copied = vec![Code(7); codes.len() - start];
                block.copy(start, &mut copied);
                prop_assert!(copied.iter().map(|code| code.0).eq(codes[start..].iter().copied()));
            }
            let outcomes: Vec<u8> = codes.iter().map(|code| Code(*code).without_plies().0 as u8).collect();
            let values = two_bits::pack(outcomes.iter().copied());
            prop_assert_eq!(&block.values(), &values);
            prop_assert_eq!(&encoded.values, &Some(values.clone()));
            let counted = |value| outcomes.iter().filter(|outcome| **outcome == value).count() as u64;
            let greatest = *codes.iter().max().unwrap();
            let tally = Tally { win: counted(1), loss: counted(2), draw: counted(0), greatest };
            prop_assert_eq!(block.tally(&values), tally);
            prop_assert_eq!(encoded.tally, tally);
        }

        #[test]
        fn no_bytes_make_decoding_panic(
            tag in prop_oneof![0u8..6, 16u8..22, any::<u8>()],
            rest in prop::collection::vec(any::<u8>(), 0..80),
            positions in 1usize..80,
            distances: bool,
            format in 1_u32..4,
        ) {
            let bytes = [&[tag][..], &rest].concat();
            if let Some(block) = Block::decode(&bytes, positions, Ways { distances, format }) {
                let values = block.values();
                let tally = block.tally(&values);
                prop_assert_eq!(tally.win + tally.loss + tally.draw, positions as u64);
                let bound = if distances { GREATEST_CODE } else { 2 };
                prop_assert!(tally.greatest <= bound);
            }
        }
    }

    #[test]
    fn a_frame_of_the_wrong_length_is_refused() {
        let frame = zstd::bulk::compress(&vec![0u8; 1 << 20], 1).unwrap();
        assert!(frame.len() < 200, "a bomb: small in the file, large in memory");
        let bytes = [&[TWO_BITS | COMPRESSED][..], &frame].concat();
        for positions in [1, 100, BLOCK] {
            assert_eq!(Block::decode(&bytes, positions, WITH), None);
        }
        assert_eq!(Block::decode(&bytes, 8 << 20, WITH), None, "shorter than the positions need");
        assert!(Block::decode(&bytes, 4 << 20, WITH).is_some(), "refused for its length alone");
    }

    #[test]
    fn codes_that_are_no_values_are_refused() {
        let three = two_bits::pack([0, 1, 2, 3, 0].into_iter());
        assert_eq!(encode_two_bits(&three, 5).unwrap_err(), NotAValue { offset: 3, code: 3 });
        let error = encode_words(&words(&[0, 65535, 2]), Coding::Together).unwrap_err();
        assert_eq!(error, NotAValue { offset: 1, code: 65535 });
        let bytes = [&[TWO_BITS][..], &three].concat();
        assert!(Block::decode(&bytes, 5, WITH).is_some());
        assert!(Block::decode(&bytes, 5, WITHOUT).is_none(), "without distances 3 is no value");
        assert!(Block::decode(&[REPEATED, 2, 0], 5, WITHOUT).is_some());
        assert!(Block::decode(&[REPEATED, 3, 0], 5, WITHOUT).is_none());
        assert!(Block::decode(&[REPEATED, 255, 255], 5, WITH).is_none());
    }

    /// Who wins follows a pattern, how soon does not.
    #[test]
    fn codes_apart_are_shorter_where_outcomes_have_more_order_than_distances() {
        let mut state = 9_u64;
        let codes: Vec<u16> = (0..BLOCK)
            .map(|index| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let plies = (state >> 40).trailing_zeros() as u16;
                if index / 7 % 2 == 1 { 2 * plies + 1 } else { 2 * plies + 2 }
            })
            .collect();
        let [together, apart] = [Coding::Together, Coding::Apart]
            .map(|coding| encode_words(&words(&codes), coding).unwrap().bytes);
        assert_eq!((together[0], apart[0]), (ONE_BYTE | COMPRESSED, APART));
        assert!(apart.len() < together.len(), "{} and {}", apart.len(), together.len());
    }
}
