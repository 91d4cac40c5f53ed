//! Children are looked at, each once: those in the tiers below are asked for some at a time,
//! those inside the tier are counted.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use kaiketsu_game::{Code, Outcome, Tier, Tiered};

use super::{GATHERED, Hopes, Inside, Known, State};
use crate::solve::batch::Batch;
use crate::solve::{Below, Child, Children};

/// Neighbours in a tier whose children are looked at.
pub(crate) struct Looked {
    pub(crate) tier: Tier,
    pub(crate) range: Range<u64>,
    /// Where the state has the first of them.
    pub(crate) at: usize,
}

/// What was found there, beside what the state now knows.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Children inside the tier.
    pub(crate) staying: u64,
    /// Moves out of it that do not count one ply.
    pub(crate) uncounted: u64,
    /// The longest distance.
    pub(crate) longest: u16,
    /// A position that is not over and has no child at all.
    pub(crate) stuck: Option<u64>,
}

impl State {
    /// Looks at the children of some positions.
    pub(crate) fn look<G: Tiered + ?Sized>(
        &self,
        game: &G,
        some: Looked,
        below: &Below,
        inside: Inside<'_>,
    ) -> Found {
        let Looked { tier, range, at } = some;
        let (start, mut longest) = (range.start, 0);
        let numbers = &self.numbers.all()[at..at + (range.end - start) as usize];
        let mut note = |index: u64, known: Known| {
            longest = longest.max(known.plies());
            let place = (index - start) as usize;
            numbers[place].store(self.pack(at + place, known), Relaxed);
        };
        let walk = |visit: &mut dyn FnMut(u64, &G::Position)| game.walk(tier, range, visit);
        let mut asked = Asked::new(below);
        match inside {
            Inside::Count(by) => {
                let mut children = Children::new(game);
                walk(&mut |index, position| {
                    let counted = children.count(tier, position, by, |child| asked.child(child));
                    asked.parent(index, counted, &mut note);
                });
            }
            Inside::Show(inside) => {
                let mut batch = Batch::new(game);
                let mut show = |index, children: Result<&[Child], Outcome>| {
                    let counted = children.map(|children| {
                        let leaving = children.iter().filter(|child| child.position.tier != tier);
                        leaving.for_each(|child| asked.child(child));
                        inside(index, children)
                    });
                    asked.parent(index, counted, &mut note);
                };
                walk(&mut |index, position| {
                    batch.add(index, position);
                    if batch.is_full() {
                        batch.show(|_| (), &mut show);
                    }
                });
                batch.show(|_| (), &mut show);
            }
        }
        asked.answer(&mut note);
        Found { longest, ..asked.found }
    }
}

/// Positions whose children below are asked for and not yet looked at: time for
/// memory to arrive.
struct Asked<'a> {
    below: &'a Below,
    children: Vec<Child>,
    /// Numbers of positions, their children inside the tier or how they ended, and
    /// where their children below end.
    parents: Vec<(u64, Result<usize, Outcome>, usize)>,
    found: Found,
}

impl<'a> Asked<'a> {
    fn new(below: &'a Below) -> Self {
        Asked { below, children: Vec::new(), parents: Vec::new(), found: Found::default() }
    }

    /// Asks for a child below of the next position.
    #[inline]
    fn child(&mut self, child: &Child) {
        self.below.expect(child.position);
        self.found.uncounted += u64::from(child.plies != 1);
        self.children.push(*child);
    }

    /// The next position, once its children have been asked for. At times, `note`
    /// learns what is known of positions.
    fn parent(&mut self, index: u64, counted: Result<usize, Outcome>, note: &mut impl FnMut(u64, Known)) {
        self.found.staying += counted.unwrap_or(0) as u64;
        let asked_before = self.parents.last().map_or(0, |(_, _, end)| *end);
        if counted == Ok(0) && self.children.len() == asked_before {
            self.found.stuck = self.found.stuck.or(Some(index));
        }
        self.parents.push((index, counted, self.children.len()));
        if self.children.len() >= 2 * GATHERED || self.parents.len() >= 2 * GATHERED {
            self.answer(note);
        }
    }

    /// Tells what is known of all positions that were asked about.
    fn answer(&mut self, note: &mut impl FnMut(u64, Known)) {
        let mut children = self.children.iter();
        let mut begin = 0;
        for (index, counted, end) in self.parents.drain(..) {
            let mut seen = Seen::default();
            for child in children.by_ref().take(end - std::mem::replace(&mut begin, end)) {
                seen.child(child.code_before(self.below.get(child.position)));
            }
            note(
                index,
                counted.map_or_else(|ended| Known::Code(Code::ended(ended)), |inside| seen.known(inside)),
            );
        }
        self.children.clear();
    }
}

/// What the children below say, as the side to move sees it.
#[derive(Default)]
struct Seen {
    win: Option<u16>,
    draws: bool,
    resistance: u16,
}

impl Seen {
    fn child(&mut self, seen: Code) {
        match seen.outcome() {
            Outcome::Win => self.win = Some(self.win.unwrap_or(u16::MAX).min(seen.plies())),
            Outcome::Loss => self.resistance = self.resistance.max(seen.plies()),
            Outcome::Draw => self.draws = true,
        }
    }

    fn known(&self, inside: usize) -> Known {
        match self.win {
            Some(win) => Known::Code(Code::win(win)),
            None if self.draws && inside == 0 => Known::Code(Code::DRAW),
            None if self.draws => Known::NeverLost,
            None if inside == 0 => Known::Code(Code::loss(self.resistance)),
            None => Known::Open(Hopes { children: inside, resistance: self.resistance }),
        }
    }
}
