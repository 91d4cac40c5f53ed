//! `verify` by the rules beside the equations as `docs/verify.md` writes them down, slot by
//! slot: any forged values make the same positions wrong.

use std::sync::Arc;

use kaiketsu_db::{Database, Memory};
use kaiketsu_engine::analyse::{Scope, Stored, VerifyError};
use kaiketsu_engine::fold::FoldedGame;
use kaiketsu_engine::solve::Sweep;
use kaiketsu_game::{
    Code, Game, Notation, NotationError, Outcome, Place, Plies, Slot, Step, Tier, Tiered, Value,
};
use kaiketsu_testkit::random::Random;
use kaiketsu_testkit::{RandomGame, Shape, SymmetricGame, naive, solve_in_memory};

use super::verify::{check_in, forged_at};

/// What the moves of a position, which is not over, are seen as.
fn seen<G: Tiered + Notation>(stored: &Stored<G>, position: &G::Position) -> Vec<Value> {
    let after = |position: &G::Position| match stored.game().place(position) {
        Place::Stored(slot) => stored.get(slot).unwrap(),
        Place::Derived => best(&seen(stored, position)),
    };
    let steps = naive::steps(stored.game(), position).expect("it is not over");
    steps.iter().map(|step| step.value_before(after(&step.position))).collect()
}

/// The quickest win, else a draw, else the slowest loss.
fn best(seen: &[Value]) -> Value {
    let with = |outcome| seen.iter().filter(move |value| value.outcome == outcome);
    let quickest = with(Outcome::Win).min_by_key(|value| value.plies);
    let slowest = with(Outcome::Loss).max_by_key(|value| value.plies);
    *quickest.or(with(Outcome::Draw).next()).or(slowest).expect("there are moves")
}

/// Whether a stored value is the one that the rules and the other values ask for.
fn holds<G: Tiered + Notation>(stored: &Stored<G>, slot: Slot) -> bool {
    let (game, value) = (stored.game(), stored.get(slot).unwrap());
    let position = game.position(slot);
    let distances = stored.database().manifest().distances;
    if let Some(outcome) = game.ending(&position) {
        let at_once = (distances && outcome != Outcome::Draw).then_some(Plies(0));
        return (value.outcome, value.plies) == (outcome, at_once);
    }
    let seen = seen(stored, &position);
    let no_win = || seen.iter().all(|seen| seen.outcome != Outcome::Win);
    match value.outcome {
        Outcome::Win => {
            let quicker = |seen: &Value| seen.outcome == Outcome::Win && seen.plies < value.plies;
            seen.contains(&value) && !seen.iter().any(quicker)
        }
        Outcome::Draw => no_win() && seen.iter().any(|seen| seen.outcome == Outcome::Draw),
        Outcome::Loss => {
            let slower = |seen: &Value| seen.plies > value.plies;
            let all_lose = seen.iter().all(|seen| seen.outcome == Outcome::Loss);
            all_lose && seen.contains(&value) && !seen.iter().any(slower)
        }
    }
}

/// What `verify` finds are the positions that do not hold in one tier of the first layer
/// that has some; whether there are any.
fn check_both<G: Tiered + Notation>(game: impl Fn() -> G, storage: &Memory) -> bool {
    let database = Database::open(Arc::new(storage.clone())).unwrap();
    let stored = Stored::new(Arc::new(game()), database).unwrap();
    let game_of_slots = stored.game();
    let wrong: Vec<Slot> = naive::slots(game_of_slots).filter(|slot| !holds(&stored, *slot)).collect();
    let found = match (check_in(Scope::ByTheRules, game(), storage), wrong.first()) {
        (Ok(_), None) => return false,
        (Err(VerifyError::Contradiction(found)), Some(_)) => found,
        (other, first) => panic!("{}: {other:?}, and {first:?} is wrong", game_of_slots.id()),
    };
    let layer = |slot: &Slot| game_of_slots.layer(slot.tier);
    let in_tier = |slot: &&Slot| game_of_slots.tier_name(slot.tier) == found.tier;
    let of_tier: Vec<&Slot> = wrong.iter().filter(in_tier).collect();
    assert_eq!(layer(of_tier[0]), layer(&wrong[0]), "{found}");
    assert_eq!((of_tier.len() as u64, of_tier[0].index), (found.wrong, found.index), "{found}");
    let position = game_of_slots.position(*of_tier[0]);
    let expected = match game_of_slots.ended(&position) {
        Some(value) if stored.database().manifest().distances => value,
        Some(value) => value.without_plies(),
        None => best(&seen(&stored, &position)),
    };
    assert_eq!((found.stored, found.expected), (stored.get(*of_tier[0]).unwrap(), expected), "{found}");
    true
}

/// Some values of a database replaced by others, perhaps right ones too.
fn forged(storage: &Memory, distances: bool, random: &mut Random) -> Memory {
    let database = Database::open(Arc::new(storage.clone())).unwrap();
    let layers: Vec<_> = database.manifest().layers.iter().filter(|entry| entry.positions > 0).collect();
    let mut wrong: Vec<(u32, usize, Code)> = Vec::new();
    for _ in 0..=random.below(4) {
        let entry = random.choose(&layers);
        let index = random.below(entry.positions);
        let code = Code(random.below(if distances { 16 } else { 3 }) as u16);
        let there =
            |(layer, other, _): &(u32, usize, Code)| (*layer, *other) == (entry.number, index as usize);
        if database.get(entry.number, index).unwrap() != code && !wrong.iter().any(there) {
            wrong.push((entry.number, index as usize, code));
        }
    }
    forged_at(storage, &wrong)
}

/// Forges values of one solved game often; how many of the forgeries are contradictions.
fn forge<G: Tiered + Notation>(game: impl Fn() -> G, storage: &Memory, distances: bool, seed: u64) -> usize {
    assert!(!check_both(&game, storage), "what is right");
    let mut random = Random::new(seed);
    (0..8).filter(|_| check_both(&game, &forged(storage, distances, &mut random))).count()
}

/// A random game in which a side chooses between its first move and the others, and then
/// between those: positions in which it has to choose are not stored, and what else there
/// is has the same values.
struct Halved(RandomGame);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    Stored(u32),
    Choosing(u32),
}

/// The move that leaves the first one out.
const OTHERS: usize = usize::MAX;

impl Game for Halved {
    type Position = Node;
    type Move = usize;

    fn id(&self) -> String {
        self.0.id()
    }

    fn start(&self) -> Node {
        Node::Stored(self.0.start())
    }

    fn ending(&self, position: &Node) -> Option<Outcome> {
        let Node::Stored(position) = position else { return None };
        self.0.ending(position)
    }

    fn moves(&self, position: &Node, moves: &mut Vec<usize>) {
        match position {
            Node::Choosing(position) => moves.extend(self.0.legal_moves(position).into_iter().skip(1)),
            // What is not stored comes first at times, and last.
            Node::Stored(position) => match self.0.legal_moves(position)[..] {
                [only] => moves.push(only),
                [first, ..] if position % 2 == 0 => moves.extend([first, OTHERS]),
                [first, ..] => moves.extend([OTHERS, first]),
                [] => {}
            },
        }
    }

    fn play(&self, position: &Node, mv: &usize) -> Step<Node> {
        let (Node::Stored(from) | Node::Choosing(from)) = position;
        match *mv {
            OTHERS => Step::stays(Node::Choosing(*from)).uncounted(),
            _ => self.0.play(from, mv).map(Node::Stored),
        }
    }
}

impl Notation for Halved {
    fn title(&self) -> String {
        self.0.title()
    }

    fn about(&self) -> String {
        self.0.about()
    }

    fn write_position(&self, position: &Node) -> String {
        format!("{position:?}")
    }

    fn read_position(&self, text: &str) -> Result<Node, NotationError> {
        self.0.read_position(text).map(Node::Stored)
    }

    fn write_move(&self, _: &Node, mv: &usize) -> String {
        mv.to_string()
    }
}

impl Tiered for Halved {
    fn tiers(&self) -> u32 {
        self.0.tiers()
    }

    fn size(&self, tier: Tier) -> u64 {
        self.0.size(tier)
    }

    fn locate(&self, position: &Node) -> Slot {
        match position {
            Node::Stored(position) => self.0.locate(position),
            Node::Choosing(_) => panic!("{position:?} has no slot"),
        }
    }

    fn is_derived(&self, position: &Node) -> bool {
        matches!(position, Node::Choosing(_))
    }

    fn position(&self, slot: Slot) -> Node {
        Node::Stored(self.0.position(slot))
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        self.0.below(tier)
    }

    fn layer(&self, tier: Tier) -> u32 {
        self.0.layer(tier)
    }
}

#[test]
fn forged_values_are_wrong_where_the_equations_say_so() {
    let mut found = [0; 3];
    for (seed, distances) in (0..24).zip([true, false].into_iter().cycle()) {
        // More positions than are looked at together, now and then.
        let positions = if seed % 6 < 2 { 3_000 } else { 150 };
        let shape = Shape { positions, tiers: 5, moves: 5, endings: 15, alternates: seed % 3 == 0 };
        let game = || RandomGame::new(seed, shape);
        let storage = solve_in_memory(&game(), &Sweep, 2, distances).storage;
        found[0] += forge(game, &storage, distances, seed);
        let whole = check_in(Scope::ByTheRules, game(), &storage).unwrap();
        if seed % 3 != 0 {
            found[1] += forge(|| Halved(game()), &storage, distances, seed);
            assert_eq!(check_in(Scope::ByTheRules, Halved(game()), &storage).unwrap(), whole);
        }
        let folded = || FoldedGame::new(SymmetricGame::new(seed, seed % 3 == 0));
        let storage = solve_in_memory(&folded(), &Sweep, 2, distances).storage;
        found[2] += forge(folded, &storage, distances, seed);
    }
    assert!(found.iter().all(|found| *found > 60), "{found:?}");
}
