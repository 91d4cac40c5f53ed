//! The games by their ids.

use kaiketsu_engine::solve::Queue;
use kaiketsu_games::otrio::Otrio;
use kaiketsu_games::quantum_tic_tac_toe::QuantumTicTacToe;
use kaiketsu_games::{ConnectFour, DobutsuShogi, Dodgem, NineMensMorris, Nocca, Quixo, TicTacToe};
use kaiketsu_games::{DodgemRows, NoccaMatrices, NoccaScanner, QuixoCubes, QuixoScanner};

use crate::quantum::QuantumEntry;
use crate::{Entry, Error, Provable, SearchEntry, Solvable, highlights, scoring};

/// Makes the game of an id.
pub type Make = fn(&str) -> Box<dyn Solvable>;

/// Makes the game of an id that forward search proves.
pub type MakeProvable = fn(&str) -> Box<dyn Provable>;

/// A game of either kind.
pub enum Registered {
    /// Solved as a whole, into a database.
    Solvable(Box<dyn Solvable>),
    /// Proved position by position, by forward search.
    Provable(Box<dyn Provable>),
}

#[derive(Clone, Copy)]
enum Maker {
    Solvable(Make),
    Provable(MakeProvable),
    Both(MakeProvable, Make),
}

/// Games that can be found by id. A game is made when it is asked for.
#[derive(Clone)]
pub struct Registry {
    games: Vec<(String, Maker)>,
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
            .with("connect-four-4x4", connect_four)
            .with("connect-four-4x5", connect_four)
            .with("connect-four-5x4", connect_four)
            .with("connect-four-4x6", connect_four)
            .with("connect-four-6x4", connect_four)
            .with("connect-four-5x5", connect_four)
            .with("dobutsu-shogi", |_| Box::new(Entry::new(DobutsuShogi::default()).prefer(Queue)))
            .with("dodgem-2", dodgem)
            .with("dodgem-3", dodgem)
            .with("dodgem-4", dodgem)
            .with("dodgem-5", dodgem)
            .with("nine-mens-morris-3", nine_mens_morris)
            .with("nine-mens-morris-4", nine_mens_morris)
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
            .with_both(
                "quantum-tic-tac-toe",
                |_| quantum(QuantumTicTacToe::ORIGINAL),
                |_| Box::new(QuantumEntry { game: QuantumTicTacToe::ORIGINAL }),
            )
            .with_both(
                "quantum-tic-tac-toe-self",
                |_| quantum(QuantumTicTacToe::REVISED),
                |_| Box::new(QuantumEntry { game: QuantumTicTacToe::REVISED }),
            )
            .with_provable("otrio", |_| otrio(Otrio::STANDARD))
            .with_provable("otrio-no-centre", |_| otrio(Otrio::NO_CENTRE))
    }

    /// The same registry with one more game.
    #[must_use]
    pub fn with(mut self, id: &str, make: Make) -> Self {
        self.games.push((id.into(), Maker::Solvable(make)));
        self
    }

    /// The same registry with one more game that forward search proves.
    #[must_use]
    pub fn with_provable(mut self, id: &str, make: MakeProvable) -> Self {
        self.games.push((id.into(), Maker::Provable(make)));
        self
    }

    /// The same registry with one more game that is of both kinds. [`Registry::get`]
    /// gives it as one that forward search proves, which then answers from its
    /// database where there is one.
    #[must_use]
    pub fn with_both(mut self, id: &str, make_provable: MakeProvable, make: Make) -> Self {
        self.games.push((id.into(), Maker::Both(make_provable, make)));
        self
    }

    /// All ids, of games of both kinds.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.games.iter().map(|(id, _)| id.as_str())
    }

    /// The game with that id, of whichever kind.
    pub fn get(&self, id: &str) -> Result<Registered, Error> {
        match self.games.iter().find(|(known, _)| known == id) {
            Some((id, Maker::Solvable(make))) => Ok(Registered::Solvable(make(id))),
            Some((id, Maker::Provable(make) | Maker::Both(make, _))) => Ok(Registered::Provable(make(id))),
            None => {
                Err(Error::UnknownGame { id: id.into(), known: self.ids().collect::<Vec<_>>().join(", ") })
            }
        }
    }

    /// The game with that id, which must be one that is solved as a whole.
    pub fn find(&self, id: &str) -> Result<Box<dyn Solvable>, Error> {
        if let Some((id, Maker::Both(_, make))) = self.games.iter().find(|(known, _)| known == id) {
            return Ok(make(id));
        }
        match self.get(id)? {
            Registered::Solvable(game) => Ok(game),
            Registered::Provable(_) => Err(Error::ProvedBySearch { id: id.into() }),
        }
    }

    /// The game with that id, which must be one that forward search proves.
    ///
    /// ```
    /// let registry = kaiketsu::Registry::standard();
    /// assert_eq!(registry.find_provable("otrio")?.title(), "Otrio");
    /// let error = registry.find_provable("quixo-4x4").err().unwrap();
    /// assert_eq!(error.to_string(), "quixo-4x4 is solved as a whole: kaiketsu solve quixo-4x4");
    /// # Ok::<(), kaiketsu::Error>(())
    /// ```
    pub fn find_provable(&self, id: &str) -> Result<Box<dyn Provable>, Error> {
        match self.get(id)? {
            Registered::Provable(game) => Ok(game),
            Registered::Solvable(_) => Err(Error::SolvedWhole { id: id.into() }),
        }
    }
}

fn quantum(game: QuantumTicTacToe) -> Box<dyn Provable> {
    Box::new(SearchEntry::new(game).scored_by(scoring::quantum).solved_by(QuantumEntry { game }))
}

fn otrio(game: Otrio) -> Box<dyn Provable> {
    let openings = |game: &Otrio, moves: usize| {
        game.openings(moves).iter().map(|opening| opening.moves.join(" ")).collect()
    };
    Box::new(SearchEntry::new(game).opened_by(openings).with_book(game.openings_book()))
}

fn dodgem(id: &str) -> Box<dyn Solvable> {
    let game = Dodgem::new(size(id));
    let rows = DodgemRows::new(&game);
    Box::new(Entry::retrograde(game).prefer(rows))
}

fn connect_four(id: &str) -> Box<dyn Solvable> {
    let (columns, rows) = board(id);
    Box::new(Entry::retrograde(ConnectFour::new(columns, rows)))
}

fn nine_mens_morris(id: &str) -> Box<dyn Solvable> {
    Box::new(Entry::retrograde(NineMensMorris::new(size(id) as u32)))
}

fn nocca(id: &str) -> Box<dyn Solvable> {
    let (columns, rows) = board(id);
    Box::new(
        Entry::retrograde(Nocca::new(columns, rows))
            .prefer(NoccaMatrices::default())
            .scanned_by(NoccaScanner)
            .highlighted(highlights::nocca),
    )
}

fn quixo(id: &str) -> Box<dyn Solvable> {
    let game = Quixo::new(size(id));
    let (cubes, scanner) = (QuixoCubes::new(&game), QuixoScanner::new(&game));
    Box::new(Entry::retrograde(game).prefer(cubes).scanned_by(scanner).highlighted(highlights::quixo))
}

/// The columns and rows at the end of an id.
fn board(id: &str) -> (usize, usize) {
    let board = id.rsplit('-').next().unwrap_or_default();
    let (columns, rows) = board.split_once('x').expect("the ids above end in columns and rows");
    (size(columns), size(rows))
}

/// The size of the game in its id: the number at the end.
fn size(id: &str) -> usize {
    let digits = id.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    digits.parse().expect("the ids above end in a number")
}
