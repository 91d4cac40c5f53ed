//! Boards of one game that its paper does not have, side by side.
//!
//! A page with `[[boards]]` has for each board the head of a page of results: counts,
//! start, signatures, what it took (`scripts/boards-page` writes it). Boards that are
//! solved in a second are solved again, and their signatures compared.

use kaiketsu::Error;

use super::PAPER;
use crate::numbers::{bytes, grouped, percent, seconds};
use crate::{Figures, Row, Section, Workbench};

/// Boards with at most so many stored positions are solved again.
const SMALL_POSITIONS: u64 = 500_000;

/// The boards of one page.
pub(super) struct Boards {
    page: &'static str,
    title: &'static str,
}

pub(super) const PAGES: &[Boards] = &[
    Boards {
        page: "quixo-boards",
        title: "Quixo on rectangles and with lines of any length; the paper has squares and full lines",
    },
    Boards {
        page: "simpei-variants",
        title: "Simpei, cited in the papers' tables of games solved before, and with the first piece anywhere",
    },
    Boards {
        page: "nocca-tall",
        title: "NOCCA x NOCCA with a tall piece, which the paper names as a question for the future",
    },
];

impl Boards {
    pub(super) fn section(&self, bench: &Workbench<'_>) -> Result<Section, Error> {
        let mut rows = Vec::new();
        let page = bench.kept(self.page);
        for board in page.iter().flat_map(|page| page.rows("boards")) {
            let board = Figures { source: "results", page: board.clone() };
            let id = board.text("game").unwrap_or_default();
            rows.push(row(&id, &board));
            if !bench.scope.brief && board.number("stored_positions") <= SMALL_POSITIONS {
                let now = bench.figures(&id)?;
                let signature = |found: &Figures| found.text("signature_plies").unwrap_or_default();
                rows.push(Row::compare(format!("{id}, solved again"), signature(&board), signature(&now)));
            }
        }
        Ok(Section::new(PAPER, self.page, self.title, rows))
    }
}

fn row(id: &str, board: &Figures) -> Row {
    let plies = |value: &str| match board.number(&format!("longest_{value}")) {
        0 => "-".to_string(),
        plies => plies.to_string(),
    };
    let all = board.number("positions");
    let share = percent(board.number("draw"), all);
    let text = format!(
        "{}, {share} draws, longest win {}, loss {}",
        board.start_text(),
        plies("win"),
        plies("loss")
    );
    let solve = board.get("solve");
    let took = [
        board.cpu_seconds().map(seconds),
        solve["peak_memory"].as_u64().map(bytes),
        board.text("command"),
        solve["kernel"].as_str().map(|kernel| format!("kernel {kernel}")),
    ];
    let took: Vec<String> = took.into_iter().flatten().collect();
    let note = format!("{} positions; {}", grouped(all), took.join(", "));
    Row::fresh(format!("{id}: {}", board.text("title").unwrap_or_default()), text)
        .note(note)
        .also(&board.remark())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value as Json;

    #[test]
    fn every_page_has_boards_with_signatures() {
        for Boards { page, .. } in PAGES {
            let page = Figures::kept(page).expect("the page is kept");
            let boards: Vec<&Json> = page.rows("boards").collect();
            assert!(boards.len() >= 2, "{} boards", boards.len());
            for board in boards {
                let counts = ["win", "loss", "draw"].map(|value| board[value].as_u64().unwrap());
                assert_eq!(counts.iter().sum::<u64>(), board["positions"].as_u64().unwrap(), "{board}");
                assert_eq!(board["signature_values"].as_str().unwrap().len(), 64, "{board}");
            }
        }
    }
}
