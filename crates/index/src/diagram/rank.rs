//! Words to numbers and back.

use super::{DEAD, Diagram};

impl Diagram {
    /// How many roots there are.
    #[must_use]
    pub fn roots(&self) -> usize {
        self.roots.len()
    }

    /// How many words a root accepts.
    #[must_use]
    pub fn count(&self, root: usize) -> u64 {
        self.roots[root].count
    }

    /// The length of the words.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.symbols.len()
    }

    /// How many nodes there are, after merging.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The number of a word, given as the symbol of each cell, or `None` if
    /// the root does not accept it. Cells are asked once each, in order, up to
    /// the first symbol that no accepted word has there.
    #[inline]
    #[must_use]
    pub fn rank(&self, root: usize, word: impl Fn(usize) -> usize) -> Option<u64> {
        let mut node = self.roots[root].node;
        if node == DEAD {
            return None;
        }
        let mut rank = 0;
        for (cell, &symbols) in self.symbols.iter().enumerate() {
            let symbol = word(cell);
            if symbol >= usize::from(symbols) {
                return None;
            }
            let edge = self.edges[node as usize + symbol];
            if edge.child == DEAD {
                return None;
            }
            rank += edge.before();
            node = edge.child;
        }
        Some(rank)
    }

    /// Writes the word of a number.
    ///
    /// # Panics
    ///
    /// If `rank` is not less than [`Diagram::count`], or `word` has not one symbol for each cell.
    pub fn unrank(&self, root: usize, rank: u64, word: &mut [u8]) {
        let Self { symbols, roots, .. } = self;
        assert_eq!(word.len(), symbols.len(), "one symbol for each cell");
        assert!(rank < roots[root].count, "{rank} is not less than the {} words", roots[root].count);
        let mut node = roots[root].node;
        let mut rest = rank;
        for (&symbols, place) in symbols.iter().zip(word) {
            let edges = &self.edges[node as usize..][..usize::from(symbols)];
            // Dead edges count as many words before them as the next symbol
            // does, so the last edge with at most `rest` is a living one.
            let symbol = edges[1..].iter().take_while(|edge| edge.before() <= rest).count();
            *place = symbol as u8;
            rest -= edges[symbol].before();
            node = edges[symbol].child;
        }
    }
}
