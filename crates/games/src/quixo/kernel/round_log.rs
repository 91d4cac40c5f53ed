//! What the rounds of a tier found, as files: its distances, until they are
//! merged and the tier below has read them, and the checkpoint between rounds.
//!
//! A log is a sequence of *parts*, files of frames that each hold some rounds.
//! The header of a part is magic "kairound", version, marks, rules version, the
//! first round, length of the game's id (four bytes each) and the game's id. A frame is found by the code of what it holds (won or lost in so many
//! plies) and its window, and its bytes are those of `cubes::news`. An empty
//! frame with code 0 and the number of the next round ends every part, and one
//! with code 65536 ends the last.

use std::io::{self, ErrorKind};
use std::time::{Duration, Instant};

use crate::Quixo;
use crate::quixo::cubes::windows::{Found, Verdict};
use kaiketsu_db::{Frame, FrameFile, FrameWriter};
use kaiketsu_engine::solve::Checkpoint;
use kaiketsu_game::{Code, Game, Notation};
use rayon::prelude::*;

const MAGIC: &[u8; 8] = b"kairound";
const VERSION: u32 = 1;

/// In place of a code: where the rounds of a part end.
const ROUNDS: u32 = 0;
/// In place of a code: where the rounds of the tier end.
const COMPLETE: u32 = 1 << 16;

/// The code of a verdict in so many plies.
pub(super) fn code(verdict: Verdict, plies: u16) -> Code {
    match verdict {
        Verdict::Won => Code::win(plies),
        Verdict::Lost => Code::loss(plies),
    }
}

/// The parts of a log that are written.
#[derive(Default)]
pub(super) struct RoundLog {
    parts: Vec<FrameFile>,
    /// By code and window: the part, and the frame.
    frames: Vec<((u32, u32), u32, Frame)>,
    /// How many rounds there are.
    pub(super) rounds: u16,
    /// Whether they are all rounds of the tier.
    pub(super) complete: bool,
}

impl RoundLog {
    /// The parts that are there, up to the first that cannot be used, and why
    /// that one cannot. With `check` all frames are looked at.
    pub(super) fn open(
        place: &Checkpoint<'_>,
        game: &Quixo,
        marks: u32,
        check: bool,
    ) -> (Self, io::Result<()>) {
        let mut log = RoundLog::default();
        while !log.complete {
            match log.open_part(place, game, marks, check) {
                Ok(true) => {}
                Ok(false) => return (log, Ok(())),
                Err(error) => return (log, Err(error)),
            }
        }
        (log, Ok(()))
    }

    /// Opens the next part, if there is one.
    fn open_part(
        &mut self,
        place: &Checkpoint<'_>,
        game: &Quixo,
        marks: u32,
        check: bool,
    ) -> io::Result<bool> {
        let number = self.parts.len() as u32;
        let Some(source) = place.part(number).open()? else { return Ok(false) };
        let file = FrameFile::open(source, &header(game, marks, self.rounds))?;
        if check {
            file.frames().par_iter().try_for_each(|frame| file.read(frame).map(drop))?;
        }
        let marked = |mark| file.frames().iter().find(|frame| frame.key.0 == mark).map(|frame| frame.key.1);
        let rounds = marked(ROUNDS).and_then(|rounds| u16::try_from(rounds).ok());
        let rounds = rounds.filter(|rounds| *rounds >= self.rounds);
        self.rounds = rounds.ok_or_else(|| unusable("a part does not end"))?;
        self.complete = marked(COMPLETE).is_some();
        let frames = file.frames().iter().filter(|frame| !matches!(frame.key.0, ROUNDS | COMPLETE));
        self.frames.extend(frames.map(|frame| (frame.key, number, *frame)));
        self.frames.par_sort_unstable();
        self.parts.push(file);
        Ok(true)
    }

    /// How many parts can be used; the next one is the first that cannot.
    pub(super) fn parts(&self) -> u32 {
        self.parts.len() as u32
    }

    /// What a round found in a window.
    pub(super) fn found(&self, plies: u16, window: usize) -> io::Result<Found> {
        let mut found = [None, None];
        for (verdict, found) in Verdict::BOTH.into_iter().zip(&mut found) {
            let key = (u32::from(code(verdict, plies).0), window as u32);
            if let Ok(place) = self.frames.binary_search_by_key(&key, |(key, ..)| *key) {
                let (_, part, frame) = &self.frames[place];
                *found = Some(self.parts[*part as usize].read(frame)?);
            }
        }
        Ok(found)
    }
}

/// A log that is being written.
pub(super) struct RoundWriter<'a> {
    place: &'a Checkpoint<'a>,
    game: &'a Quixo,
    marks: u32,
    every: Duration,
    part: u32,
    /// The first round of the part.
    first: u16,
    open: Option<FrameWriter>,
    saved_at: Instant,
}

impl<'a> RoundWriter<'a> {
    /// Goes on after the parts of a log. A part ends, and is durable, after the
    /// first round that is over after so much time.
    pub(super) fn after(
        log: &RoundLog,
        place: &'a Checkpoint<'a>,
        game: &'a Quixo,
        marks: u32,
        every: Duration,
    ) -> Self {
        let (part, first) = (log.parts.len() as u32, log.rounds);
        RoundWriter { place, game, marks, every, part, first, open: None, saved_at: Instant::now() }
    }

    /// Where the frames of a round go.
    pub(super) fn frames(&mut self) -> io::Result<&FrameWriter> {
        if self.open.is_none() {
            let sink = self.place.part(self.part).create()?;
            self.open = Some(FrameWriter::new(sink, &header(self.game, self.marks, self.first))?);
        }
        self.open.as_ref().ok_or_else(|| unusable("made just before"))
    }

    /// After a round: says whether a part was saved.
    pub(super) fn end_round(&mut self, rounds: u16) -> io::Result<bool> {
        if self.open.is_none() || self.saved_at.elapsed() < self.every {
            return Ok(false);
        }
        self.end_part(rounds, false)?;
        Ok(true)
    }

    /// After the last round.
    pub(super) fn finish(mut self, rounds: u16) -> io::Result<()> {
        self.frames()?;
        self.end_part(rounds, true)
    }

    fn end_part(&mut self, rounds: u16, complete: bool) -> io::Result<()> {
        let Some(open) = self.open.take() else { return Ok(()) };
        open.add((ROUNDS, rounds.into()), Ok(Vec::new()));
        if complete {
            open.add((COMPLETE, 0), Ok(Vec::new()));
        }
        open.commit()?;
        self.part += 1;
        self.first = rounds;
        self.saved_at = Instant::now();
        Ok(())
    }
}

fn header(game: &Quixo, marks: u32, first: u16) -> Vec<u8> {
    let id = game.id();
    let mut bytes = MAGIC.to_vec();
    for number in [VERSION, marks, game.rules_version(), first.into(), id.len() as u32] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(id.bytes());
    bytes
}

fn unusable(why: &'static str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why)
}
