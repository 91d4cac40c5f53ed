//! A toolbox for games on boards: shapes, sets of cells, symmetries, placements of
//! pieces with their numbers, and text.
//!
//! A game of pieces on a grid needs little more than its rules. This one puts
//! stones in turn on 3x3 cells, and whoever completes a line across loses:
//!
//! ```
//! use kaiketsu::board::{CellSet, Grid, Layout, Placements, Symmetries, marks};
//! use kaiketsu::game::{
//!     Backwards, CellForm, Game, Notation, NotationError, NumberedBy, Outcome, Step, Symmetric, Turn,
//! };
//! use kaiketsu::{Limit, Numbered, Registry, Request, Resources, Silent, Store};
//!
//! struct Across {
//!     grid: Grid,
//!     layout: Layout,
//!     placements: Placements<u16, 2>,
//!     symmetries: Symmetries<u16>,
//! }
//!
//! impl Across {
//!     fn new() -> Self {
//!         let grid = Grid::square(3);
//!         // A tier is a number of empty cells: X, which is to move, has as many marks or one less.
//!         let marks_of = |empty: u32| vec![[(9 - empty) / 2, (9 - empty).div_ceil(2)]];
//!         Across {
//!             layout: Layout::new(grid.board(CellForm::Square).with_kinds(marks())),
//!             placements: Placements::new(grid.cells(), (0..=9).map(marks_of).collect()),
//!             symmetries: grid.symmetries().keeping(|cell| grid.row_of(cell)), // rows stay rows
//!             grid,
//!         }
//!     }
//! }
//!
//! impl Game for Across {
//!     type Position = [u16; 2]; // of the side to move, and of the other
//!     type Move = usize;
//!     fn id(&self) -> String { "across".into() }
//!     fn start(&self) -> [u16; 2] { [0, 0] }
//!     fn ending(&self, [own, other]: &[u16; 2]) -> Option<Outcome> {
//!         let across = |marks: u16| (0..3).any(|row| marks.has_all(self.grid.row(row)));
//!         match (across(*other), across(*own)) {
//!             (true, _) => Some(Outcome::Win),
//!             (_, true) => Some(Outcome::Loss),
//!             _ => (own | other == self.grid.all::<u16>()).then_some(Outcome::Draw),
//!         }
//!     }
//!     fn moves(&self, [own, other]: &[u16; 2], moves: &mut Vec<usize>) {
//!         moves.extend((self.grid.all::<u16>() & !(own | other)).cells());
//!     }
//!     fn play(&self, [own, other]: &[u16; 2], cell: &usize) -> Step<[u16; 2]> {
//!         Step::passes([*other, own.with(*cell)])
//!     }
//! }
//!
//! impl Backwards for Across {
//!     fn before(&self, [own, other]: &[u16; 2], visit: &mut dyn FnMut([u16; 2], Turn)) {
//!         other.cells().for_each(|cell| visit([other.without(cell), *own], Turn::Passes));
//!     }
//! }
//!
//! impl NumberedBy for Across {
//!     type Numbering = Placements<u16, 2>;
//!     fn numbering(&self) -> &Placements<u16, 2> { &self.placements }
//! }
//!
//! impl Symmetric for Across {
//!     fn symmetries(&self) -> usize { self.symmetries.len() }
//!     fn image(&self, marks: &[u16; 2], symmetry: usize) -> [u16; 2] { self.symmetries.image(marks, symmetry) }
//! }
//!
//! impl Notation for Across {
//!     fn title(&self) -> String { "Across".into() }
//!     fn about(&self) -> String { "Complete no line across. X is the side to move.".into() }
//!     fn write_position(&self, marks: &[u16; 2]) -> String { self.layout.write_sets(marks) }
//!     fn read_position(&self, text: &str) -> Result<[u16; 2], NotationError> { self.layout.read_sets(text) }
//!     fn write_move(&self, _: &[u16; 2], cell: &usize) -> String { self.layout.name(*cell).into() }
//! }
//!
//! let registry = Registry::empty().with("across", || Numbered::folded(Across::new()));
//! let folder = std::env::temp_dir().join("kaiketsu-doc-across");
//! let (game, store) = (registry.get("across")?, Store::new(&folder));
//! game.solver().expect("it is numbered").solve(&store, &Request::default(), &Silent)?;
//! let solution = game.open(&store, Resources::default())?;
//! assert_eq!(solution.rate("XX./O../O..", Limit::NONE)?.to_string(), "loss in 5");
//! # std::fs::remove_dir_all(&folder).ok();
//! # Ok::<(), kaiketsu::Error>(())
//! ```
//!
//! `docs/adding-a-game.md` has a game with captures by the same parts.

pub use kaiketsu_game::board::*;
pub use kaiketsu_index::Placements;
