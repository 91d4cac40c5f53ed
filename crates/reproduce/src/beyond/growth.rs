//! The sizes of one game side by side: how draws and distances grow.

use kaiketsu::Error;

use super::PAPER;
use crate::numbers::{grouped, percent};
use crate::{Chart, Row, Section, Workbench};

/// Sizes of one game.
pub(super) struct Family {
    name: &'static str,
    /// What tells its members apart, and what there is more of in each.
    axis: &'static str,
    /// Solved here if there is no database.
    small: &'static [(u64, &'static str)],
    /// From kept pages, never solved here.
    large: &'static [(u64, &'static str)],
}

pub(super) const FAMILIES: &[Family] = &[Family {
    name: "Dodgem",
    axis: "pieces a side",
    small: &[(2, "dodgem-2"), (3, "dodgem-3")],
    large: &[(4, "dodgem-4"), (5, "dodgem-5")],
}];

impl Family {
    pub(super) fn section(&self, bench: &Workbench<'_>) -> Result<Section, Error> {
        let Family { name, axis, small, large } = self;
        let (mut rows, mut shares, mut longest) = (Vec::new(), [vec![], vec![], vec![]], [vec![], vec![]]);
        let solved = small.iter().map(|(size, game)| (size, bench.found(game)));
        let kept = large.iter().map(|(size, game)| (size, bench.beyond(game)));
        for (size, page) in solved.chain(kept) {
            let page = page?;
            let what = format!("{size} {axis}: start, share of draws, longest win and loss");
            let Some(found) = &page.found else {
                rows.push(Row::missing(what, "-", &page.needs));
                continue;
            };
            let all = found.number("positions");
            for (points, value) in shares.iter_mut().zip(["win", "loss", "draw"]) {
                points.push((*size, 100.0 * found.number(value) as f64 / all.max(1) as f64));
            }
            for (points, value) in longest.iter_mut().zip(["win", "loss"]) {
                points.extend(found.longest(value).map(|plies| (*size, plies as f64)));
            }
            let plies =
                ["win", "loss"].map(|value| found.longest(value).map_or("-".into(), |n| n.to_string()));
            let text = format!(
                "{}, {} draws, {} and {} plies",
                found.start_text(),
                percent(found.number("draw"), all),
                plies[0],
                plies[1]
            );
            rows.push(
                Row::fresh(what, text).note(format!("of {} positions", grouped(all))).also(&found.remark()),
            );
        }
        let chart = |what: &str| Chart::new(&format!("{name}: {what}, by {axis}"), axis, false);
        let [win, loss, draw] = shares;
        let [longest_win, longest_loss] = longest;
        let title = format!("{name}: how the share of draws and the longest play grow with the {axis}");
        Ok(Section::new(PAPER, &name.to_lowercase(), &title, rows)
            .chart(
                chart("share of each value in percent")
                    .series("win", win)
                    .series("loss", loss)
                    .series("draw", draw),
            )
            .chart(chart("longest play in plies").series("win", longest_win).series("loss", longest_loss)))
    }
}
