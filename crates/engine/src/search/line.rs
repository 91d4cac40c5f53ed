//! Lines of play that show an answer.

use std::collections::HashSet;

use kaiketsu_game::Turn;

use crate::search::depth_first::UNLIMITED;
use crate::search::prover::Question;
use crate::search::{Glance, Goal, Provable, Prover, Side, Winner};

/// The answer that a line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// The value: the winner keeps his win, in a draw both keep the draw.
    Value(Winner),
    /// Whether a goal is reached, within so many plies if given: the side whose
    /// claim it is keeps it.
    Goal(Goal, bool, Option<u8>),
}

/// Where a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineEnd {
    /// With the game, or with the plies of a limit.
    Whole,
    /// Before a move that would have taken more nodes than allowed.
    Longer,
    /// Where a position comes back.
    Repeats,
}

impl Shown {
    /// What the side to move has to keep, if it has to keep anything: that a
    /// goal is reached, or that it is not.
    fn duty(self, mover: Side) -> Option<(Goal, bool, Option<u8>)> {
        match self {
            Shown::Value(Winner::Draw) => Some((Goal::win(mover.other()), false, None)),
            Shown::Value(winner) if winner == mover.into() => Some((Goal::win(mover), true, None)),
            Shown::Value(_) => None,
            Shown::Goal(goal, reached, left) => {
                ((goal.side == mover) == reached).then_some((goal, reached, left))
            }
        }
    }
}

impl<G: Provable> Prover<G> {
    /// A line that shows an answer: the side that has something to keep plays
    /// the first move that keeps it, in the search's own order; a side that has
    /// nothing plays the first move of the rules. `known` may give the value of
    /// a position; otherwise the prover searches, for at most `nodes` in all.
    ///
    /// Where positions may repeat, a win is shown by the shortest way to it.
    pub(super) fn line(
        &self,
        mut position: G::Position,
        mut mover: Side,
        mut shown: Shown,
        nodes: u64,
        known: &dyn Fn(&G::Position) -> Option<Winner>,
    ) -> (Vec<G::Move>, LineEnd) {
        let last = self.nodes().saturating_add(nodes);
        let (mut line, mut met) = (Vec::new(), HashSet::new());
        if !self.game().ends() {
            let half = self.nodes().saturating_add(nodes / 2);
            match self.bounded(&self.game().state(&position, mover), shown, half) {
                Some(bounded) => shown = bounded,
                None if self.repeats() => return (line, LineEnd::Longer),
                None => {}
            }
        }
        while self.game().ending(&position).is_none() && !matches!(shown, Shown::Goal(_, false, Some(0))) {
            if !self.game().ends() && !met.insert((position.clone(), mover)) {
                return (line, LineEnd::Repeats);
            }
            let Some(mv) = self.keeping_move(&position, mover, shown, last, known) else {
                return (line, LineEnd::Longer);
            };
            let step = self.game().play(&position, &mv);
            if step.turn == Turn::Passes {
                mover = mover.other();
            }
            if let Shown::Goal(_, _, Some(left)) = &mut shown {
                *left = left.saturating_sub(step.plies);
            }
            position = step.position;
            line.push(mv);
        }
        (line, LineEnd::Whole)
    }

    /// The same answer with a limit of plies, where a side reaches something:
    /// the least; `None` if it is not found before so many nodes.
    fn bounded(&self, state: &G::State, shown: Shown, last: u64) -> Option<Shown> {
        let goal = match shown {
            Shown::Value(Winner::First) => Goal::win(Side::First),
            Shown::Value(Winner::Second) => Goal::win(Side::Second),
            Shown::Goal(goal, true, None) => goal,
            _ => return Some(shown),
        };
        for plies in 0..UNLIMITED {
            let nodes = last.saturating_sub(self.nodes());
            let question = Question { max_plies: Some(plies), nodes, ..Question::new(state, goal) };
            if self.try_settle(question).ok()? {
                return Some(Shown::Goal(goal, true, Some(plies)));
            }
        }
        None
    }

    fn keeping_move(
        &self,
        position: &G::Position,
        mover: Side,
        shown: Shown,
        last: u64,
        known: &dyn Fn(&G::Position) -> Option<Winner>,
    ) -> Option<G::Move> {
        let game = self.game();
        let state = game.state(position, mover);
        let mut moves = Vec::new();
        let Some((goal, reached, left)) = shown.duty(mover) else {
            game.moves(position, &mut moves);
            return moves.into_iter().next();
        };
        if game.glance(&state, goal) == Glance::Open {
            game.candidates(&state, goal, &mut moves);
        }
        game.moves(position, &mut moves);
        let next = |mv: &G::Move| game.play(position, mv).position;
        let by_value = |mv: &&G::Move| {
            let value = known(&next(mv)).filter(|_| goal == Goal::win(goal.side) && left.is_none());
            value.is_some_and(|value| (value == goal.side.into()) == reached)
        };
        if let Some(mv) = moves.iter().find(by_value) {
            return Some(mv.clone());
        }
        for mv in &moves {
            let (next, plies) = game.next(&state, mv);
            // A limit that the move uses up leaves none.
            let found = match left.map(|left| left.checked_sub(plies)) {
                Some(None) => Some(false),
                left => {
                    let (max_plies, nodes) = (left.flatten(), last.saturating_sub(self.nodes()));
                    self.try_settle(Question { max_plies, nodes, ..Question::new(&next, goal) }).ok()
                }
            };
            if found? == reached {
                return Some(mv.clone());
            }
        }
        None
    }
}
