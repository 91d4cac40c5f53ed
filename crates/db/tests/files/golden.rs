//! Files of formats 1 and 3 as they were first written: they stay readable, and what
//! holds no compressed block is still written byte for byte.

use crate::plain;
use crate::round_trip::write_alike;

use kaiketsu_db::{LayerReader, Memory, layer_file};
use kaiketsu_game::Code;

/// The bytes of a text of hexadecimal digits with comments.
fn bytes(text: &str) -> Vec<u8> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
    let digits: String = lines.flat_map(|line| line.split_whitespace()).collect();
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
}

fn read(text: &str, codes: &[Code]) {
    let storage = Memory::new();
    storage.put(&layer_file(12), bytes(text));
    let reader = LayerReader::open(&storage, &plain::facts(codes, true)).unwrap();
    let mut found = vec![Code(9); codes.len()];
    reader.read(0, &mut found).unwrap();
    assert!(found == codes);
    reader.check(&mut |_| ()).unwrap();
    // Signatures are for ever, whatever becomes of the format.
    let written = plain::write(codes, true).1;
    assert_eq!(reader.summary().signature_values, written.signature_values);
    assert_eq!(reader.summary().signature_plies, written.signature_plies);
}

#[test]
fn a_layer_of_five_positions() {
    let text = include_str!("golden/five-positions.hex");
    let codes = [Code::DRAW, Code::win(1), Code::loss(0), Code::win(149), Code::loss(2)];
    read(text, &codes);
    assert_eq!(plain::bytes(&plain::write(&codes, true).0), bytes(text));
}

#[test]
fn a_layer_of_compressed_blocks() {
    read(include_str!("golden/three-blocks.hex"), &plain::small_layer(true));
}

/// 64 positions told by their neighbours: no part of the file is left to zstd.
#[test]
fn a_layer_told_by_neighbours() {
    let text = include_str!("golden/told-by-neighbours.hex");
    let codes: Vec<Code> = (0..64_u32)
        .map(|i| match i.count_ones() {
            0 | 1 => Code::win(1),
            2 if i % 3 == 0 => Code::win(301),
            2 => Code::DRAW,
            3 if i == 7 => Code::loss(1),
            3 => Code::loss(164),
            _ => Code::loss(2),
        })
        .collect();
    read(text, &codes);
    assert_eq!(plain::bytes(&write_alike(&codes, 6).0), bytes(text));
}

#[test]
fn the_example_of_the_documentation_is_the_golden_file() {
    let page = include_str!("../../../../docs/format.md");
    let start = page.find("```hex\n").unwrap() + "```hex\n".len();
    let end = start + page[start..].find("```").unwrap();
    assert_eq!(bytes(&page[start..end]), bytes(include_str!("golden/five-positions.hex")));
}
