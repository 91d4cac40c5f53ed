//! From a typed game to a [`Provable`].

use kaiketsu_engine::analyse::LineOptions;
use kaiketsu_engine::search::{
    Certificate, Checked, Claims, Goal, Prover, Published, Refusal, Side, Winner, check, play_all,
};
use kaiketsu_engine::solve::{Progress, Silent};
use kaiketsu_game::Value;

use crate::described::HasRules;
use crate::explorer::SearchExplorer;
use crate::openings::openings;
use crate::scoring::Scoring;
use crate::session::{Session, options, outcome_for};
use crate::shipped::Shipped;
use crate::{
    Answer, Error, Explorer, Kind, MoveAnswer, Playing, Provable, Question, Rating, Resources, SearchRow,
    Solvable, Solved, Store, Verdict, machine,
};

/// Lists the openings of a number of moves as texts.
type Openings<G> = fn(&G, usize) -> Vec<String>;

/// A game with what the command line wants to know beside its rules.
pub struct SearchEntry<G: kaiketsu_engine::search::Provable + Published>
where
    G::Position: Ord,
{
    pub(crate) game: G,
    openings: Openings<G>,
    scoring: Scoring<G, G::Position>,
    solution: Option<Box<dyn Solvable>>,
    shipped: Shipped<G>,
}

/// How many nodes the line beside an answer may cost.
const LINE: u64 = 5_000_000;

/// The same beside each row of a table.
const LINE_OF_A_ROW: u64 = 20_000;

impl<G: kaiketsu_engine::search::Provable + Published> SearchEntry<G>
where
    G::Position: Ord,
{
    /// A game with openings in the order of its rules.
    pub fn new(game: G) -> Self {
        let shipped = Shipped::new("");
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
        self.shipped = Shipped::new(text);
        self
    }

    /// Opens the books.
    fn session(&self, store: &Store, resources: Resources) -> Result<Session<'_, G>, Error> {
        Session::new(&self.game, &self.shipped, store, resources)
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
    pub(crate) fn read(&self, session: &Session<'_, G>, text: &str) -> Result<G::Position, Error> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_move = |word: &str| self.game.read_move(&self.game.start(), word).is_ok();
        if words.len() > 1 || words.iter().any(|word| is_move(word)) {
            return session.after(text);
        }
        let trouble = |problem| Error::Notation { game: self.game.id(), problem };
        self.game.read_position(text.trim()).map_err(trouble)
    }

    fn rating(&self, winner: Winner, side: Side) -> Rating {
        Value::of(outcome_for(winner, side)).into()
    }

    fn drawing(&self, position: &G::Position) -> String {
        let remark = (self.scoring)(&self.game, position);
        self.game.draw(position) + &remark.map_or(String::new(), |remark| format!("\n\n{remark}"))
    }

    fn answer(
        &self,
        session: &mut Session<'_, G>,
        question: &Question,
        line_nodes: u64,
        progress: &dyn Progress,
    ) -> Result<Verdict, Error> {
        let mut report = session.prove(question, line_nodes, progress)?;
        let mut complete = None;
        if question.goal.is_none() && self.game.knows(Goal::complete(Side::First)) {
            complete = Some("nobody");
            for (side, word) in [(Side::First, "first"), (Side::Second, "second")] {
                let goal = Some(Goal::complete(side));
                let found = session.prove(&Question { goal, ..question.clone() }, 0, progress)?;
                report.nodes += found.nodes;
                report.seconds += found.seconds;
                if found.reached == Some(true) {
                    complete = Some(word);
                }
            }
        }
        Ok(Verdict { report, complete })
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
        let all = [Side::First, Side::Second].map(|side| [Goal::win(side), Goal::complete(side)]);
        all.into_iter().flatten().filter(|goal| self.game.knows(*goal)).collect()
    }

    fn prove_watched(
        &self,
        store: &Store,
        question: &Question,
        resources: Resources,
        progress: &dyn Progress,
    ) -> Result<Verdict, Error> {
        progress.begin(&self.game.id(), 1);
        let verdict = self.answer(&mut self.session(store, resources)?, question, LINE, progress);
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
        let mut session = self.session(store, resources)?;
        if question.max_plies.is_some() || question.ordering.is_some() {
            return Err(Error::NoCertificate);
        }
        progress.begin(&self.game.id(), 1);
        let verdict = self.answer(&mut session, question, LINE, progress);
        let both = verdict.and_then(|verdict| Ok((verdict, session.certify(question, progress)?.0)));
        progress.end();
        both
    }

    fn check(&self, certificate: &[u8]) -> Result<Checked, Error> {
        let certificate = Certificate(certificate.to_vec());
        let claims = kaiketsu_engine::search::read_claims(&certificate)?;
        check(&self.game, &certificate).map_err(|reason| match reason {
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
        let mut session = self.session(store, resources)?;
        for after in (self.openings)(&self.game, moves) {
            let question = Question { after, ..question.clone() };
            row(&self.answer(&mut session, &question, LINE_OF_A_ROW, &Silent)?);
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
        let mut session = self.session(store, resources)?;
        let position = self.read(&session, position)?;
        if let Some(solved) = self.solved(store)? {
            return solved.query(&self.game.write_position(&position));
        }
        let mover = self.game.side_to_move(&position);
        let over = self.game.ending(&position).is_some();
        let mut moves = Vec::new();
        if !over {
            self.game.moves(&position, &mut moves);
        }
        progress.begin(&self.game.id(), moves.len() as u64);
        let mut rated = Vec::new();
        for mv in &moves {
            progress.status(&self.game.write_move(&position, mv));
            let next = self.game.play(&position, mv).position;
            let value = session.value(&next);
            rated.push((
                value,
                MoveAnswer {
                    mv: self.game.write_move(&position, mv),
                    position: self.game.write_position(&next),
                    value: self.rating(value, mover),
                },
            ));
            session.save()?;
            progress.advance(1, false);
        }
        progress.end();
        let value_of = |value: &Winner| Value::of(outcome_for(*value, mover));
        rated.sort_by(|(a, _), (b, _)| value_of(b).cmp(&value_of(a)));
        let value = match rated.first() {
            Some((best, _)) => *best,
            None => session.value(&position),
        };
        Ok(Answer {
            game: self.game.id(),
            position: self.game.write_position(&position),
            value: self.rating(value, mover),
            over,
            moves: rated.into_iter().map(|(_, answer)| answer).collect(),
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
        let mut session = self.session(store, resources)?;
        let start = self.read(&session, position)?;
        if let Some(solved) = self.solved(store)? {
            let options = LineOptions { most, ..LineOptions::default() };
            return solved.line(&self.game.write_position(&start), &options);
        }
        let value = session.value(&start);
        session.save()?;
        let (mut at, mut moves) = (start.clone(), Vec::new());
        while self.game.ending(&at).is_none() && moves.len() < most {
            let mv = session.best_move(&at, value);
            let next = self.game.play(&at, &mv).position;
            moves.push(MoveAnswer {
                mv: self.game.write_move(&at, &mv),
                position: self.game.write_position(&next),
                value: self.rating(value, self.game.side_to_move(&at)),
            });
            at = next;
        }
        Ok(Playing {
            game: self.game.id(),
            position: self.game.write_position(&start),
            value: self.rating(value, self.game.side_to_move(&start)),
            moves,
            strategy: "search",
            end: if self.game.ending(&at).is_some() { "over" } else { "cut" },
            drawing: self.drawing(&at),
        })
    }

    fn measure(
        &self,
        resources: Resources,
        cpu_seconds: f64,
        done: &mut dyn FnMut(SearchRow),
    ) -> Result<(), Error> {
        let (game, began) = (&self.game, machine::processor_time());
        let spent = || (machine::processor_time() - began).as_secs_f64();
        let prover = Prover::new(game, options(resources)?);
        let mut measure = |question: String, search: &dyn Fn() -> String| {
            if spent() > cpu_seconds {
                return;
            }
            let before = (spent(), prover.nodes());
            let answer = search();
            let (cpu_seconds, nodes) = (spent() - before.0, prover.nodes() - before.1);
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
        let goals = self.goals();
        if goals.len() > 2 {
            for goal in goals {
                measure(goal.to_string(), &|| {
                    let reached = prover.ask(&game.start(), Side::First, goal, None).reached;
                    if reached { "reached" } else { "not reached" }.into()
                });
            }
            return Ok(());
        }
        for opening in (self.openings)(game, 1) {
            let position =
                play_all(game, &opening).map_err(|problem| Error::Question { game: game.id(), problem })?;
            measure(format!("after {opening}"), &|| {
                prover.value(&position, game.side_to_move(&position)).value.word().into()
            });
        }
        Ok(())
    }
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
