//! The search of a game, behind text.

use kaiketsu_engine::search::{Certificate, Report};
use kaiketsu_engine::setup::{Proving, SearchRow};
use kaiketsu_engine::solve::{Progress, Silent};
use kaiketsu_game::{Goal, Notation, Side};

use crate::answering::Answering;
use crate::solution::CompleteWinner;
use crate::{Error, Prover, Question, Verdict, machine};

/// How many nodes the line beside an answer may cost.
const LINE: u64 = 5_000_000;

/// The same beside each row of a table.
const LINE_OF_A_ROW: u64 = 20_000;

impl<G: Notation> Answering<G> {
    fn search(&self) -> &dyn Proving<G> {
        &**self.proving.as_ref().expect("only a game that can be searched offers `Prover`")
    }

    fn report(&self, question: &Question, line_nodes: u64, progress: &dyn Progress) -> Result<Report, Error> {
        let refused = |problem| Error::Question { game: self.game.id(), problem };
        self.search().prove(question, line_nodes, progress).map_err(refused)
    }

    fn verdict(
        &self,
        question: &Question,
        line_nodes: u64,
        progress: &dyn Progress,
    ) -> Result<Verdict, Error> {
        let mut report = self.report(question, line_nodes, progress)?;
        let mut complete = None;
        if question.goal.is_none() && self.search().goals().contains(&Goal::complete(Side::First)) {
            complete = Some(CompleteWinner::Nobody);
            for (side, winner) in
                [(Side::First, CompleteWinner::First), (Side::Second, CompleteWinner::Second)]
            {
                let goal = Some(Goal::complete(side));
                let found = self.report(&Question { goal, ..question.clone() }, 0, progress)?;
                report.nodes += found.nodes;
                report.seconds += found.seconds;
                if found.reached == Some(true) {
                    complete = Some(winner);
                }
            }
        }
        Ok(Verdict { report, complete })
    }
}

impl<G: Notation> Prover for Answering<G> {
    fn prove(&self, question: &Question, progress: &dyn Progress) -> Result<Verdict, Error> {
        progress.begin(&self.game.id(), 1);
        let verdict = self.verdict(question, LINE, progress);
        progress.end();
        verdict
    }

    fn certify(&self, question: &Question, progress: &dyn Progress) -> Result<(Verdict, Certificate), Error> {
        if question.max_plies.is_some() || question.ordering.is_some() {
            return Err(Error::NoCertificate);
        }
        progress.begin(&self.game.id(), 1);
        let refused = |problem| Error::Question { game: self.game.id(), problem };
        let both = self
            .verdict(question, LINE, progress)
            .and_then(|verdict| Ok((verdict, self.search().certify(question, progress).map_err(refused)?)));
        progress.end();
        both
    }

    fn table(&self, moves: usize, question: &Question, row: &mut dyn FnMut(&Verdict)) -> Result<(), Error> {
        for after in self.search().openings(moves) {
            let question = Question { after, ..question.clone() };
            row(&self.verdict(&question, LINE_OF_A_ROW, &Silent)?);
        }
        Ok(())
    }

    fn measure(&self, cpu_seconds: f64, done: &mut dyn FnMut(SearchRow)) -> Result<(), Error> {
        self.search().measure(cpu_seconds, &machine::processor_time, done);
        Ok(())
    }
}
