//! The games by their ids, family by family.

use std::fmt::Display;
use std::sync::Arc;

use kaiketsu_engine::setup::IntoSetup;

use crate::near::nearest;
use crate::{Entry, Error};

/// Makes a game when it is asked for.
type Make = Arc<dyn Fn() -> Box<dyn Entry> + Send + Sync>;

/// Games that are one game on different boards or by different rules.
#[derive(Clone)]
pub struct Family {
    /// The id, such as `quixo`.
    pub id: String,
    /// The name as people say it, such as `Quixo`.
    pub title: String,
    /// Its games.
    pub games: Vec<Variant>,
}

/// One game of a family.
#[derive(Clone)]
pub struct Variant {
    /// The id of the game.
    pub id: String,
    /// What tells it from the others of the family, such as `4x4`; nothing for
    /// the game that the family is named after.
    pub name: String,
    make: Make,
}

impl Variant {
    /// The game.
    #[must_use]
    pub fn game(&self) -> Box<dyn Entry> {
        (self.make)()
    }
}

impl Family {
    /// A family without games yet, by its id and its name as people say it.
    #[must_use]
    pub fn new(id: &str, title: &str) -> Self {
        Family { id: id.into(), title: title.into(), games: Vec::new() }
    }

    /// The same family with the game that has its id.
    #[must_use]
    pub fn alone<S: IntoSetup>(self, make: impl Fn() -> S + Send + Sync + 'static) -> Self {
        self.push(String::new(), Arc::new(move || Box::new(make().into_setup())))
    }

    /// The same family with one game for each of these variants. The id of a
    /// game is that of the family, a hyphen and the variant as text.
    #[must_use]
    pub fn variants<V, S>(
        self,
        variants: impl IntoIterator<Item = V>,
        make: impl Fn(&V) -> S + Send + Sync + 'static,
    ) -> Self
    where
        V: Display + Send + Sync + 'static,
        S: IntoSetup,
    {
        let make = Arc::new(make);
        variants.into_iter().fold(self, |family, variant| {
            let (name, make) = (variant.to_string(), Arc::clone(&make));
            family.push(name, Arc::new(move || Box::new(make(&variant).into_setup())))
        })
    }

    fn push(mut self, name: String, make: Make) -> Self {
        let id = if name.is_empty() { self.id.clone() } else { format!("{}-{name}", self.id) };
        self.games.push(Variant { id, name, make });
        self
    }
}

/// Games that can be found by id. A game is made when it is asked for.
#[derive(Clone, Default)]
pub struct Registry {
    families: Vec<Family>,
}

impl Registry {
    /// A registry without games.
    #[must_use]
    pub fn empty() -> Self {
        Registry::default()
    }

    /// The games that come with Kaiketsu: a line for each family.
    #[must_use]
    pub fn standard() -> Self {
        use kaiketsu_games::quantum_tic_tac_toe as quantum;
        use kaiketsu_games::*; // a new game is one line here
        let families = vec![
            Family::new("tic-tac-toe", "Tic-tac-toe").alone(tic_tac_toe::setup),
            Family::new("connect-four", "Connect-four").variants(connect_four::PROVED, connect_four::setup),
            Family::new("dobutsu-shogi", "Dobutsu shogi").alone(dobutsu_shogi::setup),
            Family::new("dodgem", "Dodgem").variants(dodgem::PIECES, dodgem::setup),
            Family::new("nine-mens-morris", "Nine men's morris")
                .variants(nine_mens_morris::PIECES, nine_mens_morris::setup),
            Family::new("nocca", "NOCCA x NOCCA")
                .variants(nocca::TALL, nocca::setup_tall)
                .variants(nocca::BOARDS, nocca::setup),
            Family::new("quixo", "Quixo").variants(quixo::BOARDS, quixo::setup),
            Family::new("quantum-tic-tac-toe", "Quantum tic-tac-toe")
                .variants(quantum::variants(&quantum::ON_3X3), quantum::setup)
                .variants(quantum::variants(&quantum::ON_3X4), quantum::searched)
                .variants(quantum::variants(&quantum::ON_4X4), quantum::searched),
            Family::new("simpei", "Simpei").variants(simpei::RULES, simpei::setup),
            Family::new("qubic", "Qubic").variants(qubic::RULES, qubic::setup),
            Family::new("otrio", "Otrio")
                .variants(otrio::RULES, otrio::setup)
                .variants(otrio::party::parties(), otrio::party::setup),
        ];
        Registry { families }
    }

    /// The same registry with one more family.
    #[must_use]
    pub fn with_family(mut self, family: Family) -> Self {
        self.families.push(family);
        self
    }

    /// The same registry with one more game, a family of its own.
    #[must_use]
    pub fn with<S: IntoSetup>(self, id: &str, make: impl Fn() -> S + Send + Sync + 'static) -> Self {
        let title = Entry::title(&make().into_setup());
        self.with_family(Family::new(id, &title).alone(make))
    }

    /// The families.
    #[must_use]
    pub fn families(&self) -> &[Family] {
        &self.families
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.families.iter().flat_map(|family| &family.games).map(|variant| variant.id.as_str())
    }

    /// The game with that id.
    ///
    /// ```
    /// let registry = kaiketsu::Registry::standard();
    /// assert_eq!(registry.get("otrio")?.title(), "Otrio");
    /// let error = registry.get("dodgem-6").err().unwrap();
    /// assert_eq!(error.to_string(), "there is no game `dodgem-6`; did you mean: dodgem-2, dodgem-3, dodgem-4, dodgem-5");
    /// # Ok::<(), kaiketsu::Error>(())
    /// ```
    pub fn get(&self, id: &str) -> Result<Box<dyn Entry>, Error> {
        let mut all = self.families.iter().flat_map(|family| &family.games);
        if let Some(variant) = all.find(|variant| variant.id == id) {
            return Ok(variant.game());
        }
        let near = nearest(id, self.ids());
        let (of, known) = match near.is_empty() {
            false => ("did you mean", near.join(", ")),
            true => (
                "the games are",
                self.families.iter().map(|family| &*family.id).collect::<Vec<_>>().join(", "),
            ),
        };
        Err(Error::UnknownGame { id: id.into(), of: of.into(), known })
    }
}
