//! The zero-suppressed binary decision diagram of the literature, as a
//! baseline.
//!
//! Yamamoto and Hoki number the boards of NOCCA x NOCCA with a diagram of
//! questions "is cell `c` in state `s`?", asked for all states but the last,
//! which a cell is in if all answers are "no" (GPW 2022, tables 2, 3 and 7).
//!
//! ```text
//! s = 0? --no--> s = 1? --no--> ... s = 13? --no--> the next cell, this one in state 14
//!   |yes           |yes                |yes
//!   v              v                   v    no further "yes" for this cell
//! ```
//!
//! The frontier method goes forward question by question. A node is what the
//! [`Automaton`] remembers and whether the cell has had its "yes"; nodes that
//! agree in this are one. Then nodes whose "yes" leads nowhere are removed.
//! Nodes that turn out equal only later are *not* merged, as in the paper: for
//! 5 x 6 this gives its 17,512 nodes, both leaves included, and its mean path
//! of 47.4. A node takes 24 bytes here, 420 kB together.
//!
//! Words are numbered in the *opposite* order of symbols, since "no" comes
//! first. [`crate::Diagram`] does the same job with one look-up a cell.

use crate::Automaton;
use crate::diagram::build::Numbered;

/// A zero-suppressed binary decision diagram that ranks and unranks words.
///
/// ```
/// use kaiketsu_index::{Automaton, Zdd};
///
/// /// Words of three cells with symbols 0 to 2 that add up to a number.
/// struct Sum;
///
/// impl Automaton for Sum {
///     type State = usize; // still to come
///     fn cells(&self) -> usize {
///         3
///     }
///     fn symbols(&self, _cell: usize) -> usize {
///         3
///     }
///     fn step(&self, _cell: usize, left: &usize, symbol: usize) -> Option<usize> {
///         left.checked_sub(symbol)
///     }
///     fn accepts(&self, left: &usize) -> bool {
///         *left == 0
///     }
/// }
///
/// let zdd = Zdd::build(&Sum, 4);
/// assert_eq!(zdd.count(), 6);
/// assert_eq!(zdd.rank(|cell| [2, 2, 0][cell]), Some(0)); // greater symbols come first
/// let mut word = [0; 3];
/// zdd.unrank(5, &mut word);
/// assert_eq!(word, [0, 2, 2]);
/// ```
#[derive(Clone, Debug)]
pub struct Zdd {
    nodes: Vec<Question>,
    root: Reference,
    /// By cell, the last symbol, which is not asked for.
    last: Vec<u8>,
}

/// One node: a question and where its answers lead.
#[derive(Clone, Copy, Debug)]
struct Question {
    /// Words accepted from here.
    words: u64,
    no: Reference,
    yes: Reference,
    cell: u8,
    symbol: u8,
}

/// A node by number, or a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reference(u32);

const REFUSED: Reference = Reference(u32::MAX);
const ACCEPTED: Reference = Reference(u32::MAX - 1);

/// A node before the removal, by place in its level, or `None`.
type Edge = Option<u32>;

/// The answers of each node of a level.
struct Level {
    cell: usize,
    symbol: usize,
    edges: Vec<[Edge; 2]>,
}

impl Zdd {
    /// The diagram of an automaton for a first state.
    ///
    /// # Panics
    /// If a cell has fewer than 2 or more than 256 symbols, or there are more
    /// than 256 cells.
    #[must_use]
    pub fn build<A: Automaton>(automaton: &A, root: A::State) -> Self {
        let mut levels = Vec::new();
        // What is remembered, and whether the cell has had its "yes".
        let mut states = vec![(root, false)];
        for cell in 0..automaton.cells() {
            let symbols = automaton.symbols(cell);
            assert!((2..=256).contains(&symbols), "cell {cell} has {symbols} symbols");
            for symbol in 0..symbols - 1 {
                let (level, next) = ask(automaton, cell, symbol, &states);
                levels.push(level);
                states = next;
            }
        }
        let last = (0..automaton.cells()).map(|cell| (automaton.symbols(cell) - 1) as u8).collect();
        let mut zdd = Zdd { nodes: Vec::new(), root: REFUSED, last };
        let leaf = |state: &A::State| if automaton.accepts(state) { ACCEPTED } else { REFUSED };
        // Where a node is after the removal.
        let mut places: Vec<Reference> = states.iter().map(|(state, _)| leaf(state)).collect();
        while let Some(level) = levels.pop() {
            places = level.edges.iter().map(|edges| zdd.add(&level, *edges, &places)).collect();
        }
        zdd.root = places[0];
        zdd
    }

    /// Adds a node unless its "yes" leads nowhere; places are those after it.
    fn add(&mut self, level: &Level, edges: [Edge; 2], places: &[Reference]) -> Reference {
        let [no, yes] = edges.map(|edge| edge.map_or(REFUSED, |at| places[at as usize]));
        if yes == REFUSED {
            return no;
        }
        let words = self.words(no) + self.words(yes);
        let (cell, symbol) = (level.cell as u8, level.symbol as u8);
        self.nodes.push(Question { words, no, yes, cell, symbol });
        Reference(self.nodes.len() as u32 - 1)
    }

    fn words(&self, node: Reference) -> u64 {
        match node {
            REFUSED => 0,
            ACCEPTED => 1,
            Reference(number) => self.nodes[number as usize].words,
        }
    }

    /// How many words there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.words(self.root)
    }

    /// How many nodes there are, both leaves included.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes.len() + 2
    }

    /// How much memory the nodes take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
    }

    /// How many questions a word takes on the average.
    #[must_use]
    pub fn mean_path(&self) -> f64 {
        let questions = (0..).zip(self.path_lengths()).map(|(length, words)| length * words).sum::<u64>();
        questions as f64 / self.count() as f64
    }

    /// How many words take each number of questions, from none on: figure 6
    /// of the paper.
    ///
    /// One pass over the nodes; a row of counts each while it is under way.
    #[must_use]
    pub fn path_lengths(&self) -> Vec<u64> {
        // Nodes were added after those they lead to.
        let mut lengths: Vec<Vec<u64>> = Vec::with_capacity(self.nodes.len());
        let of = |lengths: &[Vec<u64>], node: Reference| match node {
            REFUSED => Vec::new(),
            ACCEPTED => vec![1],
            Reference(number) => lengths[number as usize].clone(),
        };
        for question in &self.nodes {
            let (no, yes) = (of(&lengths, question.no), of(&lengths, question.yes));
            let mut sum = vec![0; 1 + no.len().max(yes.len())];
            for below in [no, yes] {
                below.iter().zip(&mut sum[1..]).for_each(|(words, total)| *total += words);
            }
            lengths.push(sum);
        }
        of(&lengths, self.root)
    }

    /// The number of a word: table 2 of the paper. What is refused has none.
    #[inline]
    #[must_use]
    pub fn rank(&self, word: impl Fn(usize) -> usize) -> Option<u64> {
        let (mut node, mut rank) = (self.root, 0);
        while let Some(question) = self.nodes.get(node.0 as usize) {
            if word(question.cell.into()) == usize::from(question.symbol) {
                rank += self.words(question.no);
                node = question.yes;
            } else {
                node = question.no;
            }
        }
        (node == ACCEPTED).then_some(rank)
    }

    /// The word of a number: table 3 of the paper.
    ///
    /// # Panics
    /// If the number is not less than the words, or the word has another length.
    pub fn unrank(&self, rank: u64, word: &mut [u8]) {
        assert!(rank < self.count(), "{rank} is not less than the {} words", self.count());
        word.copy_from_slice(&self.last);
        let (mut node, mut rest) = (self.root, rank);
        while let Some(question) = self.nodes.get(node.0 as usize) {
            let before = self.words(question.no);
            if before <= rest {
                rest -= before;
                word[usize::from(question.cell)] = question.symbol;
                node = question.yes;
            } else {
                node = question.no;
            }
        }
    }
}

/// Asks one question of all states: the level, and the states after it.
fn ask<A: Automaton>(
    automaton: &A,
    cell: usize,
    symbol: usize,
    states: &[(A::State, bool)],
) -> (Level, Vec<(A::State, bool)>) {
    let mut next = Numbered::new();
    // The last question of a cell decides it: the next one has had no "yes".
    let decides = symbol + 2 == automaton.symbols(cell);
    let edges = |(state, answered): &(A::State, bool)| {
        let no = match (answered, decides) {
            (false, true) => automaton.step(cell, state, symbol + 1),
            _ => Some(state.clone()),
        };
        let yes = if *answered { None } else { automaton.step(cell, state, symbol) };
        let no = no.map(|state| next.number((state, *answered && !decides)));
        [no, yes.map(|state| next.number((state, !decides)))]
    };
    let edges = states.iter().map(edges).collect();
    (Level { cell, symbol, edges }, next.states)
}
