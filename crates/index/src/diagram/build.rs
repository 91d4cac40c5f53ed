//! Building a diagram: forwards by states, backwards by counts.

use super::intern::{NodeSet, StateHash};
use super::{Automaton, DEAD, Diagram, END, Edge, Root};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What the forward pass leaves of a level: for each state and symbol the
/// number of the state it leads to, or [`DEAD`].
struct Level {
    states: usize,
    symbols: usize,
    steps: Vec<u32>,
}

/// A state after the backward pass: where its node is, and its words.
#[derive(Clone, Copy)]
struct Counted {
    node: u32,
    words: u64,
}

const NOTHING: Counted = Counted { node: DEAD, words: 0 };

impl Diagram {
    /// The diagram of an automaton for the given first states.
    ///
    /// Time goes with the number of different states times the symbols.
    ///
    /// # Panics
    ///
    /// If a cell has more than 256 symbols, there are 2^32 - 1 or more edges,
    /// or a root has 2^64 words or more.
    #[must_use]
    pub fn build<A: Automaton>(automaton: &A, roots: impl IntoIterator<Item = A::State>) -> Diagram {
        let mut first = Numbered::new();
        let root_states: Vec<u32> = roots.into_iter().map(|state| first.number(state)).collect();

        let mut states = first.states;
        let mut levels = Vec::with_capacity(automaton.cells());
        for cell in 0..automaton.cells() {
            let (level, next) = forwards(automaton, cell, &states);
            levels.push(level);
            states = next;
        }

        let accepted =
            |state| if automaton.accepts(state) { Counted { node: END, words: 1 } } else { NOTHING };
        let mut counted: Vec<Counted> = states.iter().map(accepted).collect();
        drop(states);
        let symbols = levels.iter().map(|level| level.symbols as u16).collect();
        let mut diagram = Diagram { symbols, edges: Vec::new(), nodes: 0, roots: Vec::new() };
        while let Some(level) = levels.pop() {
            counted = diagram.add_level(&level, &counted);
        }
        diagram.edges.shrink_to_fit();
        diagram.roots = root_states
            .into_iter()
            .map(|state| counted[state as usize])
            .map(|Counted { node, words }| Root { node, count: words })
            .collect();
        diagram
    }

    /// Adds the nodes of the level before the one that `after` describes.
    fn add_level(&mut self, level: &Level, after: &[Counted]) -> Vec<Counted> {
        if level.symbols == 0 {
            return vec![NOTHING; level.states];
        }
        let mut known = NodeSet::with_room_for(level.states);
        let mut node = Vec::with_capacity(level.symbols);
        let mut counted = Vec::with_capacity(level.states);
        for steps in level.steps.chunks_exact(level.symbols) {
            let mut words = 0_u64;
            node.clear();
            for &step in steps {
                let child = if step == DEAD { NOTHING } else { after[step as usize] };
                node.push(Edge::new(words, child.node));
                words = words.checked_add(child.words).expect("the words of a root fit 64 bits");
            }
            if words == 0 {
                counted.push(NOTHING);
                continue;
            }
            let fresh = u32::try_from(self.edges.len() + node.len()).map(|end| end - node.len() as u32);
            let fresh = fresh.expect("a diagram has less than 2^32 edges");
            let found = known.find_or_insert(&self.edges, &node, fresh);
            if found == fresh {
                self.edges.extend_from_slice(&node);
                self.nodes += 1;
            }
            counted.push(Counted { node: found, words });
        }
        counted
    }
}

/// Steps from all states of a cell: the level, and the states after it.
fn forwards<A: Automaton>(automaton: &A, cell: usize, states: &[A::State]) -> (Level, Vec<A::State>) {
    let symbols = automaton.symbols(cell);
    assert!(symbols <= 256, "cell {cell} has {symbols} symbols, which do not fit a byte");
    let mut next = Numbered::new();
    let mut steps = Vec::with_capacity(states.len() * symbols);
    for state in states {
        for symbol in 0..symbols {
            steps.push(automaton.step(cell, state, symbol).map_or(DEAD, |after| next.number(after)));
        }
    }
    (Level { states: states.len(), symbols, steps }, next.states)
}

/// States with numbers in the order of their first appearance.
pub(crate) struct Numbered<S> {
    pub(crate) states: Vec<S>,
    numbers: HashMap<S, u32, StateHash>,
}

impl<S: Clone + Eq + std::hash::Hash> Numbered<S> {
    pub(crate) fn new() -> Self {
        Numbered { states: Vec::new(), numbers: HashMap::default() }
    }

    pub(crate) fn number(&mut self, state: S) -> u32 {
        match self.numbers.entry(state) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(fresh) => {
                let number = u32::try_from(self.states.len()).ok().filter(|&number| number != DEAD);
                let number = number.expect("a level has less than 2^32 states");
                self.states.push(fresh.key().clone());
                *fresh.insert(number)
            }
        }
    }
}
