//! What retrograde analysis knows of a tier: two bytes a position.
//!
//! ```text
//! 0 ccccccccccccccc   a code: final if its distance is at most the round, else a candidate
//! 1 hhhhhh rrrrrrrrr  open: children inside the tier not known to lose (h), and the
//!                     distance at which those below lose at the latest (r)
//! ```
//!
//! A position with more children or longer distances than fit there is an
//! exception, kept in a table beside.
//!
//! Rounds go by distance. A round only writes distances above its own, so
//! threads cannot disturb one another, and whatever they do the least distance
//! wins. What is pending is found by reading the numbers in order; *chunks* of
//! positions remember the least distance that waits in them, so that late
//! rounds, in which little happens, do not read the rest.

mod heard;
mod look;

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};

use kaiketsu_game::{Code, Origin, Outcome, Tiered};
use kaiketsu_lanes::SharedNumbers;

use crate::parallel;
use crate::solve::sweep::GRAIN;
use crate::solve::{Below, Child, CountBy, Job, SolveError, TierWriter};

pub(crate) use self::look::Looked;

/// What is known of each position of a tier.
pub(crate) struct State {
    numbers: SharedNumbers,
    exceptions: Mutex<HashMap<usize, Hopes>>,
    /// Whether a move stays inside the tier.
    cyclic: bool,
}

/// What an open position waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hopes {
    /// Children inside the tier that are not known to lose.
    children: usize,
    /// The distance at which the children below lose at the latest.
    resistance: u16,
}

/// What is done with the children inside the tier.
#[derive(Clone, Copy)]
pub(crate) enum Inside<'a> {
    /// They are counted.
    Count(CountBy),
    /// Somebody gets the number and all children of a position, and returns how
    /// many of them are inside the tier.
    Show(&'a (dyn Fn(u64, &[Child]) -> usize + Sync)),
}

/// The bit of an open position.
const OPEN: u16 = 1 << 15;
/// One child inside the tier.
const CHILD: u16 = 1 << 9;
/// In the place of the number of children: it cannot be lost.
const NEVER_LOST: u16 = 63;
/// In the place of the number of children: look at the exceptions.
const EXCEPTION: u16 = 62;
/// The greatest distance of a code that leaves the bit of open positions alone.
pub(crate) const LONGEST: u16 = (OPEN - 4) / 2;
/// Nothing waits in a chunk.
pub(crate) const NOTHING: u16 = u16::MAX;
/// About the share of the work that looking at all children is.
const EXPANDING: f64 = 0.6;
/// Origins gathered before the first of them is told: time for memory to arrive.
const GATHERED: usize = 64;

impl State {
    /// Looks at the children of every position once. Those inside the tier are
    /// counted as often as they will name their parent when they are decided:
    /// as it says, or by who wants to see them and counts himself.
    pub(crate) fn expand<G: Tiered + ?Sized>(
        job: &Job<'_, G>,
        below: &Below,
        inside: Inside<'_>,
    ) -> Result<Self, SolveError> {
        job.status("counting children");
        let numbers = SharedNumbers::zeros(job.size()).map_err(|cause| job.no_memory(cause))?;
        let state = State { numbers, exceptions: Mutex::default(), cyclic: false };
        let done = AtomicU64::new(0);
        let expand_chunk = |chunk: usize| {
            let from = chunk * GRAIN;
            let some = from as u64..job.size().min(from + GRAIN) as u64;
            let length = some.end - some.start;
            let found =
                state.look(job.run.game, Looked { tier: job.tier, range: some, at: from }, below, inside);
            if let Some(stuck) = found.stuck {
                return Err(job.no_moves(stuck));
            }
            if found.longest > LONGEST {
                return Err(too_long(job));
            }
            let done = done.fetch_add(length, Relaxed) + length;
            job.partly(EXPANDING * done as f64 / job.size() as f64);
            Ok(found.staying > 0)
        };
        let cyclic = parallel::try_map(job.size().div_ceil(GRAIN), &expand_chunk)?;
        Ok(State { cyclic: cyclic.contains(&true), ..state })
    }

    /// Takes values backwards until nothing changes; what is open then is drawn.
    pub(crate) fn settle<G: Tiered + ?Sized>(
        self,
        job: &Job<'_, G>,
        predecessors: impl Fn(u64, &mut Vec<Origin>) + Sync,
        out: &mut TierWriter<'_>,
    ) -> Result<(), SolveError> {
        if self.cyclic {
            self.take_back(job, &predecessors)?;
        }
        *self.exceptions.lock().expect("nobody panics while exceptions are locked") = HashMap::new();
        drop(predecessors);
        out.push_each(|index| self.code(index))
    }

    fn take_back<G: Tiered + ?Sized>(
        &self,
        job: &Job<'_, G>,
        predecessors: &(impl Fn(u64, &mut Vec<Origin>) + Sync),
    ) -> Result<(), SolveError> {
        let chunks = job.size().div_ceil(GRAIN);
        let mut waiting = all_wait_for(0, chunks);
        let settled = AtomicU64::new(0);
        let mut round = Some(0);
        while let Some(distance) = round {
            if distance >= LONGEST {
                return Err(too_long(job));
            }
            let next = all_wait_for(NOTHING, chunks);
            parallel::for_each(chunks, &|chunk| {
                let waits = waiting[chunk].load(Relaxed);
                if waits <= distance {
                    settled.fetch_add(self.take_back_chunk(chunk, distance, predecessors, &next), Relaxed);
                } else {
                    next[chunk].fetch_min(waits, Relaxed);
                }
            });
            let decided = settled.load(Relaxed);
            job.status(&format!("distance {distance}, {decided} of {} decided", job.size()));
            job.partly(EXPANDING + (1.0 - EXPANDING) * decided as f64 / job.size() as f64);
            waiting = next;
            let least = waiting.iter_mut().map(|waits| *waits.get_mut()).min();
            round = least.filter(|least| *least != NOTHING);
        }
        Ok(())
    }

    /// Takes what is decided at a distance in a chunk to the predecessors; how many that were.
    fn take_back_chunk(
        &self,
        chunk: usize,
        distance: u16,
        predecessors: &(impl Fn(u64, &mut Vec<Origin>) + Sync),
        waiting: &[AtomicU16],
    ) -> u64 {
        let mut origins = Vec::new();
        let mut gathered: Vec<(usize, Outcome)> = Vec::with_capacity(2 * GATHERED);
        let tell = |(index, seen): (usize, Outcome)| {
            if let Some(waits) = self.learn(index, seen, distance + 1) {
                let least = &waiting[index / GRAIN];
                if least.load(Relaxed) > waits {
                    least.fetch_min(waits, Relaxed);
                }
            }
        };
        let (settled, later) = self.due(chunk, distance, |index, outcome| {
            origins.clear();
            predecessors(index as u64, &mut origins);
            for origin in &origins {
                self.numbers.expect(origin.index as usize);
                gathered.push((origin.index as usize, origin.turn().view(outcome)));
            }
            if gathered.len() >= GATHERED {
                gathered.drain(..).for_each(tell);
            }
        });
        gathered.drain(..).for_each(tell);
        waiting[chunk].fetch_min(later.unwrap_or(NOTHING), Relaxed);
        settled
    }

    /// A move of this position turns out to win or lose in `plies`. If that
    /// gives it a code, the distance of it.
    pub(crate) fn learn(&self, index: usize, seen: Outcome, plies: u16) -> Option<u16> {
        let number = &self.numbers.all()[index];
        let mut before = number.load(Relaxed);
        loop {
            let (after, decided) = match seen {
                // Never touches a position that is over or lost: those have no
                // winning move, and predecessors are no finished games.
                Outcome::Win if before > Code::win(plies).0 => (Code::win(plies).0, Some(plies)),
                // A draw tells a parent no more than an open child does.
                Outcome::Win | Outcome::Draw => return None,
                Outcome::Loss => match (before & !OPEN) / CHILD {
                    // If a child below wins, its candidate stands.
                    _ if before < OPEN => return None,
                    NEVER_LOST => return None,
                    EXCEPTION => return self.learn_exception(index, plies),
                    1 => {
                        let last = plies.max(before % CHILD);
                        (Code::loss(last).0, Some(last))
                    }
                    _ => (before - CHILD, None),
                },
            };
            match number.compare_exchange_weak(before, after, Relaxed, Relaxed) {
                Ok(_) => return decided,
                Err(changed) => before = changed,
            }
        }
    }

    /// The same of an exception of which a move turns out to lose.
    fn learn_exception(&self, index: usize, plies: u16) -> Option<u16> {
        let mut exceptions = self.exceptions.lock().expect("nobody panics while exceptions are locked");
        let hopes = exceptions.get_mut(&index).expect("an exception is in the table");
        hopes.children -= 1;
        let last = (hopes.children == 0).then_some(hopes.resistance.max(plies))?;
        // All its moves lose, so nobody else has anything to write.
        self.numbers.all()[index].store(Code::loss(last).0, Relaxed);
        Some(last)
    }

    /// The number of a position of which so much is known.
    fn pack(&self, index: usize, known: Known) -> u16 {
        match known {
            Known::Code(code) => code.0,
            Known::NeverLost => OPEN | (NEVER_LOST * CHILD),
            Known::Open(hopes) if hopes.children < EXCEPTION.into() && hopes.resistance < CHILD => {
                OPEN | (hopes.children as u16 * CHILD) | hopes.resistance
            }
            Known::Open(hopes) => {
                let mut exceptions =
                    self.exceptions.lock().expect("nobody panics while exceptions are locked");
                exceptions.insert(index, hopes);
                OPEN | (EXCEPTION * CHILD)
            }
        }
    }
}

/// What is known of a position once its children have been looked at.
enum Known {
    Code(Code),
    NeverLost,
    Open(Hopes),
}

impl Known {
    fn plies(&self) -> u16 {
        match self {
            Known::Code(code) => code.plies(),
            Known::NeverLost => 0,
            Known::Open(hopes) => hopes.resistance,
        }
    }
}

fn chunk_of(numbers: &[AtomicU16], chunk: usize) -> &[AtomicU16] {
    &numbers[chunk * GRAIN..numbers.len().min((chunk + 1) * GRAIN)]
}

/// The least distance that waits in each chunk.
pub(crate) fn all_wait_for(distance: u16, chunks: usize) -> Vec<AtomicU16> {
    std::iter::repeat_with(|| AtomicU16::new(distance)).take(chunks).collect()
}

fn too_long<G: Tiered + ?Sized>(job: &Job<'_, G>) -> SolveError {
    SolveError::TooLong { game: job.run.game.id(), tier: job.name(), limit: LONGEST }
}
