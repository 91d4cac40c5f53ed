//! The zero-suppressed binary diagram of Yamamoto & Hoki (GPW 2022) as a slow
//! twin: asked state by state, it must give the same numbers.

mod automata;

use automata::{Nocca, Stacked};
use kaiketsu_index::{Automaton, Diagram};
use std::collections::HashMap;

/// A question "is this cell in this state?". Leaves have the numbers 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Question {
    cell: usize,
    state: usize,
    no: usize,
    yes: usize,
}

struct Binary {
    questions: Vec<Question>,
    known: HashMap<Question, usize>,
    tops: HashMap<(usize, Stacked), usize>,
    /// By node: its words, and the lengths of all its paths together.
    words: Vec<(u64, u64)>,
}

impl Binary {
    fn new(nocca: Nocca) -> (Self, usize) {
        let (known, tops) = (HashMap::new(), HashMap::new());
        let mut binary = Binary { questions: vec![], known, tops, words: vec![(0, 0), (1, 0)] };
        let root = binary.top(nocca, 0, Nocca::root(5));
        (binary, root)
    }

    /// The first question about a cell: a chain from the last state, which is implied, to the first.
    fn top(&mut self, nocca: Nocca, cell: usize, before: Stacked) -> usize {
        if cell == nocca.cells {
            return usize::from(nocca.accepts(&before));
        }
        if let Some(&top) = self.tops.get(&(cell, before)) {
            return top;
        }
        let mut node = 0;
        for state in (0..15).rev() {
            let after = nocca.step(cell, &before, state);
            let yes = after.map_or(0, |after| self.top(nocca, cell + 1, after));
            node = match (state, yes) {
                (14, _) => yes,
                (_, 0) => node,
                _ => self.ask(Question { cell, state, no: node, yes }),
            };
        }
        self.tops.insert((cell, before), node);
        node
    }

    fn ask(&mut self, question: Question) -> usize {
        *self.known.entry(question).or_insert_with(|| {
            self.questions.push(question);
            let (no, yes) = (self.words[question.no], self.words[question.yes]);
            self.words.push((no.0 + yes.0, no.1 + yes.1 + no.0 + yes.0));
            self.words.len() - 1
        })
    }

    /// Table 2 of the paper.
    fn rank(&self, root: usize, word: &[u8]) -> u64 {
        let (mut node, mut rank) = (root, 0);
        while node > 1 {
            let question = self.questions[node - 2];
            if usize::from(word[question.cell]) == question.state {
                rank += self.words[question.no].0;
                node = question.yes;
            } else {
                node = question.no;
            }
        }
        rank
    }
}

/// The same boards with the symbols in the opposite order.
struct Opposite(Nocca);

impl Automaton for Opposite {
    type State = Stacked;

    fn cells(&self) -> usize {
        self.0.cells()
    }

    fn symbols(&self, cell: usize) -> usize {
        self.0.symbols(cell)
    }

    fn step(&self, cell: usize, state: &Stacked, symbol: usize) -> Option<Stacked> {
        self.0.step(cell, state, 14 - symbol)
    }

    fn accepts(&self, state: &Stacked) -> bool {
        self.0.accepts(state)
    }
}

#[test]
fn the_binary_diagram_gives_the_same_numbers() {
    let nocca = Nocca { cells: 30 };
    let (binary, root) = Binary::new(nocca);
    let diagram = Diagram::build(&Opposite(nocca), [Nocca::root(5)]);
    let (words, path_lengths) = binary.words[root];
    assert_eq!(words, diagram.count(0));
    let mut word = [0; 30];
    for step in 0..20_000_u64 {
        let rank = step.wrapping_mul(0x9E37_79B9_7F4A_7C15) % words;
        diagram.unrank(0, rank, &mut word);
        let states = word.map(|symbol| 14 - symbol);
        assert_eq!(binary.rank(root, &states), rank);
    }
    // The mean path of the paper, to the digit it gives.
    assert_eq!((10 * path_lengths + words / 2) / words, 474);
}
