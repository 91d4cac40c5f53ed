//! The reader over golden files, small enough for Miri, which watches every access to
//! memory: `cargo +nightly miri test -p kaiketsu-db --lib under_miri`. The crate has no
//! `unsafe`; what it builds on has.

use kaiketsu_game::Code;

use crate::{LayerFacts, LayerReader, Memory, layer_file};

/// The bytes of a text of hexadecimal digits with comments.
fn bytes(text: &str) -> Vec<u8> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
    let digits: String = lines.flat_map(|line| line.split_whitespace()).collect();
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
}

const FIVE: &str = include_str!("../tests/files/golden/five-positions.hex");
const NEIGHBOURS: &str = include_str!("../tests/files/golden/told-by-neighbours.hex");

/// All codes of a file, read one by one and together; or nothing, if it is refused.
fn codes(file: Vec<u8>) -> Option<Vec<Code>> {
    let storage = Memory::new();
    storage.put(&layer_file(12), file);
    let reader = LayerReader::open_as_found(&storage, 12).ok()?;
    let LayerFacts { positions, .. } = *reader.facts();
    let mut together = vec![Code::DRAW; positions as usize];
    reader.read(0, &mut together).ok()?;
    let mut one_by_one = Vec::new();
    reader.get_all(0..positions, &mut one_by_one).ok()?;
    assert_eq!(one_by_one, together);
    assert!(reader.get(positions).is_err());
    reader.check_bytes().ok()?;
    Some(together)
}

#[test]
fn golden_files_are_read() {
    let five = [Code::DRAW, Code::win(1), Code::loss(0), Code::win(149), Code::loss(2)];
    assert_eq!(codes(bytes(FIVE)).unwrap(), five);
    let neighbours = codes(bytes(NEIGHBOURS)).unwrap();
    assert_eq!((neighbours.len(), neighbours[0], neighbours[63]), (64, Code::win(1), Code::loss(2)));
}

#[test]
fn damaged_files_are_refused() {
    for file in [FIVE, NEIGHBOURS].map(bytes) {
        let whole = codes(file.clone());
        for at in (0..file.len()).step_by(if cfg!(miri) { 17 } else { 1 }) {
            let mut flipped = file.clone();
            flipped[at] ^= 1 << (at % 8);
            let found = codes(flipped);
            assert!(found.is_none() || found == whole, "byte {at}");
            assert_eq!(codes(file[..at].to_vec()), None, "cut after {at}");
        }
    }
}
