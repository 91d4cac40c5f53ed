//! Compression by zstd: the one place that knows which library does it.
//!
//! Everywhere but in WebAssembly that is the library in C. A browser only reads,
//! by a decoder in Rust; a test compares the two on the same frames. Miri, which
//! runs no C, has the decoder in Rust too.

#[cfg(not(any(target_arch = "wasm32", all(test, miri))))]
mod by_c;
#[cfg(any(test, target_arch = "wasm32"))]
mod by_rust;

#[cfg(not(any(target_arch = "wasm32", all(test, miri))))]
use by_c as library;
#[cfg(any(target_arch = "wasm32", all(test, miri)))]
use by_rust as library;

use std::io;

pub(crate) use library::{Reader, Writer};

/// Measured on skewed values (see `examples/throughput.rs`): higher levels
/// gain a few percent and cost several times as much.
#[cfg(not(any(target_arch = "wasm32", all(test, miri))))]
pub(crate) const COMPRESSION_LEVEL: i32 = 1;

/// A zstd frame of some bytes, by level 1.
pub fn pack(plain: &[u8]) -> io::Result<Vec<u8>> {
    library::pack(plain)
}

/// The bytes of a zstd frame, which must be exactly so many. No more is
/// allocated, whatever the frame says.
pub fn unpack(frame: &[u8], length: usize) -> io::Result<Vec<u8>> {
    library::unpack(frame, length)
}

#[cfg(all(test, not(miri)))]
mod tests {
    use std::io::{Read, Write};

    use proptest::prelude::*;

    use super::*;

    /// What both libraries make of a frame.
    fn both(frame: &[u8], length: usize) -> [Option<Vec<u8>>; 2] {
        [by_c::unpack(frame, length).ok(), by_rust::unpack(frame, length).ok()]
    }

    /// Values in runs, as they lie in databases: what compresses well, and what does not.
    fn some_bytes() -> impl Strategy<Value = Vec<u8>> {
        let run = (any::<u8>(), 1_usize..200);
        let runs = prop::collection::vec(run, 0..400)
            .prop_map(|runs| runs.iter().flat_map(|&(byte, times)| vec![byte; times]).collect());
        prop_oneof![
            runs,
            prop::collection::vec(0_u8..4, 0..70_000),
            prop::collection::vec(any::<u8>(), 0..9_000)
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn both_libraries_read_the_same(plain in some_bytes()) {
            let frame = pack(&plain).unwrap();
            prop_assert_eq!(both(&frame, plain.len()), [Some(plain.clone()), Some(plain.clone())]);
            // Another length is refused by both.
            prop_assert_eq!(both(&frame, plain.len() + 1), [None, None]);
            if !plain.is_empty() {
                prop_assert_eq!(both(&frame, plain.len() - 1), [None, None]);
                prop_assert_eq!(both(&frame[..frame.len() - 1], plain.len()), [None, None]);
            }
        }

        #[test]
        fn streams_are_read_the_same(plain in some_bytes()) {
            let mut writer = by_c::Writer::new(Vec::new()).unwrap();
            writer.write_all(&plain).unwrap();
            let packed = writer.finish().unwrap();
            let (mut c, mut rust) = (Vec::new(), Vec::new());
            by_c::Reader::new(&packed[..]).unwrap().read_to_end(&mut c).unwrap();
            by_rust::Reader::new(&packed[..]).unwrap().read_to_end(&mut rust).unwrap();
            prop_assert_eq!(&c, &plain);
            prop_assert_eq!(&rust, &plain);
        }

        /// No bytes make the decoder of the browser panic, and what it takes for a
        /// frame is what the library in C takes it for.
        #[test]
        fn damaged_frames_are_no_surprise(plain in some_bytes(), at in any::<prop::sample::Index>(), bit in 0_u8..8) {
            let mut frame = pack(&plain).unwrap();
            let at = at.index(frame.len());
            frame[at] ^= 1 << bit;
            if let [Some(c), Some(rust)] = both(&frame, plain.len()) {
                prop_assert_eq!(c, rust);
            }
        }
    }
}
