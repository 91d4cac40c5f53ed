//! All words in order, or a stretch of them, without unranking each.
//!
//! The walk goes depth first. Consecutive words share long beginnings, so a
//! [`Visitor`] that keeps a board up to date pays only for the cells that
//! change. A stretch of numbers costs a few steps per cell at either end and
//! nothing for the words it leaves out, so threads can share a root.

use super::{DEAD, Diagram};
use std::ops::Range;

/// What a walk over the words of a root tells on its way.
pub trait Visitor {
    /// The word goes on with `symbol` in `cell`. Calls come in the order of the cells.
    fn enter(&mut self, cell: usize, symbol: usize);

    /// The walk takes `symbol` back from `cell`; whatever was entered after it has been taken back.
    fn leave(&mut self, cell: usize, symbol: usize) {
        let _ = (cell, symbol);
    }

    /// All cells have been entered: this is the word with the number `rank`.
    fn word(&mut self, rank: u64);
}

impl Diagram {
    /// Visits the words of a root in order.
    pub fn for_each(&self, root: usize, visit: &mut dyn FnMut(&[u8])) {
        self.for_each_in(root, 0..self.count(root), visit);
    }

    /// Visits the words of a root whose numbers lie in `ranks`, in order.
    /// Numbers past the last word are ignored.
    pub fn for_each_in(&self, root: usize, ranks: Range<u64>, visit: &mut dyn FnMut(&[u8])) {
        self.walk(root, ranks, &mut Writer { word: vec![0; self.cells()], visit });
    }

    /// Walks over the words of a root whose numbers lie in `ranks`, in order,
    /// entering and leaving cells one by one. Numbers past the last word are
    /// ignored.
    pub fn walk(&self, root: usize, ranks: Range<u64>, visitor: &mut impl Visitor) {
        let root = self.roots[root];
        if root.node != DEAD && ranks.start < ranks.end.min(root.count) {
            self.walk_part(0, root.node, 0..root.count, &ranks, visitor);
        }
    }

    /// Walks over the words below a node, which have the numbers `own`; some of them lie in `wanted`.
    fn walk_part(
        &self,
        cell: usize,
        node: u32,
        own: Range<u64>,
        wanted: &Range<u64>,
        visitor: &mut impl Visitor,
    ) {
        if wanted.start <= own.start && own.end <= wanted.end {
            let mut rank = own.start;
            return self.walk_whole(cell, node, &mut rank, visitor);
        }
        // Past the last cell there is one word, and it is wanted: so here a cell is left to read.
        let edges = self.edges_of(node, self.symbols[cell]);
        for (symbol, edge) in edges.iter().enumerate() {
            let start = own.start + edge.before();
            let end = edges.get(symbol + 1).map_or(own.end, |next| own.start + next.before());
            if start < end && start < wanted.end && wanted.start < end {
                visitor.enter(cell, symbol);
                self.walk_part(cell + 1, edge.child, start..end, wanted, visitor);
                visitor.leave(cell, symbol);
            }
        }
    }

    /// Walks over all words below a node, the first of which has the number `rank`.
    fn walk_whole(&self, cell: usize, node: u32, rank: &mut u64, visitor: &mut impl Visitor) {
        let Some(&symbols) = self.symbols.get(cell) else {
            visitor.word(*rank);
            *rank += 1;
            return;
        };
        for (symbol, edge) in self.edges_of(node, symbols).iter().enumerate() {
            if edge.child != DEAD {
                visitor.enter(cell, symbol);
                self.walk_whole(cell + 1, edge.child, rank, visitor);
                visitor.leave(cell, symbol);
            }
        }
    }
}

/// Keeps the word and shows it.
struct Writer<'a> {
    word: Vec<u8>,
    visit: &'a mut dyn FnMut(&[u8]),
}

impl Visitor for Writer<'_> {
    fn enter(&mut self, cell: usize, symbol: usize) {
        self.word[cell] = symbol as u8;
    }

    fn word(&mut self, _rank: u64) {
        (self.visit)(&self.word);
    }
}
