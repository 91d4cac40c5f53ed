//! `kaiketsu games`

use anyhow::Result;
use clap::Args;
use kaiketsu::{Error, Kind, Provable, Registered, Registry, Solvable, Store};
use serde_json::json;

use crate::options::Common;
use crate::output::{Output, table};

/// List the games, or explain one: rules, notation, kernels
#[derive(Debug, Args)]
pub(crate) struct Games {
    /// Explain this game
    #[arg(value_name = "ID")]
    id: Option<String>,
}

impl Games {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let store = common.store()?;
        if let Some(id) = &self.id {
            return Ok(match registry.get(id)? {
                Registered::Solvable(game) => explain(&*game, &store),
                Registered::Provable(game) => explain_provable(&*game, &database(registry, id, &store)),
            });
        }
        let mut rows = Vec::new();
        let mut objects = Vec::new();
        for id in registry.ids() {
            let game = match registry.get(id)? {
                Registered::Solvable(game) => game,
                Registered::Provable(game) => {
                    let (kernels, database) = database(registry, id, &store);
                    let names = if kernels.is_empty() { "-".into() } else { kernels.join(" ") };
                    rows.push(vec![id.to_string(), game.title(), names, database.into()]);
                    let title = game.title();
                    objects.push(
                        json!({ "game": id, "title": title, "kernels": kernels, "database": database }),
                    );
                    continue;
                }
            };
            let state = state(id, &store);
            rows.push(vec![id.to_string(), game.title(), game.kernels().join(" "), state.into()]);
            let (title, kernels) = (game.title(), game.kernels());
            objects.push(json!({ "game": id, "title": title, "kernels": kernels, "database": state }));
        }
        let text = table(&["game", "name", "kernels", "database"], &rows)
            + "\n`kaiketsu games ID` explains a game, `kaiketsu solve ID` solves it,\n\
               `kaiketsu prove ID` proves who wins where it is proved by search.";
        Ok(Output { text, json: json!({ "db": store.root(), "games": objects }) })
    }
}

fn explain(game: &dyn Solvable, store: &Store) -> Output {
    let (id, start) = (game.id(), game.start());
    let state = state(&id, store);
    let text = format!(
        "{} ({id})\n\n{}\n\nStart:    {start}\nKernels:  {} (the first is the default)\nDatabase: {state}, {}",
        game.title(),
        game.about(),
        game.kernels().join(" "),
        store.path(&id).display(),
    );
    let json = json!({
        "game": id, "title": game.title(), "about": game.about(), "start": start,
        "kernels": game.kernels(), "database": state,
    });
    Output { text, json }
}

/// The kernels and the database of a game that is proved by search: some can
/// be solved as a whole as well.
fn database(registry: &Registry, id: &str, store: &Store) -> (Vec<&'static str>, &'static str) {
    match (registry.find(id), state(id, store)) {
        (Err(_), _) => (Vec::new(), "proved by search"),
        (Ok(game), "-") => (game.kernels(), "proved by search"),
        (Ok(game), state) => (game.kernels(), state),
    }
}

fn explain_provable(game: &dyn Provable, (kernels, database): &(Vec<&'static str>, &'static str)) -> Output {
    let goals: Vec<String> = game.goals().iter().map(ToString::to_string).collect();
    let (id, start) = (game.id(), game.start());
    let whole = match (kernels.is_empty(), *database) {
        (true, _) => format!("none, proved by search: kaiketsu prove {id}"),
        (false, "proved by search") => {
            format!("none, proved by search: kaiketsu prove {id}; solved as a whole: kaiketsu solve {id}")
        }
        (false, state) => state.into(),
    };
    let text = format!(
        "{} ({id})\n\n{}\n\nStart:    {start}\nGoals:    {}\nDatabase: {whole}",
        game.title(),
        game.about(),
        goals.join(" "),
    );
    let json = json!({
        "game": id, "title": game.title(), "about": game.about(), "start": start,
        "kernels": kernels, "goals": goals, "database": database,
    });
    Output { text, json }
}

/// Whether there is a database: `solved`, `-`, `unfinished` or `damaged`.
fn state(id: &str, store: &Store) -> &'static str {
    match store.open(id).map_err(Error::from) {
        Ok(_) => "solved",
        Err(error) => match error.kind() {
            Kind::NotSolved if store.path(id).join("manifest.toml").exists() => "unfinished",
            Kind::NotSolved => "-",
            _ => "damaged",
        },
    }
}
