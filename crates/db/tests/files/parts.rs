//! Blocks made by many and joined are the file that one writer makes.

use crate::plain;

use kaiketsu_db::{BLOCK_POSITIONS, Coding, DbError, LayerJoiner, LayerWriter, Memory, PackedBlock, Storage};
use kaiketsu_game::Code;

const BLOCK: usize = BLOCK_POSITIONS as usize;

/// Codes in runs and out of order, so that blocks differ in how they are written.
fn codes(length: usize, distances: bool) -> Vec<Code> {
    let code = |index: usize| match (index / BLOCK % 3, distances) {
        (0, true) => Code((index * index % 601) as u16),
        (1, true) => Code((index / 100 % 7) as u16),
        (_, true) => Code(5),
        (kind, false) => Code(((index / (1 + 50 * kind)) % 3) as u16),
    };
    (0..length).map(code).collect()
}

fn packed(codes: &[Code], distances: bool, coding: Coding) -> Vec<PackedBlock> {
    let facts = plain::facts(codes, distances);
    // As if they had been made elsewhere, the last ones first.
    let blocks = codes.chunks(BLOCK).enumerate().rev();
    let made = blocks.map(|(number, codes)| PackedBlock::new(&facts, coding, number as u64, codes).unwrap());
    let sent: Vec<Vec<u8>> = made.map(|block| block.to_bytes()).collect();
    sent.iter().rev().map(|bytes| PackedBlock::from_bytes(bytes).unwrap()).collect()
}

#[test]
fn joined_blocks_are_the_file_of_one_writer() {
    let lengths =
        [0, 1, BLOCK - 1, BLOCK, BLOCK + 3, 2 * BLOCK, 3 * BLOCK, 4 * BLOCK + 1, 5 * BLOCK, 8 * BLOCK];
    for length in lengths.into_iter().chain([11 * BLOCK + 77]) {
        for (distances, coding) in [
            (false, Coding::Together),
            (true, Coding::Together),
            (true, Coding::Apart),
            (true, Coding::ByNeighbours { bits: 4 }),
        ] {
            let codes = codes(length, distances);
            let facts = plain::facts(&codes, distances);
            let (joined, written) = (Memory::new(), Memory::new());
            let mut joiner = LayerJoiner::create_as(&joined, facts.clone(), coding).unwrap();
            packed(&codes, distances, coding).iter().for_each(|block| joiner.push(block).unwrap());
            let mut writer = LayerWriter::create_as(&written, facts, coding).unwrap();
            writer.push(&codes).unwrap();
            assert_eq!(joiner.finish().unwrap(), writer.finish().unwrap(), "{length} {coding:?}");
            assert!(plain::bytes(&joined) == plain::bytes(&written), "{length} {coding:?}");
        }
    }
}

#[test]
fn blocks_that_do_not_fit_leave_no_file() {
    let codes = codes(2 * BLOCK + 5, true);
    let facts = plain::facts(&codes, true);
    let blocks = packed(&codes, true, Coding::Together);
    for order in [&[0, 1][..], &[0, 2], &[2], &[0, 1, 2, 2], &[0, 1, 1]] {
        let storage = Memory::new();
        let mut joiner = LayerJoiner::create_as(&storage, facts.clone(), Coding::Together).unwrap();
        let pushed = order.iter().try_for_each(|number| joiner.push(&blocks[*number]));
        let error = pushed.and_then(|()| joiner.finish().map(drop)).unwrap_err();
        assert!(matches!(error, DbError::WrongCount { .. }), "{order:?}: {error}");
        assert!(storage.list().unwrap().is_empty());
    }
    let bytes = blocks[0].to_bytes();
    assert!((0..78).all(|length| PackedBlock::from_bytes(&bytes[..length]).is_none()));
    let error = PackedBlock::new(&facts, Coding::Together, 1, &[Code(1), Code(65_535)]).unwrap_err();
    assert!(matches!(error, DbError::BadCode { position: 65_537, .. }), "{error}");
    let facts = plain::facts(&codes, false);
    assert!(PackedBlock::new(&facts, Coding::Together, 0, &[Code(3)]).is_err());
}
