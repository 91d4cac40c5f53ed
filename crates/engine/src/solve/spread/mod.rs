//! Retrograde analysis by several peers: the kernel `spread`.
//!
//! It is the method of [`Queue`](crate::solve::Queue) for positions that are dealt to
//! peers ([`deal`]). Nobody looks a value up at another peer. Where all have room for the tiers
//! below and there are not too many peers, each reads those whole and looks up what is
//! there ([`hold`]); else values are told:
//!
//! 1. Every owner counts, by the rules, which children of its positions stay.
//! 2. The tiers below are told upwards: each peer reads its share of them once and
//!    sends every value to the owners of the positions that lead there. Where a game
//!    cannot list those, or has moves that count no ply, owners ask for what they
//!    need and are answered.
//! 3. Round by round, by distance, what is decided is told to predecessors.
//!
//! A message lowers, raises or counts, so the order of messages cannot show. All
//! tiers of a layer are solved as one ([`field`]). With one peer it is a kernel like
//! any other, and so it is tested.
//!
//! Time: positions x (moves + predecessors). Memory of a peer: two bytes for each of
//! its positions, messages under way, and the tiers below where it holds them, or its share
//! where it asks.

mod below;
mod count;
mod deal;
mod field;
mod hold;
mod load;
mod post;
mod ranges;
mod rounds;
mod save;

use kaiketsu_game::{Code, Retrograde, Slot, Tier};

pub(crate) use self::deal::Deal;
pub(crate) use self::field::Field;
pub(crate) use self::post::waiting_bytes;
use self::ranges::Ranges;
pub(crate) use self::save::Saver;
use self::save::{Saved, Stage};
use crate::parallel;
use crate::solve::crew::together;
use crate::solve::state::State;
use crate::solve::sweep::GRAIN;
use crate::solve::{Alone, CountBy, Crew, Exchange, Kernel, Needs, Run, SolveError, TierSolver, TierValues};

/// The least number of pieces of work that are done before messages are sent.
const AT_ONCE: usize = 4;

/// What is counted of children: those that stay, and moves that do not count one ply.
const STAYING: usize = 0;
const UNCOUNTED: usize = 1;

/// The kernel for peers; see the module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spread;

impl<G: Retrograde + ?Sized> Kernel<G> for Spread {
    fn name(&self) -> &'static str {
        "spread"
    }

    fn needs(&self, game: &G, tier: Tier, distances: bool) -> Needs {
        let size = game.size(tier);
        let working_bytes = 2 * size + TierValues::bytes_at_most(size, distances);
        let all = Needs::all_below(game, tier, distances);
        // Where it asks, it has the tiers below twice: as they are fetched and as its own.
        let asked = if game.crosses_tiers() { 0 } else { all.below_bytes };
        Needs { working_bytes: working_bytes + asked, passes: 2.0, ..all }
    }

    fn start<'a>(&'a self, run: &Run<'a, G>) -> Result<Box<dyn TierSolver + 'a>, SolveError> {
        Ok(run.each_tier(|job, out| {
            let read = |tier: Tier, start: u64, codes: &mut [Code]| {
                let values = job.run.solved.fetch(tier)?;
                (start..).zip(codes).for_each(|(index, code)| *code = values.get(index));
                Ok(())
            };
            let told = |doing: &str, share: f64| {
                job.status(doing);
                job.partly(share);
            };
            let field = Field::new(job.run.game, [job.tier]);
            let work =
                Work { game: job.run.game, crew: None, read: &read, holds: false, told: &told, saver: None };
            let settled = work.settle(field, &mut Alone::default(), kaiketsu_db::BLOCK_POSITIONS)?;
            out.push_each(|index| settled.state.code(index))
        }))
    }
}

/// Reads values of a solved tier from a number on.
pub(crate) type Read<'a> = dyn Fn(Tier, u64, &mut [Code]) -> Result<(), SolveError> + Sync + 'a;

/// What a peer works with.
pub(crate) struct Work<'a, G: ?Sized> {
    pub(crate) game: &'a G,
    /// Who does it; the threads of the pool it is called in if nobody is named.
    pub(crate) crew: Option<&'a dyn Crew>,
    pub(crate) read: &'a Read<'a>,
    /// Whether all peers have room for the tiers below, and it is less work to look values up
    /// there than to be told.
    pub(crate) holds: bool,
    /// Is told what is being done, and which share of the field is.
    pub(crate) told: &'a (dyn Fn(&str, f64) + Sync),
    /// Where rounds are saved, if they are.
    pub(crate) saver: Option<&'a Saver<'a>>,
}

/// The part of a peer of what is being solved.
pub(crate) struct Part {
    pub(crate) field: Field,
    pub(crate) deal: Deal,
    pub(crate) me: usize,
    pub(crate) state: State,
}

/// Neighbours among the positions of a peer, of one tier.
struct Neighbours {
    tier: Tier,
    /// Where the tier begins in the field.
    first: u64,
    /// Their numbers in the tier.
    range: std::ops::Range<u64>,
    /// The local number of the first.
    local: usize,
}

impl Part {
    /// How many positions the peer has.
    pub(crate) fn size(&self) -> usize {
        self.deal.size_of(self.me)
    }

    /// How many chunks they are.
    fn chunks(&self) -> usize {
        self.size().div_ceil(GRAIN)
    }

    /// The positions of a chunk.
    fn chunk(&self, chunk: usize) -> impl Iterator<Item = Neighbours> {
        let local = chunk * GRAIN..self.size().min((chunk + 1) * GRAIN);
        neighbours(&self.field, self.deal, self.me, local)
    }
}

impl Neighbours {
    /// Those whose numbers in the field are not among some.
    fn without<'a>(&self, skip: &'a Ranges) -> impl Iterator<Item = Neighbours> + use<'a> {
        let Neighbours { tier, first, ref range, local } = *self;
        let start = range.start;
        skip.rest(first + start..first + range.end).map(move |rest| {
            let range = rest.start - first..rest.end - first;
            let local = local + (range.start - start) as usize;
            Neighbours { tier, first, range, local }
        })
    }
}

/// The positions that a peer has under some local numbers.
fn neighbours(
    field: &Field,
    deal: Deal,
    peer: usize,
    local: std::ops::Range<usize>,
) -> impl Iterator<Item = Neighbours> {
    let mut next = local.start;
    let parts = deal.globals(peer, local).flat_map(|range| field.parts(range));
    parts.map(move |(tier, range, start)| {
        let local = next;
        next += (range.end - range.start) as usize;
        Neighbours { tier, first: start - range.start, range, local }
    })
}

impl<G: Retrograde + ?Sized> Work<'_, G> {
    /// Solves a field together with the other peers; what this one has of it.
    pub(crate) fn settle(
        &self,
        field: Field,
        exchange: &mut dyn Exchange,
        grain: u64,
    ) -> Result<Part, SolveError> {
        let below = field.below(self.game);
        let deal = Deal::new(field.size(), exchange.peers(), grain);
        let below_deal = Deal::new(below.size(), exchange.peers(), grain);
        let mut saved = Saved::new(self.saver);
        let (part, stage) = match saved.resume(field, deal, exchange)? {
            Ok(found) => found,
            Err(field) => (self.room(field, deal, exchange)?, self.first_stage(&below)),
        };
        let distance = match stage {
            Stage::Round(distance) => distance,
            Stage::Looking | Stage::Counting | Stage::Below => {
                if stage == Stage::Looking && self.holds {
                    let held = self.hold(&below, exchange)?;
                    self.count(&part, Some(&held), &mut saved, exchange)?;
                } else {
                    self.hear_from_below(&part, stage, &below, below_deal, &mut saved, exchange)?;
                }
                if saved.counted[STAYING] == 0 {
                    return Ok(part);
                }
                saved.save_if_time(&part, Stage::Round(0), exchange)?;
                0
            }
        };
        self.take_back(&part, distance, &mut saved, exchange)?;
        Ok(part)
    }

    fn first_stage(&self, below: &Field) -> Stage {
        if self.holds && below.size() > 0 { Stage::Looking } else { Stage::Counting }
    }

    /// The first two steps, from some stage on. What others looked up who held the tiers below
    /// may be told again.
    fn hear_from_below(
        &self,
        part: &Part,
        stage: Stage,
        below: &Field,
        deal: Deal,
        saved: &mut Saved<'_>,
        exchange: &mut dyn Exchange,
    ) -> Result<(), SolveError> {
        if stage != Stage::Below {
            self.count(part, None, saved, exchange)?;
        }
        if below.size() > 0 {
            if self.game.crosses_tiers() && saved.counted[UNCOUNTED] == 0 {
                self.tell_upwards(part, below, deal, saved, exchange)?;
            } else {
                self.ask(part, below, deal, saved, exchange)?;
            }
            saved.stage_is_done();
        }
        self.all_heard(part, exchange)
    }

    /// What `work` returns for each number below `count`, in order.
    fn map<T: Send>(&self, count: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
        match self.crew {
            None => parallel::map(count, work),
            Some(crew) if crew.workers() < 2 => (0..count).map(work).collect(),
            Some(crew) => together(crew, || parallel::map(count, work)),
        }
    }

    /// Pieces of work to do before messages are sent: as many, and so as much memory for
    /// what they have to say, for one thread as for some.
    fn at_once(&self) -> usize {
        self.crew.map_or_else(parallel::workers, Crew::workers).max(AT_ONCE)
    }

    /// How children are counted.
    fn count_by(&self) -> CountBy {
        if self.game.once_a_move() { CountBy::Moves } else { CountBy::Slots }
    }

    /// A position is not over and has no move.
    fn no_moves(&self, slot: Slot) -> SolveError {
        let position = format!("{:?}", self.game.position(slot));
        let (game, tier) = (self.game.id(), self.game.tier_name(slot.tier));
        SolveError::NoMoves { game, tier, index: slot.index, position }
    }

    /// A distance does not fit.
    fn too_long(&self, tier: Tier) -> SolveError {
        let limit = crate::solve::state::LONGEST;
        SolveError::TooLong { game: self.game.id(), tier: self.game.tier_name(tier), limit }
    }
}

/// Ends a round of peers of which some may have failed: then all end.
pub(crate) fn agree(
    exchange: &mut dyn Exchange,
    failure: Option<SolveError>,
    vote: &[u64],
    take: &mut crate::solve::Take<'_>,
) -> Result<Vec<u64>, SolveError> {
    let votes: Vec<u64> = vote.iter().copied().chain([failure.is_some().into()]).collect();
    let mut sums = exchange.round(&votes, take)?;
    let failed = sums.pop().expect("a vote of all");
    match failure {
        Some(failure) => Err(failure),
        None if failed > 0 => Err(SolveError::Elsewhere { peers: failed }),
        None => Ok(sums),
    }
}
