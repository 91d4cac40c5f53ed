//! A game with rules alone, made [`Tiered`] by the list of its positions.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use kaiketsu_game::{Game, Notation, NotationError, Slot, Tier, Tiered};

use super::coding::{Coding, Unpacked};
use super::list::{List, Sought};
use super::search::{End, Limits, Reached, Search, Trial};
use super::{EnumerateError, Scheme};
use crate::forward::{forward_game, forward_notation};
use crate::solve::Progress;

/// Positions looked for in turn.
const TOGETHER: usize = 64;

/// A game whose reachable positions are numbered in order.
///
/// Every position it is asked about must be one that can be reached from the
/// start; [`Notation::read_position`] refuses others.
///
/// ```
/// use std::sync::Arc;
/// use kaiketsu_game::{Tier, Tiered};
/// use kaiketsu_games::TicTacToe;
/// use kaiketsu_engine::solve::{Enumerated, Limits, Scheme, Silent};
///
/// let game = Arc::new(TicTacToe);
/// let limits = Limits::memory(1 << 30);
/// let plain = Enumerated::find(Arc::clone(&game), Scheme::plain(), limits, &Silent)?;
/// assert_eq!(plain.size(Tier(0)), 5_478);
/// let folded = Enumerated::find(game, Scheme::folded(), limits, &Silent)?;
/// assert_eq!(folded.size(Tier(0)), 765);
/// # Ok::<(), kaiketsu_engine::solve::EnumerateError>(())
/// ```
pub struct Enumerated<G: Game> {
    pub(super) game: Arc<G>,
    pub(super) scheme: Scheme<G>,
    /// The lowest stage first.
    pub(super) tiers: Vec<StageList<G>>,
}

/// The positions of one stage.
pub(super) struct StageList<G: Game> {
    pub(super) stage: u32,
    pub(super) positions: List<G>,
    /// The tiers that moves lead to.
    pub(super) below: Vec<Tier>,
}

impl<G: Notation<Position: Ord>> Enumerated<G> {
    /// Finds and numbers all positions.
    pub fn find(
        game: Arc<G>,
        scheme: Scheme<G>,
        limits: Limits,
        progress: &dyn Progress,
    ) -> Result<Self, EnumerateError> {
        let limits = Limits { positions: u64::MAX, ..limits };
        match Self::try_find(game, scheme, limits, progress)? {
            Ok(found) => Ok(found),
            Err(_) => unreachable!("a search without a limit of positions goes on to the end"),
        }
    }

    /// The same, but it may stop at the limit of positions and says then how
    /// far it got.
    pub fn try_find(
        game: Arc<G>,
        scheme: Scheme<G>,
        limits: Limits,
        progress: &dyn Progress,
    ) -> Result<Result<Self, Trial>, EnumerateError> {
        match scheme.packing {
            Some(packing) => Self::find_by(packing, game, scheme, limits, progress),
            None => Self::find_by(Unpacked, game, scheme, limits, progress),
        }
    }

    fn find_by<C: Coding<G>>(
        coding: C,
        game: Arc<G>,
        scheme: Scheme<G>,
        limits: Limits,
        progress: &dyn Progress,
    ) -> Result<Result<Self, Trial>, EnumerateError> {
        let mut search = Search::new(Arc::clone(&game), scheme, coding);
        match search.run(limits, progress)? {
            End::AllFound => Self::of_reached(coding, game, scheme, search.sorted(progress)).map(Ok),
            End::Enough => Ok(Err(search.trial())),
            End::TooMany => Err(search.too_many(limits)),
        }
    }

    pub(super) fn of_reached<C: Coding<G>>(
        coding: C,
        game: Arc<G>,
        scheme: Scheme<G>,
        Reached { stages, leads }: Reached<C::Key>,
    ) -> Result<Self, EnumerateError> {
        let list = |(stage, keys)| (stage, coding.list(keys).expect("a set, sorted"));
        Self::of_lists(game, scheme, stages.into_iter().map(list).collect(), &leads)
    }

    /// The game by the positions of each stage, in order.
    pub(super) fn of_lists(
        game: Arc<G>,
        scheme: Scheme<G>,
        lists: Vec<(u32, List<G>)>,
        leads: &BTreeSet<(u32, u32)>,
    ) -> Result<Self, EnumerateError> {
        let numbers: Vec<u32> = lists.iter().map(|(stage, _)| *stage).collect();
        let tier_of = |stage: u32| Tier(numbers.binary_search(&stage).expect("a stage that was met") as u32);
        let number = |(stage, positions): (u32, List<G>)| {
            let below = leads.range((stage, 0)..(stage, stage)).map(|(_, to)| tier_of(*to)).collect();
            StageList { stage, positions, below }
        };
        let tiers = lists.into_iter().map(number).collect();
        let found = Enumerated { game, scheme, tiers };
        found.check_order()?;
        Ok(found)
    }

    /// Looks at neighbours all over the list: keys must have the order of the
    /// positions, or the list could not be read again.
    fn check_order(&self) -> Result<(), EnumerateError> {
        const SAMPLES: usize = 10_000;
        for StageList { positions, .. } in &self.tiers {
            let get = |place| positions.get(&self.game, place);
            let stride = positions.len().div_ceil(SAMPLES).max(1);
            let mut places = (1..positions.len()).step_by(stride);
            if let Some(place) = places.find(|place| get(place - 1) >= get(*place)) {
                let position = self.game.write_position(&get(place));
                return Err(EnumerateError::Packing { game: self.game.id(), position });
            }
        }
        Ok(())
    }

    /// The game with its rules alone.
    #[must_use]
    pub fn rules(&self) -> &Arc<G> {
        &self.game
    }

    /// The slot of a position, if it can be reached from the start.
    pub(super) fn slot(&self, position: &G::Position) -> Option<Slot> {
        let (tier, mut sought) = self.hunt(position)?;
        while sought.go_on() {}
        Some(Slot { tier, index: sought.found()? as u64 })
    }

    /// The tier of a position, and the beginning of a search for it there.
    fn hunt(&self, position: &G::Position) -> Option<(Tier, Sought<'_>)> {
        let stored = (self.scheme.fold)(&self.game, position);
        let stage = (self.scheme.stage)(&self.game, &stored);
        let tier = self.tiers.binary_search_by_key(&stage, |tier| tier.stage).ok()?;
        Some((Tier(tier as u32), self.tiers[tier].positions.hunt(&self.game, &stored)))
    }

    fn not_found(&self, position: &G::Position) -> ! {
        let text = self.game.write_position(position);
        panic!(
            "{}: {text} is not among the positions found from the start; \
             if the rules have changed, raise `rules_version` and solve again",
            self.game.id()
        )
    }

    /// Says so if a position cannot be reached from the start.
    pub(crate) fn covers(&self, position: &G::Position) -> Result<(), NotationError> {
        self.slot(position).map(|_| ()).ok_or_else(|| {
            let text = self.game.write_position(position);
            NotationError::new(format!(
                "`{text}` cannot be reached from the start; only positions that can are numbered"
            ))
        })
    }

    fn tier(&self, tier: Tier) -> &StageList<G> {
        &self.tiers[tier.0 as usize]
    }
}

impl<G: Game> Game for Enumerated<G> {
    forward_game!();
}

impl<G: Notation<Position: Ord>> Tiered for Enumerated<G> {
    fn tiers(&self) -> u32 {
        self.tiers.len() as u32
    }

    fn size(&self, tier: Tier) -> u64 {
        self.tier(tier).positions.len() as u64
    }

    fn locate(&self, position: &G::Position) -> Slot {
        self.slot(position).unwrap_or_else(|| self.not_found(position))
    }

    /// Some searches in turn, a step of each: memory is waited for together.
    fn locate_all(&self, positions: &[G::Position], slots: &mut Vec<Slot>) {
        let mut sought = Vec::with_capacity(TOGETHER);
        for some in positions.chunks(TOGETHER) {
            sought.clear();
            sought.extend(some.iter().map(|position| match self.hunt(position) {
                Some(sought) => sought,
                None => self.not_found(position),
            }));
            while sought.iter_mut().fold(false, |more, (_, sought)| sought.go_on() | more) {}
            slots.extend(some.iter().zip(&sought).map(|(position, (tier, sought))| match sought.found() {
                Some(index) => Slot { tier: *tier, index: index as u64 },
                None => self.not_found(position),
            }));
        }
    }

    fn position(&self, slot: Slot) -> G::Position {
        self.tier(slot.tier).positions.get(&self.game, slot.index as usize)
    }

    fn walk(&self, tier: Tier, range: Range<u64>, visit: &mut dyn FnMut(u64, &G::Position)) {
        let places = range.start as usize..range.end as usize;
        self.tier(tier).positions.walk(&self.game, places, visit);
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        self.tier(tier).below.clone()
    }

    fn tier_name(&self, tier: Tier) -> String {
        match self.tiers.len() {
            1 => "all positions".into(),
            _ => format!("stage {}", self.tier(tier).stage),
        }
    }

    fn layer_name(&self, layer: u32) -> String {
        self.tier_name(Tier(layer))
    }

    fn weight(&self, slot: Slot) -> u64 {
        (self.scheme.images)(&self.game, &self.position(slot))
    }

    fn numbering_bytes(&self) -> u64 {
        self.tiers.iter().map(|tier| tier.positions.bytes()).sum()
    }
}

impl<G: Notation<Position: Ord>> Notation for Enumerated<G> {
    forward_notation!();

    fn read_position(&self, text: &str) -> Result<G::Position, NotationError> {
        let position = self.game.read_position(text)?;
        self.covers(&position).map(|()| position)
    }
}
