//! The list of positions of a game that was numbered automatically.
//!
//! `positions.zst` lies beside the layers and says which position has which
//! number. It is text under zstd, so `zstdcat` shows it:
//!
//! ```text
//! kaiketsu positions 1
//! game hexapawn
//! rules 1
//! tier 0 12                  its stage, its positions, the tiers below it
//! tier 1 48 0
//! ..w/.b./w..                the positions of tier 0, then those of tier 1
//! ...
//! # blake3 <hash of all bytes before this line>
//! ```
//!
//! Time and memory: one pass to write, one to read, a line at a time.

use std::io::{self, BufRead, BufReader, Read, Write};

use crate::error::{DbError, Part};
use crate::packing::{Reader, Writer};
use crate::storage::{Sink, Source, Storage, open_if_there, place};

/// The name of the file.
pub const POSITIONS_FILE: &str = "positions.zst";

const FORMAT: u32 = 1;
/// No line is longer; what claims to be is damaged.
const LONGEST_LINE: u64 = 1 << 20;

/// What a list of positions holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListFacts {
    /// The identifier of the game.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// The tiers, in order.
    pub tiers: Vec<ListedTier>,
}

/// A tier in a list of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTier {
    /// What the game calls its stage.
    pub stage: u32,
    /// How many positions it has.
    pub positions: u64,
    /// The tiers that moves lead to, by their place in the list.
    pub below: Vec<u32>,
}

/// Writes the list: a text without line breaks for each position, in order.
pub fn write_positions(
    storage: &dyn Storage,
    facts: &ListFacts,
    texts: impl Iterator<Item = String>,
) -> Result<(), DbError> {
    let file = place(storage, POSITIONS_FILE);
    let failed = |error| DbError::io(&file, "writing the positions", error);
    let mut writer = ListWriter::new(storage.create(POSITIONS_FILE).map_err(failed)?).map_err(failed)?;
    let ListFacts { game, rules_version, tiers } = facts;
    writer
        .line(&format!("kaiketsu positions {FORMAT}\ngame {game}\nrules {rules_version}"))
        .map_err(failed)?;
    for ListedTier { stage, positions, below } in tiers {
        let below: String = below.iter().map(|tier| format!(" {tier}")).collect();
        writer.line(&format!("tier {stage} {positions}{below}")).map_err(failed)?;
    }
    for text in texts {
        writer.line(&text).map_err(failed)?;
    }
    writer.finish().map_err(failed)
}

struct ListWriter {
    encoder: Writer<Box<dyn Sink>>,
    hasher: blake3::Hasher,
    buffer: Vec<u8>,
}

impl ListWriter {
    fn new(sink: Box<dyn Sink>) -> io::Result<Self> {
        let encoder = Writer::new(sink)?;
        Ok(ListWriter { encoder, hasher: blake3::Hasher::new(), buffer: Vec::new() })
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        self.buffer.extend_from_slice(text.as_bytes());
        self.buffer.push(b'\n');
        if self.buffer.len() >= 1 << 16 { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.hasher.update(&self.buffer);
        self.encoder.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.encoder.write_all(last_line(&self.hasher).as_bytes())?;
        self.encoder.finish()?.commit()
    }
}

fn last_line(hasher: &blake3::Hasher) -> String {
    format!("# blake3 {}\n", hasher.finalize().to_hex())
}

/// Reads a list of positions from front to back.
pub struct ListReader {
    file: String,
    facts: ListFacts,
    lines: BufReader<Reader<Bytes>>,
    hasher: blake3::Hasher,
    /// The first position, once the tiers have been read.
    first: Option<String>,
    left: u64,
}

impl ListReader {
    /// Opens the list of a game; `None` if there is none.
    pub fn open(
        storage: &dyn Storage,
        game: &str,
        rules_version: u32,
    ) -> Result<Option<ListReader>, DbError> {
        let file = place(storage, POSITIONS_FILE);
        let opened = open_if_there(storage, POSITIONS_FILE);
        let failed = |error| DbError::io(&file, "opening the positions", error);
        let Some(source) = opened.map_err(failed)? else { return Ok(None) };
        let decoder = Reader::new(Bytes { source, at: 0 })
            .map_err(|error| DbError::io(&file, "reading the positions", error))?;
        let facts = ListFacts { game: String::new(), rules_version: 0, tiers: Vec::new() };
        let lines = BufReader::new(decoder);
        let hasher = blake3::Hasher::new();
        let mut reader = ListReader { file, facts, lines, hasher, first: None, left: 0 };
        reader.read_facts()?;
        let found = (&*reader.facts.game, reader.facts.rules_version);
        DbError::expect_game(&reader.file, (game, rules_version), found)?;
        Ok(Some(reader))
    }

    /// What the list holds.
    #[must_use]
    pub fn facts(&self) -> &ListFacts {
        &self.facts
    }

    /// The next positions, at most so many; none at the end. With the last
    /// ones the whole list is checked.
    pub fn next(&mut self, most: usize) -> Result<Vec<String>, DbError> {
        let mut texts = Vec::new();
        while self.left > 0 && texts.len() < most {
            let line = self.first.take().map_or_else(|| self.line(), Ok)?;
            self.left -= 1;
            texts.push(line);
        }
        if self.left == 0 && !texts.is_empty() {
            let expected = last_line(&self.hasher);
            if self.raw_line()? != expected || !self.raw_line()?.is_empty() {
                return Err(self.damaged());
            }
        }
        Ok(texts)
    }

    fn read_facts(&mut self) -> Result<(), DbError> {
        let format = self.field("kaiketsu positions ")?;
        let found: u32 = format.parse().map_err(|_| self.damaged())?;
        if found > FORMAT {
            return Err(DbError::NewerFormat { file: self.file.clone(), found, known: FORMAT });
        }
        self.facts.game = self.field("game ")?;
        self.facts.rules_version = self.field("rules ")?.parse().map_err(|_| self.damaged())?;
        // Texts of positions have no spaces, so the first line that is not a
        // tier is the first position. Every game has one: its start.
        let first = loop {
            let line = self.line()?;
            let Some(tier) = line.strip_prefix("tier ") else { break line };
            let tier = read_tier(tier).filter(|tier| self.is_above(tier)).ok_or_else(|| self.damaged())?;
            self.left = self.left.checked_add(tier.positions).ok_or_else(|| self.damaged())?;
            self.facts.tiers.push(tier);
        };
        self.first = Some(first);
        if self.left == 0 { Err(self.damaged()) } else { Ok(()) }
    }

    /// Whether the next tier leads only to tiers before it.
    fn is_above(&self, tier: &ListedTier) -> bool {
        tier.below.iter().all(|below| (*below as usize) < self.facts.tiers.len())
    }

    fn field(&mut self, name: &str) -> Result<String, DbError> {
        let line = self.line()?;
        line.strip_prefix(name).map(str::to_string).ok_or_else(|| self.damaged())
    }

    fn line(&mut self) -> Result<String, DbError> {
        let mut line = self.raw_line()?;
        self.hasher.update(line.as_bytes());
        match line.pop() {
            Some('\n') => Ok(line),
            _ => Err(self.damaged()),
        }
    }

    /// The next line with its end; empty at the end of the file.
    fn raw_line(&mut self) -> Result<String, DbError> {
        let mut bytes = Vec::new();
        let read = (&mut self.lines).take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        read.map_err(|_| self.damaged())?; // what zstd cannot read is damaged
        String::from_utf8(bytes).map_err(|_| self.damaged())
    }

    fn damaged(&self) -> DbError {
        DbError::Damaged { file: self.file.clone(), part: Part::Positions }
    }
}

fn read_tier(line: &str) -> Option<ListedTier> {
    let mut numbers = line.split(' ');
    let stage = numbers.next()?.parse().ok()?;
    let positions = numbers.next()?.parse().ok()?;
    let below = numbers.map(|number| number.parse().ok()).collect::<Option<_>>()?;
    Some(ListedTier { stage, positions, below })
}

/// A source from front to back.
struct Bytes {
    source: Box<dyn Source>,
    at: u64,
}

impl Read for Bytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(usize::try_from(self.source.len() - self.at).unwrap_or(usize::MAX));
        self.source.read_at(self.at, &mut buffer[..length])?;
        self.at += length as u64;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Memory;

    fn facts() -> ListFacts {
        let tier = |stage, positions, below: &[u32]| ListedTier { stage, positions, below: below.into() };
        ListFacts {
            game: "nim".into(),
            rules_version: 2,
            tiers: vec![tier(0, 1, &[]), tier(3, 2, &[0]), tier(7, 0, &[0, 1])],
        }
    }

    fn read(memory: &Memory) -> Result<Vec<String>, DbError> {
        let mut reader = ListReader::open(memory, "nim", 2)?.expect("there is a list");
        let mut texts = Vec::new();
        loop {
            match reader.next(2)? {
                batch if batch.is_empty() => return Ok(texts),
                batch => texts.extend(batch),
            }
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let memory = Memory::new();
        assert!(ListReader::open(&memory, "nim", 2).unwrap().is_none());
        let texts = ["0", "1,2", "# blake3"].map(String::from);
        write_positions(&memory, &facts(), texts.iter().cloned()).unwrap();
        assert_eq!(ListReader::open(&memory, "nim", 2).unwrap().unwrap().facts(), &facts());
        assert_eq!(read(&memory).unwrap(), texts);
        assert!(matches!(ListReader::open(&memory, "nim", 3), Err(DbError::OtherRules { found: 2, .. })));
        assert!(matches!(ListReader::open(&memory, "chess", 2), Err(DbError::OtherGame { .. })));
    }

    /// Lines of tiers lie across every buffer a reader may have.
    #[test]
    fn many_tiers_are_read() {
        for tiers in [1, 300, 447, 5_000_u32] {
            let tier = |stage: u32| ListedTier {
                stage,
                positions: 2,
                below: (stage.saturating_sub(2)..stage).collect(),
            };
            let facts = ListFacts { tiers: (0..tiers).map(tier).collect(), ..facts() };
            let memory = Memory::new();
            write_positions(&memory, &facts, (0..2 * tiers).map(|number| number.to_string())).unwrap();
            assert_eq!(ListReader::open(&memory, "nim", 2).unwrap().unwrap().facts(), &facts);
            assert_eq!(read(&memory).unwrap().len(), 2 * tiers as usize);
        }
    }

    /// A tier can only lead to tiers before it.
    #[test]
    fn tiers_below_that_are_not_below_are_refused() {
        for below in [vec![1], vec![2], vec![0, 7]] {
            let mut facts = facts();
            facts.tiers[1].below = below;
            let memory = Memory::new();
            write_positions(&memory, &facts, ["0", "1,2", "2,2"].map(String::from).into_iter()).unwrap();
            let error = ListReader::open(&memory, "nim", 2).err().expect("the list is wrong");
            assert!(matches!(error, DbError::Damaged { part: Part::Positions, .. }), "{error}");
        }
    }

    #[test]
    fn damage_is_found_wherever_it_is() {
        let memory = Memory::new();
        write_positions(&memory, &facts(), ["0", "1,2", "2,2"].map(String::from).into_iter()).unwrap();
        let whole = memory.bytes(POSITIONS_FILE).unwrap();
        let expected = read(&memory).unwrap();
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut bytes = whole.clone();
                bytes[at] ^= 1 << bit;
                memory.put(POSITIONS_FILE, bytes);
                // A bit that changes nothing may be read; a wrong list may not.
                assert!(read(&memory).map_or(true, |texts| texts == expected), "byte {at}, bit {bit}");
            }
            memory.put(POSITIONS_FILE, whole[..at].to_vec());
            assert!(read(&memory).is_err(), "cut after {at}");
        }
    }
}
