//! Outcomes and distances of a block, apart from one another.
//!
//! ```text
//! part 0   outcomes, two bits a position: 0 draw, 1 win, 2 loss
//! part 1   a byte for each win, in order: its distance
//! part 2   a byte for each loss, in order: its distance
//! ```
//!
//! Each part follows its length, four bytes; bit 31 says that it is a zstd frame.
//! Where outcomes have more order than distances, as in dobutsu shogi, this takes a
//! fifth less. Elsewhere neighbours resemble one another as whole codes, so it is for
//! the game to say.

use crate::block::frame;
use crate::packing::unpack;
use crate::two_bits;

/// The bit of a length that marks a frame.
const FRAME: u32 = 1 << 31;

/// The greatest code whose distance fits a byte.
pub(crate) const GREATEST: u16 = 2 * 255 + 2;

/// The parts of codes up to [`GREATEST`], given their outcomes in two bits.
pub(crate) fn encode(codes: impl Iterator<Item = u16> + Clone, outcomes: &[u8]) -> Vec<u8> {
    let of_outcome = |odd| {
        let chosen = codes.clone().filter(move |code| *code != 0 && (code & 1 == 1) == odd);
        chosen.map(|code| ((code - 1) / 2) as u8).collect::<Vec<u8>>()
    };
    let mut bytes = Vec::new();
    for part in [outcomes.to_vec(), of_outcome(true), of_outcome(false)] {
        let frame = frame(&part);
        let mark = if frame.is_some() { FRAME } else { 0 };
        let part = frame.unwrap_or(part);
        bytes.extend((part.len() as u32 | mark).to_le_bytes());
        bytes.extend(part);
    }
    bytes
}

/// The codes of so many positions; `None` if the bytes are not their parts.
pub(crate) fn decode(mut bytes: &[u8], positions: usize) -> Option<Vec<u16>> {
    let outcomes = part(&mut bytes, two_bits::bytes_for(positions))?;
    if two_bits::has_three(&outcomes) || !two_bits::padding_is_clear(&outcomes, positions) {
        return None;
    }
    let [_, wins, losses, _] = two_bits::count(&outcomes, positions);
    let wins = part(&mut bytes, wins as usize)?;
    let losses = part(&mut bytes, losses as usize)?;
    let (mut wins, mut losses) = (wins.into_iter().map(u16::from), losses.into_iter().map(u16::from));
    let code = |position| match two_bits::get(&outcomes, position) {
        0 => Some(0),
        1 => wins.next().map(|plies| 2 * plies + 1),
        _ => losses.next().map(|plies| 2 * plies + 2),
    };
    bytes.is_empty().then(|| (0..positions).map(code).collect())?
}

/// Takes a part that must hold so many bytes.
fn part(bytes: &mut &[u8], length: usize) -> Option<Vec<u8>> {
    let (head, rest) = bytes.split_first_chunk::<4>()?;
    let head = u32::from_le_bytes(*head);
    let (part, rest) = rest.split_at_checked((head & !FRAME) as usize)?;
    *bytes = rest;
    let part = if head & FRAME == 0 { part.to_vec() } else { unpack(part, length).ok()? };
    (part.len() == length).then_some(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn outcomes(codes: &[u16]) -> Vec<u8> {
        two_bits::pack(codes.iter().map(|code| kaiketsu_game::Code(*code).without_plies().0 as u8))
    }

    proptest! {
        #[test]
        fn codes_come_back_and_nothing_else_does(
            codes in prop::collection::vec(prop_oneof![Just(0_u16), 0_u16..4, 0..=GREATEST], 1..3_000),
            place: prop::sample::Index,
            change in 1_u8..,
        ) {
            let bytes = encode(codes.iter().copied(), &outcomes(&codes));
            prop_assert_eq!(decode(&bytes, codes.len()), Some(codes.clone()));
            prop_assert_eq!(decode(&bytes[..bytes.len() - 1], codes.len()), None);
            prop_assert_eq!(decode(&[&bytes[..], &[0]].concat(), codes.len()), None);
            prop_assert_eq!(decode(&bytes, codes.len() + 4), None);
            // Damage may give other codes, which a checksum tells; it does no harm.
            let mut damaged = bytes;
            let place = place.index(damaged.len());
            damaged[place] ^= change;
            _ = decode(&damaged, codes.len());
        }
    }
}
