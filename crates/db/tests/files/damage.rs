//! Damaged, cut and forged files are refused, and never make a reader panic.

use crate::plain;
use crate::round_trip::{alike, write_alike};

use kaiketsu_db::{DbError, LayerFacts, LayerReader, Memory, Part, layer_file};
use kaiketsu_game::Code;
use proptest::prelude::*;

/// The file of a small layer, and what it is of.
fn small_file(distances: bool) -> (Vec<u8>, LayerFacts) {
    let codes = plain::small_layer(distances);
    (plain::bytes(&plain::write(&codes, distances).0), plain::facts(&codes, distances))
}

/// Opens and reads everything, in every way there is.
fn read_everything(bytes: Vec<u8>, facts: &LayerFacts) -> Result<(), DbError> {
    let storage = Memory::new();
    storage.put(&layer_file(facts.layer), bytes);
    let reader = LayerReader::open(&storage, facts)?;
    for index in [0, facts.positions / 2, facts.positions.saturating_sub(1)] {
        reader.get(index)?;
    }
    reader.check(&mut |_| ())
}

#[test]
fn any_flipped_bit_is_found() {
    for distances in [false, true] {
        let (whole, facts) = small_file(distances);
        assert!(whole.len() < 600, "small enough for all bits: {}", whole.len());
        read_everything(whole.clone(), &facts).unwrap();
        for bit in 0..8 * whole.len() {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let error = read_everything(bytes, &facts).expect_err(&format!("bit {bit} of {}", whole.len()));
            assert!(error.is_damage(), "bit {bit}: {error}");
        }
    }
}

/// The same of a file whose codes are told by their neighbours; and a reader that did
/// not look at checksums would come to no harm.
#[test]
fn any_flipped_bit_is_found_in_codes_told_by_neighbours() {
    let codes = alike(900, 10);
    let (storage, _) = write_alike(&codes, 10);
    let (whole, facts) = (plain::bytes(&storage), plain::facts(&codes, true));
    let (header, index) = (plain::number(&whole, 12, 4) as usize, plain::number(&whole, whole.len() - 96, 8));
    assert_eq!(whole[header], 5, "told by neighbours");
    let mut harmless = 0;
    for bit in 0..8 * whole.len() {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let error = read_everything(bytes.clone(), &facts).expect_err(&format!("bit {bit}"));
        assert!(error.is_damage(), "bit {bit}: {error}");
        if (header..index as usize).contains(&(bit / 8)) {
            let checksum = crc32c::crc32c(&bytes[header..index as usize]);
            bytes[index as usize + 4..][..4].copy_from_slice(&checksum.to_le_bytes());
            seal(&mut bytes);
            // With right checksums the signatures tell, unless the values are the same.
            if let Err(error) = read_everything(bytes, &facts) {
                assert!(error.is_damage(), "bit {bit}: {error}");
            } else {
                harmless += 1;
            }
        }
    }
    assert!(harmless < 40, "{harmless} bits of no effect: how many bits tell neighbours apart, and the end");
}

#[test]
fn any_missing_end_is_found() {
    for distances in [false, true] {
        let (whole, facts) = small_file(distances);
        for length in 0..whole.len() {
            let error = read_everything(whole[..length].to_vec(), &facts).unwrap_err();
            assert!(matches!(error, DbError::Truncated { .. }), "{length} bytes: {error}");
        }
        for longer in 1..200 {
            let bytes = [&whole[..], &vec![0; longer]].concat();
            assert!(read_everything(bytes, &facts).unwrap_err().is_damage());
        }
        // A piece lost in the middle leaves both ends as they were.
        for cut in 1..whole.len() - 128 {
            let bytes = [&whole[..cut], &whole[cut + 1..]].concat();
            assert!(read_everything(bytes, &facts).unwrap_err().is_damage());
        }
    }
}

#[test]
fn messages_name_the_part_that_is_damaged() {
    let (whole, facts) = small_file(true);
    let header = plain::number(&whole, 12, 4) as usize;
    let index = plain::number(&whole, whole.len() - 128 + 32, 8) as usize;
    let cases = [
        (17, Part::Header),
        (header, Part::Block { number: 0, first: 0, last: 65535 }),
        (header + 3, Part::Block { number: 1, first: 65536, last: 131071 }),
        (index - 1, Part::Block { number: 2, first: 131072, last: 131092 }),
        (index, Part::Index),
        (index + 4, Part::Index),
        (whole.len() - 128, Part::Summary),
    ];
    for (place, expected) in cases {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x40;
        match read_everything(bytes, &facts) {
            Err(DbError::Damaged { part, file }) => {
                assert_eq!(part, expected);
                assert!(file.ends_with("/layer-0012.kai"));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn files_of_something_else_are_told_apart() {
    let (whole, facts) = small_file(true);
    let refused = |facts: LayerFacts| read_everything(whole.clone(), &facts).unwrap_err();
    let other = |change: fn(&mut LayerFacts)| {
        let mut facts = facts.clone();
        change(&mut facts);
        refused(facts)
    };
    assert!(matches!(other(|f| f.game = "chess".to_string()), DbError::OtherGame { .. }));
    assert!(matches!(other(|f| f.rules_version = 4), DbError::OtherRules { expected: 4, found: 3, .. }));
    assert!(matches!(other(|f| f.layer = 13), DbError::OtherLayer { expected: 13, found: 12, .. }));
    assert!(matches!(other(|f| f.positions += 1), DbError::OtherLength { .. }));
    assert!(matches!(other(|f| f.distances = false), DbError::Distances { stored: true, .. }));
    let text = read_everything(b"Dear diary, today I solved chess.".to_vec(), &facts).unwrap_err();
    assert!(matches!(text, DbError::NotALayer { .. }));
    let missing = LayerReader::open(&Memory::new(), &facts).unwrap_err();
    assert!(matches!(missing, DbError::MissingLayer { .. }));
}

/// Puts right checksums on a file whose header or summary was forged.
fn seal(bytes: &mut [u8]) {
    let put = |bytes: &mut [u8], at: usize, covered: std::ops::Range<usize>| {
        let checksum = crc32c::crc32c(&bytes[covered]);
        bytes[at..at + 4].copy_from_slice(&checksum.to_le_bytes());
    };
    let (length, summary) = (bytes.len(), bytes.len() - 128);
    let header = (plain::number(bytes, 12, 4) as usize).clamp(20, 301).min(length);
    put(bytes, header - 4, 0..header - 4);
    bytes.copy_within(header - 4..header, summary + 112);
    let index = (plain::number(bytes, summary + 32, 8) as usize).min(summary);
    put(bytes, summary + 28, index..summary);
    put(bytes, summary + 116, summary..summary + 116);
}

#[test]
fn a_newer_format_is_named() {
    let (mut bytes, facts) = small_file(true);
    bytes[8] = 4;
    seal(&mut bytes);
    let error = read_everything(bytes, &facts).unwrap_err();
    assert!(matches!(error, DbError::NewerFormat { found: 4, known: 3, .. }), "{error}");
}

#[test]
fn a_forged_summary_is_found_by_check() {
    let (whole, facts) = small_file(true);
    let summary = whole.len() - 128;
    // Longest distance, either signature, wins and losses exchanged.
    let mut forged = [24, 48, 80, 0].map(|field| {
        let mut bytes = whole.clone();
        bytes[summary + field] ^= 1;
        bytes[summary + 8] ^= u8::from(field == 0);
        bytes
    });
    for bytes in &mut forged {
        seal(bytes);
        let error = read_everything(bytes.clone(), &facts).unwrap_err();
        assert!(matches!(error, DbError::Damaged { part: Part::Summary, .. }), "{error}");
    }
}

/// Opens a forged file, its checksums put right, and says what part is at fault.
fn fault(forge: impl FnOnce(&mut Vec<u8>)) -> Part {
    let (mut bytes, _) = small_file(true);
    forge(&mut bytes);
    seal(&mut bytes);
    let storage = Memory::new();
    storage.put(&layer_file(12), bytes);
    match LayerReader::open_as_found(&storage, 12) {
        Err(DbError::Damaged { part, .. }) => part,
        other => panic!("{other:?}"),
    }
}

/// Puts bytes that no block needs before the index, and moves what follows.
fn insert_before_index(bytes: &mut Vec<u8>, more: usize) -> usize {
    let index = plain::number(bytes, bytes.len() - 128 + 32, 8) as usize;
    bytes.splice(index..index, vec![0; more]);
    let (length, summary) = (bytes.len() as u64, bytes.len() - 128);
    bytes[summary + 32..summary + 40].copy_from_slice(&((index + more) as u64).to_le_bytes());
    bytes[summary + 40..summary + 48].copy_from_slice(&length.to_le_bytes());
    index + more
}

#[test]
fn forged_fields_are_refused_on_opening() {
    let summary = |bytes: &[u8]| bytes.len() - 128;
    assert_eq!(fault(|bytes| bytes[32] = 3), Part::Header, "an unknown flag");
    assert_eq!(fault(|bytes| bytes[38] = 2), Part::Header, "blocks of another length");
    assert_eq!(fault(|bytes| bytes[42] = b'/'), Part::Header, "no identifier of a game");
    assert_eq!(fault(|bytes| bytes[24..32].fill(0xFF)), Part::Summary, "more positions than counts");
    let counts = |bytes: &mut Vec<u8>| {
        let at = summary(bytes);
        bytes[at] ^= 1;
    };
    assert_eq!(fault(counts), Part::Summary, "counts that are not all positions");
    let length = |bytes: &mut Vec<u8>| {
        let at = summary(bytes) + 40;
        bytes[at] ^= 1;
    };
    assert_eq!(fault(length), Part::Summary, "another length of the file");
    assert_eq!(fault(|bytes| _ = insert_before_index(bytes, 1)), Part::Index, "a gap after the blocks");
    let long_block = |bytes: &mut Vec<u8>| {
        let index = insert_before_index(bytes, 200_000);
        let length = plain::number(bytes, index + 16, 4) as u32 + 200_000;
        bytes[index + 16..index + 20].copy_from_slice(&length.to_le_bytes());
    };
    assert_eq!(fault(long_block), Part::Index, "a block longer than any");
}

#[test]
fn the_ends_of_two_files_do_not_fit() {
    let (whole, facts) = small_file(true);
    let mut other = whole.clone();
    other[16] = 4;
    seal(&mut other);
    let header = plain::number(&whole, 12, 4) as usize;
    let bytes = [&other[..header], &whole[header..]].concat();
    let facts = LayerFacts { rules_version: 4, ..facts };
    read_everything(other, &facts).unwrap();
    let error = read_everything(bytes, &facts).unwrap_err();
    assert!(matches!(error, DbError::Damaged { part: Part::Summary, .. }), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Forged files: fields changed, checksums right. They may even be read;
    /// but nothing panics and nothing is allocated for what is not there.
    #[test]
    fn no_forged_bytes_make_a_reader_panic(
        distances: bool,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        place in 0usize..3,
        right_checksums in prop::bool::weighted(0.8),
    ) {
        let (mut bytes, _) = small_file(distances);
        let length = bytes.len();
        for (at, byte) in changes {
            let at = match place {
                0 => at.index(60),
                1 => length - 1 - at.index(160),
                _ => at.index(length),
            };
            bytes[at] = byte;
        }
        if right_checksums {
            seal(&mut bytes);
        }
        let storage = Memory::new();
        storage.put(&layer_file(12), bytes);
        if let Ok(reader) = LayerReader::open_as_found(&storage, 12) {
            let end = reader.positions();
            for index in [0, 1, end / 2, end.wrapping_sub(1), end] {
                let _ = reader.get(index);
                let _ = reader.read(index, &mut [Code(0); 9]);
            }
            let _ = reader.read_two_bits(0, &mut [0; 9]);
            let _ = reader.check(&mut |_| ());
        }
    }

    #[test]
    fn no_random_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let with_magic = [b"\x8AKAI\r\n\x1A\n\x01\0\0\0", &bytes[..]].concat();
        let facts = plain::facts(&[], true);
        prop_assert!(read_everything(bytes, &facts).is_err());
        prop_assert!(read_everything(with_magic, &facts).is_err());
    }
}
