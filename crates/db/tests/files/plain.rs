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

fn read_block(block: &[u8], positions: usize, codes: &mut Vec<Code>) {
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
