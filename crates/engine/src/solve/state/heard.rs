//! What a tier knows when values come to it, one by one and in any order, in place
//! of being asked for: the kernel `spread`.

use std::sync::atomic::Ordering::Relaxed;

use kaiketsu_game::{Code, Outcome};
use kaiketsu_lanes::SharedNumbers;

use super::{CHILD, EXCEPTION, Hopes, Known, LONGEST, NEVER_LOST, OPEN, State};
use crate::solve::sweep::GRAIN;

impl State {
    /// Room for so many positions.
    pub(crate) fn with_room(length: usize) -> std::io::Result<Self> {
        let numbers = SharedNumbers::zeros(length)?;
        Ok(State { numbers, exceptions: Default::default(), cyclic: false })
    }

    /// How a position ended, or how many of its children are inside the tier.
    pub(crate) fn count(&self, index: usize, counted: Result<usize, Outcome>) {
        let known = match counted {
            Err(outcome) => Known::Code(Code::ended(outcome)),
            Ok(children) => Known::Open(Hopes { children, resistance: 0 }),
        };
        self.numbers.all()[index].store(self.pack(index, known), Relaxed);
    }

    /// Says that a position will be wanted soon.
    #[inline]
    pub(crate) fn expect(&self, index: usize) {
        self.numbers.expect(index);
    }

    /// A move out of the tier is worth so much to the side that makes it. One thread
    /// at a time, and before any child inside the tier is decided. `false` if the
    /// distance is too long.
    pub(crate) fn hear(&self, index: usize, seen: Code) -> bool {
        let number = &self.numbers.all()[index];
        let before = number.load(Relaxed);
        let (children, plies) = ((before & !OPEN) / CHILD, seen.plies());
        match seen.outcome() {
            _ if plies > LONGEST => return false,
            Outcome::Win => _ = self.learn(index, Outcome::Win, plies),
            // A win stands, and what draws at the least is not lost.
            _ if before < OPEN || children == NEVER_LOST => {}
            Outcome::Draw => number.store(OPEN | (NEVER_LOST * CHILD), Relaxed),
            Outcome::Loss if children != EXCEPTION && plies < CHILD => {
                number.store(before - before % CHILD + plies.max(before % CHILD), Relaxed);
            }
            Outcome::Loss => {
                let mut exceptions = self.exceptions.lock().expect("nobody panics with them locked");
                let plain = Hopes { children: children.into(), resistance: before % CHILD };
                let hopes = exceptions.entry(index).or_insert(plain);
                hopes.resistance = hopes.resistance.max(plies);
                number.store(OPEN | (EXCEPTION * CHILD), Relaxed);
            }
        }
        true
    }

    /// All moves out of the tier have been heard of: positions of a chunk without others
    /// are decided by them. Shows those of which no move of one ply or more was heard.
    pub(crate) fn all_heard(&self, chunk: usize, mut silent: impl FnMut(usize)) {
        for (index, number) in (chunk * GRAIN..).zip(super::chunk_of(self.numbers.all(), chunk)) {
            let known = number.load(Relaxed);
            if known < OPEN {
                continue;
            }
            if known == OPEN {
                silent(index);
            }
            let resistance = match (known & !OPEN) / CHILD {
                0 => Some(known % CHILD),
                EXCEPTION => {
                    let exceptions = self.exceptions.lock().expect("nobody panics with them locked");
                    Some(&exceptions[&index])
                        .filter(|hopes| hopes.children == 0)
                        .map(|hopes| hopes.resistance)
                }
                _ => None,
            };
            if let Some(plies) = resistance {
                number.store(Code::loss(plies).0, Relaxed);
            }
        }
    }

    /// Shows what is decided at a distance in a chunk; how many that were, and the
    /// least later distance that waits there.
    pub(crate) fn due(
        &self,
        chunk: usize,
        distance: u16,
        mut show: impl FnMut(usize, Outcome),
    ) -> (u64, Option<u16>) {
        let (mut settled, mut later) = (0, None::<u16>);
        for (index, number) in (chunk * GRAIN..).zip(super::chunk_of(self.numbers.all(), chunk)) {
            let number = number.load(Relaxed);
            let plies = Code(number).plies();
            if number >= OPEN || number == Code::DRAW.0 || plies < distance {
                continue;
            }
            if plies > distance {
                later = Some(later.map_or(plies, |least| least.min(plies)));
                continue;
            }
            settled += 1;
            show(index, Code(number).outcome());
        }
        (settled, later)
    }

    /// What is known of a position, as it is held.
    pub(crate) fn number(&self, index: usize) -> u16 {
        self.numbers.all()[index].load(Relaxed)
    }

    /// Puts back what was held.
    pub(crate) fn put(&self, index: usize, number: u16) {
        self.numbers.all()[index].store(number, Relaxed);
    }

    /// How many positions are decided at a distance less than this.
    pub(crate) fn decided_before(&self, distance: u16) -> u64 {
        let decided =
            |number: u16| number < OPEN && number != Code::DRAW.0 && Code(number).plies() < distance;
        match distance {
            0 => 0,
            _ => self.numbers.all().iter().filter(|number| decided(number.load(Relaxed))).count() as u64,
        }
    }

    /// The exceptions: children inside the tier, and the distance below.
    pub(crate) fn exceptions(&self) -> Vec<(usize, usize, u16)> {
        let exceptions = self.exceptions.lock().expect("nobody panics with them locked");
        exceptions.iter().map(|(index, hopes)| (*index, hopes.children, hopes.resistance)).collect()
    }

    /// Puts an exception back.
    pub(crate) fn except(&self, index: usize, children: usize, resistance: u16) {
        let mut exceptions = self.exceptions.lock().expect("nobody panics with them locked");
        exceptions.insert(index, Hopes { children, resistance });
    }

    /// The value of a position once nothing waits any more: what is open is drawn.
    #[inline]
    pub(crate) fn code(&self, index: usize) -> Code {
        match self.numbers.all()[index].load(Relaxed) {
            OPEN.. => Code::DRAW,
            decided => Code(decided),
        }
    }
}
