//! Codes told by their neighbours.
//!
//! In some games positions whose numbers differ in one bit are much alike: where
//! the bit says whose a piece is, setting it makes a position worse for the side to
//! move, and seldom better. There a code is told by the *worst neighbour*: the worst
//! code among the positions that come from its own by clearing one bit. They have
//! lower numbers, so they are known when it is read.
//!
//! ```text
//! byte 0   how many low bits of a number tell neighbours apart, at most 16
//! byte 1   how many codes there are, 2 to 250
//! byte 2.. the codes, two bytes each, the best for the side to move first: short
//!          wins, long wins, the draw, long losses, short losses
//! then     for each position the place of its code in that list, its *rank*, by a
//!          range coder whose shares depend on the rank of the worst neighbour
//! ```
//!
//! See `neighbours/range.rs` for the coder and `neighbours/model.rs` for the shares.

mod model;
mod range;

use model::Model;
use range::{Coder, Decoder, Encoder};

/// The greatest number of different codes.
const MOST_CODES: usize = model::MOST_RANKS;
/// The greatest number of bits that tell neighbours apart: those of a block.
const MOST_BITS: u32 = 16;

/// Positions whose worst neighbours are sought side by side.
const GROUP: usize = 16;
const GROUP_BITS: [usize; 4] = [1, 2, 4, 8];

/// Encodes codes up to `greatest`, behind a tag; nothing if there are too many
/// different ones, or one only.
pub(crate) fn encode(
    tag: u8,
    codes: impl ExactSizeIterator<Item = u16> + Clone,
    greatest: u16,
    bits: u32,
) -> Option<Vec<u8>> {
    let mut ranks_of = vec![0_u8; usize::from(greatest) + 1];
    codes.clone().for_each(|code| ranks_of[usize::from(code)] = 1);
    let mut list: Vec<u16> = (0..=greatest).filter(|code| ranks_of[usize::from(*code)] == 1).collect();
    if !(2..=MOST_CODES).contains(&list.len()) {
        return None;
    }
    list.sort_unstable_by_key(|code| order(*code));
    (0..).zip(&list).for_each(|(rank, code)| ranks_of[usize::from(*code)] = rank);
    let mut ranks = vec![0; codes.len().next_multiple_of(GROUP)];
    ranks.iter_mut().zip(codes.clone()).for_each(|(rank, code)| *rank = ranks_of[usize::from(code)]);
    let bits = bits.min(MOST_BITS);
    let mut bytes = Vec::with_capacity(codes.len() / 4);
    bytes.extend([tag, bits as u8, list.len() as u8]);
    list.iter().for_each(|code| bytes.extend(code.to_le_bytes()));
    let mut encoder = Encoder::after(bytes);
    code_ranks(&mut encoder, &mut ranks, codes.len(), list.len(), bits);
    Some(encoder.finish())
}

/// The codes of so many positions; `None` if the bytes are not theirs.
pub(crate) fn decode(bytes: &[u8], positions: usize) -> Option<Vec<u16>> {
    let [bits @ 0..=16, length, rest @ ..] = bytes else { return None };
    let length = usize::from(*length);
    let (list, rest) = rest.split_at_checked(2 * length)?;
    let list: Vec<u16> = list.as_chunks::<2>().0.iter().map(|code| u16::from_le_bytes(*code)).collect();
    let right = (2..=MOST_CODES).contains(&length)
        && list.is_sorted_by(|a, b| order(*a) < order(*b))
        && !list.contains(&u16::MAX);
    if !right {
        return None;
    }
    let mut ranks = vec![0; positions.next_multiple_of(GROUP)];
    let mut decoder = Decoder::new(rest);
    code_ranks(&mut decoder, &mut ranks, positions, length, u32::from(*bits));
    decoder.is_finished().then(|| ranks[..positions].iter().map(|rank| list[usize::from(*rank)]).collect())
}

/// The order of codes for the side to move, the best first.
fn order(code: u16) -> u32 {
    match code {
        0 => 1 << 16,
        win if win % 2 == 1 => win.into(),
        loss => (1 << 17) - u32::from(loss),
    }
}

/// Codes the rank of one position after the other, each by its worst neighbour. The
/// same for who writes and for who reads, who fills in the ranks; their number is
/// a multiple of [`GROUP`].
fn code_ranks(coder: &mut impl Coder, ranks: &mut [u8], positions: usize, codes: usize, bits: u32) {
    let mut model = Model::new(codes);
    let told_apart = (1_usize << bits) - 1;
    let worse = worse_in_group(told_apart);
    for first in (0..positions).step_by(GROUP) {
        // One more than the rank of the worst neighbour, and 0 where there is none.
        let mut worst = [0_u8; GROUP];
        let mut set = first & told_apart;
        while set != 0 {
            let neighbours = first ^ (set & set.wrapping_neg());
            set &= set - 1;
            let (before, _) = ranks.split_at(first);
            for (worst, rank) in worst.iter_mut().zip(&before[neighbours..neighbours + GROUP]) {
                *worst = (*worst).max(rank + 1);
            }
        }
        let group = &mut ranks[first..first + GROUP];
        for place in 0..GROUP.min(positions - first) {
            let neighbour = worst[place];
            let rank = coder.code(model.table(neighbour), group[place], neighbour.saturating_sub(1));
            model.learn(neighbour, rank);
            group[place] = rank;
            // All at once, which is a step or two of sixteen bytes.
            for (worst, mask) in worst.iter_mut().zip(worse[place]) {
                *worst = (*worst).max((rank + 1) & mask);
            }
        }
    }
}

/// For each place in a group a mask of the places that come from it by setting a bit.
fn worse_in_group(told_apart: usize) -> [[u8; GROUP]; GROUP] {
    let mut worse = [[0; GROUP]; GROUP];
    for (place, worse) in worse.iter_mut().enumerate() {
        for bit in GROUP_BITS.into_iter().filter(|bit| place & bit == 0 && told_apart & bit != 0) {
            worse[place | bit] = u8::MAX;
        }
    }
    worse
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn encoded(codes: &[u16], bits: u32) -> Option<Vec<u8>> {
        let greatest = codes.iter().copied().max().unwrap_or(0);
        Some(encode(5, codes.iter().copied(), greatest, bits)?.split_off(1))
    }

    /// Codes of every kind of distribution: few and many different ones, far beyond
    /// 255 plies, skewed and not, alike by bits and not.
    fn some_codes() -> impl Strategy<Value = Vec<u16>> {
        let codes = prop_oneof![0_u16..5, 0_u16..300, 500_u16..900, Just(65_534), 0_u16..65_535];
        let list = prop::collection::vec(codes, 1..60);
        (list, 1_usize..5_000, 0_u32..6, any::<u64>()).prop_map(|(mut list, length, skew, seed)| {
            list.sort_unstable_by_key(|code| order(*code));
            let mut state = seed | 1;
            let mut random = move || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 33) as usize
            };
            let mut places: Vec<usize> = Vec::new();
            for number in 0..length {
                let alike = if number > 0 { places[number & (number - 1)] } else { 0 };
                let place = if random() % 8 < skew as usize { alike } else { random() % list.len() };
                places.push(place);
            }
            places.into_iter().map(|place| list[place]).collect()
        })
    }

    proptest! {
        #[test]
        fn codes_come_back_and_nothing_else_does(
            codes in some_codes(),
            bits in 0_u32..20,
            place: prop::sample::Index,
            change in 1_u8..,
        ) {
            let mut kinds = codes.clone();
            kinds.sort_unstable();
            kinds.dedup();
            let Some(bytes) = encoded(&codes, bits) else {
                prop_assert_eq!(kinds.len(), 1);
                return Ok(());
            };
            prop_assert_eq!(decode(&bytes, codes.len()), Some(codes.clone()));
            prop_assert_eq!(decode(&bytes[..bytes.len() - 1], codes.len()), None);
            prop_assert_eq!(decode(&[&bytes[..], &[0]].concat(), codes.len()), None);
            // Damage may give other codes, which a checksum tells; it does no harm.
            let mut damaged = bytes;
            let place = place.index(damaged.len());
            damaged[place] ^= change;
            if let Some(found) = decode(&damaged, codes.len()) {
                prop_assert!(found.len() == codes.len() && !found.contains(&u16::MAX));
            }
        }

        #[test]
        fn no_bytes_make_decoding_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), positions in 1_usize..400) {
            let likely = [&[bytes.len() as u8 % 17, 2, 3, 0, 4, 0][..], &bytes].concat();
            for bytes in [&bytes, &likely] {
                if let Some(found) = decode(bytes, positions) {
                    prop_assert_eq!(found.len(), positions);
                }
            }
        }
    }

    #[test]
    fn too_many_codes_or_one_are_left_to_other_ways() {
        let many = |count: u16| (0..3 * count).map(|i| i % count * 250).collect::<Vec<u16>>();
        assert_eq!(encoded(&many(1), 4), None);
        assert_eq!(encoded(&many(251), 4), None);
        let most = many(250);
        assert_eq!(decode(&encoded(&most, 4).unwrap(), most.len()), Some(most));
    }

    #[test]
    fn a_list_that_no_writer_makes_is_refused() {
        let codes = [3, 0, 4, 3, 3, 4, 0, 0];
        let right = encoded(&codes, 3).unwrap();
        assert_eq!(right[..8], [3, 3, 3, 0, 0, 0, 4, 0]);
        assert!(decode(&right, 8).is_some());
        for (place, wrong) in [(0, 17), (1, 0), (1, 1), (1, 251), (2, 5), (4, 3), (6, 255)] {
            let mut bytes = right.clone();
            bytes[place] = wrong;
            if place == 6 {
                bytes[7] = 255; // no code
            }
            let sorted = place == 2; // 5 is a longer win, still before the draw
            assert_eq!(decode(&bytes, 8).is_some(), sorted, "byte {place}");
        }
    }

    /// What this way is for: a position is mostly as its worst neighbour.
    #[test]
    fn neighbours_alike_take_little_room() {
        let codes: Vec<u16> =
            (0..65_536_u32).map(|number| 2 * (number & 0x5A5A).count_ones() as u16 + 2).collect();
        let alike = encoded(&codes, 16).unwrap().len();
        let alone = encoded(&codes, 0).unwrap().len();
        assert!(20 * alike < alone, "{alike} and {alone}");
        let all = decode(&encoded(&codes, 16).unwrap(), codes.len()).unwrap();
        assert!(all == codes);
    }
}
