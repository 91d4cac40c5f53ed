//! The files of all rounds, merged into the stored order or put back into the
//! planes.
//!
//! A task is what a thread looks at in one go: some neighbouring units. The
//! stored order is a sequence of tasks, and each file has at most one frame
//! for a task. So the codes of a task are made from its frames alone.

use std::io;

use crate::Nocca;
use kaiketsu_db::{DbError, Frame};
use kaiketsu_engine::solve::{Job, SolveError, TierWriter};
use kaiketsu_game::Code;
use rayon::prelude::*;

use super::PLAYING;
use super::layout::{Layout, PlaneUnits};
use super::round_file::{RoundFile, set_bits};
use super::rounds::Rounds;

/// Slots of tasks that are read side by side: a gigabyte of codes. A single
/// task may have more, but by then the planes are gone.
const BATCH_SLOTS: u64 = 1 << 29;

/// Codes pushed at a time where all are the same.
const STRETCH: u64 = 1 << 22;

/// Some neighbouring units of a class.
struct Task<'a> {
    class: usize,
    first_unit: usize,
    count: usize,
    units: &'a PlaneUnits,
}

/// Whether every frame of a file can be read, as the bits of a task.
pub(super) fn check(layout: &Layout, file: &RoundFile) -> io::Result<()> {
    file.frames().par_iter().try_for_each(|frame| {
        let (class, first_unit) = (frame.key.0 as usize, frame.key.1 as usize);
        let units = layout.classes.get(class).filter(|units| first_unit < units.count);
        let Some(units) = units.filter(|units| first_unit.is_multiple_of(units.task_units())) else {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a frame is of no unit of the game"));
        };
        let count = units.task_units().min(units.count - first_unit);
        file.read(frame, &mut vec![0; count * units.unit_words])
    })
}

/// All tasks in stored order.
fn tasks(layout: &Layout) -> Vec<Task<'_>> {
    let mut tasks = Vec::new();
    for (class, units) in layout.classes.iter().enumerate().filter(|(_, units)| units.count > 0) {
        let grain = units.task_units();
        for first_unit in (0..units.count).step_by(grain) {
            tasks.push(Task { class, first_unit, count: grain.min(units.count - first_unit), units });
        }
    }
    tasks
}

impl Task<'_> {
    fn slots(&self) -> u64 {
        self.count as u64 * self.units.slots
    }
}

/// The tasks in batches, with the share of slots before each in percent.
fn batches<'a>(tasks: &'a [Task<'a>]) -> impl Iterator<Item = (u64, &'a [Task<'a>])> {
    let all: u64 = tasks.iter().map(Task::slots).sum();
    let (mut rest, mut before) = (tasks, 0);
    std::iter::from_fn(move || {
        let mut slots = 0;
        let fitting = rest.iter().take_while(|task| {
            slots += task.slots();
            slots <= BATCH_SLOTS
        });
        let (batch, later) = rest.split_at(fitting.count().max(1).min(rest.len()));
        let percent = 100 * before / all.max(1);
        before += batch.iter().map(Task::slots).sum::<u64>();
        rest = later;
        (!batch.is_empty()).then_some((percent, batch))
    })
}

/// The frames of all files by task and round.
struct Frames<'a> {
    files: &'a [RoundFile],
    sorted: Vec<(Place, u16, Frame)>,
}

/// The round whose file cannot be read, and why.
type Unreadable = (u16, io::Error);

/// Class and first unit of a task.
type Place = (u32, u32);

impl<'a> Frames<'a> {
    fn new(files: &'a [RoundFile]) -> Self {
        let mut sorted: Vec<_> = (0..)
            .zip(files)
            .flat_map(|(round, file)| file.frames().iter().map(move |frame| (frame.key, round, *frame)))
            .collect();
        sorted.par_sort_unstable();
        Frames { files, sorted }
    }

    /// The bits of a task, round by round.
    fn visit(&self, task: &Task<'_>, mut visit: impl FnMut(u16, &[u64])) -> Result<(), Unreadable> {
        let place = (task.class as u32, task.first_unit as u32);
        let first = self.sorted.partition_point(|(other, ..)| *other < place);
        let mut words = vec![0; task.count * task.units.unit_words];
        for (_, round, frame) in self.sorted[first..].iter().take_while(|(other, ..)| *other == place) {
            words.fill(0);
            self.files[usize::from(*round)].read(frame, &mut words).map_err(|error| (*round, error))?;
            visit(*round, &words);
        }
        Ok(())
    }
}

/// Reads all tasks, those of a batch side by side, and takes them in stored order.
fn read_tasks<T: Send>(
    job: &Job<'_, Nocca>,
    files: &[RoundFile],
    doing: &str,
    read: impl Fn(&Frames<'_>, &Task<'_>) -> Result<T, Unreadable> + Sync,
    mut take: impl FnMut(&Task<'_>, T) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let (layout, frames) = (Layout::new(job.run.game), Frames::new(files));
    let tasks = tasks(&layout);
    for (percent, batch) in batches(&tasks) {
        job.run.progress.status(&format!("{doing}: {percent} %"));
        let found: Result<Vec<T>, Unreadable> = batch.par_iter().map(|task| read(&frames, task)).collect();
        let found = found.map_err(|error| unreadable(job, error))?;
        batch.iter().zip(found).try_for_each(|(task, found)| take(task, found))?;
    }
    Ok(())
}

/// Pushes all values in stored order.
pub(super) fn write(
    job: &Job<'_, Nocca>,
    files: &[RoundFile],
    out: &mut TierWriter<'_>,
) -> Result<(), SolveError> {
    let distances = job.run.distances;
    let read = |frames: &Frames<'_>, task: &Task<'_>| codes(frames, task, distances);
    let (mut written, size) = (0, job.size() as f64);
    let mut push = |codes: &[Code]| {
        written += codes.len();
        job.partly(PLAYING + (1.0 - PLAYING) * written as f64 / size);
        out.push(codes)
    };
    read_tasks(job, files, "writing quiet positions", read, |_, codes| push(&codes))?;
    let at_once = job.run.game.won_at_once();
    let won = vec![code(1, distances); STRETCH.min(at_once.end - at_once.start) as usize];
    let mut left = at_once.end - at_once.start;
    while left > 0 {
        job.run.progress.status("writing positions won at once");
        let now = left.min(STRETCH);
        push(&won[..now as usize])?;
        left -= now;
    }
    push(&[Code::loss(0)]) // the goal
}

/// The codes of the units of a task.
fn codes(frames: &Frames<'_>, task: &Task<'_>, distances: bool) -> Result<Vec<Code>, Unreadable> {
    let slots = task.units.slots as usize;
    let mut codes = vec![Code::DRAW; task.count * slots];
    frames.visit(task, |round, words| {
        let code = code(round, distances);
        for (unit, codes) in words.chunks_exact(task.units.unit_words).zip(codes.chunks_exact_mut(slots)) {
            set_bits(unit).for_each(|bit| codes[bit as usize] = code);
        }
    })?;
    Ok(codes)
}

/// What a round finds.
fn code(round: u16, distances: bool) -> Code {
    let plies = if distances { round } else { 0 };
    if round % 2 == 1 { Code::win(plies) } else { Code::loss(plies) }
}

/// Puts what was found in earlier rounds back into the planes.
pub(super) fn restore(
    job: &Job<'_, Nocca>,
    files: &[RoundFile],
    rounds: &mut Rounds<'_>,
) -> Result<(), SolveError> {
    if files.is_empty() {
        return Ok(());
    }
    let read = |frames: &Frames<'_>, task: &Task<'_>| {
        let mut found = [vec![], vec![]];
        frames.visit(task, |round, words| {
            let sum: &mut Vec<u64> = &mut found[usize::from(round % 2)];
            sum.resize(words.len(), 0);
            sum.iter_mut().zip(words).for_each(|(sum, word)| *sum |= word);
        })?;
        Ok(found)
    };
    let doing = format!("reading back {} rounds", files.len());
    read_tasks(job, files, &doing, read, |task, [losses, wins]| {
        rounds.restore(task.class, task.first_unit, [&wins, &losses]);
        Ok(())
    })?;
    rounds.go_on_from(files.len() as u16);
    Ok(())
}

/// A round that was whole a moment ago cannot be read. The next run looks at it anew.
fn unreadable(job: &Job<'_, Nocca>, (round, source): Unreadable) -> SolveError {
    let file = job.run.checkpoint(job.tier).part(round.into()).describe();
    DbError::Io { file, doing: "reading back what a round found", source }.into()
}
