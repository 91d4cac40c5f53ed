//! How far a solve is by the work it takes, not by positions alone.
//!
//! Tiers differ: a position of nine men's morris in which stones fly has ten times
//! the moves of one in which they slide. Who only counts positions first promises
//! too little time and then more and more. So each tier gets a weight before the
//! solve begins, from a trial of the rules on some of its positions.

use std::sync::Mutex;

use kaiketsu_db::LayerEntry;
use kaiketsu_game::{Tier, Tiered};

use crate::solve::plan::seconds_per_position;
use crate::solve::{Kernel, Progress};

/// Solves with fewer positions are over before anybody reads a forecast.
const WORTH_A_TRIAL: u64 = 1_000_000;

/// Tiers with fewer positions are not tried: they weigh nothing.
const WORTH_A_LOOK: u64 = 1_000;

/// Passes on what a solve tells, and adds the share of the work.
pub(super) struct Workload<'a> {
    progress: &'a dyn Progress,
    /// The weight of each tier, and its positions.
    tiers: Vec<(f64, u64)>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The weight of the tiers that are done.
    done: f64,
    /// The tier that the whole crew works on.
    current: Option<Tier>,
}

impl<'a> Workload<'a> {
    /// The work of solving these tiers, the first ones of the game.
    pub(super) fn new<G: Tiered + ?Sized>(
        game: &G,
        kernel: &dyn Kernel<G>,
        tiers: u32,
        distances: bool,
        progress: &'a dyn Progress,
    ) -> Self {
        let sizes: Vec<u64> = (0..tiers).map(|tier| game.size(Tier(tier))).collect();
        let all: u64 = sizes.iter().sum();
        // Kernels that take whole tiers at a time take as long for every position.
        let by_rules = kernel.needs(game, Tier(0), distances).passes >= 1.0;
        let tried = by_rules && all >= WORTH_A_TRIAL && tiers <= 64;
        let weight = |(tier, size): (u32, &u64)| match tried && *size >= WORTH_A_LOOK {
            true => (*size as f64 * seconds_per_position(game, Some(Tier(tier))), *size),
            false if tried => (0.0, *size),
            false => (*size as f64, *size),
        };
        let tiers = (0..).zip(&sizes).map(weight).collect();
        Workload { progress, tiers, state: Mutex::default() }
    }

    /// The whole crew begins a tier.
    pub(super) fn begins(&self, tier: Tier) {
        self.state.lock().expect("nobody panics with the state locked").current = Some(tier);
    }

    /// A tier is done, or was found done.
    pub(super) fn is_done(&self, tier: Tier) {
        let mut state = self.state.lock().expect("nobody panics with the state locked");
        state.done += self.tiers[tier.0 as usize].0;
        state.current = None;
        let share = self.share(state.done);
        drop(state);
        self.progress.worked(share);
    }

    fn share(&self, done: f64) -> f64 {
        let all: f64 = self.tiers.iter().map(|(weight, _)| weight).sum();
        if all > 0.0 { (done / all).min(1.0) } else { 1.0 }
    }
}

impl Progress for Workload<'_> {
    fn begin(&self, what: &str, positions: u64) {
        self.progress.begin(what, positions);
    }

    fn advance(&self, positions: u64, reused: bool) {
        self.progress.advance(positions, reused);
    }

    fn partly(&self, positions: u64) {
        self.progress.partly(positions);
        let state = self.state.lock().expect("nobody panics with the state locked");
        let Some(tier) = state.current else { return };
        let (weight, size) = self.tiers[tier.0 as usize];
        let share = self.share(state.done + weight * positions as f64 / size.max(1) as f64);
        drop(state);
        self.progress.worked(share);
    }

    fn worked(&self, share: f64) {
        self.progress.worked(share);
    }

    fn status(&self, text: &str) {
        self.progress.status(text);
    }

    fn warning(&self, text: &str) {
        self.progress.warning(text);
    }

    fn layer_saved(&self, layer: u32) {
        self.progress.layer_saved(layer);
    }

    fn layer_solved(&self, layer: &LayerEntry) {
        self.progress.layer_solved(layer);
    }

    fn end(&self) {
        self.progress.end();
    }
}
