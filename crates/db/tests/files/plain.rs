//! The slow obvious twin: reads a layer file as `docs/format.md` describes it,
//! front to back, and trusts it.
#![allow(dead_code, reason = "each test program uses its part")]

use kaiketsu_db::{LayerEntry, LayerFacts, LayerReader, LayerWriter, Memory, layer_file};
use kaiketsu_game::{Code, Outcome};

pub(crate) fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    bytes[at..at + length].iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// All codes of a layer file.
pub(crate) fn read(bytes: &[u8]) -> Vec<Code> {
    let header = number(bytes, 12, 4) as usize;
    let positions = number(bytes, 24, 8) as usize;
    let summary = bytes.len() - 128;
    let index = number(bytes, summary + 32, 8) as usize;
    let mut codes = Vec::new();
    let mut at = header;
    for entry in (index..summary).step_by(8) {
        let length = number(bytes, entry, 4) as usize;
        let block = &bytes[at..at + length];
        assert_eq!(number(bytes, entry + 4, 4), u64::from(crc32c::crc32c(block)));
        read_block(block, (positions - codes.len()).min(65536), &mut codes);
        at += length;
    }
    assert_eq!((at, codes.len()), (index, positions));
    codes
}

/// A part of a block whose outcomes and distances are apart; the block goes on behind it.
fn read_part(block: &mut &[u8]) -> Vec<u8> {
    let length = number(block, 0, 4) as usize & 0x7FFF_FFFF;
    let part = block[4..4 + length].to_vec();
    let is_frame = block[3] & 0x80 != 0;
    *block = &block[4 + length..];
    if is_frame { zstd::bulk::decompress(&part, 1 << 20).unwrap() } else { part }
}

fn read_apart(mut block: &[u8], positions: usize, codes: &mut Vec<Code>) {
    let [outcomes, mut wins, mut losses] = [(); 3].map(|()| read_part(&mut block));
    wins.reverse();
    losses.reverse();
    for i in 0..positions {
        codes.push(match outcomes[i / 4] >> (i % 4 * 2) & 3 {
            0 => Code::DRAW,
            1 => Code::win(wins.pop().unwrap().into()),
            _ => Code::loss(losses.pop().unwrap().into()),
        });
    }
    assert!(block.is_empty() && wins.is_empty() && losses.is_empty());
}

/// A block whose codes are told by their neighbours, with numbers of any length.
fn read_told(block: &[u8], positions: usize, codes: &mut Vec<Code>) {
    let (bits, length) = (block[0], usize::from(block[1]));
    let list: Vec<Code> = (0..length).map(|i| Code(number(block, 2 + 2 * i, 2) as u16)).collect();
    let mut bytes = block[2 + 2 * length..].iter().copied().chain(std::iter::repeat(0));
    let mut four = || (0..4).fold(0_u128, |number, _| number << 8 | u128::from(bytes.next().unwrap()));
    let mut offset = four() << 32 | four();
    let mut range = (1_u128 << 64) - 1;
    // For each worst neighbour, none being the last: how often each rank was seen, how
    // often in all, and what was seen when its shares were last made.
    let mut seen = vec![vec![0_u128; length]; length + 1];
    let mut made = seen.clone();
    let mut ranks: Vec<usize> = Vec::new();
    for position in 0..positions {
        let cleared = (0..bits).filter(|bit| position >> bit & 1 == 1).map(|bit| position - (1 << bit));
        let worst = cleared.map(|neighbour| ranks[neighbour]).max().unwrap_or(length);
        let expected = |rank: usize| match rank as isize - worst as isize {
            _ if worst == length => 4,
            0 => 32,
            1..=4 => 8,
            5.. => 2,
            _ => 1,
        };
        let units = |rank: usize| 32 * made[worst][rank] + expected(rank);
        let scale = ((32_768 - length as u128) << 32) / (0..length).map(units).sum::<u128>();
        let starts = |rank: usize| match rank {
            _ if rank == length => 32_768,
            _ => rank as u128 + (((0..rank).map(units).sum::<u128>() * scale) >> 32),
        };
        let share = offset / (range >> 15);
        let rank = (0..length).rev().find(|rank| starts(*rank) <= share).unwrap();
        let (from, to) = (starts(rank), starts(rank + 1));
        offset -= (range >> 15) * from;
        range = (range >> 15) * (to - from);
        if range < 1 << 32 {
            (offset, range) = (offset << 32 | four(), range << 32);
        }
        seen[worst][rank] += 1;
        if seen[worst].iter().sum::<u128>().is_power_of_two() {
            made[worst] = seen[worst].clone();
        }
        ranks.push(rank);
        codes.push(list[rank]);
    }
}

fn read_block(block: &[u8], positions: usize, codes: &mut Vec<Code>) {
    if block[0] == 5 {
        return read_told(&block[1..], positions, codes);
    }
    if block[0] == 4 {
        return read_apart(&block[1..], positions, codes);
    }
    let plain = match block[0] & 16 {
        0 => block[1..].to_vec(),
        _ => zstd::bulk::decompress(&block[1..], 1 << 20).unwrap(),
    };
    for i in 0..positions {
        codes.push(Code(match block[0] & 15 {
            0 => number(&plain, 0, 2) as u16,
            1 => u16::from(plain[i / 4] >> (i % 4 * 2) & 3),
            2 => u16::from(plain[i]),
            3 => number(&plain, 2 * i, 2) as u16,
            other => panic!("no such way of writing codes: {other}"),
        }));
    }
}

/// The values in two bits, as signatures take them.
pub(crate) fn two_bits(codes: &[Code]) -> Vec<u8> {
    let mut packed = vec![0; codes.len().div_ceil(4)];
    for (i, code) in codes.iter().enumerate() {
        packed[i / 4] += 4u8.pow(i as u32 % 4) * code.without_plies().0 as u8;
    }
    packed
}

pub(crate) fn count(codes: &[Code], outcome: Outcome) -> u64 {
    codes.iter().filter(|code| code.outcome() == outcome).count() as u64
}

pub(crate) fn facts(codes: &[Code], distances: bool) -> LayerFacts {
    let positions = codes.len() as u64;
    LayerFacts { game: "test-game".to_string(), rules_version: 3, layer: 12, positions, distances }
}

/// Writes a layer in one go.
pub(crate) fn write(codes: &[Code], distances: bool) -> (Memory, LayerEntry) {
    let storage = Memory::new();
    let mut writer = LayerWriter::create(&storage, facts(codes, distances)).unwrap();
    writer.push(codes).unwrap();
    let summary = writer.finish().unwrap();
    (storage, summary)
}

/// Writes a layer and opens it again.
pub(crate) fn reader(codes: &[Code], distances: bool) -> LayerReader {
    LayerReader::open(&write(codes, distances).0, &facts(codes, distances)).unwrap()
}

pub(crate) fn bytes(storage: &Memory) -> Vec<u8> {
    storage.bytes(&layer_file(12)).unwrap()
}

/// Three short blocks, one of each kind that compresses well.
pub(crate) fn small_layer(distances: bool) -> Vec<Code> {
    let mut codes = vec![Code::DRAW; 65536];
    codes.extend((0..65536).map(|i| Code(if i % 1024 == 0 { 1 } else { 2 })));
    codes.extend((0..21).map(|i| Code(if distances { 300 * i } else { i % 3 })));
    codes
}

/// Numbers that look random and are always the same.
pub(crate) fn scramble(i: u64) -> u64 {
    kaiketsu_testkit::random::Random::new(i).bits()
}
