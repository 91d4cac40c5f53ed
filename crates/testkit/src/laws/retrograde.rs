//! The law of [`Retrograde`]: exactly the moves, backwards.

use std::collections::{HashMap, HashSet};

use kaiketsu_game::{Origin, Outcome, Retrograde, Slot, Tier, Tiered, Turn};

use super::Thoroughness;
use super::positions::stored_slots;
use crate::naive;
use crate::random::Random;

/// Checks the law of [`Retrograde`]. Exhaustively: all moves of all stored
/// positions are turned round and compared. By samples: the origins of each
/// slot of the sample lead to it, and from each of its children the sample
/// itself is found.
///
/// # Panics
/// If the law is broken.
pub fn check_retrograde<G: Retrograde + ?Sized>(game: &G, thoroughness: Thoroughness) {
    let sources = Sources::of(game);
    let slots = stored_slots(game, thoroughness);
    match thoroughness {
        Thoroughness::Exhaustive => check_all(game, &slots, &sources),
        Thoroughness::Sample { .. } => {
            for slot in slots {
                check_backwards(game, slot, &sources);
                check_forwards(game, slot);
            }
        }
    }
    check_elsewhere(game, &sources);
    check_walks(game, thoroughness, &sources);
    check_leaves(game, thoroughness);
}

/// Per tier, the tiers from which moves may lead to it: itself, and those
/// that have it below them.
struct Sources(Vec<Vec<Tier>>);

impl Sources {
    fn of<G: Retrograde + ?Sized>(game: &G) -> Self {
        let mut sources: Vec<Vec<Tier>> = (0..game.tiers()).map(|tier| vec![Tier(tier)]).collect();
        if !game.crosses_tiers() {
            return Sources(sources);
        }
        for tier in (0..game.tiers()).map(Tier) {
            for below in game.below(tier) {
                sources[below.0 as usize].push(tier);
            }
        }
        Sources(sources)
    }

    fn to(&self, tier: Tier) -> &[Tier] {
        &self.0[tier.0 as usize]
    }
}

/// The places a position leads to, as far as the game lists such moves
/// backwards, each with the origin that it must list; none if it is over.
fn children<G: Retrograde + ?Sized>(game: &G, slot: Slot) -> HashSet<(Slot, Origin)> {
    let steps = naive::steps(game, &game.position(slot)).unwrap_or_default().into_iter();
    let origin = |turn| Origin { index: slot.index, passes: turn == Turn::Passes };
    let all = steps.map(|step| (game.locate(&step.position), origin(step.turn)));
    all.filter(|(child, _)| game.crosses_tiers() || child.tier == slot.tier).collect()
}

/// How many moves lead from a slot of a tier to another.
fn moves_between<G: Retrograde + ?Sized>(game: &G, from: Slot, to: Slot, passes: bool) -> usize {
    let steps = naive::steps(game, &game.position(from)).unwrap_or_default().into_iter();
    steps.filter(|step| game.locate(&step.position) == to && (step.turn == Turn::Passes) == passes).count()
}

/// What the game lists, each as often as it should be, and nothing before it lost.
fn listed<G: Retrograde + ?Sized>(game: &G, slot: Slot, tier: Tier) -> HashSet<Origin> {
    let before = Origin { index: u64::MAX, passes: false };
    let mut origins = vec![before];
    game.predecessors(slot, tier, &mut origins);
    let (kept, added) = origins.split_at(1);
    assert_eq!(kept, [before], "{}: broken law: `predecessors` appends; {slot:?}", game.id());
    let mut times: HashMap<Origin, usize> = HashMap::new();
    added.iter().for_each(|origin| *times.entry(*origin).or_default() += 1);
    let any_will_do = game.ending(&game.position(slot)) == Some(Outcome::Loss);
    for (origin, times) in &times {
        let expected = match game.once_a_move() {
            true if any_will_do => *times,
            true => moves_between(game, Slot { tier, index: origin.index }, slot, origin.passes),
            false => 1,
        };
        let place = describe(game, slot);
        assert_eq!(*times, expected, "{}: broken law: times of {origin:?} in {tier:?}; {place}", game.id());
    }
    times.into_keys().collect()
}

fn describe<G: Tiered + ?Sized>(game: &G, slot: Slot) -> String {
    format!("{slot:?} {:?}", game.position(slot))
}

fn check_all<G: Retrograde + ?Sized>(game: &G, slots: &[Slot], sources: &Sources) {
    let mut expected: HashMap<(Slot, Tier), HashSet<Origin>> = HashMap::new();
    for &slot in slots {
        for (child, origin) in children(game, slot) {
            expected.entry((child, slot.tier)).or_default().insert(origin);
        }
    }
    for &slot in slots {
        for &tier in sources.to(slot.tier) {
            let expected = expected.remove(&(slot, tier)).unwrap_or_default();
            let (id, place) = (game.id(), describe(game, slot));
            assert_eq!(
                listed(game, slot, tier),
                expected,
                "{id}: broken law: predecessors are the moves backwards; {place} from {tier:?}"
            );
        }
    }
    // What is left are moves that skip the tiers `below` lists.
    assert!(
        expected.is_empty(),
        "{}: moves lead into tiers that are not below: {:?}",
        game.id(),
        expected.keys()
    );
}

fn check_backwards<G: Retrograde + ?Sized>(game: &G, slot: Slot, sources: &Sources) {
    for &tier in sources.to(slot.tier) {
        for origin in listed(game, slot, tier) {
            let from = Slot { tier, index: origin.index };
            let (id, place) = (game.id(), describe(game, slot));
            assert!(
                origin.index < game.size(tier),
                "{id}: broken law: origins are stored; {from:?} to {place}"
            );
            let leads = children(game, from).contains(&(slot, origin));
            assert!(
                leads,
                "{id}: broken law: a move leads from each origin; {} to {place}",
                describe(game, from)
            );
        }
    }
}

fn check_forwards<G: Retrograde + ?Sized>(game: &G, slot: Slot) {
    for (child, origin) in children(game, slot) {
        let (id, from, to) = (game.id(), describe(game, slot), describe(game, child));
        let found = listed(game, child, slot.tier).contains(&origin);
        assert!(found, "{id}: broken law: every move has its origin; {from} to {to}");
    }
}

/// From tiers that do not lead to a slot, nothing leads to it.
fn check_elsewhere<G: Retrograde + ?Sized>(game: &G, sources: &Sources) {
    let mut random = Random::new(0);
    for slot in stored_slots(game, Thoroughness::Sample { positions: 200, seed: 0 }) {
        for _ in 0..20 {
            let tier = Tier(random.below(game.tiers().into()) as u32);
            if !sources.to(slot.tier).contains(&tier) {
                let (id, place) = (game.id(), describe(game, slot));
                let origins = listed(game, slot, tier);
                assert!(origins.is_empty(), "{id}: broken law: no origins in {tier:?}; {place}: {origins:?}");
            }
        }
    }
}

/// Walks show what `predecessors` lists, in order; and so do visits, in positions.
fn check_walks<G: Retrograde + ?Sized>(game: &G, thoroughness: Thoroughness, sources: &Sources) {
    const LONG: u64 = 5;
    let few = match thoroughness {
        Thoroughness::Exhaustive => Thoroughness::Sample { positions: 200, seed: 3 },
        some => some,
    };
    for slot in stored_slots(game, few) {
        let range = slot.index..game.size(slot.tier).min(slot.index + LONG);
        for &tier in sources.to(slot.tier) {
            let mut next = range.start;
            game.walk_predecessors(slot.tier, range.clone(), tier, &mut |index, walked| {
                let (id, at) = (game.id(), Slot { index, ..slot });
                assert_eq!(index, next, "{id}: broken law: a walk goes through all slots in order; {slot:?}");
                next += 1;
                let mut origins = Vec::new();
                game.predecessors(at, tier, &mut origins);
                let sorted = |origins: &[Origin]| {
                    let mut origins = origins.to_vec();
                    origins.sort_unstable();
                    origins
                };
                let place = describe(game, at);
                assert_eq!(
                    sorted(walked),
                    sorted(&origins),
                    "{id}: broken law: a walk shows what `predecessors` lists; {place} from {tier:?}"
                );
                let mut visited = Vec::new();
                game.visit_predecessors(at, &game.position(at), tier, &mut |before, turn| {
                    visited.push(Origin { index: game.locate(before).index, passes: turn == Turn::Passes });
                });
                Origin::keep_once(&mut visited, 0);
                Origin::keep_once(&mut origins, 0);
                assert_eq!(visited, origins, "{id}: broken law: what is visited; {place} from {tier:?}");
            });
            assert_eq!(next, range.end, "{}: broken law: a walk goes to its end; {slot:?}", game.id());
        }
    }
}

/// From a tier that all moves leave, all do, and count one ply.
fn check_leaves<G: Retrograde + ?Sized>(game: &G, thoroughness: Thoroughness) {
    for slot in stored_slots(game, thoroughness).into_iter().filter(|slot| game.leaves(slot.tier)) {
        for step in naive::steps(game, &game.position(slot)).unwrap_or_default() {
            assert!(
                step.plies == 1 && game.locate(&step.position).tier != slot.tier,
                "{}: broken law: every move leaves the tier and counts one ply; {}",
                game.id(),
                describe(game, slot)
            );
        }
    }
}
