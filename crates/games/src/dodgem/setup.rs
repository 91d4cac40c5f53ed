//! The sizes of Dodgem, how they are solved, and which positions stand out.

use kaiketsu_engine::analyse::{Longest, Sought, Statistics, Wanted};
use kaiketsu_engine::setup::Numbered;
use kaiketsu_game::{Outcome, Tiered};

use super::{Dodgem, DodgemRows, DodgemScanner, Pieces};

/// The numbers of pieces that are registered.
pub const PIECES: [usize; 4] = [2, 3, 4, 5];

/// The game with so many pieces with its kernels.
#[must_use]
pub fn setup(pieces: &usize) -> Numbered<Dodgem> {
    let game = Dodgem::new(*pieces);
    let rows = DodgemRows::new(&game);
    Numbered::retrograde(game).prefer(rows).scanned_by(DodgemScanner::default()).noting(notable)
}

/// The longest wins and losses of the first tier that has such. How many there
/// are in all, the counts by distance say.
fn notable(game: &Dodgem, counts: &Statistics<Pieces>) -> Vec<Sought<Dodgem>> {
    let longest = [
        ("longest wins", Outcome::Win, &counts.longest_win),
        ("longest losses", Outcome::Loss, &counts.longest_loss),
    ];
    let sought = |(name, outcome, longest): (&str, Outcome, &Option<Longest<Pieces>>)| {
        let longest = longest.as_ref()?;
        let tier = game.locate(&longest.example).tier;
        let title = format!("{name}, those with the patterns {}", game.tier_name(tier));
        let wanted = Wanted { tier, outcome, plies: Some(longest.plies.0), key: None };
        Some(Sought { title, wanted, examples: 4, known: None, route: None })
    };
    longest.into_iter().filter_map(sought).collect()
}
