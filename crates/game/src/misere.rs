//! Misère play: the same moves, and who would have won has lost.

use std::ops::Range;

use crate::{
    Aim, Board, Game, Gesture, Notation, NotationError, Origin, Outcome, Retrograde, Scene, Slot, Step,
    Symmetric, Tier, Tiered,
};

/// A game in which every ending is turned round. All else is as in the game it
/// is made of, the numbering and the moves backwards too, so it is solved,
/// proved and drawn like it; its id ends in `-misere`.
///
/// ```
/// use kaiketsu_game::{Game, Misere, Outcome, Step};
///
/// /// A heap of stones: take one to three, who takes the last one wins.
/// struct Heap;
///
/// impl Game for Heap {
///     type Position = u8;
///     type Move = u8;
///     fn id(&self) -> String { "heap".into() }
///     fn start(&self) -> u8 { 21 }
///     fn ending(&self, stones: &u8) -> Option<Outcome> { (*stones == 0).then_some(Outcome::Loss) }
///     fn moves(&self, stones: &u8, moves: &mut Vec<u8>) { moves.extend(1..=3.min(*stones)); }
///     fn play(&self, stones: &u8, taken: &u8) -> Step<u8> { Step::passes(stones - taken) }
/// }
///
/// let game = Misere(Heap);
/// assert_eq!((game.id(), game.ending(&0)), ("heap-misere".into(), Some(Outcome::Win)));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Misere<G>(pub G);

impl<G: Game> Game for Misere<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn id(&self) -> String {
        format!("{}-misere", self.0.id())
    }

    fn start(&self) -> G::Position {
        self.0.start()
    }

    fn ending(&self, position: &G::Position) -> Option<Outcome> {
        self.0.ending(position).map(|outcome| -outcome)
    }

    fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.0.moves(position, moves);
    }

    fn play(&self, position: &G::Position, mv: &G::Move) -> Step<G::Position> {
        self.0.play(position, mv)
    }

    fn alternates(&self) -> bool {
        self.0.alternates()
    }
}

impl<G: Notation> Notation for Misere<G> {
    fn title(&self) -> String {
        format!("{}, misère", self.0.title())
    }

    fn about(&self) -> String {
        format!("{} Played misère: who would win by these rules loses.", self.0.about())
    }

    fn write_position(&self, position: &G::Position) -> String {
        self.0.write_position(position)
    }

    fn read_position(&self, text: &str) -> Result<G::Position, NotationError> {
        self.0.read_position(text)
    }

    fn write_move(&self, position: &G::Position, mv: &G::Move) -> String {
        self.0.write_move(position, mv)
    }

    fn read_move(&self, position: &G::Position, text: &str) -> Result<G::Move, NotationError> {
        self.0.read_move(position, text)
    }

    fn draw(&self, position: &G::Position) -> String {
        self.0.draw(position)
    }

    fn board(&self) -> Board {
        self.0.board()
    }

    fn scene(&self, position: &G::Position) -> Scene {
        self.0.scene(position)
    }

    fn gesture(&self, position: &G::Position, mv: &G::Move) -> Gesture {
        self.0.gesture(position, mv)
    }

    fn decided_by(&self, position: &G::Position) -> Vec<usize> {
        self.0.decided_by(position)
    }

    fn rules_version(&self) -> u32 {
        self.0.rules_version()
    }
}

impl<G: Symmetric> Symmetric for Misere<G> {
    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    fn image(&self, position: &G::Position, symmetry: usize) -> G::Position {
        self.0.image(position, symmetry)
    }
}

/// Tables of statistics are not taken over: they are made for the game itself.
impl<G: Tiered> Tiered for Misere<G> {
    fn tiers(&self) -> u32 {
        self.0.tiers()
    }

    fn size(&self, tier: Tier) -> u64 {
        self.0.size(tier)
    }

    fn locate(&self, position: &G::Position) -> Slot {
        self.0.locate(position)
    }

    fn is_derived(&self, position: &G::Position) -> bool {
        self.0.is_derived(position)
    }

    fn aims(&self) -> &'static [Aim] {
        self.0.aims()
    }

    fn position(&self, slot: Slot) -> G::Position {
        self.0.position(slot)
    }

    fn below(&self, tier: Tier) -> Vec<Tier> {
        self.0.below(tier)
    }

    fn tier_name(&self, tier: Tier) -> String {
        self.0.tier_name(tier)
    }

    fn layer(&self, tier: Tier) -> u32 {
        self.0.layer(tier)
    }

    fn layer_name(&self, layer: u32) -> String {
        self.0.layer_name(layer)
    }

    fn weight(&self, slot: Slot) -> u64 {
        self.0.weight(slot)
    }

    fn twins(&self, slot: Slot, twins: &mut Vec<Slot>) {
        self.0.twins(slot, twins);
    }

    fn numbering_bytes(&self) -> u64 {
        self.0.numbering_bytes()
    }
}

impl<G: Retrograde> Retrograde for Misere<G> {
    fn predecessors(&self, slot: Slot, tier: Tier, origins: &mut Vec<Origin>) {
        self.0.predecessors(slot, tier, origins);
    }

    fn walk_predecessors(
        &self,
        lower: Tier,
        range: Range<u64>,
        tier: Tier,
        visit: &mut dyn FnMut(u64, &[Origin]),
    ) {
        self.0.walk_predecessors(lower, range, tier, visit);
    }

    fn leaves(&self, tier: Tier) -> bool {
        self.0.leaves(tier)
    }

    /// As it stands only where every slot keeps the law: a loss is a win here.
    fn once_a_move(&self) -> bool {
        false
    }

    fn crosses_tiers(&self) -> bool {
        self.0.crosses_tiers()
    }
}
