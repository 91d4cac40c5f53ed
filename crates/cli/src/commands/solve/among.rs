//! `kaiketsu solve` by several processes.

use std::time::Instant;

use anyhow::Result;
use kaiketsu::{Among, Entry, Progress, Request, Silent, Store, machine};
use serde_json::json;

use super::SolveGame;
use crate::interrupt::{Watch, kept_in};
use crate::options::Common;
use crate::output::Output;
use crate::progress::display;
use crate::session::solver;
use crate::together::Ways;

impl SolveGame {
    /// The same by several processes, of which this is one.
    pub(super) fn among(
        &self,
        ways: Ways,
        game: &dyn Entry,
        store: &Store,
        request: Request,
        common: &Common,
    ) -> Result<Output> {
        let (began, before) = (Instant::now(), machine::processor_time());
        let solver = solver(game)?;
        let request = ways.each(request, common);
        // What cannot work is refused before anybody waits for anybody.
        solver.check_among(&request, ways.processes())?;
        let mut joined = ways.join(store, &request)?;
        let progress = display(common);
        let watch = (joined.me() == 0).then(|| {
            let (folder, again) = (store.path(&self.id), self.again());
            Watch::new(&progress, move || kept_in(&folder, &again))
        });
        let told: &dyn Progress = if joined.me() == 0 { &*progress } else { &Silent };
        let save_every = self.together.save_every();
        let among = Among { save_every, ..Among::new(joined.exchange()) };
        let solved = solver.solve_among(store, &request, among, told);
        drop(watch);
        progress.end();
        let (joined, solve) = joined.ends(solved)?;
        let cpu = machine::processor_time() - before;
        let used = joined.leave(began.elapsed(), cpu, machine::peak_memory())?;
        if used.me == 0 {
            return self.told(game, store, &solve, used.used, common);
        }
        let (process, processes) = (used.me, used.used.processes);
        let text = format!("process {process} of {processes} is done; the first one says what was found");
        Ok(Output { text, json: json!({ "process": process, "processes": processes }) })
    }
}
