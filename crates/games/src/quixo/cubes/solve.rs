//! Solving a tier: the start from the tier above, then rounds.
//!
//! Rounds of wins and of losses alternate. A round of wins reads losses and
//! writes wins, a round of losses the other way round: nothing is read and
//! written in the same round, so the number of threads makes no difference.
//! The tier is solved when a round changes nothing. Only shapes with a child
//! that changed are visited, and of them only the blocks of chunks concerned.
//!
//! Memory: three planes (wins, losses, and where a loss is still possible),
//! two of the tier above, and about 50 bytes of tables for each shape. The
//! work runs in the current pool of rayon.
//!
//! # Checkpoints
//!
//! The three planes are the whole state. Between rounds the observer may copy
//! them, or stop the work and get them back as [`Unfinished`]; work that goes
//! on from them takes everything as changed and ends with the same values.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use kaiketsu_lanes::{Chunk, Plane, Pool, Processor, flags};
use rayon::prelude::*;

use crate::quixo::cubes::links::{Layout, Links};
use crate::quixo::cubes::rounds::{Begin, Children, LossRound, Scratch, Start, Subject, WinRound};
use crate::quixo::cubes::settle::{Losses, Wins};
use crate::quixo::cubes::tier::CubeTier;
use crate::quixo::geometry::Board;
use crate::quixo::shapes::Shapes;

/// A tier whose rounds are not over.
#[derive(Debug)]
pub struct Unfinished {
    /// How many marks are on the board.
    pub marks: u32,
    /// Positions known to be won.
    pub win: Plane,
    /// Positions known to be lost.
    pub loss: Plane,
    /// Positions not known to be won or lost all of whose moves into the tier
    /// above lead to positions won for the other side.
    pub may_lose: Plane,
}

/// What has been done, after each round.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The number of the round: odd for wins, even for losses, 0 for the start.
    pub round: u32,
    /// How many shapes the round visited.
    pub visited: u64,
    /// In how many chunks of 512 positions it decided something.
    pub changed: u64,
    /// The state as it is now.
    pub state: &'a Unfinished,
}

/// How solving a tier ended.
#[derive(Debug)]
pub enum Ending {
    /// With all values.
    Solved(CubeTier),
    /// The observer stopped it.
    Stopped(Unfinished),
}

/// Is told of the progress, and may stop the work.
pub type Observer<'a> = dyn FnMut(&Progress<'_>) -> ControlFlow<()> + 'a;

/// Solves the tier with that many marks, given the tier above (none if the
/// board is full).
///
/// # Errors
///
/// If the system gives no memory.
pub fn solve_tier(
    board: &Board,
    marks: u32,
    above: Option<&CubeTier>,
    processor: Processor,
    pool: &mut Pool,
    observer: &mut Observer<'_>,
) -> io::Result<Ending> {
    let shapes = Shapes::new(board, marks);
    let layout = Layout::new(marks);
    let size = shapes.len() * layout.chunks;
    let state =
        Unfinished { marks, win: pool.take(size)?, loss: pool.take(size)?, may_lose: pool.take(size)? };
    let mut rounds = Rounds::new(board, shapes, state, processor);
    rounds.start(above);
    Ok(rounds.run(pool, observer))
}

/// Goes on with a tier from a checkpoint.
pub fn resume_tier(
    board: &Board,
    state: Unfinished,
    processor: Processor,
    pool: &mut Pool,
    observer: &mut Observer<'_>,
) -> Ending {
    let shapes = Shapes::new(board, state.marks);
    let mut rounds = Rounds::new(board, shapes, state, processor);
    rounds.flag_losses();
    rounds.run(pool, observer)
}

/// A tier being solved.
struct Rounds<'a> {
    board: &'a Board,
    shapes: Shapes,
    within: Links,
    layout: Layout,
    processor: Processor,
    state: Unfinished,
    /// Chunks that gained wins, or losses, in the last round of their kind.
    newly_won: Vec<u64>,
    newly_lost: Vec<u64>,
    /// Shapes with a child that changed.
    concerned: Vec<AtomicBool>,
}

impl<'a> Rounds<'a> {
    fn new(board: &'a Board, shapes: Shapes, state: Unfinished, processor: Processor) -> Self {
        let layout = Layout::new(state.marks);
        let within = Links::within(board, &shapes);
        let flags = || vec![0; shapes.len() * layout.flag_words];
        let (newly_won, newly_lost) = (flags(), flags());
        let concerned = std::iter::repeat_with(|| AtomicBool::new(true)).take(shapes.len()).collect();
        Rounds { board, shapes, within, layout, processor, state, newly_won, newly_lost, concerned }
    }

    /// Decides what is over and what the tier above decides.
    fn start(&mut self, above: Option<&CubeTier>) {
        let Rounds { board, shapes, layout, processor, .. } = self;
        let Layout { chunks, flag_words, .. } = *layout;
        let upwards = above.map(|tier| Links::upwards(board, shapes, &tier.shapes));
        let above = above.zip(upwards.as_ref()).map(|(tier, links)| {
            let layout = Layout::new(tier.marks());
            let losses =
                Children { links, shapes: &tier.shapes, layout, plane: tier.loss.chunks(), changed: &[] };
            (losses, tier.win.chunks())
        });
        (
            self.state.win.chunks_mut().par_chunks_mut(chunks),
            self.state.loss.chunks_mut().par_chunks_mut(chunks),
            self.state.may_lose.chunks_mut().par_chunks_mut(chunks),
            self.newly_lost.par_chunks_mut(flag_words),
            self.newly_won.par_chunks_mut(flag_words),
        )
            .into_par_iter()
            .enumerate()
            .for_each_init(
                || Scratch::new(*layout),
                |scratch, (shape, (win, loss, may_lose, lost, won))| {
                    let subject = Subject { board, shape, mask: shapes.mask(shape) };
                    let start = Start { win, loss, may_lose, lost, won };
                    processor.run(Begin { subject, above, start, scratch });
                },
            );
    }

    /// Takes every loss for new.
    fn flag_losses(&mut self) {
        let Layout { chunks, flag_words, .. } = self.layout;
        let lanes = self.state.loss.chunks().par_chunks(chunks);
        self.newly_lost.par_chunks_mut(flag_words).zip(lanes).for_each(|(flags, lanes)| {
            flags.fill(0);
            for (at, chunk) in lanes.iter().enumerate() {
                if *chunk != Chunk::ZERO {
                    flags::set(flags, at);
                }
            }
        });
    }

    /// Rounds until one changes nothing.
    fn run(mut self, pool: &mut Pool, observer: &mut Observer<'_>) -> Ending {
        let mut last = (self.shapes.len() as u64, 0);
        for round in 0.. {
            let (visited, changed) = last;
            if observer(&Progress { round, visited, changed, state: &self.state }).is_break() {
                return Ending::Stopped(self.state);
            }
            // The first round of losses comes after the first of wins,
            // whether that changed anything or not.
            if round >= 2 && changed == 0 {
                break;
            }
            last = if round % 2 == 0 { self.win_round() } else { self.loss_round(round == 1) };
        }
        let Unfinished { win, loss, may_lose, .. } = self.state;
        pool.give(may_lose);
        Ending::Solved(CubeTier { shapes: self.shapes, win, loss })
    }

    /// How many shapes were visited and how many chunks changed.
    fn win_round(&mut self) -> (u64, u64) {
        let Layout { chunks, flag_words, .. } = self.layout;
        let Rounds { board, shapes, within, layout, processor, concerned, state, newly_won, newly_lost } =
            self;
        let loss = state.loss.chunks();
        let lost = Children { links: within, shapes, layout: *layout, plane: loss, changed: newly_lost };
        let tally = Tally::default();
        (
            state.win.chunks_mut().par_chunks_mut(chunks),
            state.may_lose.chunks_mut().par_chunks_mut(chunks),
            newly_won.par_chunks_mut(flag_words),
        )
            .into_par_iter()
            .enumerate()
            .for_each_init(
                || Scratch::new(*layout),
                |scratch, (shape, (win, may_lose, changed))| {
                    changed.fill(0);
                    if concerned[shape].swap(false, Relaxed) {
                        let subject = Subject { board, shape, mask: shapes.mask(shape) };
                        let loss = &loss[shape * chunks..(shape + 1) * chunks];
                        let mut wins = Wins { win, loss, may_lose, changed };
                        processor.run(WinRound { subject, lost: &[lost], settle: &mut wins, scratch });
                        tally.add(wins.changed);
                    }
                },
            );
        self.concern_parents(&self.newly_won);
        tally.totals()
    }

    /// How many shapes were visited and how many chunks changed.
    fn loss_round(&mut self, everything: bool) -> (u64, u64) {
        let Layout { chunks, flag_words, .. } = self.layout;
        let Rounds { board, shapes, within, layout, processor, concerned, state, newly_won, newly_lost } =
            self;
        let plane = state.win.chunks();
        let won = Children { links: within, shapes, layout: *layout, plane, changed: newly_won };
        let tally = Tally::default();
        (
            state.loss.chunks_mut().par_chunks_mut(chunks),
            state.may_lose.chunks_mut().par_chunks_mut(chunks),
            newly_lost.par_chunks_mut(flag_words),
        )
            .into_par_iter()
            .enumerate()
            .for_each_init(
                || Scratch::new(*layout),
                |scratch, (shape, (loss, may_lose, changed))| {
                    changed.fill(0);
                    if concerned[shape].swap(false, Relaxed) || everything {
                        let subject = Subject { board, shape, mask: shapes.mask(shape) };
                        let mut losses = Losses { loss, may_lose, changed };
                        let (won, settle) = (&[won], &mut losses);
                        processor.run(LossRound { subject, won, everything, settle, scratch });
                        tally.add(losses.changed);
                    }
                },
            );
        self.concern_parents(&self.newly_lost);
        tally.totals()
    }

    /// Notes all shapes with a move into a shape that changed.
    fn concern_parents(&self, changed: &[u64]) {
        changed.par_chunks(self.layout.flag_words).enumerate().for_each(|(shape, changed)| {
            if flags::none(changed) {
                return;
            }
            let mask = self.shapes.mask(shape);
            for push in self.board.pushes().iter().filter(|push| mask & push.inserted() != 0) {
                let parent = self.shapes.fold(push.backward(mask) | push.taken()).number;
                self.concerned[parent as usize].store(true, Relaxed);
            }
        });
    }
}

/// Counts what a round does.
#[derive(Default)]
struct Tally {
    visited: AtomicU64,
    changed: AtomicU64,
}

impl Tally {
    fn add(&self, changed: &[u64]) {
        self.visited.fetch_add(1, Relaxed);
        self.changed.fetch_add(changed.iter().map(|word| u64::from(word.count_ones())).sum(), Relaxed);
    }

    fn totals(self) -> (u64, u64) {
        (self.visited.into_inner(), self.changed.into_inner())
    }
}
