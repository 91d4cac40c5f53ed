//! The search of a game, behind text.

use kaiketsu_engine::search::{Certificate, RequestError, SearchRow, Verdict};
use kaiketsu_engine::setup::Proving;
use kaiketsu_engine::solve::{Progress, Silent};
use kaiketsu_game::Notation;

use crate::answering::Answering;
use crate::{Error, Prover, Question, machine};

/// How many nodes the line beside an answer may cost.
const LINE: u64 = 5_000_000;

/// The same beside each row of a table.
const LINE_OF_A_ROW: u64 = 20_000;

impl<G: Notation + 'static> Answering<G> {
    fn search(&self) -> &dyn Proving<G> {
        &**self.proving.as_ref().expect("only a game that can be searched offers `Prover`")
    }

    fn refused(&self) -> impl Fn(RequestError) -> Error {
        let game = self.game.id();
        move |problem| Error::Question { game: game.clone(), problem }
    }

    /// Does one piece of work and shows that it is going on.
    pub(crate) fn busy<T>(&self, progress: &dyn Progress, work: impl FnOnce() -> T) -> T {
        progress.begin(&self.game.id(), 1);
        let done = work();
        progress.end();
        done
    }
}

impl<G: Notation + 'static> Prover for Answering<G> {
    fn prove(&self, question: &Question, progress: &dyn Progress) -> Result<Verdict, Error> {
        self.busy(progress, || self.search().prove(question, LINE, progress)).map_err(self.refused())
    }

    fn certify(&self, question: &Question, progress: &dyn Progress) -> Result<(Verdict, Certificate), Error> {
        if question.ordering.is_some() {
            return Err(Error::NoCertificate);
        }
        let both = || {
            let verdict = self.search().prove(question, LINE, progress)?;
            Ok((verdict, self.search().certify(question, progress)?))
        };
        self.busy(progress, both).map_err(self.refused())
    }

    fn table(&self, moves: usize, question: &Question, row: &mut dyn FnMut(&Verdict)) -> Result<(), Error> {
        for after in self.search().openings(moves) {
            let question = Question { after, ..question.clone() };
            row(&self.search().prove(&question, LINE_OF_A_ROW, &Silent).map_err(self.refused())?);
            // What took long shall not be lost to an interruption. If it cannot be kept now,
            // `Solution::keep` says so in the end.
            let _ = self.search().save();
        }
        Ok(())
    }

    fn measure(&self, cpu_seconds: f64, done: &mut dyn FnMut(SearchRow)) -> Result<(), Error> {
        self.search().measure(cpu_seconds, &machine::processor_time, done).map_err(self.refused())
    }
}
