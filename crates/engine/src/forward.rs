//! What a game around a game says as that one does.
//!
//! Both macros stand inside an `impl` for a struct whose field `game` holds the
//! game inside, of type `G`.

/// All items of [`kaiketsu_game::Game`].
macro_rules! forward_game {
    () => {
        type Position = G::Position;
        type Move = G::Move;

        fn id(&self) -> String {
            self.game.id()
        }

        fn start(&self) -> G::Position {
            self.game.start()
        }

        #[inline]
        fn ending(&self, position: &G::Position) -> Option<kaiketsu_game::Outcome> {
            self.game.ending(position)
        }

        #[inline]
        fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
            self.game.moves(position, moves);
        }

        #[inline]
        fn play(&self, position: &G::Position, mv: &G::Move) -> kaiketsu_game::Step<G::Position> {
            self.game.play(position, mv)
        }

        fn margin(&self, position: &G::Position) -> Option<kaiketsu_game::Margin> {
            self.game.margin(position)
        }

        fn ended(&self, position: &G::Position) -> Option<kaiketsu_game::Value> {
            self.game.ended(position)
        }

        fn alternates(&self) -> bool {
            self.game.alternates()
        }
    };
}

/// All items of [`kaiketsu_game::Notation`] but `read_position`, since not every
/// position may be one of the game around.
macro_rules! forward_notation {
    () => {
        fn title(&self) -> String {
            self.game.title()
        }

        fn about(&self) -> String {
            self.game.about()
        }

        fn write_position(&self, position: &G::Position) -> String {
            self.game.write_position(position)
        }

        fn write_move(&self, position: &G::Position, mv: &G::Move) -> String {
            self.game.write_move(position, mv)
        }

        fn read_move(
            &self,
            position: &G::Position,
            text: &str,
        ) -> Result<G::Move, kaiketsu_game::NotationError> {
            self.game.read_move(position, text)
        }

        fn draw(&self, position: &G::Position) -> String {
            self.game.draw(position)
        }

        fn board(&self) -> kaiketsu_game::Board {
            self.game.board()
        }

        fn scene(&self, position: &G::Position) -> kaiketsu_game::Scene {
            self.game.scene(position)
        }

        fn gesture(&self, position: &G::Position, mv: &G::Move) -> kaiketsu_game::Gesture {
            self.game.gesture(position, mv)
        }

        fn decided_by(&self, position: &G::Position) -> Vec<usize> {
            self.game.decided_by(position)
        }

        fn rules_version(&self) -> u32 {
            self.game.rules_version()
        }
    };
}

pub(crate) use {forward_game, forward_notation};
