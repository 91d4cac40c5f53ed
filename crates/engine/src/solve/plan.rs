//! What a solve will take, before it starts.

use std::hint::black_box;
use std::time::{Duration, Instant};

use kaiketsu_game::{Retrograde, Slot, Tier, Tiered, Turn};

use crate::solve::among::way::{Dealing, Upwards, Way};
use crate::solve::spread::{Deal, Field};
use crate::solve::{Children, Kernel, Layout, Options, Runs, SolveError, Spread, TierValues, Trial};

/// Memory set aside for the program itself and the tables of the game.
const RESERVE: u64 = 64 << 20;

/// Memory of the program itself and the tables of a small game, as measured.
const PROGRAM: u64 = 12 << 20;

/// What a file takes on disk beside its values.
pub const FILE_BYTES: u64 = 200;

/// Bytes that compression usually leaves of positions: a bit of each with its
/// distance, four tenths of a bit without, the middle of the games in docs/kernels.md.
fn usual_bytes(positions: u64, distances: bool) -> u64 {
    (positions as f64 * if distances { 1.0 } else { 0.4 } / 8.0) as u64
}

/// What a solve of a game by a kernel takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The game.
    pub game: String,
    /// The kernel.
    pub kernel: &'static str,
    /// Whether distances are computed and stored.
    pub distances: bool,
    /// Stored positions, once for each aim.
    pub positions: u64,
    /// Tiers.
    pub tiers: u32,
    /// Layers, that is, files.
    pub layers: u32,
    /// Threads.
    pub threads: usize,
    /// The least memory it can do with.
    pub memory_needed: u64,
    /// Memory with which no solved tier is read back.
    pub memory_comfortable: u64,
    /// Memory it may use.
    pub memory_given: u64,
    /// The tier that needs most memory.
    pub largest_tier: String,
    /// Memory it will about hold at the most, within what it may use.
    pub memory_expected: u64,
    /// Bytes on disk at the most; compression usually leaves far less.
    pub disk_at_most: u64,
    /// Bytes on disk that compression will about leave.
    pub disk_expected: u64,
    /// Whether about as many bytes again are on disk while it works: the rounds of a
    /// tier that is solved by distance and carried over.
    pub keeps_rounds: bool,
    /// A forecast of processor time in seconds: by measured rates, or from a short
    /// trial on this machine; `None` where no trial was made.
    pub cpu_seconds: Option<f64>,
    /// Whether time and disk follow from solves that were measured. If not, time is
    /// from a trial and disk is what games usually take.
    pub measured: bool,
    /// What processes say to one another, if there are several.
    pub exchanged: Option<Exchanged>,
    /// The layers whose tiers go to processes whole, if there are several processes and
    /// such layers.
    pub whole: Option<Whole>,
    /// What is known so far of a game whose positions are numbered as they
    /// are found. `Some` means that there were too many to find them all for
    /// a plan: then `positions` is the least there can be, and so are memory
    /// and disk.
    pub trial: Option<Trial>,
}

/// Layers of which each of several processes solves whole tiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole {
    /// The kernel that solves them.
    pub kernel: &'static str,
    /// How many layers they are.
    pub layers: u32,
    /// Their positions.
    pub positions: u64,
}

/// About what the processes of a solve say to one another, all together. Less is said
/// where positions turn out to be drawn: those that lead there in their own tier are told
/// nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exchanged {
    /// Messages: one for each move that is told, or asked, to another process.
    pub messages: u64,
    /// Bytes of them.
    pub bytes: u64,
}

impl Plan {
    /// What is known when the search for positions stopped half-way.
    #[must_use]
    pub fn of_trial(game: String, kernel: &'static str, options: &Options, trial: Trial) -> Self {
        let memory = RESERVE + trial.found * trial.search_bytes.max(trial.solve_bytes);
        Plan {
            game,
            kernel,
            distances: options.distances,
            positions: trial.found,
            tiers: 1,
            layers: 1,
            threads: options.threads,
            memory_needed: memory,
            memory_comfortable: memory,
            memory_given: options.memory,
            largest_tier: "not known yet".into(),
            memory_expected: memory,
            disk_at_most: TierValues::bytes_at_most(trial.found, options.distances),
            disk_expected: usual_bytes(trial.found, options.distances),
            keeps_rounds: false,
            cpu_seconds: None,
            measured: false,
            exchanged: None,
            whole: None,
            trial: Some(trial),
        }
    }

    /// Refuses a budget that cannot be met.
    pub(crate) fn check(&self) -> Result<(), SolveError> {
        if self.memory_needed <= self.memory_given {
            return Ok(());
        }
        Err(SolveError::Memory {
            game: self.game.clone(),
            tier: self.largest_tier.clone(),
            needed: self.memory_needed,
            given: self.memory_given,
            distances: self.distances,
        })
    }
}

/// The part of a budget that tiers may use.
pub(crate) fn usable<G: Tiered + ?Sized>(game: &G, budget: u64) -> u64 {
    budget.saturating_sub(RESERVE + game.numbering_bytes())
}

/// Looks at all tiers; what a solve needs, without a forecast of time.
pub(crate) fn requirements<G: Tiered + ?Sized>(game: &G, kernel: &dyn Kernel<G>, options: &Options) -> Plan {
    let layout = Layout::new(game);
    let files = 0..options.files_of(layout.files());
    let layers = 0..files.clone().last().map_or(0, |file| layout.layer_of(file) + 1);
    let tiers = layers.clone().flat_map(|layer| layout.tiers(layer));
    let bytes = |tier: Tier| kernel.needs(game, tier, options.distances).bytes();
    let largest = tiers.max_by_key(|tier| bytes(*tier)).unwrap_or(Tier(0));
    let layer_bytes = |layer| TierValues::bytes_at_most(layout.size(layer), options.distances);
    let two_layers = layers.clone().map(|layer| layer_bytes(layer) + layer_bytes(layer.saturating_sub(1)));
    let positions = files.clone().map(|file| layout.size(layout.layer_of(file))).sum();
    let reserve = RESERVE + game.numbering_bytes();
    let memory_needed = reserve + bytes(largest);
    // The kernels give half of the budget to what makes them faster.
    let spare = 2 * kernel.spare(game, largest);
    let fetches = kernel.needs(game, largest, options.distances).fetches;
    let memory_comfortable = match fetches {
        false => memory_needed, // holds what it needs and reads nothing back
        true => reserve + spare.max(bytes(largest)) * options.threads as u64 + two_layers.max().unwrap_or(0),
    };
    // Tiers that are fetched are kept while there is room for them.
    let values = TierValues::bytes_at_most(positions, options.distances);
    let kept = if fetches { values.min(options.memory / 2) } else { 0 };
    let expected = PROGRAM + game.numbering_bytes() + bytes(largest) + kept;
    Plan {
        game: game.id(),
        kernel: kernel.name(),
        distances: options.distances,
        positions,
        tiers: layers.clone().map(|layer| layout.tiers(layer).len() as u32).sum(),
        layers: files.end,
        threads: options.threads,
        memory_needed,
        memory_comfortable,
        memory_given: options.memory,
        largest_tier: game.tier_name(largest),
        memory_expected: expected.min(options.memory.max(memory_needed)),
        disk_at_most: values + 4096 * u64::from(files.end),
        disk_expected: usual_bytes(positions, options.distances) + FILE_BYTES * u64::from(files.end),
        keeps_rounds: !fetches && options.distances,
        cpu_seconds: None,
        measured: false,
        exchanged: None,
        whole: None,
        trial: None,
    }
}

/// What each of several peers needs to solve a game together, without a forecast of time.
pub(crate) fn requirements_among<G: Retrograde + ?Sized>(
    dealing: &Dealing<'_, G>,
    options: &Options,
) -> Plan {
    let Dealing { game, layout, kernel, .. } = *dealing;
    let plan = requirements(game, &Spread, options);
    let layers = LayerPlan::all(dealing, options);
    let largest = (0..).zip(&layers).max_by_key(|(_, layer)| layer.bytes).map_or(0, |(layer, _)| layer);
    let most = |of: &dyn Fn(&LayerPlan) -> u64| layers.iter().map(of).max().unwrap_or(0);
    let reserve = RESERVE + game.numbering_bytes();
    let memory = reserve + most(&|layer| layer.bytes);
    let expected = PROGRAM + game.numbering_bytes() + most(&|layer| layer.expected);
    let whole = || (0..).zip(&layers).filter(|(_, layer)| layer.way == Way::Whole).map(|(layer, _)| layer);
    let positions = whole().map(|layer| layout.size(layer)).sum();
    let layers = whole().count() as u32;
    let whole =
        kernel.filter(|_| layers > 0).map(|kernel| Whole { kernel: kernel.name(), layers, positions });
    Plan {
        memory_needed: memory,
        memory_comfortable: memory.max(reserve + most(&|layer| layer.comfortable)),
        memory_expected: expected.min(options.memory.max(memory)),
        largest_tier: game.layer_name(largest),
        whole,
        ..plan
    }
}

/// A layer among peers.
struct LayerPlan {
    way: Way,
    /// Whether the layers below are held while it is spread.
    holds: bool,
    /// The least memory, that which will be used, and that with which it is fastest.
    bytes: u64,
    expected: u64,
    comfortable: u64,
}

impl LayerPlan {
    fn new<G: Retrograde + ?Sized>(dealing: &Dealing<'_, G>, layer: u32, options: &Options) -> Self {
        let (way, threads) = (dealing.way(layer), options.threads);
        let bytes = dealing.bytes(layer, way, threads);
        if way == Way::Whole {
            // Values of tiers are kept for those who fetch them: those that it solves, and all below.
            let size = |layer: u32| dealing.layout.size(layer);
            let values = size(layer) / dealing.peers as u64 + if layer > 0 { size(layer - 1) } else { 0 };
            let kept = TierValues::bytes_at_most(values, options.distances).min(options.memory / 2);
            return LayerPlan { way, holds: false, bytes, expected: bytes + kept, comfortable: bytes + kept };
        }
        let within = |memory: u64| dealing.holds(layer, memory, threads);
        let bytes_within =
            |memory: u64| if within(memory) { dealing.held_bytes(layer, threads) } else { bytes };
        let given = usable(dealing.game, options.memory);
        let (expected, comfortable) = (bytes_within(given), bytes_within(u64::MAX));
        LayerPlan { way, holds: within(given), bytes, expected, comfortable }
    }

    /// All layers that are asked for.
    fn all<G: Retrograde + ?Sized>(dealing: &Dealing<'_, G>, options: &Options) -> Vec<Self> {
        let layout = dealing.layout;
        let last = (0..options.files_of(layout.files())).last();
        let layers = 0..last.map_or(0, |file| layout.layer_of(file) + 1);
        layers.map(|layer| LayerPlan::new(dealing, layer, options)).collect()
    }
}

/// Refuses what peers cannot do with the memory that each is given, like
/// [`check`](crate::solve::check).
pub fn check_among<G: Retrograde + ?Sized>(
    game: &G,
    kernel: Option<&dyn Kernel<G>>,
    options: &Options,
    peers: usize,
) -> Result<(), SolveError> {
    let layout = Layout::new(game);
    let needs = requirements_among(&Dealing::new(game, &layout, kernel, options, peers), options);
    // What is spread needs as much without distances.
    Plan { distances: false, ..needs }.check()
}

/// What each of so many peers needs, and what they take together.
pub fn plan_among<G: Retrograde + ?Sized>(
    game: &G,
    kernel: Option<&dyn Kernel<G>>,
    options: &Options,
    peers: usize,
) -> Plan {
    let layout = Layout::new(game);
    let dealing = Dealing::new(game, &layout, kernel, options, peers);
    let exchanged = Some(exchanged_by(&dealing, options));
    let layers = (0..).zip(LayerPlan::all(&dealing, options));
    let looked: f64 = layers.map(|(layer, plan)| dealing.work(layer, plan.way, plan.holds)).sum();
    let cpu_seconds = Some(looked * seconds_per_position(game, None));
    Plan { cpu_seconds, exchanged, ..requirements_among(&dealing, options) }
}

/// Bytes that are told of a move out of its tier, and of one inside.
const LEAVING: f64 = 6.0;
const STAYING: f64 = 4.0;

/// A layer as it is dealt.
struct Dealt {
    /// Positions dealt as one.
    length: u64,
    /// The share of messages from the tiers below that go to others.
    below: f64,
    /// How many peers have part of it.
    owners: f64,
}

impl Dealt {
    fn new<G: Retrograde + ?Sized>(game: &G, layout: &Layout, layer: u32, peers: usize, grain: u64) -> Self {
        let deal = |size| Deal::new(size, peers, grain);
        let owners = |deal: Deal| deal.stretches().clamp(1, peers) as f64;
        let mine = deal(layout.size(layer));
        let below = deal(Field::new(game, layout.tiers(layer)).below(game).size());
        let most = owners(mine).max(owners(below));
        Dealt { length: mine.length(), below: 1.0 - 1.0 / most, owners: owners(mine) }
    }

    /// The share of moves inside a tier that lead to positions of others, taken as if they
    /// led anywhere in the tier: small tiers are seldom cut, and then once.
    fn inside(&self, size: u64) -> f64 {
        let lengths = size as f64 / self.length as f64;
        let elsewhere = if lengths < 1.0 { lengths / 3.0 } else { 1.0 - 2.0 / (3.0 * lengths) };
        elsewhere.min(1.0 - 1.0 / self.owners)
    }
}

/// What peers say to one another by the moves of some positions of the layers that are
/// asked for; dealt as in [`Among`](crate::solve::Among), so many as one, with values of the
/// layers below held, or told, or as it is less work.
pub fn exchanged<G: Retrograde + ?Sized>(
    game: &G,
    kernel: Option<&dyn Kernel<G>>,
    options: &Options,
    peers: usize,
    grain: u64,
    upwards: Option<Upwards>,
) -> Exchanged {
    let layout = Layout::new(game);
    let dealing = Dealing { grain, upwards, ..Dealing::new(game, &layout, kernel, options, peers) };
    exchanged_by(&dealing, options)
}

fn exchanged_by<G: Retrograde + ?Sized>(dealing: &Dealing<'_, G>, options: &Options) -> Exchanged {
    const MOST: u64 = 20_000;
    let Dealing { game, layout, peers, grain, .. } = *dealing;
    let plans = LayerPlan::all(dealing, options);
    let layers = plans.len() as u32;
    let dealt: Vec<Dealt> = (0..layers).map(|layer| Dealt::new(game, layout, layer, peers, grain)).collect();
    let slots = Runs::new(game, 1);
    let positions = (0..layers).map(|layer| layout.size(layer)).sum::<u64>();
    let looked = positions.min(MOST);
    let (mut leaving, mut staying) = (0.0, 0.0);
    let mut children = Children::new(game);
    let trial = Instant::now();
    let mut seen = 0;
    while seen < looked && (seen < 200 || trial.elapsed() < Duration::from_millis(60)) {
        // All there are, or by a stride far from round numbers all kinds of them.
        let at = if looked < MOST { seen } else { seen * (positions / 3 + 7_919) % positions };
        let (tier, index) = slots.find(at);
        seen += 1;
        let layer = game.layer(tier) as usize;
        if plans[layer].way == Way::Whole {
            continue;
        }
        if let Ok(children) = children.of(tier, index) {
            let mut children = children.to_vec();
            if !game.once_a_move() {
                children.sort_unstable_by_key(|child| (child.position, child.turn == Turn::Passes));
                children.dedup();
            }
            let stay = children.iter().filter(|child| child.position.tier == tier).count();
            let dealt = &dealt[layer];
            staying += stay as f64 * dealt.inside(game.size(tier));
            if !plans[layer].holds {
                leaving += (children.len() - stay) as f64 * dealt.below;
            }
        }
    }
    let all = |found: f64| found / seen.max(1) as f64 * positions as f64;
    let (leaving, staying) = (all(leaving), all(staying));
    Exchanged { messages: (leaving + staying) as u64, bytes: (LEAVING * leaving + STAYING * staying) as u64 }
}

/// Looks at all tiers and tries the rules on a few positions.
pub fn plan<G: Tiered + ?Sized>(game: &G, kernel: &dyn Kernel<G>, options: &Options) -> Plan {
    let requirements = requirements(game, kernel, options);
    let passes = kernel.needs(game, Tier(0), options.distances).passes;
    let cpu_seconds = requirements.positions as f64 * passes * seconds_per_position(game, None);
    Plan { cpu_seconds: Some(cpu_seconds), ..requirements }
}

/// The time to list the children of one position, by a trial of a few
/// hundredths of a second over positions of all tiers, or of one tier.
pub(super) fn seconds_per_position<G: Tiered + ?Sized>(game: &G, of: Option<Tier>) -> f64 {
    const BATCH: u32 = 256;
    let slots = Runs::new(game, 1);
    let total = of.map_or_else(|| slots.count(), |tier| game.size(tier));
    if total == 0 {
        return 0.0;
    }
    let patience = if of.is_some() { Duration::from_millis(4) } else { Duration::from_millis(60) };
    let mut moves = Vec::new();
    let mut look = |slot| {
        let position = game.position(slot);
        moves.clear();
        if game.ending(&position).is_none() {
            game.moves(&position, &mut moves);
        }
        moves.iter().for_each(|mv| _ = black_box(game.place(&game.play(&position, mv).position)));
    };
    let mut batches = Vec::new();
    let mut at = total / 2;
    let trial = Instant::now();
    while batches.len() < 8 || (trial.elapsed() < patience && batches.len() < 500) {
        let start = Instant::now();
        for _ in 0..BATCH {
            // A fixed stride far from round numbers meets all kinds of positions.
            at = (at + total / 3 + 7_919) % total;
            let (tier, index) = of.map_or_else(|| slots.find(at), |tier| (tier, at));
            look(Slot { tier, index });
        }
        batches.push(start.elapsed());
    }
    // The lower quartile: other programs on the machine slow some batches.
    batches.sort_unstable();
    batches[batches.len() / 4].as_secs_f64() / f64::from(BATCH)
}
