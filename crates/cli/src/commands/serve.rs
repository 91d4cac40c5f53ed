//! `kaiketsu serve`

use std::net::SocketAddr;

use anyhow::Result;
use clap::Args;
use kaiketsu::Registry;
use kaiketsu_serve::{Limits, Server, measure, missing_small_games};
use serde_json::json;
use tracing_subscriber::filter::LevelFilter;

use crate::options::Common;
use crate::outlets::{answer, say_aside};
use crate::output::{
    Column::{Numbers, Words},
    Output, table,
};
use crate::progress::display;
use crate::session::{Session, solver};

/// Open the solved games in the browser: the explorer, and an HTTP API
///
/// Small games (at most 16,000,000 stored positions and, by their forecast, 6
/// seconds) that have no database yet are solved first. Larger databases are
/// served when they are there. Games proved by search answer from the book of verdicts or by a
/// search of two seconds.
///
/// The page is at the address that is printed; the API is described at
/// /api/v1/openapi.json. Only this machine can reach it unless --listen says
/// otherwise; then games are solved from the page only with --allow-solving. It
/// answers to the names of this machine's loopback and to those given by --host.
/// /metrics has counts for Prometheus, /healthz says that it lives. Stop it with
/// ctrl-c.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Address and port; port 0 takes any free one
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:4649")]
    listen: SocketAddr,
    /// Serve what there is: solve nothing first
    #[arg(long)]
    no_solve: bool,
    /// Let the page solve games when asked, also on an address that others can reach
    #[arg(long)]
    allow_solving: bool,
    /// A name by which others may ask it, such as the one of a server before it
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// What goes to the log on standard error: error, warn, or info for a line per request
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    log: LevelFilter,
}

impl Serve {
    pub(crate) fn run(&self, registry: &Registry, common: &Common) -> Result<Output> {
        let store = common.store()?;
        tracing_subscriber::fmt()
            .with_max_level(self.log)
            .with_writer(std::io::stderr)
            .with_ansi(false)
            // Else it tells standard error that standard error takes nothing, and panics.
            .log_internal_errors(false)
            .init();
        // The address first: nobody shall wait for a solve to hear that it is taken.
        let mut server = Server::bind(registry.clone(), store.clone(), self.listen, Limits::default())?;
        if self.allow_solving {
            server = server.allow_solving(true);
        }
        server = self.host.iter().fold(server, |server, name| server.allow_host(name));
        if !self.no_solve {
            let missing = missing_small_games(registry, &store)?;
            for (number, game) in missing.iter().enumerate() {
                if !common.quiet {
                    say_aside(&format!("Solving {} ({} of {})", game.title(), number + 1, missing.len()));
                }
                solver(&**game)?.solve(&store, &common.request(), &*display(common))?;
            }
        }
        let address = format!("http://{}/", server.address());
        match common.json {
            true => answer(&json!({ "listening": address }).to_string())?,
            false => answer(&format!("The explorer is at {address} (stop it with ctrl-c)"))?,
        }
        server.run_until_interrupted()?;
        Ok(Output { text: "Stopped.".into(), json: json!({ "stopped": true }) })
    }
}

/// `kaiketsu bench --requests`: the times inside the server.
pub(crate) fn measure_requests(registry: &Registry, common: &Common, id: Option<&str>) -> Result<Output> {
    let store = common.store()?;
    if let Some(id) = id {
        Session::open(registry, common, id)?; // says what is wrong if nothing answers
    }
    let ids = registry.ids().filter(|known| id.map_or_else(|| store.open(known).is_ok(), |id| id == *known));
    let found = ids.map(|id| measure(registry.clone(), store.clone(), id)).collect::<Result<Vec<_>, _>>()?;
    let cells = |times: &kaiketsu_serve::ServeTimes| {
        let figures = [times.open_ms, times.first_ms, times.median_ms, times.slowest_ms];
        let figures = figures.map(|milliseconds| format!("{milliseconds:.3}"));
        [times.game.clone()].into_iter().chain(figures).chain([times.requests.to_string()]).collect()
    };
    let times = ["open ms", "first ms", "median ms", "slowest ms", "requests"].map(Numbers);
    let header: Vec<_> = std::iter::once(Words("game")).chain(times).collect();
    let text = table(&header, &found.iter().map(cells).collect::<Vec<Vec<String>>>());
    Ok(Output { text, json: json!({ "requests": found }) })
}
