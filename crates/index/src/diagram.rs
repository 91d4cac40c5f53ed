//! Decision diagrams that number the words of a language.
//!
//! A board read cell by cell is a word of fixed length. If an [`Automaton`]
//! can tell, from what it remembers of the cells read so far, which words are
//! wanted, a [`Diagram`] numbers them without gaps in lexicographic order and
//! finds the word of a number.
//!
//! # Construction: the frontier method
//!
//! ```text
//! cell 0        cell 1        cell 2
//!   root --0-->   A  --0-->     C        forwards:  equal states of a level are one node
//!        --1-->   B  --0-->     C        backwards: count words, drop nodes without any,
//!                    --1-->     D                   merge nodes with the same edges
//! ```
//!
//! [`Diagram::build`] goes forward level by level from all roots at once. It
//! hashes the states of one level only, so it needs memory for the edges and
//! two levels of states. Then it goes backwards: the words of a node are the
//! words of its children, in the order of the symbols. After the merging the
//! diagram is minimal: no two nodes of a level accept the same words.
//!
//! # Layout
//!
//! All edges lie in one array, the edges of a node side by side by symbol,
//! 12 bytes each: how many words of the node begin with a smaller symbol
//! (64 bits), and where the edges of the child start (32 bits, all ones if no
//! accepted word goes this way). So a word is ranked with one look-up and one
//! addition per cell, and a diagram with `n` nodes of `s` symbols takes
//! `12 n s` bytes. At most 2^32 - 1 edges fit.
//!
//! The boards of Dodgem with five pieces a side (36 cells, 213,444 roots) need
//! 2.3 million nodes and 87 MB, built in less than a second.
//!
//! # The binary diagrams of the literature
//!
//! Yamamoto and Hoki (strong solution of NOCCA x NOCCA, GPW 2022) number
//! boards with a zero-suppressed binary decision diagram, built by the same
//! frontier method. It asks "is cell `c` in state `s`?" for the states 0 to 13
//! in turn, and a cell with fourteen answers "no" is in state 14. Whenever the
//! answer is "yes", ranking adds the words of the 0-child.
//!
//! ```text
//! binary, one cell:   s = 0? --no--> s = 1? --no--> s = 2? --no--> ...
//!                       |yes           |yes           |yes
//!                       v              v              v           the next cell
//! ```
//!
//! One node here stands for such a chain. The 0-child of the question `s` has
//! the words with a later state, so where the binary diagram adds what is left
//! of the chain, an edge here holds the finished sum; with the symbols in the
//! opposite order of the states the numbers are the same as those of [`crate::Zdd`].
//! Questions whose "yes" is impossible, which zero suppression removes, are
//! dead edges here.
//! Their diagram has 17,512 nodes and a mean path of 47.4 of them, each with a
//! branch that depends on the board. Here every word takes 30 steps, one for
//! each cell, through 1,616 nodes of 15 edges (0.3 MB).

pub(crate) mod build;
mod intern;
mod rank;
mod words;

use std::hash::Hash;

pub use words::Words;

/// A language of words of fixed length, read cell by cell.
///
/// # Laws
///
/// 1. `step` and `accepts` depend on nothing but their arguments.
/// 2. Two equal states at the same cell accept the same continuations.
///
/// States from which no word is accepted are allowed; the diagram drops them.
/// It is still kind to the builder to refuse a word as early as possible.
pub trait Automaton {
    /// What must be remembered of the cells read so far.
    type State: Clone + Eq + Hash;

    /// The length of the words.
    fn cells(&self) -> usize;

    /// The alphabet of a cell is `0..symbols(cell)`, at most 256 symbols.
    fn symbols(&self, cell: usize) -> usize;

    /// The state after reading `symbol` in `cell`, or `None` if no accepted word goes on like this.
    fn step(&self, cell: usize, state: &Self::State, symbol: usize) -> Option<Self::State>;

    /// Whether a word is accepted that ends in this state, after the last cell.
    /// As it stands: every word that `step` lets through.
    fn accepts(&self, state: &Self::State) -> bool {
        let _ = state;
        true
    }
}

/// A decision diagram with several roots. It numbers the accepted words of
/// each root in lexicographic order: cell 0 is the most significant, symbol 0
/// comes first.
///
/// ```
/// use kaiketsu_index::{Automaton, Diagram};
///
/// /// Rows of five cells in which a given number of marks stand, no two side by side.
/// struct Apart;
///
/// impl Automaton for Apart {
///     type State = (usize, bool); // marks still to come, whether the last cell has one
///     fn cells(&self) -> usize {
///         5
///     }
///     fn symbols(&self, _cell: usize) -> usize {
///         2
///     }
///     fn step(&self, _cell: usize, &(left, marked): &Self::State, symbol: usize) -> Option<Self::State> {
///         match symbol {
///             0 => Some((left, false)),
///             _ if marked || left == 0 => None,
///             _ => Some((left - 1, true)),
///         }
///     }
///     fn accepts(&self, &(left, _): &Self::State) -> bool {
///         left == 0
///     }
/// }
///
/// let diagram = Diagram::build(&Apart, (0..=5).map(|marks| (marks, false)));
/// let counts: Vec<u64> = (0..diagram.roots()).map(|root| diagram.count(root)).collect();
/// assert_eq!(counts, [1, 5, 6, 1, 0, 0]);
///
/// let word = [1, 0, 0, 1, 0];
/// assert_eq!(diagram.rank(2, |cell| word[cell]), Some(4));
/// assert_eq!(diagram.rank(3, |cell| word[cell]), None);
///
/// let mut fifth = [0; 5];
/// diagram.unrank(2, 4, &mut fifth);
/// assert_eq!(fifth, [1, 0, 0, 1, 0]);
/// ```
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The size of the alphabet of each cell.
    symbols: Vec<u16>,
    /// The edges of all nodes, last level first.
    edges: Vec<Edge>,
    nodes: usize,
    roots: Vec<Root>,
}

/// Where the words of a root begin.
#[derive(Clone, Copy, Debug)]
struct Root {
    /// The first edge of the node, or [`DEAD`].
    node: u32,
    count: u64,
}

/// The child of an edge along which no word is accepted.
const DEAD: u32 = u32::MAX;

/// The child of an edge that ends an accepted word; nothing is ever read there.
const END: u32 = 0;

/// One symbol of a node. The count is kept in halves so that an edge takes 12 bytes, not 16.
#[derive(Clone, Copy, Debug)]
struct Edge {
    before_low: u32,
    before_high: u32,
    child: u32,
}

impl Edge {
    fn new(before: u64, child: u32) -> Self {
        Edge { before_low: before as u32, before_high: (before >> 32) as u32, child }
    }

    /// How many words of the node begin with a smaller symbol.
    #[inline]
    fn before(self) -> u64 {
        u64::from(self.before_high) << 32 | u64::from(self.before_low)
    }
}
