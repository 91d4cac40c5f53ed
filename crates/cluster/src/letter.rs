//! What Timely carries: one batch at a time, with the number of the process it is for.
//!
//! ```text
//! to (4 bytes) | length, and bit 31 for a vote (4) | the bytes | zeros up to a multiple of 8
//! ```

use std::io::Write;

use timely::communication::Push;
use timely::container::Accountable;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};

/// A batch on its way. Empty of any where `there` is false.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Letter {
    there: bool,
    to: u32,
    /// Whether it is a vote and not a batch.
    pub(crate) vote: bool,
    pub(crate) bytes: Vec<u8>,
}

const VOTE: u32 = 1 << 31;
const HEADER: usize = 8;

impl Letter {
    pub(crate) fn new(to: usize, vote: bool, bytes: Vec<u8>) -> Self {
        assert!(bytes.len() < VOTE as usize, "a batch has less than 2 GiB");
        Letter { there: true, to: to as u32, vote, bytes }
    }
}

impl Accountable for Letter {
    fn record_count(&self) -> i64 {
        self.there.into()
    }
}

impl ContainerBytes for Letter {
    fn from_bytes(bytes: timely::bytes::arc::Bytes) -> Self {
        let field = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let (to, length) = (field(0), field(4));
        let bytes = bytes[HEADER..][..(length & !VOTE) as usize].to_vec();
        Letter { there: true, to, vote: length & VOTE != 0, bytes }
    }

    fn length_in_bytes(&self) -> usize {
        HEADER + self.bytes.len().next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let length = self.bytes.len() as u32 | if self.vote { VOTE } else { 0 };
        let zeros = &[0; 8][..self.length_in_bytes() - HEADER - self.bytes.len()];
        for part in [&self.to.to_le_bytes()[..], &length.to_le_bytes(), &self.bytes, zeros] {
            writer.write_all(part).expect("memory can be written to");
        }
    }
}

/// Takes letters to whom they are for.
pub(crate) struct Carrier;

impl Distributor<Letter> for Carrier {
    fn partition<T: Clone, P: Push<Message<T, Letter>>>(
        &mut self,
        letter: &mut Letter,
        time: &T,
        pushers: &mut [P],
    ) {
        let to = letter.to as usize;
        Message::push_at(letter, time.clone(), &mut pushers[to]);
    }

    /// Nothing is kept back.
    fn flush<T: Clone, P: Push<Message<T, Letter>>>(&mut self, _: &T, _: &mut [P]) {}
}
