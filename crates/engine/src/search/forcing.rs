//! Who can force what where positions repeat: exact, and all in memory.
//!
//! That a side can force a goal is the least solution of one equation a state:
//! with that side to move some child, with the other side every child. States
//! are taken up as they are needed. One with the side that wants the goal waits
//! for all its children at once; one with the other side for a single child at
//! a time, since one that holds is enough. When a state turns out to reach the
//! goal it tells those that wait for it. When nothing is left to be done, what
//! has not been shown to reach the goal never does: going round in circles is
//! no way to it.
//!
//! Time is linear in the moves of the states met. Memory: a state, its key and
//! its number, and eight bytes for each time it is waited for.

use std::collections::HashMap;
use std::mem::size_of;

use crate::search::limits::Limits;
use crate::search::{Glance, Goal, Provable};

const NOBODY: u32 = u32::MAX;

struct Node<S> {
    state: S,
    /// The side that wants the goal is to move.
    wants: bool,
    /// Its moves have been looked at.
    opened: bool,
    reached: bool,
    /// How many moves of the other side are known to fail.
    failed: u32,
    /// The first of those that wait for it, in `waiting`.
    waiting: u32,
}

/// How far it got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The answer.
    Answered(bool),
    /// A limit was exceeded; it can go on.
    Stopped,
    /// The memory is full.
    Full,
}

/// One question about one state.
pub(crate) struct Forcing<'s, G: Provable> {
    game: &'s G,
    goal: Goal,
    numbers: HashMap<u128, u32>,
    nodes: Vec<Node<G::State>>,
    /// Who waits, and the next in the list of the same node.
    waiting: Vec<(u32, u32)>,
    /// Children to be opened, each with who wants to know; the last first.
    tasks: Vec<(u32, u32)>,
    moves: Vec<G::Move>,
    memory: usize,
}

impl<'s, G: Provable> Forcing<'s, G> {
    /// A question about a state that is open at a glance, within so many bytes.
    pub(crate) fn new(game: &'s G, goal: Goal, state: &G::State, memory: usize) -> Self {
        let mut forcing = Forcing {
            game,
            goal,
            numbers: HashMap::new(),
            nodes: Vec::new(),
            waiting: Vec::new(),
            tasks: Vec::new(),
            moves: Vec::new(),
            memory,
        };
        let root = forcing.number(state.clone());
        forcing.tasks.push((root, root));
        forcing
    }

    /// Goes on until there is an answer or a limit.
    pub(crate) fn run(&mut self, limits: &Limits<'_>) -> Progress {
        while let Some((who, child)) = self.tasks.pop() {
            if self.nodes[who as usize].reached || self.nodes[child as usize].opened {
                continue;
            }
            let full = self.bytes() > self.memory;
            if full || limits.exceeded() {
                self.tasks.push((who, child));
                return if full { Progress::Full } else { Progress::Stopped };
            }
            self.nodes[child as usize].opened = true;
            let reached = match self.nodes[child as usize].wants {
                true => self.open_all(child, limits),
                false => self.open_next(child, limits),
            };
            if reached {
                self.tell(child, limits);
            }
            if self.nodes[0].reached {
                return Progress::Answered(true);
            }
        }
        Progress::Answered(self.nodes[0].reached)
    }

    /// What it holds; lists and maps grow by doubling, so it may be half as
    /// much again.
    fn bytes(&self) -> usize {
        self.nodes.len() * (size_of::<Node<G::State>>() + size_of::<(u128, u32)>() + 8)
            + (self.waiting.len() + self.tasks.len()) * size_of::<(u32, u32)>()
    }

    fn number(&mut self, state: G::State) -> u32 {
        let next = self.nodes.len() as u32;
        let number = *self.numbers.entry(self.game.key(&state, self.goal)).or_insert(next);
        if number == next {
            let wants = self.game.mover(&state) == self.goal.side;
            self.nodes.push(Node { state, wants, opened: false, reached: false, failed: 0, waiting: NOBODY });
        }
        number
    }

    fn wait(&mut self, who: u32, child: u32) {
        let node = &mut self.nodes[child as usize];
        self.waiting.push((who, node.waiting));
        node.waiting = self.waiting.len() as u32 - 1;
        if !node.opened {
            self.tasks.push((who, child));
        }
    }

    /// Looks at all moves of the side that wants the goal: whether one is known
    /// to reach it. If not, the node waits for those that may.
    fn open_all(&mut self, number: u32, limits: &Limits<'_>) -> bool {
        let state = self.nodes[number as usize].state.clone();
        let mut moves = std::mem::take(&mut self.moves);
        self.game.candidates(&state, self.goal, &mut moves);
        let mut open = Vec::new();
        let mut reached = false;
        for mv in &moves {
            limits.count(1);
            let (next, _) = self.game.next(&state, mv);
            match self.game.glance(&next, self.goal) {
                Glance::Reached(_) => reached = true,
                Glance::Never => {}
                Glance::Open => {
                    let child = self.number(next);
                    reached |= self.nodes[child as usize].reached;
                    open.push(child);
                }
            }
            if reached {
                break;
            }
        }
        moves.clear();
        self.moves = moves;
        if !reached {
            // The best move comes last and so is taken first.
            open.iter().rev().for_each(|child| self.wait(number, *child));
        }
        reached
    }

    /// Passes over moves of the other side that are known to fail: whether all
    /// are. If not, the node waits for the next, or for ever if that one holds.
    fn open_next(&mut self, number: u32, limits: &Limits<'_>) -> bool {
        let state = self.nodes[number as usize].state.clone();
        let mut moves = std::mem::take(&mut self.moves);
        self.game.candidates(&state, self.goal, &mut moves);
        let failed = self.nodes[number as usize].failed as usize;
        let mut all = true;
        for mv in &moves[failed..] {
            limits.count(1);
            let (next, _) = self.game.next(&state, mv);
            match self.game.glance(&next, self.goal) {
                Glance::Reached(_) => {}
                Glance::Never => all = false,
                Glance::Open => {
                    let child = self.number(next);
                    if !self.nodes[child as usize].reached {
                        all = false;
                        self.wait(number, child);
                    }
                }
            }
            if !all {
                break;
            }
            self.nodes[number as usize].failed += 1;
        }
        moves.clear();
        self.moves = moves;
        all
    }

    /// A node reaches the goal: whoever waits for it is told, and so on.
    fn tell(&mut self, number: u32, limits: &Limits<'_>) {
        let mut reached = vec![number];
        while let Some(number) = reached.pop() {
            let node = &mut self.nodes[number as usize];
            if std::mem::replace(&mut node.reached, true) {
                continue;
            }
            let mut at = std::mem::replace(&mut node.waiting, NOBODY);
            while at != NOBODY {
                let (who, next) = self.waiting[at as usize];
                at = next;
                let open = !self.nodes[who as usize].reached;
                if open && (self.nodes[who as usize].wants || self.open_next(who, limits)) {
                    reached.push(who);
                }
            }
        }
    }
}
