//! The words of a root in order, each made from the one before.

use super::{DEAD, Diagram};

/// A word of a root, and the way to it.
///
/// ```text
/// cell     0     1     2     3
/// word     1     0     2     0
/// node   root -> A  -> B  -> C      the next word: the last cell with a later symbol
///                                   that lives takes it, those after it their first
/// ```
///
/// Most of the next word is that of the word before: about as many cells change
/// as in counting.
pub struct Words<'a> {
    diagram: &'a Diagram,
    word: Vec<u8>,
    /// The first edge of the node in which each cell is read.
    nodes: Vec<u32>,
    /// Words after this one.
    left: u64,
}

impl Diagram {
    /// The words of a root from a number on.
    ///
    /// # Panics
    ///
    /// If the number is not less than [`Diagram::count`].
    ///
    /// ```
    /// # use kaiketsu_index::{Automaton, Diagram};
    /// # struct Two;
    /// # impl Automaton for Two {
    /// #     type State = ();
    /// #     fn cells(&self) -> usize { 2 }
    /// #     fn symbols(&self, _: usize) -> usize { 2 }
    /// #     fn step(&self, _: usize, _: &(), _: usize) -> Option<()> { Some(()) }
    /// # }
    /// let diagram = Diagram::build(&Two, [()]);
    /// let mut words = diagram.words(0, 1);
    /// assert_eq!(words.word(), [0, 1]);
    /// assert_eq!(words.advance(), Some(0)); // the first cell that changes
    /// assert_eq!(words.word(), [1, 0]);
    /// assert_eq!((words.advance(), words.advance()), (Some(1), None));
    /// ```
    #[must_use]
    pub fn words(&self, root: usize, rank: u64) -> Words<'_> {
        let mut word = vec![0; self.cells()];
        self.unrank(root, rank, &mut word);
        let mut node = self.roots[root].node;
        let child = |symbol: &u8| {
            let before = node;
            node = self.edges[node as usize + usize::from(*symbol)].child;
            before
        };
        let nodes = word.iter().map(child).collect();
        Words { diagram: self, word, nodes, left: self.count(root) - rank - 1 }
    }
}

impl Words<'_> {
    /// The word.
    #[must_use]
    #[inline]
    pub fn word(&self) -> &[u8] {
        &self.word
    }

    /// Goes to the next word: the first cell that changes, or `None` after the last word.
    #[inline]
    pub fn advance(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        let Diagram { edges, symbols, .. } = self.diagram;
        // The first symbol, from one on, that some word goes on with.
        let living = |node: u32, cell: usize, from: usize| {
            let edges = &edges[node as usize..][..usize::from(symbols[cell])];
            (from..edges.len()).find(|symbol| edges[*symbol].child != DEAD)
        };
        let later = |cell: &usize| living(self.nodes[*cell], *cell, usize::from(self.word[*cell]) + 1);
        let changed = (0..self.word.len()).rev().find_map(|cell| Some((cell, later(&cell)?)));
        let (first, mut symbol) = changed.expect("there is a word left");
        for cell in first.. {
            self.word[cell] = symbol as u8;
            if cell + 1 == self.word.len() {
                break;
            }
            let node = edges[self.nodes[cell] as usize + symbol].child;
            self.nodes[cell + 1] = node;
            symbol = living(node, cell + 1, 0).expect("a node that is kept has words");
        }
        Some(first)
    }
}
