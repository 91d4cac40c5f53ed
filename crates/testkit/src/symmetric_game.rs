//! A random game with symmetries: pieces of two colours on a ring of six cells.
//!
//! Whether a move leads from one position to another, what it does to the turn
//! and whether it counts a ply is decided by dice thrown once for all images of
//! the pair, and so are the endings. A tier is a number of pieces, and the cells
//! of the first colour are the leading part.

use kaiketsu_engine::fold::Foldable;
use kaiketsu_game::{
    Game, Notation, NotationError, Origin, Outcome, Retrograde, Slot, Step, Symmetric, Tier, Tiered, Turn,
};

use crate::random::Random;

const CELLS: u32 = 6;
/// Turns of the ring, and turns of the ring that was turned over.
const SYMMETRIES: usize = 2 * CELLS as usize;
/// The most pieces.
const PIECES: u32 = 3;

/// A random game with the symmetries of a ring; see the module.
#[derive(Debug)]
pub struct SymmetricGame {
    seed: u64,
    alternates: bool,
    /// All positions in stored order, each as its tier, how many pieces of the first colour
    /// it has, and the cells of each colour.
    positions: Vec<(u32, u32, u8, u8)>,
    endings: Vec<Option<Outcome>>,
    /// Positions by their places in the list.
    steps: Vec<Vec<Step<usize>>>,
}

/// The image of cells.
fn turned(cells: u8, symmetry: usize) -> u8 {
    let image = |cell: u32| {
        let cell = if symmetry as u32 >= CELLS { CELLS - 1 - cell } else { cell };
        1 << ((cell + symmetry as u32) % CELLS)
    };
    (0..CELLS).filter(|cell| cells >> cell & 1 != 0).map(image).sum()
}

impl SymmetricGame {
    /// The random game of a seed; in one that alternates every move passes the turn.
    #[must_use]
    pub fn new(seed: u64, alternates: bool) -> Self {
        let pairs =
            (0..1_u8 << CELLS).flat_map(|first| (0..1_u8 << CELLS).map(move |second| (first, second)));
        let apart = pairs.filter(|(first, second)| first & second == 0);
        let (pieces, all) = (|cells: u8| cells.count_ones(), PIECES);
        let placed = apart.map(|(a, b)| (pieces(a | b), pieces(a), a, b));
        let mut positions: Vec<_> = placed.filter(|(pieces, ..)| *pieces <= all).collect();
        positions.sort_unstable();
        let (endings, steps) = (Vec::new(), Vec::new());
        let mut game = SymmetricGame { seed, alternates, positions, endings, steps };
        let images: Vec<Vec<usize>> = (0..game.positions.len())
            .map(|place| (0..SYMMETRIES).map(|symmetry| game.image(&place, symmetry)).collect())
            .collect();
        for place in 0..game.positions.len() {
            game.throw(place, &images);
        }
        game
    }

    /// The ending and the moves of a position.
    fn throw(&mut self, place: usize, images: &[Vec<usize>]) {
        let dice = |first: usize, second: usize| Random::new(self.seed ^ (first << 32 | second << 8) as u64);
        let tier = self.positions[place].0;
        let targets = self.positions.iter().take_while(|target| target.0 <= tier).count();
        let mut steps = Vec::new();
        for target in 0..targets {
            let pairs = images[place].iter().zip(&images[target]);
            let (first, second) = pairs.min().expect("the identity is a symmetry");
            let (mut dice, leaves) = (dice(*first, *second), self.positions[target].0 < tier);
            if dice.below(targets as u64) < 3 {
                let stays = !self.alternates && dice.below(100) < 30;
                let turn = if stays { Turn::Stays } else { Turn::Passes };
                let plies = u8::from(!(leaves && dice.below(100) < 25));
                steps.push(Step { position: target, turn, plies });
            }
        }
        let class = images[place].iter().min().expect("the identity is a symmetry");
        let mut dice = dice(*class, images.len());
        let outcomes = [Outcome::Win, Outcome::Loss, Outcome::Loss, Outcome::Draw];
        let over = steps.is_empty() || dice.below(100) < 10;
        self.endings.push(over.then(|| *dice.choose(&outcomes)));
        self.steps.push(steps);
    }

    /// The place of the first position of a tier.
    fn first(&self, tier: Tier) -> usize {
        self.positions.partition_point(|position| position.0 < tier.0)
    }
}

impl Game for SymmetricGame {
    type Position = usize;
    type Move = usize;

    fn id(&self) -> String {
        format!("symmetric-{}", self.seed)
    }

    fn start(&self) -> usize {
        self.positions.len() - 1
    }

    fn ending(&self, position: &usize) -> Option<Outcome> {
        self.endings[*position]
    }

    fn moves(&self, position: &usize, moves: &mut Vec<usize>) {
        moves.extend(0..self.steps[*position].len());
    }

    fn play(&self, position: &usize, mv: &usize) -> Step<usize> {
        self.steps[*position][*mv]
    }

    fn alternates(&self) -> bool {
        self.alternates
    }
}

impl Notation for SymmetricGame {
    fn title(&self) -> String {
        format!("Symmetric game {}", self.seed)
    }

    fn about(&self) -> String {
        "Moves lead along the edges of a random graph with symmetries. Positions and moves are numbers."
            .into()
    }

    fn write_position(&self, position: &usize) -> String {
        position.to_string()
    }

    fn read_position(&self, text: &str) -> Result<usize, NotationError> {
        let most = self.positions.len();
        text.parse().ok().filter(|number| *number < most).ok_or_else(|| {
            NotationError::new(format!("`{text}` is no position: write a number below {most}"))
        })
    }

    fn write_move(&self, _: &usize, mv: &usize) -> String {
        mv.to_string()
    }
}

impl Tiered for SymmetricGame {
    fn tiers(&self) -> u32 {
        PIECES + 1
    }

    fn size(&self, tier: Tier) -> u64 {
        (self.first(Tier(tier.0 + 1)) - self.first(tier)) as u64
    }

    fn locate(&self, position: &usize) -> Slot {
        let tier = Tier(self.positions[*position].0);
        Slot { tier, index: (position - self.first(tier)) as u64 }
    }

    fn position(&self, slot: Slot) -> usize {
        self.first(slot.tier) + slot.index as usize
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        (0..tier.0).map(Tier).collect()
    }
}

impl Retrograde for SymmetricGame {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        let target = self.position(slot);
        for index in 0..self.size(tier) {
            let place = self.position(Slot { tier, index });
            let leading = self.steps[place].iter().filter(|step| step.position == target);
            let listed = leading.filter(|_| self.endings[place].is_none());
            origins.extend(listed.map(|step| Origin { index, passes: step.turn == Turn::Passes }));
        }
    }
}

impl Symmetric for SymmetricGame {
    fn symmetries(&self) -> usize {
        SYMMETRIES
    }

    fn image(&self, position: &usize, symmetry: usize) -> usize {
        let (pieces, of_first, first, second) = self.positions[*position];
        let image = (pieces, of_first, turned(first, symmetry), turned(second, symmetry));
        self.positions.binary_search(&image).expect("all placements are listed")
    }
}

impl Foldable for SymmetricGame {
    fn stretches(&self, tier: Tier) -> Vec<u64> {
        let (first, size) = (self.first(tier), self.size(tier) as usize);
        let lead = |place: usize| self.positions[place].2;
        let begins = |place: &usize| *place == first || lead(*place) != lead(*place - 1);
        (first..first + size).filter(begins).map(|place| (place - first) as u64).collect()
    }

    fn same_stretch(&self, one: &usize, other: &usize) -> bool {
        let [one, other] = [one, other].map(|place| self.positions[*place]);
        (one.0, one.2) == (other.0, other.2)
    }
}
