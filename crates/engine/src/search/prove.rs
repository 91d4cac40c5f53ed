//! Whole questions to a search: answers with a line, certificates, measurements.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::search::watch::watched;
use crate::search::{
    Certificate, Goal, Options, Provable, Prover, Published, Report, Request, RequestError, Searched, Side,
    play_all,
};
use crate::solve::Progress;

/// The table for a line of which the book gave the value.
const LINE_MEMORY: usize = 1 << 26;

/// What was found, as `prove --json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// The answer and what it cost.
    #[serde(flatten)]
    pub report: Report,
    /// Who wins completely, in games with wins of two kinds. Beside a value only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<CompleteWinner>,
}

/// Who can force a complete win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CompleteWinner {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Neither.
    Nobody,
}

/// One measured question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchRow {
    /// The game.
    pub game: String,
    /// What was asked.
    pub question: String,
    /// What was found.
    pub answer: String,
    /// States looked at.
    pub nodes: u64,
    /// Processor seconds of all threads.
    pub cpu_seconds: f64,
    /// States per processor second.
    pub nodes_per_second: f64,
    /// Entries of the table in use afterwards.
    pub table_used: usize,
    /// Entries of the table.
    pub table_entries: usize,
}

impl<G: Provable + Published + 'static> Searched<G>
where
    G::Position: Ord,
{
    /// Answers a question, and enters the answer into the book; a value in a
    /// game with wins of two kinds comes with who wins completely. The line
    /// that shows the answer may cost so many nodes; 0 for no line.
    pub fn prove(
        &self,
        question: &Request,
        line_nodes: u64,
        progress: &dyn Progress,
    ) -> Result<Verdict, RequestError> {
        let mut report = self.answer(question, progress)?;
        self.add_line(question, &mut report, line_nodes, progress);
        let mut complete = None;
        if question.goal.is_none() && self.game().knows(Goal::complete(Side::First)) {
            complete = Some(CompleteWinner::Nobody);
            for (side, winner) in
                [(Side::First, CompleteWinner::First), (Side::Second, CompleteWinner::Second)]
            {
                let goal = Some(Goal::complete(side));
                let found = self.answer(&Request { goal, ..question.clone() }, progress)?;
                report.nodes += found.nodes;
                report.seconds += found.seconds;
                if found.reached == Some(true) {
                    complete = Some(winner);
                }
            }
        }
        Ok(Verdict { report, complete })
    }

    /// The strategies that show the answer to a question.
    pub fn certify(&self, question: &Request, progress: &dyn Progress) -> Result<Certificate, RequestError> {
        if question.max_plies.is_some() || question.ordering.is_some() {
            return Err(RequestError::NoCertificate);
        }
        question.check(&**self.game())?;
        let position = play_all(&**self.game(), &question.after)?;
        let prover = self.prover();
        Ok(watched(prover, progress, || match question.goal {
            None => prover.certify_value(&position),
            Some(goal) => prover.certify_goal(&position, goal),
        }))
    }

    fn answer(&self, question: &Request, progress: &dyn Progress) -> Result<Report, RequestError> {
        let game = &**self.game();
        let position = play_all(game, &question.after)?;
        question.check(game)?;
        if question.ordering.is_some() {
            return Prover::for_published(game, self.options).answer(question);
        }
        if question.max_plies.is_none()
            && let Some(report) = self.by_books(question, &position)
        {
            return Ok(report);
        }
        let prover = self.prover();
        let report = watched(prover, progress, || prover.answer(question))?;
        if let Some(winner) = report.value {
            self.book.enter_winner(&position, winner);
        }
        if let (Some(goal), Some(reached), None) = (question.goal, report.reached, question.max_plies) {
            self.book.enter_reached(&position, goal, reached);
        }
        Ok(report)
    }

    /// The answer as far as it is known without a search.
    fn by_books(&self, question: &Request, position: &G::Position) -> Option<Report> {
        let began = Instant::now();
        let mut report = Report::open(self.game().id(), question);
        match question.goal {
            None => report.value = Some(self.known_winner(position)?),
            Some(goal) => report.reached = Some(self.known_to_reach(position, goal)?),
        }
        report.from_book = self.game().ending(position).is_none();
        report.seconds = began.elapsed().as_secs_f64();
        Some(report)
    }

    fn add_line(&self, question: &Request, report: &mut Report, nodes: u64, progress: &dyn Progress) {
        if nodes == 0 {
            return;
        }
        let small = || {
            let options = Options { memory: Some(LINE_MEMORY), ..self.options };
            self.small.get_or_init(|| Prover::shared(Arc::clone(self.game()), options))
        };
        let prover = self.prover_if_made().unwrap_or_else(small);
        let known = |position: &G::Position| self.known_winner(position);
        watched(prover, progress, || prover.add_line(question, report, &known, nodes));
    }

    /// Measures searches, from an empty table and without the books: each goal
    /// where the game knows wins of two kinds, else the value after each of
    /// the openings. None is begun after so many seconds of `clock`, which
    /// tells the processor time.
    pub fn measure(
        &self,
        openings: &[String],
        cpu_seconds: f64,
        clock: &dyn Fn() -> Duration,
        done: &mut dyn FnMut(SearchRow),
    ) -> Result<(), RequestError> {
        let (game, began) = (&**self.game(), clock());
        let spent = || (clock() - began).as_secs_f64();
        let prover = Prover::new(game, self.options);
        let mut measure = |question: String, search: &dyn Fn() -> &'static str| {
            let (start, before) = (spent(), prover.nodes());
            if start > cpu_seconds {
                return;
            }
            let answer = search().into();
            let (cpu_seconds, nodes) = (spent() - start, prover.nodes() - before);
            let (table_used, table_entries) = prover.table_use();
            let nodes_per_second = nodes as f64 / cpu_seconds.max(1e-9);
            let game = game.id();
            done(SearchRow {
                game,
                question,
                answer,
                nodes,
                cpu_seconds,
                nodes_per_second,
                table_used,
                table_entries,
            });
        };
        let goals = game.goals();
        if goals.len() > 2 {
            for goal in goals {
                measure(goal.to_string(), &|| {
                    let reached = prover.ask(&game.start(), Side::First, goal, None).reached;
                    if reached { "reached" } else { "not reached" }
                });
            }
            return Ok(());
        }
        for opening in openings {
            let position = play_all(game, opening)?;
            measure(format!("after {opening}"), &|| {
                prover.value(&position, game.side_to_move(&position)).value.word()
            });
        }
        Ok(())
    }
}
