//! The rows of the paper's tables: one opening of each class.

use kaiketsu_game::{Certifiable, Game, Notation};

use super::{Otrio, Position};

/// An opening as the paper writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its moves.
    pub moves: Vec<String>,
    /// Where they lead.
    pub position: Position,
}

impl Otrio {
    /// All openings of that many moves, one for each class of symmetric
    /// positions, in the order of the paper: row, column, then size from large
    /// to small.
    ///
    /// ```
    /// use kaiketsu_games::otrio::Otrio;
    /// let texts: Vec<String> = Otrio::STANDARD.openings(1).iter().map(|o| o.moves.join(" ")).collect();
    /// assert_eq!(texts, ["a1L", "a1M", "b1L", "b1M", "b2L", "b2M"]);
    /// assert_eq!(Otrio::STANDARD.openings(2).len(), 69);
    /// ```
    #[must_use]
    pub fn openings(&self, plies: usize) -> Vec<Opening> {
        let mut openings = vec![Opening { moves: Vec::new(), position: self.start() }];
        for _ in 0..plies {
            let mut longer: Vec<(Position, Opening)> = Vec::new();
            for opening in &openings {
                let mut moves = self.legal_moves(&opening.position);
                moves.sort_by_key(|place| {
                    let (column, row, size) = place.coordinates();
                    (row, column, 2 - size)
                });
                for place in moves {
                    let position = self.play(&opening.position, &place).position;
                    let class = self.representative(&position);
                    if longer.iter().all(|(known, _)| *known != class) {
                        let mut moves = opening.moves.clone();
                        moves.push(self.write_move(&opening.position, &place));
                        longer.push((class, Opening { moves, position }));
                    }
                }
            }
            openings = longer.into_iter().map(|(_, opening)| opening).collect();
        }
        openings
    }
}
