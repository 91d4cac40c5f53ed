//! A decoder in Rust, for browsers: nothing is packed there.

use std::io::{self, ErrorKind, Read};

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder, StreamingDecoder};

#[cfg(any(target_arch = "wasm32", miri))]
pub(super) fn pack(_: &[u8]) -> io::Result<Vec<u8>> {
    Err(ErrorKind::Unsupported.into())
}

pub(super) fn unpack(mut frame: &[u8], length: usize) -> io::Result<Vec<u8>> {
    let damaged = |_| io::Error::from(ErrorKind::InvalidData);
    let mut decoder = FrameDecoder::new();
    decoder.init(&mut frame).map_err(damaged)?;
    let mut plain = vec![0; length];
    let mut filled = 0;
    // A block of the frame at a time, so that no more is held than was asked for.
    while !decoder.is_finished() {
        decoder.decode_blocks(&mut frame, BlockDecodingStrategy::UptoBlocks(1)).map_err(damaged)?;
        filled += decoder.read(&mut plain[filled..])?;
        if filled == length && decoder.can_collect() > 0 {
            return Err(ErrorKind::InvalidData.into());
        }
    }
    filled += decoder.read(&mut plain[filled..])?;
    let all = filled == length && decoder.can_collect() == 0 && frame.is_empty();
    if all { Ok(plain) } else { Err(ErrorKind::InvalidData.into()) }
}

/// Bytes unpacked from front to back.
pub(crate) struct Reader<R: Read>(StreamingDecoder<R, FrameDecoder>);

impl<R: Read> Reader<R> {
    pub(crate) fn new(packed: R) -> io::Result<Self> {
        StreamingDecoder::new(packed).map(Reader).map_err(|_| ErrorKind::InvalidData.into())
    }
}

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

/// Nothing is packed here.
#[cfg(any(target_arch = "wasm32", miri))]
pub(crate) struct Writer<W>(W);

#[cfg(any(target_arch = "wasm32", miri))]
impl<W: io::Write> Writer<W> {
    pub(crate) fn new(_: W) -> io::Result<Self> {
        Err(ErrorKind::Unsupported.into())
    }

    pub(crate) fn finish(self) -> io::Result<W> {
        Ok(self.0)
    }
}

#[cfg(any(target_arch = "wasm32", miri))]
impl<W: io::Write> io::Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
