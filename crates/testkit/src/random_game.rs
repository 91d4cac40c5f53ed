//! A game given as a random graph, with everything the vocabulary allows.
//!
//! Positions are the nodes of a graph, numbered in stored order and cut into
//! tiers of random sizes, some of them empty; neighbouring tiers may share a
//! layer. Moves go into the same tier (cycles and moves back to the same
//! position included) or into tiers of lower layers, several of them to the
//! same place at times. Where the game does not alternate, moves may keep the
//! turn; moves into other tiers may count no ply. Some positions are over,
//! with any of the three outcomes.

use kaiketsu_game::{
    Game, Notation, NotationError, Origin, Outcome, Retrograde, Slot, Step, Tier, Tiered, Turn,
};

use crate::random::Random;

/// What a random game looks like.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// How many positions it has; at least 1.
    pub positions: u32,
    /// How many tiers it has; at least 1.
    pub tiers: u32,
    /// The most moves of a position; at least 1.
    pub moves: u32,
    /// How many in a hundred positions are over.
    pub endings: u64,
    /// Whether every move passes the turn.
    pub alternates: bool,
}

/// A game given as a random graph; see the module.
#[derive(Debug)]
pub struct RandomGame {
    seed: u64,
    shape: Shape,
    /// Where each tier starts, and where the last one ends.
    starts: Vec<u32>,
    layers: Vec<u32>,
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    ending: Option<Outcome>,
    steps: Vec<Step<u32>>,
}

/// True that many times in a hundred.
fn percent(random: &mut Random, chance: u64) -> bool {
    random.below(100) < chance
}

impl RandomGame {
    /// The random game of a seed.
    #[must_use]
    pub fn new(seed: u64, shape: Shape) -> Self {
        let mut random = Random::new(seed);
        let mut starts: Vec<u32> = Vec::new();
        for _ in 1..shape.tiers {
            // Two tiers that start at the same place: the first is empty.
            let again = starts.last().copied().filter(|_| percent(&mut random, 10));
            starts.push(again.unwrap_or_else(|| random.below(u64::from(shape.positions) + 1) as u32));
        }
        starts.extend([0, shape.positions]);
        starts.sort_unstable();
        let mut layers = vec![0];
        for _ in 1..shape.tiers {
            layers.push(layers[layers.len() - 1] + u32::from(percent(&mut random, 70)));
        }
        let mut game = RandomGame { seed, shape, starts, layers, nodes: Vec::new() };
        game.nodes = (0..shape.positions).map(|node| game.random_node(node, &mut random)).collect();
        game
    }

    /// The same game in which every move counts a ply.
    #[must_use]
    pub fn counted(mut self) -> Self {
        self.nodes.iter_mut().flat_map(|node| &mut node.steps).for_each(|step| step.plies = 1);
        self
    }

    fn random_node(&self, node: u32, random: &mut Random) -> Node {
        let outcomes = [Outcome::Win, Outcome::Loss, Outcome::Loss, Outcome::Draw];
        let ending = percent(random, self.shape.endings).then(|| *random.choose(&outcomes));
        let count = 1 + random.below(self.shape.moves.into());
        let mut steps: Vec<Step<u32>> = Vec::new();
        for _ in 0..count {
            let again = steps.last().copied().filter(|_| percent(random, 10));
            steps.push(again.unwrap_or_else(|| self.random_step(node, random)));
        }
        Node { ending, steps }
    }

    fn random_step(&self, node: u32, random: &mut Random) -> Step<u32> {
        let tier = self.tier_of(node);
        let own = self.starts[tier]..self.starts[tier + 1];
        // All positions of lower layers come before the first tier of this one.
        let first_beside = self.layers.iter().position(|layer| *layer == self.layers[tier]);
        let lower = 0..self.starts[first_beside.expect("the tier itself is one")];
        let leaves = !lower.is_empty() && percent(random, 40);
        let targets = if leaves { lower } else { own };
        let position = targets.start + random.below(targets.len() as u64) as u32;
        let stays = !self.shape.alternates && percent(random, 30);
        let turn = if stays { Turn::Stays } else { Turn::Passes };
        Step { position, turn, plies: u8::from(!(leaves && percent(random, 25))) }
    }

    /// The tier of a node, empty tiers passed over.
    fn tier_of(&self, node: u32) -> usize {
        self.starts.partition_point(|start| *start <= node) - 1
    }
}

impl Game for RandomGame {
    type Position = u32;
    type Move = usize;

    fn id(&self) -> String {
        format!("random-{}", self.seed)
    }

    fn start(&self) -> u32 {
        self.shape.positions - 1
    }

    fn ending(&self, position: &u32) -> Option<Outcome> {
        self.nodes[*position as usize].ending
    }

    fn moves(&self, position: &u32, moves: &mut Vec<usize>) {
        moves.extend(0..self.nodes[*position as usize].steps.len());
    }

    fn play(&self, position: &u32, mv: &usize) -> Step<u32> {
        self.nodes[*position as usize].steps[*mv]
    }

    fn alternates(&self) -> bool {
        self.shape.alternates
    }
}

impl Notation for RandomGame {
    fn title(&self) -> String {
        format!("Random game {}", self.seed)
    }

    fn about(&self) -> String {
        "Moves lead along the edges of a random graph. Positions and moves are numbers.".into()
    }

    fn write_position(&self, position: &u32) -> String {
        position.to_string()
    }

    fn read_position(&self, text: &str) -> Result<u32, NotationError> {
        let number = text.parse().ok().filter(|number| *number < self.shape.positions);
        number.ok_or_else(|| {
            NotationError::new(format!(
                "`{text}` is no position: write a number below {}",
                self.shape.positions
            ))
        })
    }

    fn write_move(&self, _: &u32, mv: &usize) -> String {
        mv.to_string()
    }
}

impl Tiered for RandomGame {
    fn tiers(&self) -> u32 {
        self.shape.tiers
    }

    fn size(&self, tier: Tier) -> u64 {
        let tier = tier.0 as usize;
        (self.starts[tier + 1] - self.starts[tier]).into()
    }

    fn locate(&self, position: &u32) -> Slot {
        let tier = self.tier_of(*position);
        Slot { tier: Tier(tier as u32), index: (position - self.starts[tier]).into() }
    }

    fn position(&self, slot: Slot) -> u32 {
        self.starts[slot.tier.0 as usize] + slot.index as u32
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        let own = self.starts[tier.0 as usize]..self.starts[tier.0 as usize + 1];
        let steps = own.flat_map(|node| &self.nodes[node as usize].steps);
        let mut below: Vec<Tier> = steps.map(|step| self.locate(&step.position).tier).collect();
        below.sort_unstable();
        below.dedup();
        below.retain(|other| *other != tier);
        below
    }

    fn layer(&self, tier: Tier) -> u32 {
        self.layers[tier.0 as usize]
    }
}

impl Retrograde for RandomGame {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        let target = self.position(slot);
        for index in 0..self.size(tier) {
            let node = &self.nodes[self.position(Slot { tier, index }) as usize];
            for turn in [Turn::Passes, Turn::Stays] {
                let leads = |step: &Step<u32>| step.position == target && step.turn == turn;
                if node.ending.is_none() && node.steps.iter().any(leads) {
                    origins.push(Origin { index, passes: turn == Turn::Passes });
                }
            }
        }
    }
}
