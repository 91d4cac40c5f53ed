//! The library in C.

use std::cell::RefCell;
use std::io::{self, BufReader, ErrorKind, Read, Write};

use zstd::bulk::{Compressor, Decompressor};

use super::COMPRESSION_LEVEL;

/// The level of what is written from front to back.
const STREAM_LEVEL: i32 = 3;

thread_local! {
    // Making a context costs more than packing a block.
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

pub(super) fn pack(plain: &[u8]) -> io::Result<Vec<u8>> {
    COMPRESSOR.with_borrow_mut(|context| match context {
        Some(context) => context.compress(plain),
        None => context.insert(Compressor::new(COMPRESSION_LEVEL)?).compress(plain),
    })
}

pub(super) fn unpack(frame: &[u8], length: usize) -> io::Result<Vec<u8>> {
    let mut plain = vec![0; length];
    let found = DECOMPRESSOR.with_borrow_mut(|context| match context {
        Some(context) => context.decompress_to_buffer(frame, &mut plain[..]),
        None => context.insert(Decompressor::new()?).decompress_to_buffer(frame, &mut plain[..]),
    })?;
    if found == length { Ok(plain) } else { Err(ErrorKind::InvalidData.into()) }
}

/// Bytes unpacked from front to back.
pub(crate) struct Reader<R: Read>(zstd::Decoder<'static, BufReader<R>>);

impl<R: Read> Reader<R> {
    pub(crate) fn new(packed: R) -> io::Result<Self> {
        Ok(Reader(zstd::Decoder::new(packed)?))
    }
}

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

/// Bytes packed from front to back.
pub(crate) struct Writer<W: Write>(zstd::Encoder<'static, W>);

impl<W: Write> Writer<W> {
    pub(crate) fn new(sink: W) -> io::Result<Self> {
        Ok(Writer(zstd::Encoder::new(sink, STREAM_LEVEL)?))
    }

    /// The sink, when all is written to it.
    pub(crate) fn finish(self) -> io::Result<W> {
        self.0.finish()
    }
}

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
