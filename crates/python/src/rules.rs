//! A game that Python described, as a table of all its positions.
//!
//! The package explores the rules once, in Python; what it found comes here as
//! flat lists. From there on the game is like any other: no Python runs while it
//! is solved, verified or asked, in as many threads as there are.
//!
//! Positions are numbered in the order of their texts, so that a database depends
//! on the rules alone and not on how they were explored.

use std::sync::Arc;

use kaiketsu::game::{Game as Rules, Notation, NotationError, Outcome, Step, Symmetric, Turn};
use kaiketsu::{FromRules, Registry};
use pyo3::prelude::*;

use crate::errors::raise;
use crate::game::Game;
use crate::watch::briefly;

/// A move of a position.
#[derive(Clone, Copy)]
struct Edge {
    child: u32,
    /// Its text, by its place among all.
    text: u32,
    passes: bool,
    plies: u8,
}

/// All positions of a game.
pub(crate) struct Positions {
    id: String,
    title: String,
    about: String,
    version: u32,
    start: u32,
    /// In ascending order.
    texts: Vec<String>,
    endings: Vec<Option<Outcome>>,
    /// Where the moves of each position begin, and where the last end.
    firsts: Vec<usize>,
    edges: Vec<Edge>,
    moves: Vec<String>,
    stages: Vec<u32>,
    /// For each position so many, itself the first.
    images: Vec<u32>,
    symmetries: usize,
}

impl Positions {
    fn edges(&self, position: u32) -> &[Edge] {
        &self.edges[self.firsts[position as usize]..self.firsts[position as usize + 1]]
    }
}

impl Rules for Positions {
    type Position = u32;
    type Move = u32;

    fn id(&self) -> String {
        self.id.clone()
    }

    fn start(&self) -> u32 {
        self.start
    }

    fn ending(&self, position: &u32) -> Option<Outcome> {
        self.endings[*position as usize]
    }

    fn moves(&self, position: &u32, moves: &mut Vec<u32>) {
        moves.extend(0..self.edges(*position).len() as u32);
    }

    fn play(&self, position: &u32, mv: &u32) -> Step<u32> {
        let edge = self.edges(*position)[*mv as usize];
        let turn = if edge.passes { Turn::Passes } else { Turn::Stays };
        Step { position: edge.child, turn, plies: edge.plies }
    }
}

impl Symmetric for Positions {
    fn symmetries(&self) -> usize {
        self.symmetries
    }

    fn image(&self, position: &u32, symmetry: usize) -> u32 {
        self.images[*position as usize * self.symmetries + symmetry]
    }
}

impl Notation for Positions {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn about(&self) -> String {
        self.about.clone()
    }

    fn write_position(&self, position: &u32) -> String {
        self.texts[*position as usize].clone()
    }

    fn read_position(&self, text: &str) -> Result<u32, NotationError> {
        let found = self.texts.binary_search_by(|known| known.as_str().cmp(text));
        found.map(|place| place as u32).map_err(|_| {
            NotationError::new(format!("`{text}` is no position that can be reached from the start"))
        })
    }

    fn write_move(&self, position: &u32, mv: &u32) -> String {
        self.moves[self.edges(*position)[*mv as usize].text as usize].clone()
    }

    fn rules_version(&self) -> u32 {
        self.version
    }
}

/// Numbers of four bytes, as an array of Python has them.
fn numbers(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks::<4>().0.iter().map(|four| u32::from_ne_bytes(*four)).collect()
}

/// What the package found by exploring rules.
#[pyclass(frozen, module = "kaiketsu._kaiketsu")]
pub(crate) struct Table(Arc<Positions>);

#[pymethods]
impl Table {
    /// Numbers are as the exploration gave them; the start is number 0.
    ///
    /// `endings` has a byte for each position (0 loss, 1 draw, 2 win, 3 not over),
    /// `counts` its number of moves; then follow, move by move, where it leads,
    /// its text by its place in `moves`, and in a byte its plies and in bit 7
    /// whether the turn stays. `images` has `symmetries` numbers a position.
    #[new]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        id: String,
        title: String,
        about: String,
        version: u32,
        texts: Vec<String>,
        endings: Vec<u8>,
        counts: Vec<u8>,
        children: Vec<u8>,
        move_texts: Vec<u8>,
        steps: Vec<u8>,
        moves: Vec<String>,
        stages: Vec<u8>,
        images: Vec<u8>,
        symmetries: usize,
    ) -> PyResult<Self> {
        let [counts, children, move_texts, stages, images] =
            [counts, children, move_texts, stages, images].map(|bytes| numbers(&bytes));
        let count = texts.len();
        let edges_found: usize = counts.iter().map(|count| *count as usize).sum();
        let fits = count > 0
            && [endings.len(), counts.len(), stages.len()] == [count; 3]
            && [children.len(), move_texts.len(), steps.len()] == [edges_found; 3]
            && images.len() == count * symmetries
            && children.iter().chain(&images).all(|position| (*position as usize) < count)
            && move_texts.iter().all(|text| (*text as usize) < moves.len());
        if !fits || symmetries == 0 {
            return Err(raise(py, "InternalError", "the table of positions does not fit itself".into()));
        }
        let table = py.detach(move || {
            let mut order: Vec<u32> = (0..count as u32).collect();
            order.sort_unstable_by(|one, other| texts[*one as usize].cmp(&texts[*other as usize]));
            let mut places = vec![0; count];
            for (place, found) in (0..).zip(&order) {
                places[*found as usize] = place;
            }
            let mut begins = Vec::with_capacity(count + 1);
            begins.push(0);
            for count in &counts {
                begins.push(begins.last().expect("one is there") + *count as usize);
            }
            let (mut firsts, mut edges) = (vec![0], Vec::with_capacity(edges_found));
            for found in &order {
                for at in begins[*found as usize]..begins[*found as usize + 1] {
                    edges.push(Edge {
                        child: places[children[at] as usize],
                        text: move_texts[at],
                        passes: steps[at] & 0x80 == 0,
                        plies: steps[at] & 0x7F,
                    });
                }
                firsts.push(edges.len());
            }
            let ending = |found: &u32| match endings[*found as usize] {
                0 => Some(Outcome::Loss),
                1 => Some(Outcome::Draw),
                2 => Some(Outcome::Win),
                _ => None,
            };
            let image = |found: &u32| {
                let first = *found as usize * symmetries;
                images[first..first + symmetries]
                    .iter()
                    .map(|image| places[*image as usize])
                    .collect::<Vec<_>>()
            };
            Positions {
                start: places[0],
                endings: order.iter().map(ending).collect(),
                firsts,
                edges,
                moves,
                stages: order.iter().map(|found| stages[*found as usize]).collect(),
                images: order.iter().flat_map(image).collect(),
                symmetries,
                texts: order.iter().map(|found| texts[*found as usize].clone()).collect(),
                id,
                title,
                about,
                version,
            }
        });
        Ok(Table(Arc::new(table)))
    }

    /// The game of this table.
    fn game(&self, py: Python<'_>) -> PyResult<Game> {
        let (table, id) = (Arc::clone(&self.0), self.0.id.clone());
        let registered = move || {
            let table = Arc::clone(&table);
            let setup = move || {
                let table = Arc::clone(&table);
                let staged: fn(&Positions, &u32) -> u32 = |table, position| table.stages[*position as usize];
                match table.symmetries {
                    1 => FromRules::new(table).staged(staged),
                    _ => FromRules::folded(table).staged(staged),
                }
            };
            let id = setup_id(&setup);
            Registry::empty().with(&id, setup)
        };
        briefly(py, || Game::new(&id, Arc::new(registered)))
    }
}

/// The id of the game that a setup is of.
fn setup_id<S: kaiketsu::IntoSetup>(make: &impl Fn() -> S) -> String {
    Rules::id(&*make().into_setup().game)
}
