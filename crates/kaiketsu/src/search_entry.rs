//! From a typed game to a [`Provable`].

use std::sync::Arc;

use kaiketsu_engine::analyse::LineOptions;
use kaiketsu_engine::oracle::{Known, Limit, Oracle, RatedMove};
use kaiketsu_engine::search::{
    Certificate, Checked, Claims, Goal, OpeningsBook, Options, Published, Refusal, RequestError, Searched,
    check, openings, play_all,
};
use kaiketsu_engine::solve::{Progress, Silent};
use kaiketsu_game::Value;

use crate::described::HasRules;
use crate::explorer::SearchExplorer;
use crate::scoring::Scoring;
use crate::{
    Answer, Error, Explorer, Kind, MoveAnswer, Playing, Provable, Question, Resources, SearchRow, Solvable,
    Solved, Store, Verdict, machine,
};

/// Lists the openings of a number of moves as texts.
type Openings<G> = fn(&G, usize) -> Vec<String>;

/// A game with what the command line wants to know beside its rules.
pub struct SearchEntry<G: kaiketsu_engine::search::Provable + Published + 'static>
where
    G::Position: Ord,
{
    pub(crate) game: Arc<G>,
    openings: Openings<G>,
    scoring: Scoring<G, G::Position>,
    solution: Option<Box<dyn Solvable>>,
    shipped: Arc<OpeningsBook<G>>,
}

/// How many nodes the line beside an answer may cost.
const LINE: u64 = 5_000_000;

/// The same beside each row of a table.
const LINE_OF_A_ROW: u64 = 20_000;

impl<G: kaiketsu_engine::search::Provable + Published + 'static> SearchEntry<G>
where
    G::Position: Ord,
{
    /// A game with openings in the order of its rules.
    pub fn new(game: G) -> Self {
        let game = Arc::new(game);
        let shipped = Arc::new(OpeningsBook::new(Arc::clone(&game), ""));
        SearchEntry { game, openings: openings::<G>, scoring: |_, _| None, solution: None, shipped }
    }

    /// Lists its openings in another order.
    #[must_use]
    pub fn opened_by(mut self, openings: Openings<G>) -> Self {
        self.openings = openings;
        self
    }

    /// Knows who wins after its openings: lines such as `a1L a1M a1S draw`, one
    /// for each class of images after one number of moves.
    #[must_use]
    pub fn with_book(mut self, text: &'static str) -> Self {
        self.shipped = Arc::new(OpeningsBook::new(Arc::clone(&self.game), text));
        self
    }

    /// Opens the books.
    fn session(&self, store: &Store, resources: Resources) -> Result<Searched<G>, Error> {
        let searched = Searched::new(Arc::clone(&self.game), options(resources)?);
        Ok(searched.with_openings(Arc::clone(&self.shipped)).with_book(store.root())?)
    }

    fn refused(&self, problem: RequestError) -> Error {
        match problem {
            RequestError::NoCertificate => Error::NoCertificate,
            problem => Error::Question { game: self.game.id(), problem },
        }
    }

    /// Says more about finished games.
    #[must_use]
    pub fn scored_by(mut self, scoring: fn(&G, &G::Position) -> Option<String>) -> Self {
        self.scoring = scoring;
        self
    }

    /// Answers from a strong solution where there is one.
    #[must_use]
    pub fn solved_by(mut self, solution: impl Solvable + 'static) -> Self {
        self.solution = Some(Box::new(solution));
        self
    }

    /// The finished database of the game, if there is one.
    fn solved(&self, store: &Store) -> Result<Option<Box<dyn Solved>>, Error> {
        match self.solution.as_ref().map(|solution| solution.open(store)) {
            None => Ok(None),
            Some(Err(error)) if error.kind() == Kind::NotSolved => Ok(None),
            Some(opened) => opened.map(Some),
        }
    }

    /// A position, or a list of moves from the start.
    pub(crate) fn read(&self, text: &str) -> Result<G::Position, Error> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_move = |word: &str| self.game.read_move(&self.game.start(), word).is_ok();
        if words.len() > 1 || words.iter().any(|word| is_move(word)) {
            return play_all(&*self.game, text).map_err(|problem| self.refused(problem));
        }
        let trouble = |problem| Error::Notation { game: self.game.id(), problem };
        self.game.read_position(text.trim()).map_err(trouble)
    }

    fn drawing(&self, position: &G::Position) -> String {
        let remark = (self.scoring)(&self.game, position);
        self.game.draw(position) + &remark.map_or(String::new(), |remark| format!("\n\n{remark}"))
    }

    fn answer(
        &self,
        session: &Searched<G>,
        question: &Question,
        line_nodes: u64,
        progress: &dyn Progress,
    ) -> Result<Verdict, Error> {
        let verdict =
            session.prove(question, line_nodes, progress).map_err(|problem| self.refused(problem))?;
        session.save()?;
        Ok(verdict)
    }
}

impl<G: kaiketsu_engine::search::Provable + Published + 'static> HasRules for SearchEntry<G>
where
    G::Position: Ord,
{
    type Rules = G;

    fn rules(&self) -> &G {
        &self.game
    }
}

impl<G: kaiketsu_engine::search::Provable + Published + 'static> Provable for SearchEntry<G>
where
    G::Position: Ord,
{
    fn explorer(&self, store: &Store, resources: Resources) -> Result<Box<dyn Explorer + '_>, Error> {
        Ok(Box::new(SearchExplorer { entry: self, session: self.session(store, resources)? }))
    }

    fn goals(&self) -> Vec<Goal> {
        self.game.goals()
    }

    fn read_goal(&self, text: &str) -> Result<Goal, Error> {
        let unknown = |problem| RequestError::GoalUnknown { game: self.game.id(), problem };
        self.game.read_goal(text).map_err(|problem| self.refused(unknown(problem)))
    }

    fn prove_watched(
        &self,
        store: &Store,
        question: &Question,
        resources: Resources,
        progress: &dyn Progress,
    ) -> Result<Verdict, Error> {
        progress.begin(&self.game.id(), 1);
        let verdict = self.answer(&self.session(store, resources)?, question, LINE, progress);
        progress.end();
        verdict
    }

    fn certify_watched(
        &self,
        store: &Store,
        question: &Question,
        resources: Resources,
        progress: &dyn Progress,
    ) -> Result<(Verdict, Vec<u8>), Error> {
        let session = self.session(store, resources)?;
        if question.max_plies.is_some() || question.ordering.is_some() {
            return Err(Error::NoCertificate);
        }
        progress.begin(&self.game.id(), 1);
        let verdict = self.answer(&session, question, LINE, progress);
        let both = verdict.and_then(|verdict| {
            let certificate = session.certify(question, progress);
            Ok((verdict, certificate.map_err(|problem| self.refused(problem))?.0))
        });
        progress.end();
        both
    }

    fn check(&self, certificate: &[u8]) -> Result<Checked, Error> {
        let certificate = Certificate(certificate.to_vec());
        let claims = kaiketsu_engine::search::read_claims(&certificate)?;
        check(&*self.game, &certificate).map_err(|reason| match reason {
            Refusal::Malformed(_) | Refusal::Damaged | Refusal::OtherGame { .. } => Error::from(reason),
            reason => Error::NoProof { claim: claim(&claims), reason },
        })
    }

    fn table(
        &self,
        store: &Store,
        moves: usize,
        question: &Question,
        resources: Resources,
        row: &mut dyn FnMut(&Verdict),
    ) -> Result<(), Error> {
        let session = self.session(store, resources)?;
        for after in (self.openings)(&self.game, moves) {
            let question = Question { after, ..question.clone() };
            row(&self.answer(&session, &question, LINE_OF_A_ROW, &Silent)?);
        }
        Ok(())
    }

    fn query(
        &self,
        store: &Store,
        position: &str,
        resources: Resources,
        progress: &dyn Progress,
    ) -> Result<Answer, Error> {
        let session = self.session(store, resources)?;
        let position = self.read(position)?;
        if let Some(solved) = self.solved(store)? {
            return solved.query(&self.game.write_position(&position));
        }
        progress.begin(&self.game.id(), 0);
        let rated = session.rated(&position, Limit::NONE);
        progress.end();
        let (value, moves) = rated.map_err(Error::from)?;
        session.save()?;
        let answer = |rated: &RatedMove<G>| MoveAnswer {
            mv: self.game.write_move(&position, &rated.mv),
            position: self.game.write_position(&rated.step.position),
            value: found(rated.value).into(),
        };
        Ok(Answer {
            game: self.game.id(),
            position: self.game.write_position(&position),
            value: found(value).into(),
            over: self.game.ending(&position).is_some(),
            moves: moves.iter().map(answer).collect(),
            drawing: self.drawing(&position),
        })
    }

    fn line(
        &self,
        store: &Store,
        position: &str,
        most: usize,
        resources: Resources,
    ) -> Result<Playing, Error> {
        let session = self.session(store, resources)?;
        let start = self.read(position)?;
        if let Some(solved) = self.solved(store)? {
            let options = LineOptions { most, ..LineOptions::default() };
            return solved.line(&self.game.write_position(&start), &options);
        }
        let mut playing = play_on(&session, &start, most, Limit::NONE)?.expect("there is no limit");
        session.save()?;
        let end = playing.moves.last().map_or(Ok(start), |last| self.read(&last.position))?;
        playing.drawing = self.drawing(&end);
        Ok(playing)
    }

    fn measure(
        &self,
        resources: Resources,
        cpu_seconds: f64,
        done: &mut dyn FnMut(SearchRow),
    ) -> Result<(), Error> {
        let searched = Searched::new(Arc::clone(&self.game), options(resources)?);
        let openings = (self.openings)(&self.game, 1);
        let measured = searched.measure(&openings, cpu_seconds, &machine::processor_time, done);
        measured.map_err(|problem| self.refused(problem))
    }
}

/// What a search without a limit has found.
fn found(value: Known<Value>) -> Value {
    value.ok().expect("there is no limit")
}

/// Best play from a position; `None` if a value on the way is not found in time.
pub(crate) fn play_on<G: kaiketsu_engine::search::Provable + Published + 'static>(
    searched: &Searched<G>,
    start: &G::Position,
    most: usize,
    limit: Limit,
) -> Result<Option<Playing>, Error>
where
    G::Position: Ord,
{
    let game = &**searched.game();
    let Known::Yes(value) = searched.value(start, limit)? else { return Ok(None) };
    let (mut at, mut worth, mut moves) = (start.clone(), value, Vec::new());
    while game.ending(&at).is_none() && moves.len() < most {
        let Known::Yes(mv) = searched.best_move(&at, worth, limit)? else { return Ok(None) };
        let step = game.play(&at, &mv);
        moves.push(MoveAnswer {
            mv: game.write_move(&at, &mv),
            position: game.write_position(&step.position),
            value: worth.into(),
        });
        worth = step.value_before(worth);
        at = step.position;
    }
    Ok(Some(Playing {
        game: game.id(),
        position: game.write_position(start),
        value: value.into(),
        moves,
        strategy: "search",
        end: if game.ending(&at).is_some() { "over" } else { "cut" },
        drawing: String::new(),
    }))
}

/// What the prover may use, if the machine has it.
fn options(resources: Resources) -> Result<Options, Error> {
    if let (Some(given), Some(free)) = (resources.memory, machine::free_memory())
        && given > free
    {
        return Err(Error::TableTooLarge { given, free });
    }
    let memory = resources.memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    Ok(Options { memory, threads: resources.threads, method: None })
}

/// What a certificate claims, in words.
fn claim(claims: &Claims) -> String {
    let what: Vec<String> = match &claims.value {
        Some(value) => vec![format!("the value `{value}`")],
        None => claims.claims.iter().map(|claim| claim_of(&claim.goal, claim.reached)).collect(),
    };
    format!("{} of {} at {}", what.join(" and "), claims.game, claims.position)
}

fn claim_of(goal: &str, reached: bool) -> String {
    format!("that `{goal}` is {}", if reached { "reached" } else { "not reached" })
}
