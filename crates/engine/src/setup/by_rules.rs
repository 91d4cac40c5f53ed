//! A game proved by forward search from its rules alone.

use std::sync::Arc;
use std::time::Duration;

use kaiketsu_db::{BookError, Storage};
use kaiketsu_game::{Game, Goal, Goals, Notation, Side, Symmetric, Tiered, UnknownGoal, Value};

use super::{Proving, Weak};
use crate::SOLVES;
use crate::oracle::{Known, Limit, Oracle, OracleError, RatedMove};
use crate::search::{
    Certificate, Checked, Options, Plain, Refusal, Request, RequestError, SearchRow, Searched, Verdict,
    check_within,
};
use crate::solve::Progress;

/// Any game, searched by its rules: what every [`Setup`](super::Setup) has
/// unless a better search is given.
///
/// It answers who asks for a proof. It does not stand in for a database that is
/// missing: how long it takes, nobody knows.
///
/// ```
/// use std::sync::Arc;
/// use kaiketsu_db::Memory;
/// use kaiketsu_engine::search::{Options, Request, Winner};
/// use kaiketsu_engine::setup::{ByRules, Weak};
/// use kaiketsu_engine::solve::Silent;
/// use kaiketsu_games::TicTacToe;
/// let search = ByRules::new(TicTacToe).folded().open(Arc::new(Memory::new()), Options::default())?;
/// let question = Request { after: "a1 b1".into(), ..Request::default() };
/// let verdict = search.prove(&question, 0, &Silent).expect("both moves are legal");
/// assert_eq!(verdict.report.value, Some(Winner::First));
/// # Ok::<(), kaiketsu_engine::search::BookError>(())
/// ```
pub struct ByRules<G: Game> {
    plain: Arc<Plain<G>>,
}

impl<G: Notation + 'static> ByRules<G> {
    /// A game with every position by itself.
    pub fn new(game: impl Into<Arc<G>>) -> Self {
        Self::of(Plain::new(game))
    }

    /// A game with what its author says of it.
    pub fn of(plain: Plain<G>) -> Self {
        ByRules { plain: Arc::new(plain) }
    }

    /// Images are searched once.
    #[must_use]
    pub fn folded(self) -> Self
    where
        G: Symmetric<Position: Ord>,
    {
        Self::of(Plain::new(Arc::clone(self.plain.inner())).folded())
    }

    /// Positions that share a slot are searched once.
    #[must_use]
    pub fn numbered(self) -> Self
    where
        G: Tiered,
    {
        Self::of(Plain::new(Arc::clone(self.plain.inner())).numbered())
    }
}

impl<G: Notation + 'static> Weak<G> for ByRules<G> {
    fn goals(&self) -> Vec<Goal> {
        self.plain.goals()
    }

    fn read_goal(&self, text: &str) -> Result<Goal, UnknownGoal> {
        self.plain.read_goal(text)
    }

    fn check(&self, certificate: &Certificate, memory: usize) -> Result<Checked, Refusal> {
        if !SOLVES {
            return Err(Refusal::ReadsAlone);
        }
        check_within(&*self.plain, certificate, memory)
    }

    fn open(&self, storage: Arc<dyn Storage>, options: Options) -> Result<Box<dyn Proving<G>>, BookError> {
        let searched = Searched::new(Arc::clone(&self.plain), options).looking_beyond(1);
        Ok(Box::new(Asked(searched.with_book(storage)?)))
    }

    fn stands_in(&self) -> bool {
        false
    }
}

/// The search, asked about positions without their side. Where the side to move
/// is not known it is called the first: values are for the side to move.
struct Asked<G: Notation + 'static>(Searched<Plain<G>>);

fn recast<G: Game>(rated: RatedMove<Plain<G>>) -> RatedMove<G> {
    RatedMove { mv: rated.mv, step: rated.step.map(|at| at.position), value: rated.value }
}

impl<G: Notation + 'static> Oracle<G> for Asked<G> {
    fn value(&self, position: &G::Position, limit: Limit) -> Result<Known<Value>, OracleError> {
        self.0.value(&self.0.game().at(position, Side::First), limit)
    }
}

impl<G: Notation + 'static> Proving<G> for Asked<G> {
    fn best_move(
        &self,
        position: &G::Position,
        value: Value,
        limit: Limit,
    ) -> Result<Known<G::Move>, OracleError> {
        self.0.best_move(&self.0.game().at(position, Side::First), value, limit)
    }

    fn rated(
        &self,
        position: &G::Position,
        limit: Limit,
    ) -> Result<(Known<Value>, Vec<RatedMove<G>>), OracleError> {
        let (value, moves) = self.0.rated(&self.0.game().at(position, Side::First), limit)?;
        Ok((value, moves.into_iter().map(recast).collect()))
    }

    fn prove(
        &self,
        question: &Request,
        line_nodes: u64,
        progress: &dyn Progress,
    ) -> Result<Verdict, RequestError> {
        let mut verdict = self.0.prove(question, line_nodes, progress)?;
        let game = self.0.game();
        let sided = match &question.position {
            None => true,
            Some(text) => text.contains('@') || game.told(&question.at(&**game)?.position).is_some(),
        };
        if !sided {
            verdict.report.value = None; // there is no telling which side is the first
        }
        Ok(verdict)
    }

    fn certify(&self, question: &Request, progress: &dyn Progress) -> Result<Certificate, RequestError> {
        self.0.certify(question, progress)
    }

    fn openings(&self, moves: usize) -> Vec<String> {
        self.0.openings(moves)
    }

    fn measure(
        &self,
        cpu_seconds: f64,
        clock: &dyn Fn() -> Duration,
        done: &mut dyn FnMut(SearchRow),
    ) -> Result<(), RequestError> {
        self.0.measure(cpu_seconds, clock, done)
    }

    fn representative(&self, position: &G::Position) -> G::Position {
        self.0.representative(&self.0.game().at(position, Side::First)).position
    }

    fn save(&self) -> Result<(), BookError> {
        self.0.save()
    }
}
