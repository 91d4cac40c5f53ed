//! Searches asked about whole games: moves, answers with a line, certificates,
//! measurements.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kaiketsu_game::{Margin, Outcome, Value};

use crate::SOLVES;
use crate::oracle::{Known, Limit, Oracle, OracleError, RatedMove, sort_best_first};
use crate::search::watch::watched;
use crate::search::{
    BookError, Certificate, CompleteWinner, Glance, Goal, Options, Provable, Prover, Published, Report,
    Request, RequestError, SearchRow, Searched, Side, Verdict, Winner, play_all,
};
use crate::setup::Proving;
use crate::solve::Progress;

/// What a published search may remember, in bytes, if nobody says.
const PUBLISHED_MEMORY: usize = 2 << 30;

/// The table for a line of which the book gave the value.
const LINE_MEMORY: usize = 1 << 26;

impl<G: Provable + Published + 'static> Proving<G> for Searched<G> {
    fn best_move(
        &self,
        position: &G::Position,
        value: Value,
        limit: Limit,
    ) -> Result<Known<G::Move>, OracleError> {
        let game = &**self.game();
        let mover = game.side_to_move(position);
        let state = game.state(position, mover);
        let moves = game.legal_moves(position);
        let plies = |goal: Goal, mv: &G::Move| match game.glance(&game.next(&state, mv).0, goal) {
            Glance::Reached(plies) => Some(plies),
            _ => None,
        };
        // What the side to move has to keep: that a goal is reached, or that it is not.
        let (goal, reached) = match (value.outcome, value.margin) {
            (Outcome::Win, Some(Margin::Complete)) => (Goal::complete(mover), true),
            (Outcome::Win, _) => (Goal::win(mover), true),
            (Outcome::Draw, _) => (Goal::win(mover.other()), false),
            (Outcome::Loss, Some(Margin::Narrow)) => (Goal::complete(mover.other()), false),
            (Outcome::Loss, _) => {
                let against = Goal::win(mover.other());
                let slow = moves.iter().rev().max_by_key(|mv| plies(against, mv).unwrap_or(u8::MAX));
                return Ok(slow.cloned().into());
            }
        };
        let quick = moves.iter().filter_map(|mv| Some((plies(goal, mv).filter(|_| reached)?, mv)));
        if let Some((_, mv)) = quick.min_by_key(|(plies, _)| *plies) {
            return Ok(Known::Yes(mv.clone()));
        }
        // The game's own order finds a move that keeps the value soonest.
        let (own, mut order) = (Goal { side: mover, ..goal }, Vec::new());
        if game.glance(&state, own) == Glance::Open {
            game.candidates(&state, own, &mut order);
        }
        order.extend(moves);
        for mv in order {
            match self.reaches(&game.play(position, &mv).position, goal, limit) {
                Known::Yes(found) if found == reached => return Ok(Known::Yes(mv)),
                Known::Yes(_) => {}
                Known::No => return Ok(Known::No),
            }
        }
        Ok(Known::No)
    }

    fn rated(
        &self,
        position: &G::Position,
        limit: Limit,
    ) -> Result<(Known<Value>, Vec<RatedMove<G>>), OracleError> {
        let game = &**self.game();
        let mut moves = Vec::new();
        if game.ending(position).is_none() {
            game.moves(position, &mut moves);
        }
        let steps: Vec<_> = moves.iter().map(|mv| game.play(position, mv)).collect();
        let next: Vec<G::Position> = steps.iter().map(|step| step.position.clone()).collect();
        let mut rated = Vec::new();
        for ((mv, step), winner) in moves.into_iter().zip(steps).zip(self.winners(&next, limit)) {
            let side = game.side_to_move(position);
            let value = Known::from(winner).map(|winner| Value::of(winner.for_side(side)));
            rated.push(RatedMove { mv, step, value });
        }
        sort_best_first(&mut rated, |rated| rated.value);
        let all = !rated.is_empty() && rated.iter().all(|rated| rated.value.is_known());
        let value = match rated.first().map(|best| best.value) {
            // One win decides; else all moves must be known.
            Some(best) if all || best == Known::Yes(Value::of(Outcome::Win)) => best,
            _ => self.value(position, limit)?,
        };
        Ok((value, rated))
    }

    fn prove(
        &self,
        question: &Request,
        line_nodes: u64,
        progress: &dyn Progress,
    ) -> Result<Verdict, RequestError> {
        if !SOLVES {
            return Err(RequestError::ReadsAlone);
        }
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

    fn certify(&self, question: &Request, progress: &dyn Progress) -> Result<Certificate, RequestError> {
        if !SOLVES {
            return Err(RequestError::ReadsAlone);
        }
        if question.ordering.is_some() {
            return Err(RequestError::NoCertificate);
        }
        question.check(&**self.game())?;
        let position = question.at(&**self.game())?;
        let prover = self.prover();
        watched(prover, progress, || match (question.goal, question.max_plies) {
            (Some(goal), Some(plies)) => prover.try_certify_within(&position, goal, plies),
            (goal, _) => prover.try_certify(&position, goal),
        })
    }

    fn openings(&self, moves: usize) -> Vec<String> {
        self.game().opening_lines(moves)
    }

    fn measure(
        &self,
        cpu_seconds: f64,
        clock: &dyn Fn() -> Duration,
        done: &mut dyn FnMut(SearchRow),
    ) -> Result<(), RequestError> {
        if !SOLVES {
            return Err(RequestError::ReadsAlone);
        }
        let (game, began) = (&**self.game(), clock());
        let spent = || (clock() - began).as_secs_f64();
        let prover: Prover<G> = Prover::new(Arc::clone(self.game()), self.options);
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
        for opening in self.openings(1) {
            let position = play_all(game, &opening)?;
            measure(format!("after {opening}"), &|| {
                let found =
                    prover.value_within(&position, game.side_to_move(&position), u64::MAX, Limit::NONE);
                found.map_or("undecided", |solution| solution.value.word())
            });
        }
        Ok(())
    }

    fn representative(&self, position: &G::Position) -> G::Position {
        self.game().representative(position)
    }

    fn save(&self) -> Result<(), BookError> {
        self.book.save()
    }
}

impl<G: Provable + Published + 'static> Searched<G> {
    fn winners(&self, positions: &[G::Position], limit: Limit) -> Vec<Option<Winner>> {
        let classes: Vec<G::Position> = positions.iter().map(|p| self.game().representative(p)).collect();
        let mut found: Vec<(&G::Position, Option<Winner>)> = Vec::new();
        let mut places = HashMap::new();
        for class in &classes {
            places.entry(class).or_insert_with(|| {
                found.push((class, self.known_winner(class)));
                found.len() - 1
            });
        }
        for round in [8, 1] {
            let open = found.iter().filter(|(_, winner)| winner.is_none()).count();
            let missing = found.iter_mut().filter(|(_, winner)| winner.is_none());
            for (done, (class, winner)) in missing.enumerate() {
                let share = limit.share((open - done) as u32 * round);
                *winner = self.winner(class, share).ok();
            }
        }
        classes.iter().map(|class| found[places[class]].1).collect()
    }

    fn answer(&self, question: &Request, progress: &dyn Progress) -> Result<Report, RequestError> {
        let game = &**self.game();
        let position = question.at(game)?;
        if let Some(ordering) = question.check(game)? {
            let memory = self.options.memory_or(PUBLISHED_MEMORY);
            return question.answer_as_published(game, ordering, memory);
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
            None => report.won_by(self.known_winner(position)?, self.game().side_to_move(position)),
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
            let options = Options { memory: Some(self.options.memory_or(LINE_MEMORY)), ..self.options };
            self.small.get_or_init(|| Prover::new(Arc::clone(self.game()), options))
        };
        let prover = self.prover_if_made().unwrap_or_else(small);
        let known = |position: &G::Position| self.known_winner(position);
        watched(prover, progress, || prover.add_line(question, report, &known, nodes));
    }
}
