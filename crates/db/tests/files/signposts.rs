//! A layer with signposts beside it reads as without them, a section of its index at a
//! time; and damage to either is found.

use std::io;
use std::sync::{Arc, Mutex};

use kaiketsu_db::{
    BLOCK_POSITIONS, DbError, LayerFacts, LayerReader, LayerWriter, Memory, Sink, Source, Storage,
    layer_file, signposts_of,
};
use kaiketsu_game::Code;

use crate::plain::scramble;

/// Two whole sections of the index and part of a third.
const BLOCKS: u64 = 300;

/// Blocks of one code, of runs, and of no order: their lengths differ.
fn large_layer() -> (Memory, LayerFacts) {
    let positions = BLOCKS * BLOCK_POSITIONS - 100;
    let facts =
        LayerFacts { game: "test-game".into(), rules_version: 1, layer: 0, positions, distances: false };
    let storage = Memory::new();
    let mut writer = LayerWriter::create(&storage, facts.clone()).unwrap();
    for block in 0..BLOCKS {
        let length = BLOCK_POSITIONS.min(positions - block * BLOCK_POSITIONS);
        let code = |at: u64| match block % 3 {
            0 => block / 3 % 3,
            1 => at / (100 + block) % 3,
            _ => scramble(at + block) % 3,
        };
        let codes = [Code::DRAW, Code::win(0), Code::loss(0)];
        writer.push(&(0..length).map(|at| codes[code(at) as usize]).collect::<Vec<_>>()).unwrap();
    }
    writer.finish().unwrap();
    (storage, facts)
}

fn posts_name() -> String {
    signposts_of(&layer_file(0)).unwrap()
}

/// Asks for positions in all sections, the first and the last included.
fn sampled(reader: &LayerReader) -> Result<Vec<Code>, DbError> {
    let last = reader.positions() - 1;
    let indices = (0..600).map(|i| scramble(i) % last).chain([0, last]);
    indices.map(|index| reader.get(index)).collect()
}

#[test]
fn values_are_those_of_the_whole_index() {
    let (storage, facts) = large_layer();
    let whole = LayerReader::open(&storage, &facts).unwrap();
    let posts = whole.signposts().unwrap();
    assert_eq!(posts.len(), 3 * 8);
    storage.put(&posts_name(), posts);
    let by_parts = LayerReader::open(&storage, &facts).unwrap();
    assert!(by_parts.signposts().is_none(), "it has read none of its index");
    assert_eq!(by_parts.index_bytes(), whole.index_bytes());
    assert_eq!(sampled(&by_parts).unwrap(), sampled(&whole).unwrap());
    by_parts.check(&mut |_| ()).unwrap();
}

#[test]
fn damage_is_found_in_signposts_when_opened_and_in_the_index_when_read() {
    let (storage, facts) = large_layer();
    let layer = storage.bytes(&layer_file(0)).unwrap();
    let posts = LayerReader::open(&storage, &facts).unwrap().signposts().unwrap();
    for bit in 0..8 * posts.len() {
        let mut broken = posts.clone();
        broken[bit / 8] ^= 1 << (bit % 8);
        storage.put(&posts_name(), broken);
        let error = LayerReader::open(&storage, &facts).expect_err(&format!("bit {bit}"));
        assert!(error.is_damage() && error.to_string().contains(".posts"), "bit {bit}: {error}");
    }
    for length in [0, 8, 16, 23, 25, 32] {
        storage.put(&posts_name(), posts.iter().copied().cycle().take(length).collect());
        assert!(LayerReader::open(&storage, &facts).unwrap_err().is_damage(), "{length} bytes");
    }
    storage.put(&posts_name(), posts);
    let index = layer.len() - 128 - 8 * BLOCKS as usize;
    for entry in [0, 100, 127, 128, 255, 256, 299] {
        for bit in [0, 17, 40, 63] {
            let mut broken = layer.clone();
            broken[index + 8 * entry + bit / 8] ^= 1 << (bit % 8);
            storage.put(&layer_file(0), broken);
            let reader = LayerReader::open(&storage, &facts).unwrap();
            let error = reader.get(entry as u64 * BLOCK_POSITIONS).expect_err("the entry is damaged");
            assert!(error.is_damage(), "bit {bit} of entry {entry}: {error}");
            // Other sections are what they were.
            reader.get((entry as u64 + 128) % BLOCKS * BLOCK_POSITIONS).unwrap();
        }
    }
}

/// Counts what is read of another storage.
struct Counting {
    storage: Memory,
    read: Arc<Mutex<u64>>,
}

struct CountedSource(Box<dyn Source>, Arc<Mutex<u64>>);

impl Source for CountedSource {
    fn len(&self) -> u64 {
        self.0.len()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        *self.1.lock().unwrap() += buffer.len() as u64;
        self.0.read_at(offset, buffer)
    }
}

impl Storage for Counting {
    fn open(&self, name: &str) -> io::Result<Box<dyn Source>> {
        Ok(Box::new(CountedSource(self.storage.open(name)?, Arc::clone(&self.read))))
    }
    fn create(&self, name: &str) -> io::Result<Box<dyn Sink>> {
        self.storage.create(name)
    }
    fn list(&self) -> io::Result<Vec<String>> {
        self.storage.list()
    }
    fn remove(&self, name: &str) -> io::Result<()> {
        self.storage.remove(name)
    }
    fn lock(&self, name: &str) -> io::Result<Box<dyn Send>> {
        self.storage.lock(name)
    }
    fn describe(&self) -> String {
        self.storage.describe()
    }
}

#[test]
fn only_the_section_of_a_block_is_read() {
    let (storage, facts) = large_layer();
    let posts = LayerReader::open(&storage, &facts).unwrap().signposts().unwrap();
    storage.put(&posts_name(), posts);
    let counting = Counting { storage, read: Arc::default() };
    let reader = LayerReader::open(&counting, &facts).unwrap();
    let opened = std::mem::take(&mut *counting.read.lock().unwrap());
    assert!(opened < 301 + 128 + 3 * 8 + 1, "{opened} bytes to open");
    reader.get(0).unwrap(); // one code for all: three bytes
    assert_eq!(std::mem::take(&mut *counting.read.lock().unwrap()), 128 * 8 + 3);
    reader.get(3 * BLOCK_POSITIONS).unwrap();
    assert_eq!(*counting.read.lock().unwrap(), 3, "the section was read before");
}
