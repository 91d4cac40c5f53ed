//! What is written is read again, however it was given and however it is asked for.

use crate::plain;

use kaiketsu_db::{BLOCK_POSITIONS, Coding, DbError, LayerReader, LayerWriter, Memory, layer_file};
use kaiketsu_game::{Code, Outcome};
use proptest::prelude::*;

fn check_all(storage: &Memory, codes: &[Code], distances: bool) {
    let reader = LayerReader::open(storage, &plain::facts(codes, distances)).unwrap();
    assert!(plain::read(&plain::bytes(storage)) == codes, "the plain reader sees other values");
    let mut read = vec![Code(9); codes.len()];
    reader.read(0, &mut read).unwrap();
    assert!(read == codes);
    let values = plain::two_bits(codes);
    let mut packed = vec![0xFF; values.len()];
    reader.read_two_bits(0, &mut packed).unwrap();
    assert!(packed == values);

    let summary = reader.summary();
    assert_eq!(summary.win, plain::count(codes, Outcome::Win));
    assert_eq!(summary.loss, plain::count(codes, Outcome::Loss));
    assert_eq!(summary.draw, plain::count(codes, Outcome::Draw));
    let longest = codes.iter().filter(|code| **code != Code::DRAW).map(|code| code.plies()).max();
    assert_eq!(summary.longest, longest.filter(|_| distances));
    assert_eq!(summary.signature_values.0, *blake3::hash(&values).as_bytes());
    let words: Vec<u8> = codes.iter().flat_map(|code| code.0.to_le_bytes()).collect();
    let plies = distances.then(|| *blake3::hash(&words).as_bytes());
    assert_eq!(summary.signature_plies.map(|signature| signature.0), plies);
    assert_eq!(summary.bytes, plain::bytes(storage).len() as u64);

    let mut last = 0;
    reader.check(&mut |done| last = done).unwrap();
    assert_eq!(last, codes.len() as u64);
}

/// Codes of a layer: runs, so that blocks differ in what they need.
fn layer(distances: bool) -> impl Strategy<Value = Vec<Code>> {
    let bounds = if distances { vec![1u16, 3, 4, 200, 65535] } else { vec![1, 2, 3] };
    let run =
        (prop::sample::select(bounds), 1usize..70_000, any::<u64>()).prop_map(|(bound, length, seed)| {
            (0..length as u64)
                .map(|i| Code((plain::scramble(seed ^ i) % u64::from(bound)) as u16))
                .collect::<Vec<_>>()
        });
    prop::collection::vec(run, 0..5).prop_map(|runs| runs.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_values_in_any_pieces(
        (distances, codes) in any::<bool>().prop_flat_map(|d| (Just(d), layer(d))),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..6),
        probes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 8),
    ) {
        let storage = Memory::new();
        let mut writer = LayerWriter::create(&storage, plain::facts(&codes, distances)).unwrap();
        let mut cuts: Vec<(usize, bool)> = cuts.iter().map(|(at, packed)| (at.index(codes.len() + 1), *packed)).collect();
        cuts.push((codes.len(), false));
        cuts.sort();
        let mut done = 0;
        for (cut, packed) in cuts {
            let piece = &codes[done..cut];
            if packed && !distances {
                let mut bits = plain::two_bits(piece);
                // What stands past the last position must not matter.
                if piece.len() % 4 != 0 { *bits.last_mut().unwrap() |= 0xC0; }
                writer.push_two_bits(&bits, piece.len() as u64).unwrap();
            } else {
                writer.push(piece).unwrap();
            }
            done = cut;
        }
        let summary = writer.finish().unwrap();
        let (in_one_go, expected) = plain::write(&codes, distances);
        prop_assert_eq!(&summary, &expected);
        prop_assert!(plain::bytes(&storage) == plain::bytes(&in_one_go), "the pieces show in the file");
        check_all(&storage, &codes, distances);

        let reader = LayerReader::open(&storage, &plain::facts(&codes, distances)).unwrap();
        for (a, b) in probes.iter().filter(|_| !codes.is_empty()) {
            let (a, b) = (a.index(codes.len()), b.index(codes.len()));
            prop_assert_eq!(reader.get(a as u64).unwrap(), codes[a]);
            let (start, end) = (a.min(b), a.max(b));
            let mut read = vec![Code(9); end - start];
            reader.read(start as u64, &mut read).unwrap();
            prop_assert!(read == codes[start..end]);
        }
    }
}

#[test]
fn more_than_a_batch_of_blocks_and_any_number_of_threads_give_the_same_bytes() {
    for distances in [false, true] {
        let codes: Vec<Code> = (0..150 * BLOCK_POSITIONS + 77)
            .map(|i| {
                let random = plain::scramble(i);
                let skewed = random.leading_zeros() as u64 % 3;
                Code(if distances { (random >> 20) % (1 + i / 40_000) } else { skewed } as u16)
            })
            .collect();
        let files: Vec<Vec<u8>> = [1, 2, 3]
            .map(|threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| {
                    let (storage, _) = plain::write(&codes, distances);
                    check_all(&storage, &codes, distances);
                    plain::bytes(&storage)
                })
            })
            .into();
        assert!(files[0] == files[1] && files[0] == files[2]);
    }
}

/// Outcomes and distances apart: the same values and signatures, a format of its
/// own, and no more bytes.
#[test]
fn outcomes_and_distances_may_be_apart() {
    let scrambled = (0..200_000_u64).map(|i| {
        let plies = plain::scramble(i).trailing_zeros() as u16;
        if i / 7 % 2 == 0 { Code::win(plies) } else { Code::loss(plies) }
    });
    let codes: Vec<Code> = scrambled.chain(plain::small_layer(true)).collect();
    let storage = Memory::new();
    let mut writer = LayerWriter::create_as(&storage, plain::facts(&codes, true), Coding::Apart).unwrap();
    writer.push(&codes).unwrap();
    let apart = writer.finish().unwrap();
    check_all(&storage, &codes, true);
    let (in_order, together) = plain::write(&codes, true);
    assert_eq!((plain::bytes(&storage)[8], plain::bytes(&in_order)[8]), (2, 1), "formats");
    assert!(apart.bytes < together.bytes, "{} and {}", apart.bytes, together.bytes);
    assert_eq!(apart.signature_plies, together.signature_plies);
}

/// Positions as their worst neighbours, mostly; wins on odd and losses on even
/// plies, up to 300, with exceptions; parts of a block that repeat one code, and one
/// with more codes than can be told.
pub(crate) fn alike(positions: u64, bits: u32) -> Vec<Code> {
    (0..positions)
        .map(|i| {
            let noise = plain::scramble(i);
            let worse = (i & ((1 << bits) - 1)).count_ones() as u16 + u16::from(noise.is_multiple_of(9));
            match i / 65_536 {
                1 => Code::DRAW,
                2 => Code((noise % 5_000) as u16),
                _ if noise.is_multiple_of(1_000) => Code::loss(1),
                _ if worse < 7 => Code::win(2 * worse + 1),
                _ if worse < 9 => Code::DRAW,
                _ => Code::loss(300 - 2 * worse),
            }
        })
        .collect()
}

/// Writes a layer told by its neighbours.
pub(crate) fn write_alike(codes: &[Code], bits: u32) -> (Memory, kaiketsu_db::LayerEntry) {
    let storage = Memory::new();
    let coding = Coding::ByNeighbours { bits };
    let mut writer = LayerWriter::create_as(&storage, plain::facts(codes, true), coding).unwrap();
    writer.push(codes).unwrap();
    let entry = writer.finish().unwrap();
    (storage, entry)
}

/// Told by neighbours: the same values and signatures, a format of its own, and far
/// fewer bytes where positions are as their neighbours.
#[test]
fn codes_may_be_told_by_their_neighbours() {
    for (positions, bits) in [(300_000, 14), (300_001, 25), (70_003, 3), (65_537, 0), (9, 2), (0, 0)] {
        let codes = alike(positions, bits);
        let (storage, told) = write_alike(&codes, bits);
        check_all(&storage, &codes, true);
        let (in_order, together) = plain::write(&codes, true);
        assert_eq!((plain::bytes(&storage)[8], plain::bytes(&in_order)[8]), (3, 1), "formats");
        assert_eq!(told.signature_values, together.signature_values);
        assert_eq!(told.signature_plies, together.signature_plies);
        if bits == 14 {
            assert!(told.bytes < together.bytes, "{} and {}", told.bytes, together.bytes);
        }
    }
}

/// Without distances there is nothing to tell: the file is what it always was.
#[test]
fn files_of_values_do_not_change() {
    let codes = plain::small_layer(false);
    let storage = Memory::new();
    let coding = Coding::ByNeighbours { bits: 9 };
    let mut writer = LayerWriter::create_as(&storage, plain::facts(&codes, false), coding).unwrap();
    writer.push(&codes).unwrap();
    writer.finish().unwrap();
    assert!(plain::bytes(&storage) == plain::bytes(&plain::write(&codes, false).0));
}

#[test]
fn empty_and_tiny_layers() {
    for length in 0..10 {
        let codes: Vec<Code> = (0..length).map(|i| Code(i % 3)).collect();
        for distances in [false, true] {
            check_all(&plain::write(&codes, distances).0, &codes, distances);
        }
    }
}

#[test]
fn two_bits_can_be_read_in_parts() {
    let codes = plain::small_layer(true);
    let reader = plain::reader(&codes, true);
    let values = plain::two_bits(&codes);
    for (first, length) in [(0, 7), (0, 16384), (1, 16385), (1, 16390), (2, 6), (2, 0)] {
        let start = first * BLOCK_POSITIONS;
        let mut packed = vec![0xFF; length];
        reader.read_two_bits(start, &mut packed).unwrap();
        assert!(packed == values[start as usize / 4..][..length]);
    }
    let error = reader.read_two_bits(2 * BLOCK_POSITIONS, &mut [0; 7]).unwrap_err();
    assert!(matches!(error, DbError::OutOfRange { .. }), "{error}");
}

#[test]
fn the_wrong_number_of_values_leaves_no_file() {
    let codes = [Code::win(0); 10];
    for pushed in (0..14).filter(|pushed| *pushed != 10) {
        let storage = Memory::new();
        let mut writer = LayerWriter::create(&storage, plain::facts(&codes, false)).unwrap();
        let result = writer.push(&[Code::win(0); 14][..pushed]).and_then(|()| writer.finish().map(drop));
        assert!(
            matches!(result, Err(DbError::WrongCount { expected: 10, pushed: p, .. }) if p == pushed as u64)
        );
        assert!(storage.bytes(&layer_file(12)).is_none());
    }
}

#[test]
fn what_is_no_value_is_refused_and_named() {
    let storage = Memory::new();
    let codes = plain::small_layer(false);
    let mut writer = LayerWriter::create(&storage, plain::facts(&codes, false)).unwrap();
    writer.push(&codes[..5]).unwrap();
    let error = writer.push(&[Code::win(0), Code::win(1)]).unwrap_err();
    assert!(matches!(error, DbError::BadCode { position: 6, code: 3, .. }), "{error}");
    assert!(matches!(writer.push(&codes[..5]), Err(DbError::Abandoned { .. })));
    assert!(matches!(writer.finish(), Err(DbError::WrongCount { .. } | DbError::Abandoned { .. })));

    let mut packed = plain::two_bits(&codes);
    packed[20_000] |= 0xC0;
    let mut writer = LayerWriter::create(&storage, plain::facts(&codes, false)).unwrap();
    let result = writer.push_two_bits(&packed, codes.len() as u64).and_then(|()| writer.finish().map(drop));
    assert!(matches!(result, Err(DbError::BadCode { position: 80_003, code: 3, .. })));

    let mut writer = LayerWriter::create(&storage, plain::facts(&codes, true)).unwrap();
    assert!(matches!(writer.push_two_bits(&packed, 4), Err(DbError::Distances { .. })));
    let mut writer = LayerWriter::create(&storage, plain::facts(&codes, false)).unwrap();
    assert!(writer.push_two_bits(&packed[..2], 9).is_err(), "two bytes hold eight positions");
    let facts = kaiketsu_db::LayerFacts { game: "../etc".to_string(), ..plain::facts(&codes, true) };
    assert!(matches!(LayerWriter::create(&storage, facts), Err(DbError::BadGame { .. })));
}

#[test]
fn positions_that_are_not_there_are_refused() {
    let codes = plain::small_layer(true);
    let reader = plain::reader(&codes, true);
    let end = codes.len() as u64;
    assert!(reader.get(end - 1).is_ok());
    for index in [end, end + 1, u64::MAX - 1, u64::MAX] {
        assert!(matches!(reader.get(index), Err(DbError::OutOfRange { .. })));
        assert!(matches!(reader.read(index, &mut [Code(0); 3]), Err(DbError::OutOfRange { .. })));
    }
    assert!(matches!(reader.read(end - 2, &mut [Code(0); 3]), Err(DbError::OutOfRange { .. })));
    assert!(reader.read(end, &mut []).is_ok());
}

#[test]
fn many_threads_may_read_at_once() {
    let codes: Vec<Code> = (0..600_000).map(|i| Code((plain::scramble(i) % 90) as u16)).collect();
    let reader = plain::reader(&codes, true);
    std::thread::scope(|scope| {
        for thread in 0..4u64 {
            let (reader, codes) = (&reader, &codes);
            scope.spawn(move || {
                for i in 0..20_000 {
                    let index = plain::scramble(thread << 32 | i) % codes.len() as u64;
                    assert_eq!(reader.get(index).unwrap(), codes[index as usize]);
                }
            });
        }
    });
}
