//! `kaiketsu games`

use anyhow::Result;
use clap::Args;
use kaiketsu::{Entry, Error, Family, Registry, State, Store, StoreError, Variant};
use serde_json::{Value as Json, json};

use crate::options::Common;
use crate::output::{Column::Words, Output, table};

/// List the games by family, or explain one: rules, notation, kernels
#[derive(Debug, Args)]
pub(crate) struct Games {
    /// Explain this game
    id: Option<String>,
}

impl Games {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let store = common.store()?;
        let mut rows = Vec::new();
        let mut objects = Vec::new();
        for family in registry.families() {
            let alone = family.games.len() == 1;
            if !alone {
                rows.push([&family.title, "", "", ""].map(String::from).to_vec());
            }
            let wanted = |variant: &&Variant| self.id.as_ref().is_none_or(|id| *id == variant.id);
            for variant in family.games.iter().filter(wanted) {
                let known = Known::new(family, variant, &store)?;
                if self.id.is_some() {
                    return Ok(known.explain(&store));
                }
                let indent = if alone { "" } else { "  " };
                let kernels = if known.kernels.is_empty() { "-".into() } else { known.kernels.join(" ") };
                let id = format!("{indent}{}", variant.id);
                rows.push(vec![id, kernels, known.database().into(), known.game.title()]);
                objects.push(known.json());
            }
        }
        if let Some(id) = &self.id {
            registry.get(id)?; // says what is wrong with it
        }
        // Names may be long: nothing stands behind them.
        let text = table(&["game", "kernels", "database", "name"].map(Words), &rows)
            + "\n`kaiketsu games ID` explains a game, `kaiketsu solve ID` solves it,\n\
               `kaiketsu prove ID` proves who wins where it is proved by search.";
        Ok(Output { text, json: json!({ "db": store.root(), "games": objects }) })
    }
}

/// A game with what the store has of it.
struct Known<'a> {
    family: &'a Family,
    variant: &'a Variant,
    game: Box<dyn Entry>,
    kernels: Vec<&'static str>,
    goals: Option<Vec<String>>,
    state: Option<State>,
}

impl<'a> Known<'a> {
    fn new(family: &'a Family, variant: &'a Variant, store: &Store) -> Result<Self, Error> {
        let game = variant.game();
        let kernels = game.solver().map_or(Vec::new(), |solver| solver.kernels());
        let searched = Some(game.checker()).filter(|checker| checker.made_for_it());
        let goals = searched.map(|checker| checker.goals().iter().map(ToString::to_string).collect());
        let state = match store.stored(&variant.id) {
            Ok(stored) => Some(stored.state).filter(|state| *state != State::Foreign),
            Err(StoreError::Missing { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        Ok(Known { family, variant, game, kernels, goals, state })
    }

    /// One word on what answers for the game.
    fn database(&self) -> &'static str {
        match (self.state, &self.goals) {
            (Some(state), _) => state.word(),
            (None, Some(_)) => "proved by search",
            (None, None) => "-",
        }
    }

    fn json(&self) -> Json {
        let variant = Some(&self.variant.name).filter(|name| !name.is_empty());
        json!({
            "game": self.variant.id, "family": self.family.id, "variant": variant,
            "title": self.game.title(), "kernels": self.kernels, "database": self.database(),
        })
    }

    fn explain(&self, store: &Store) -> Output {
        let (id, game) = (&self.variant.id, &self.game);
        let mut text = format!("{} ({id})\n\n{}\n\nStart:    {}\n", game.title(), game.about(), game.start());
        if !self.kernels.is_empty() {
            text += &format!("Kernels:  {} (the first is the default)\n", self.kernels.join(" "));
        }
        if let Some(goals) = &self.goals {
            text += &format!("Goals:    {}\n", goals.join(" "));
        }
        text += &match (self.state, &self.goals, self.kernels.is_empty()) {
            (None, _, true) => format!("Database: none, proved by search: kaiketsu prove {id}"),
            (None, Some(_), false) => format!(
                "Database: none, proved by search: kaiketsu prove {id}; solved as a whole: kaiketsu solve {id}"
            ),
            _ => format!("Database: {}, {}", self.database(), store.path(id).display()),
        };
        let mut json = self.json();
        json["about"] = json!(game.about());
        json["start"] = json!(game.start());
        if let Some(goals) = &self.goals {
            json["goals"] = json!(goals);
        }
        Output { text, json }
    }
}
