//! Any game for the prover, by its rules alone.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use kaiketsu_game::{
    Certifiable, Game, Margin, Method, NoRelaxation, Notation, NotationError, Outcome, Place, Step,
    Symmetric, Tiered, Turn,
};

use crate::search::{Glance, Goal, Goals, Provable, Published, Side};

/// A game whose rules are all the prover knows of it.
///
/// States are positions with the side to move, moves are searched in the order
/// of the rules unless the author gives a better one, and only finished games
/// are decided. As it stands nothing folds and the key is a hash of 128 bits.
/// Positions may repeat.
///
/// ```
/// use kaiketsu_engine::search::{Options, Plain, Prover, Side, Winner};
/// use kaiketsu_game::Game;
/// use kaiketsu_games::TicTacToe;
/// let game = Plain::new(TicTacToe).folded();
/// let start = game.start();
/// assert_eq!(Prover::new(game, Options::default()).value(&start, Side::First).value, Winner::Draw);
/// ```
pub struct Plain<G: Game> {
    game: Arc<G>,
    fold: Option<Fold<G>>,
    number: Option<fn(&G, &G::Position) -> u128>,
    order: fn(&G, &G::Position, &mut [G::Move]),
}

/// Takes a position to one of the same value.
type Fold<G> = fn(&G, &<G as Game>::Position) -> <G as Game>::Position;

/// A position with the side to move: not every game keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AtTurn<P> {
    /// The position.
    pub position: P,
    /// The side to move.
    pub mover: Side,
}

impl<G: Game> Plain<G> {
    /// A game with every position by itself.
    pub fn new(game: impl Into<Arc<G>>) -> Self {
        Plain { game: game.into(), fold: None, number: None, order: |_, _, _| {} }
    }

    /// The game itself.
    #[must_use]
    pub fn inner(&self) -> &Arc<G> {
        &self.game
    }

    /// Searches moves in another order than that of the rules, the most
    /// promising first.
    #[must_use]
    pub fn ordered(self, order: fn(&G, &G::Position, &mut [G::Move])) -> Self {
        Plain { order, ..self }
    }

    /// Takes positions for one another that `fold` takes to the same one, which
    /// must have the value they have.
    #[must_use]
    pub fn folded_by(self, fold: Fold<G>) -> Self {
        Plain { fold: Some(fold), ..self }
    }

    /// Takes images for one another.
    #[must_use]
    pub fn folded(self) -> Self
    where
        G: Symmetric<Position: Ord>,
    {
        self.folded_by(|game, position| game.least_image(position))
    }

    /// Takes positions for one another that share a slot; keys are numbers of
    /// slots.
    #[must_use]
    pub fn numbered(self) -> Self
    where
        G: Tiered,
    {
        let stored = |game: &G, position: &G::Position| match game.place(position) {
            Place::Stored(slot) => game.position(slot),
            Place::Derived => position.clone(),
        };
        let number = |game: &G, position: &G::Position| match game.place(position) {
            Place::Stored(slot) => u128::from(slot.tier.0) << 64 | u128::from(slot.index),
            Place::Derived => hashed(position),
        };
        Plain { fold: Some(stored), number: Some(number), ..self }
    }

    /// The same position of this game.
    pub fn at(&self, position: &G::Position, mover: Side) -> AtTurn<G::Position> {
        AtTurn { position: position.clone(), mover }
    }
}

impl<G: Notation> Plain<G> {
    /// Whose turn the picture of a position says it is.
    pub fn told(&self, position: &G::Position) -> Option<Side> {
        let first = self.game.scene(&self.game.start()).mover?;
        Some(Side::first_if(self.game.scene(position).mover? == first))
    }
}

/// A hash of 128 bits, the same in every run.
fn hashed<P: Hash>(position: &P) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, position).hash(&mut hasher);
        hasher.finish()
    };
    u128::from(half(1)) << 64 | u128::from(half(2))
}

impl<G: Game> Game for Plain<G> {
    type Position = AtTurn<G::Position>;
    type Move = G::Move;

    fn id(&self) -> String {
        self.game.id()
    }

    fn start(&self) -> Self::Position {
        AtTurn { position: self.game.start(), mover: Side::First }
    }

    fn ending(&self, at: &Self::Position) -> Option<Outcome> {
        self.game.ending(&at.position)
    }

    fn moves(&self, at: &Self::Position, moves: &mut Vec<G::Move>) {
        self.game.moves(&at.position, moves);
    }

    fn play(&self, at: &Self::Position, mv: &G::Move) -> Step<Self::Position> {
        let step = self.game.play(&at.position, mv);
        let mover = if step.turn == Turn::Stays { at.mover } else { at.mover.other() };
        step.map(|position| AtTurn { position, mover })
    }

    fn margin(&self, at: &Self::Position) -> Option<Margin> {
        self.game.margin(&at.position)
    }

    fn alternates(&self) -> bool {
        self.game.alternates()
    }
}

/// The text of a position is that of the game. Where that does not show whose
/// turn it is, the first player's is meant; `@second` after it says otherwise.
impl<G: Notation> Notation for Plain<G> {
    fn title(&self) -> String {
        self.game.title()
    }

    fn about(&self) -> String {
        self.game.about()
    }

    fn write_position(&self, at: &Self::Position) -> String {
        let text = self.game.write_position(&at.position);
        let meant = self.told(&at.position).unwrap_or(Side::First);
        if meant == at.mover { text } else { format!("{text}@{}", at.mover) }
    }

    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        let said = |side: Side| Some((text.strip_suffix(&format!("@{side}"))?, Some(side)));
        let (text, mover) = said(Side::First).or_else(|| said(Side::Second)).unwrap_or((text, None));
        let position = self.game.read_position(text)?;
        let mover = mover.or_else(|| self.told(&position)).unwrap_or(Side::First);
        Ok(AtTurn { position, mover })
    }

    fn write_move(&self, at: &Self::Position, mv: &G::Move) -> String {
        self.game.write_move(&at.position, mv)
    }

    fn read_move(&self, at: &Self::Position, text: &str) -> Result<G::Move, NotationError> {
        self.game.read_move(&at.position, text)
    }

    fn rules_version(&self) -> u32 {
        self.game.rules_version()
    }
}

impl<G: Game> Symmetric for Plain<G> {
    fn symmetries(&self) -> usize {
        1
    }

    fn image(&self, at: &Self::Position, _: usize) -> Self::Position {
        at.clone()
    }
}

impl<G: Game> Goals for Plain<G> {}

impl<G: Game> Provable for Plain<G> {
    type State = AtTurn<G::Position>;
    type Relaxed = NoRelaxation;

    fn state(&self, at: &Self::Position, _: Side) -> Self::State {
        at.clone()
    }

    fn mover(&self, state: &Self::State) -> Side {
        state.mover
    }

    fn glance(&self, state: &Self::State, goal: Goal) -> Glance {
        match self.game.ending(&state.position) {
            None => Glance::Open,
            Some(Outcome::Win) if state.mover == goal.side => Glance::Reached(0),
            Some(Outcome::Loss) if state.mover != goal.side => Glance::Reached(0),
            Some(_) => Glance::Never,
        }
    }

    fn candidates(&self, state: &Self::State, _: Goal, moves: &mut Vec<G::Move>) {
        let from = moves.len();
        self.game.moves(&state.position, moves);
        (self.order)(&self.game, &state.position, &mut moves[from..]);
    }

    fn next(&self, state: &Self::State, mv: &G::Move) -> (Self::State, u8) {
        let step = self.play(state, mv);
        (step.position, step.plies)
    }

    /// A position holds all that decides how the game goes on, so it only
    /// matters whether the side to move wants the goal, not which side it is.
    fn key(&self, state: &Self::State, goal: Goal) -> u128 {
        let position = &state.position;
        let number = match (self.number, self.fold) {
            (Some(number), _) => number(&self.game, position),
            (None, Some(fold)) => hashed(&fold(&self.game, position)),
            (None, None) => hashed(position),
        };
        number << 1 | u128::from(state.mover == goal.side)
    }

    fn ends(&self) -> bool {
        false
    }

    fn looks_ahead(&self) -> bool {
        true
    }

    fn usual_method(&self) -> Method {
        Method::DepthFirst
    }

    fn usual_memory(&self) -> usize {
        256 << 20
    }
}

impl<G: Notation> Certifiable for Plain<G> {
    type Simpler = NoRelaxation;

    fn side_to_move(&self, at: &Self::Position) -> Side {
        at.mover
    }

    fn representative(&self, at: &Self::Position) -> Self::Position {
        self.fold.map_or_else(|| at.clone(), |fold| self.at(&fold(&self.game, &at.position), at.mover))
    }
}

impl<G: Notation> Published for Plain<G> {}
