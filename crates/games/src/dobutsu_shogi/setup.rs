//! How dobutsu shogi is solved.

use kaiketsu_engine::fold::FoldedGame;
use kaiketsu_engine::setup::Numbered;
use kaiketsu_engine::solve::Queue;

use super::DobutsuShogi;
use super::reach::DobutsuScanner;

/// The game with its kernels. It lists moves backwards inside tiers only, so
/// `induction` cannot solve it.
#[must_use]
pub fn setup() -> Numbered<FoldedGame<DobutsuShogi>> {
    Numbered::new(FoldedGame::new(DobutsuShogi::default()))
        .prefer(Queue)
        .shareable()
        .scanned_by(DobutsuScanner)
}
