//! Checksums put right: files as somebody would write them who means harm.

use std::ops::Range;

/// A text with the last line that manifests, books and lists of positions have:
/// a word or two, and the hash of all bytes before.
#[must_use]
pub fn text(body: &[u8], words: &str) -> Vec<u8> {
    let end = body.windows(words.len()).rposition(|part| part == words.as_bytes()).unwrap_or(body.len());
    let body = &body[..end];
    [body, format!("{words}{}\n", blake3::hash(body).to_hex()).as_bytes()].concat()
}

/// A certificate: 32 bytes of hash at the end.
#[must_use]
pub fn certificate(bytes: &[u8]) -> Vec<u8> {
    let body = &bytes[..bytes.len().saturating_sub(32)];
    [body, blake3::hash(body).as_bytes()].concat()
}

/// A file of frames with this header: the checksums of the frames, as far as the
/// index has them, and that of the index.
#[must_use]
pub fn frames(bytes: &[u8], header: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let header = [header, &crc32c::crc32c(header).to_le_bytes()].concat();
    if bytes.len() < header.len() + 20 {
        return bytes;
    }
    bytes[..header.len()].copy_from_slice(&header);
    let end = bytes.len() - 20;
    let index = number(&bytes, end, 8) as usize;
    if index <= end {
        for entry in (index..end.saturating_sub(23)).step_by(24) {
            let (start, length) =
                (number(&bytes, entry + 8, 8) as usize, number(&bytes, entry + 16, 4) as usize);
            put_checksum(&mut bytes, start..start.saturating_add(length), entry + 20);
        }
        put_checksum(&mut bytes, index..end + 16, end + 16);
    }
    bytes
}

/// A layer file: header, blocks, index and summary, as `docs/format.md` has them.
#[must_use]
pub fn layer(bytes: &[u8]) -> Vec<u8> {
    const SUMMARY: usize = 128;
    let mut bytes = bytes.to_vec();
    if bytes.len() < 46 + SUMMARY {
        return bytes;
    }
    let header = number(&bytes, 12, 4) as usize;
    if !(20..=bytes.len() - SUMMARY).contains(&header) {
        return bytes;
    }
    put_checksum(&mut bytes, 0..header - 4, header - 4);
    let summary = bytes.len() - SUMMARY;
    let index = number(&bytes, summary + 32, 8) as usize;
    if index <= summary {
        let mut start = header;
        for entry in (index..summary.saturating_sub(7)).step_by(8) {
            let end = start.saturating_add(number(&bytes, entry, 4) as usize);
            put_checksum(&mut bytes, start..end, entry + 4);
            start = end;
        }
        put_checksum(&mut bytes, index..summary, summary + 28);
    }
    let length = bytes.len() as u64;
    bytes[summary + 40..summary + 48].copy_from_slice(&length.to_le_bytes());
    bytes.copy_within(header - 4..header, summary + 112);
    put_checksum(&mut bytes, summary..summary + 116, summary + 116);
    bytes[summary + 120..].copy_from_slice(b"KAI-END\n");
    bytes
}

/// A number of so many bytes, low ones first.
fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    bytes[at..at + length].iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Puts the checksum of some bytes where it belongs, if there are such bytes.
fn put_checksum(bytes: &mut [u8], covered: Range<usize>, at: usize) {
    if let Some(covered) = bytes.get(covered) {
        let checksum = crc32c::crc32c(covered).to_le_bytes();
        bytes[at..at + 4].copy_from_slice(&checksum);
    }
}
