//! Draws by a limit of moves.

use crate::{Game, Margin, Notation, NotationError, Outcome, Step, Symmetric};

/// A game that is drawn when it has gone on for so many plies. Without such a
/// limit a game that goes on for ever is drawn anyway; with it a win that takes
/// too long is a draw as well.
///
/// The plies left are part of a position and of its text, after a `+`. So each
/// number of plies has values of its own, and nothing repeats.
///
/// ```
/// use kaiketsu_game::{Game, MoveLimit, Outcome, Step};
///
/// /// Walk along a line of five places; who comes to the end has won.
/// struct Walk;
///
/// impl Game for Walk {
///     type Position = u8;
///     type Move = u8;
///     fn id(&self) -> String { "walk".into() }
///     fn start(&self) -> u8 { 0 }
///     fn ending(&self, place: &u8) -> Option<Outcome> { (*place == 4).then_some(Outcome::Loss) }
///     fn moves(&self, place: &u8, moves: &mut Vec<u8>) { moves.extend([place + 1, place.saturating_sub(1)]); }
///     fn play(&self, _: &u8, to: &u8) -> Step<u8> { Step::passes(*to) }
/// }
///
/// let game = MoveLimit { game: Walk, plies: 3 };
/// let mut position = game.start();
/// for to in [1, 2, 3] {
///     assert_eq!(game.ending(&position), None);
///     position = game.play(&position, &to).position;
/// }
/// assert_eq!(game.ending(&position), Some(Outcome::Draw));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MoveLimit<G> {
    /// The game without the limit.
    pub game: G,
    /// How many plies may be played.
    pub plies: u16,
}

/// A position with the plies that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counted<P> {
    /// The position.
    pub position: P,
    /// How many plies may still be played.
    pub left: u16,
}

impl<G: Game> Game for MoveLimit<G> {
    type Position = Counted<G::Position>;
    type Move = G::Move;

    fn id(&self) -> String {
        format!("{}-within-{}", self.game.id(), self.plies)
    }

    fn start(&self) -> Self::Position {
        Counted { position: self.game.start(), left: self.plies }
    }

    fn ending(&self, at: &Self::Position) -> Option<Outcome> {
        self.game.ending(&at.position).or_else(|| (at.left == 0).then_some(Outcome::Draw))
    }

    fn moves(&self, at: &Self::Position, moves: &mut Vec<G::Move>) {
        self.game.moves(&at.position, moves);
    }

    fn play(&self, at: &Self::Position, mv: &G::Move) -> Step<Self::Position> {
        let step = self.game.play(&at.position, mv);
        let left = at.left.saturating_sub(step.plies.into());
        step.map(|position| Counted { position, left })
    }

    fn margin(&self, at: &Self::Position) -> Option<Margin> {
        self.game.margin(&at.position)
    }

    fn alternates(&self) -> bool {
        self.game.alternates()
    }
}

impl<G: Notation> Notation for MoveLimit<G> {
    fn title(&self) -> String {
        format!("{} within {} plies", self.game.title(), self.plies)
    }

    fn about(&self) -> String {
        format!(
            "{} Drawn after {} plies. The plies that are left stand behind the position, such as `{}`.",
            self.game.about(),
            self.plies,
            self.write_position(&self.start())
        )
    }

    fn write_position(&self, at: &Self::Position) -> String {
        format!("{}+{}", self.game.write_position(&at.position), at.left)
    }

    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        let parts = text.rsplit_once('+').and_then(|(position, left)| Some((position, left.parse().ok()?)));
        let Some((position, left)) = parts.filter(|(_, left)| *left <= self.plies) else {
            let rule = format!("a `+` and the plies that are left, at most {}, stand behind it", self.plies);
            return Err(NotationError::new(format!("`{text}` is no position here: {rule}")));
        };
        Ok(Counted { position: self.game.read_position(position)?, left })
    }

    fn write_move(&self, at: &Self::Position, mv: &G::Move) -> String {
        self.game.write_move(&at.position, mv)
    }

    fn rules_version(&self) -> u32 {
        self.game.rules_version()
    }
}

impl<G: Symmetric> Symmetric for MoveLimit<G> {
    fn symmetries(&self) -> usize {
        self.game.symmetries()
    }

    fn image(&self, at: &Self::Position, symmetry: usize) -> Self::Position {
        Counted { position: self.game.image(&at.position, symmetry), left: at.left }
    }
}
