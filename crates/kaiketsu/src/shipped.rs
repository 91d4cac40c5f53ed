//! Books of openings that come with the program.
//!
//! A text of one line per class of images: the moves and who wins after them,
//! such as `a1L a1M a1S draw`. Lines that begin with `#` are remarks. A book
//! holds all classes after one number of moves and so answers for every
//! position up to that many moves, the earlier ones by comparing their moves.
//!
//! Reading a thousand lines takes milliseconds, once, when the first question is
//! asked.

use std::collections::HashMap;
use std::sync::OnceLock;

use kaiketsu_engine::search::{Certifiable, Winner, play_all};

/// A book of openings of a game.
pub(crate) struct Shipped<G: Certifiable>
where
    G::Position: Ord,
{
    text: &'static str,
    values: OnceLock<HashMap<G::Position, Winner>>,
}

impl<G: Certifiable> Shipped<G>
where
    G::Position: Ord,
{
    /// The book with this text; empty for none.
    pub(crate) fn new(text: &'static str) -> Self {
        Shipped { text, values: OnceLock::new() }
    }

    /// The value of a position or of one of its images.
    pub(crate) fn value(&self, game: &G, position: &G::Position) -> Option<Winner> {
        if self.text.is_empty() {
            return None;
        }
        self.values(game).get(&game.representative(position)).copied()
    }

    /// All values. The text is part of the program, and a test reads all of it.
    fn values(&self, game: &G) -> &HashMap<G::Position, Winner> {
        self.values.get_or_init(|| {
            let rows = self.text.lines().filter(|line| !line.starts_with('#'));
            let read = |row: &str| {
                let (moves, word) = row.rsplit_once(' ')?;
                let winner =
                    [Winner::First, Winner::Second, Winner::Draw].into_iter().find(|w| w.word() == word);
                Some((game.representative(&play_all(game, moves).ok()?), winner?))
            };
            rows.map(|row| read(row).expect("a book that comes with the program can be read")).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use kaiketsu_engine::search::{Options, Prover};
    use kaiketsu_game::Game;
    use kaiketsu_games::otrio::Otrio;

    use super::*;
    use crate::registry::otrio_book;

    #[test]
    fn every_position_up_to_the_last_move_is_in_the_book() {
        for (game, moves) in [(Otrio::STANDARD, 3), (Otrio::NO_CENTRE, 3)] {
            let book = Shipped::new(otrio_book(game));
            let mut classes = HashSet::from([game.start()]);
            for _ in 0..moves {
                let mut longer = HashSet::new();
                for position in &classes {
                    let mut moves = Vec::new();
                    game.moves(position, &mut moves);
                    let next = moves.iter().map(|mv| game.play(position, mv).position);
                    longer.extend(next.map(|next| game.representative(&next)));
                }
                classes = longer;
            }
            assert!(classes.iter().all(|position| book.value(&game, position).is_some()));
            assert_eq!(book.values(&game).len(), classes.len(), "nothing else is in the book");
        }
    }

    /// The positions that a search answers soonest, found by giving each little;
    /// without the centre draws take long, so only wins are tried. All rows of
    /// the two-move tables are proved by an ignored test of `kaiketsu-engine`.
    #[test]
    fn a_sample_of_the_book_is_proved_again() {
        for (game, draws) in [(Otrio::STANDARD, true), (Otrio::NO_CENTRE, false)] {
            let book = Shipped::new(otrio_book(game));
            let prover = Prover::new(&game, Options { memory: Some(1 << 25), ..Options::default() });
            let tried = book.values(&game).iter().filter(|(_, value)| draws || **value != Winner::Draw);
            let mut tried: Vec<_> = tried.map(|(position, value)| (*position, *value)).collect();
            tried.sort_unstable_by_key(|(position, _)| *position);
            let mut proved = 0;
            for (position, value) in tried.iter().step_by(tried.len() / 40) {
                if let Some(found) = prover.value_within(position, game.side_to_move(position), 200_000) {
                    assert_eq!(*value, found, "{position:?}");
                    proved += 1;
                }
            }
            assert!(proved >= 10, "{}: only {proved} were proved", game.id());
        }
    }
}
