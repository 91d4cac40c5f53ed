//! The games by their ids.

use kaiketsu_games::{Dodgem, Nocca, Quixo, TicTacToe};
use kaiketsu_kernels::{DodgemRows, NoccaMatrices};

use crate::{Entry, Error, Solvable};

/// Makes the game of an id.
pub type Make = fn(&str) -> Box<dyn Solvable>;

/// Games that can be found by id. A game is made when it is asked for.
pub struct Registry {
    games: Vec<(String, Make)>,
}

impl Registry {
    /// A registry without games.
    #[must_use]
    pub fn empty() -> Self {
        Registry { games: Vec::new() }
    }

    /// The games that come with Kaiketsu: a line each.
    #[must_use]
    pub fn standard() -> Self {
        Registry::empty()
            .with("tic-tac-toe", |_| Box::new(Entry::retrograde(TicTacToe)))
            .with("dodgem-2", dodgem)
            .with("dodgem-3", dodgem)
            .with("dodgem-4", dodgem)
            .with("dodgem-5", dodgem)
            .with("nocca-3x3", nocca)
            .with("nocca-3x4", nocca)
            .with("nocca-3x5", nocca)
            .with("nocca-3x6", nocca)
            .with("nocca-4x3", nocca)
            .with("nocca-4x4", nocca)
            .with("nocca-4x5", nocca)
            .with("nocca-4x6", nocca)
            .with("nocca-5x3", nocca)
            .with("nocca-5x4", nocca)
            .with("nocca-5x5", nocca)
            .with("nocca-5x6", nocca)
            .with("quixo-3x3", quixo)
            .with("quixo-4x4", quixo)
            .with("quixo-5x5", quixo)
    }

    /// The same registry with one more game.
    #[must_use]
    pub fn with(mut self, id: &str, make: Make) -> Self {
        self.games.push((id.into(), make));
        self
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.games.iter().map(|(id, _)| id.as_str())
    }

    /// The game with that id.
    pub fn find(&self, id: &str) -> Result<Box<dyn Solvable>, Error> {
        match self.games.iter().find(|(known, _)| known == id) {
            Some((id, make)) => Ok(make(id)),
            None => {
                Err(Error::UnknownGame { id: id.into(), known: self.ids().collect::<Vec<_>>().join(", ") })
            }
        }
    }
}

fn dodgem(id: &str) -> Box<dyn Solvable> {
    let game = Dodgem::new(size(id));
    let rows = DodgemRows::new(&game);
    Box::new(Entry::retrograde(game).prefer(rows))
}

fn nocca(id: &str) -> Box<dyn Solvable> {
    let board = id.rsplit('-').next().unwrap_or_default();
    let (columns, rows) = board.split_once('x').expect("the ids above end in columns and rows");
    Box::new(Entry::retrograde(Nocca::new(size(columns), size(rows))).prefer(NoccaMatrices))
}

fn quixo(id: &str) -> Box<dyn Solvable> {
    Box::new(Entry::retrograde(Quixo::new(size(id))))
}

/// The size of the game in its id: the number at the end.
fn size(id: &str) -> usize {
    let digits = id.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    digits.parse().expect("the ids above end in a number")
}
