//! A position as one SVG: cells, pieces, and where moves begin with what the best
//! of them is worth. The explorer draws the same in the browser (`draw.ts`,
//! `pieces.ts` of crate `kaiketsu-serve`), where the board can be clicked; a test
//! compares the colours and lines of both.
//!
//! ```
//! use kaiketsu::{Registry, picture};
//! let game = Registry::standard().get("tic-tac-toe")?;
//! let svg = picture::draw(&game.board(), &game.look("X../.O./...")?, false);
//! assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
//! # Ok::<(), kaiketsu::Error>(())
//! ```

use std::fmt::Write;

use kaiketsu_game::{Board, Cell, CellForm, GestureKind, Link, Margin, Outcome, PieceForm, PieceKind, View};

use crate::{MoveView, PositionView, Rating};

/// The style of all pictures.
pub const STYLE: &str = include_str!("picture.css");

const UNIT: f32 = 100.0;
const RING_RADII: [f32; 3] = [11.0, 25.0, 40.0];

/// A picture of a position, as the first player sees it; `second` if the second
/// is to move and the board is seen by the side to move. Moves are coloured by
/// what they are worth, as far as the view knows.
#[must_use]
pub fn draw(board: &Board, view: &PositionView, second: bool) -> String {
    Drawing { board, view, second, svg: String::new() }.draw()
}

struct Drawing<'a> {
    board: &'a Board,
    view: &'a PositionView,
    second: bool,
    svg: String,
}

/// A word for the class of a value.
fn worth(rating: &Rating) -> &'static str {
    rating.value.map_or("unknown", Outcome::word)
}

/// A sign and the distance, such as +7; the sign twice if all is won or lost.
fn badge(rating: &Rating) -> String {
    let sign = match rating.value {
        Some(Outcome::Win) => "+",
        Some(Outcome::Draw) => "=",
        Some(Outcome::Loss) => "\u{2212}",
        None => "?",
    };
    let sign = if rating.kind == Some(Margin::Complete) { sign.repeat(2) } else { sign.into() };
    sign + &rating.plies.map_or(String::new(), |plies| plies.to_string())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl Drawing<'_> {
    fn add(&mut self, markup: std::fmt::Arguments<'_>) {
        self.svg.write_fmt(markup).expect("a text takes all");
    }

    fn place(&self, cell: usize, second: bool) -> (f32, f32) {
        let Cell { x, y, .. } = self.board.cells[cell];
        let (width, height) = (self.board.width, self.board.height);
        let (x, y) = match self.board.view {
            View::UpsideDown if second => (x, height - y),
            View::HalfTurn if second => (width - x, height - y),
            View::Transposed if second => (height - y, width - x),
            _ => (x, y),
        };
        (x * UNIT, y * UNIT)
    }

    fn colour(&self, kind: &PieceKind) -> u8 {
        if self.board.view != View::Fixed && self.second { kind.side ^ 1 } else { kind.side }
    }

    /// Left, top, width and height with room for all cells, whoever is to move.
    fn extent(&self) -> [f32; 4] {
        let views: &[bool] = if self.board.view == View::Fixed { &[false] } else { &[false, true] };
        let cells = 0..self.board.cells.len();
        let points: Vec<(f32, f32)> =
            views.iter().flat_map(|second| cells.clone().map(|cell| self.place(cell, *second))).collect();
        let least = |of: fn(&(f32, f32)) -> f32| points.iter().map(of).fold(f32::MAX, f32::min) - UNIT * 0.56;
        let most = |of: fn(&(f32, f32)) -> f32| points.iter().map(of).fold(f32::MIN, f32::max) + UNIT * 0.56;
        let (left, top) = (least(|at| at.0), least(|at| at.1));
        [left, top, most(|at| at.0) - left, most(|at| at.1) - top]
    }

    /// The best of the moves that begin on a cell.
    fn best_from(&self, cell: usize) -> Option<&MoveView> {
        // They are listed best first.
        self.view.moves.iter().find(|mv| {
            let ends = if mv.gesture.kind == GestureKind::Pair { 2 } else { 1 };
            mv.gesture.cells.iter().take(ends).any(|named| *named == cell)
        })
    }

    fn draw(mut self) -> String {
        let (board, second) = (self.board, self.second);
        let [left, top, width, height] = self.extent();
        let (label, across) = (escape(&self.view.position), (width * 0.6).min(480.0));
        self.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"kaiketsu board\" viewBox=\"{left} {top} {width} \
             {height}\" width=\"{across}\" role=\"img\" aria-label=\"{label}\"><title>{label}</title>\
             <style>{STYLE}</style>"
        ));
        if board.view != View::Fixed {
            // Where the other side's pieces leave the board, so that both ways can be seen.
            for (number, cell) in board.cells.iter().enumerate().filter(|(_, c)| c.form == CellForm::Exit) {
                let (x, y) = self.place(number, !second);
                self.add(format_args!("<g class=\"ghost\" transform=\"translate({x} {y})\">"));
                self.cell(cell);
                self.add(format_args!("</g>"));
            }
        }
        for [from, to] in &board.lines {
            let ((x1, y1), (x2, y2)) = (self.place(*from, second), self.place(*to, second));
            self.add(format_args!("<line class=\"way\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"));
        }
        // Larger rings first.
        let mut order: Vec<usize> = (0..board.cells.len()).collect();
        order.sort_by_key(|cell| std::cmp::Reverse(board.cells[*cell].size));
        for cell in &order {
            self.cell_with_pieces(*cell);
        }
        for link in &self.view.scene.links {
            self.link(link);
        }
        for cell in order {
            self.badge(cell);
        }
        self.svg + "</svg>"
    }

    fn cell_with_pieces(&mut self, number: usize) {
        let (board, view) = (self.board, self.view);
        let cell = &board.cells[number];
        let (x, y) = self.place(number, self.second);
        let open =
            self.best_from(number).map(|mv| format!(" open best-{}", worth(&mv.value))).unwrap_or_default();
        self.add(format_args!("<g class=\"cell{open}\" transform=\"translate({x} {y})\">"));
        self.cell(cell);
        let here: Vec<usize> =
            view.scene.pieces.iter().filter(|piece| piece.cell == number).map(|piece| piece.kind).collect();
        for (level, kind) in here.iter().enumerate() {
            let raised = if cell.form == CellForm::Cube { " transform=\"translate(0 -5)\"" } else { "" };
            let kind = &board.kinds[*kind];
            let colour = self.colour(kind);
            self.add(format_args!("<g class=\"piece side-{colour}\"{raised}>"));
            self.piece(kind, colour, usize::from(cell.size), level as f32, here.len() as f32);
            self.add(format_args!("</g>"));
        }
        let name = escape(&cell.name);
        let (x, y, size) = match (cell.form, cell.size) {
            (CellForm::Point, _) => (14.0, 30.0, 11.0),
            (CellForm::Square, _) => (-45.0, 45.0, 11.0),
            (CellForm::Cube, _) => (-39.0, 36.0, 9.5),
            (CellForm::Ring, 2) => (-47.0, 47.0, 9.0),
            _ => (0.0, 0.0, 0.0),
        };
        if size > 0.0 {
            let name = match cell.form {
                CellForm::Ring => name.trim_end_matches(|letter: char| letter.is_ascii_uppercase()),
                _ => &name,
            };
            self.add(format_args!(
                "<text class=\"name\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{name}</text>"
            ));
        }
        self.add(format_args!("</g>"));
    }

    fn cell(&mut self, cell: &Cell) {
        let rect = |class: &str, [x, y, width, height, rx]: [f32; 5]| {
            format!(
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{rx}\"/>"
            )
        };
        self.svg += &match cell.form {
            CellForm::Cube => {
                rect("cube-side", [-47.0, -44.0, 94.0, 94.0, 13.0])
                    + &rect("cube-face", [-47.0, -48.0, 94.0, 92.0, 13.0])
                    + &rect("cube-light", [-41.0, -43.0, 82.0, 81.0, 9.0])
            }
            CellForm::Ring => {
                let radius = RING_RADII[usize::from(cell.size).min(2)];
                format!("<circle class=\"ring-place\" r=\"{radius}\" stroke-width=\"3\"/>")
            }
            CellForm::Exit => rect("exit", [-43.0, -43.0, 86.0, 86.0, 20.0]),
            CellForm::Point => "<circle class=\"point\" r=\"9\"/>".into(),
            CellForm::Square => rect("square", [-50.0, -50.0, 100.0, 100.0, 0.0]),
        };
    }

    /// The sign of a player: crosses for the first, noughts for the second.
    fn sign(&mut self, colour: u8, size: f32, width: f32) {
        if colour.is_multiple_of(2) {
            self.add(format_args!(
                "<path class=\"stroke\" stroke-width=\"{width}\" d=\"M-{size} -{size}L{size} {size}M{size} -{size}L-{size} {size}\"/>"
            ));
        } else {
            let radius = size * 1.1;
            self.add(format_args!("<circle class=\"stroke\" stroke-width=\"{width}\" r=\"{radius}\"/>"));
        }
    }

    /// A piece of a colour; `level` counts the pieces under it, `of` all of its cell.
    fn piece(&mut self, kind: &PieceKind, colour: u8, ring: usize, level: f32, of: f32) {
        let label = escape(&kind.label);
        let full = if colour.is_multiple_of(2) { " full" } else { "" };
        match kind.form {
            PieceForm::Cross | PieceForm::Nought => {
                self.sign(colour, 25.0, 11.0);
                if !label.is_empty() {
                    self.add(format_args!(
                        "<text class=\"label\" x=\"38\" y=\"42\" font-size=\"24\">{label}</text>"
                    ));
                }
            }
            PieceForm::Disc => {
                let y = 8.0 + (of - 1.0) * 9.0 - level * 21.0;
                let [rx, ry] = if full.is_empty() { [19, 8] } else { [11, 5] };
                self.add(format_args!(
                    "<path class=\"disc-side\" d=\"M-33 {y}v13a33 15 0 0 0 66 0v-13z\"/>\
                     <ellipse class=\"disc-top\" cx=\"0\" cy=\"{y}\" rx=\"33\" ry=\"15\"/>\
                     <ellipse class=\"disc-mark{full}\" cx=\"0\" cy=\"{y}\" rx=\"{rx}\" ry=\"{ry}\"/>"
                ));
            }
            PieceForm::Arrow => {
                let turned = match self.board.view {
                    _ if !full.is_empty() => 0,
                    View::Transposed => 90,
                    View::UpsideDown | View::HalfTurn => 180,
                    View::Fixed | View::Swapped => 0,
                };
                // Several in a hand lie side by side.
                let aside = (level - (of - 1.0) / 2.0) * 26.0;
                let mark = match (label.is_empty(), full.is_empty()) {
                    (false, _) => {
                        format!("<text class=\"wedge-letter\" y=\"17\" font-size=\"32\">{label}</text>")
                    }
                    (true, false) => "<circle class=\"wedge-mark full\" r=\"8\" cy=\"2\"/>".into(),
                    (true, true) => "<circle class=\"wedge-mark\" r=\"10\" cy=\"2\"/>".into(),
                };
                self.add(format_args!(
                    "<g transform=\"translate({aside} 0)\"><g transform=\"rotate({turned})\"><path class=\"wedge\" \
                     d=\"M0 -36L31 8Q34 14 28 18L14 26Q0 33 -14 26L-28 18Q-34 14 -31 8Z\"/>{mark}</g></g>"
                ));
            }
            PieceForm::Ring => {
                let radius = RING_RADII[ring.min(2)];
                let at = if ring == 0 { 0.0 } else { -radius * 0.71 };
                let (class, y) =
                    if ring == 0 { ("disc-top", 3.4) } else { ("ring\" stroke-width=\"9", at + 3.4) };
                self.add(format_args!(
                    "<circle class=\"{class}\" r=\"{radius}\"/>\
                     <text class=\"ring-letter\" x=\"{at}\" y=\"{y}\" font-size=\"10\">{label}</text>"
                ));
            }
            PieceForm::Text => {
                let symbol = escape(&kind.symbol);
                self.add(format_args!("<text class=\"letter\" y=\"15\" font-size=\"44\">{symbol}</text>"));
            }
        }
    }

    /// A piece that is on two cells until the game decides.
    fn link(&mut self, link: &Link) {
        let kind = &self.board.kinds[link.kind];
        let (colour, label) = (self.colour(kind), escape(&kind.label));
        let slot = ((link.kind % 3) as f32 * 29.0 - 34.0, (link.kind / 3) as f32 * 25.0 - 33.0);
        let [a, b] = link.cells.map(|cell| {
            let (x, y) = self.place(cell, self.second);
            (x + slot.0, y + slot.1)
        });
        let middle = ((a.0 + b.0) / 2.0 + (b.1 - a.1) * 0.14, (a.1 + b.1) / 2.0 - (b.0 - a.0) * 0.14);
        self.add(format_args!(
            "<path class=\"bond side-{colour}\" d=\"M{} {}Q{} {} {} {}\"/>",
            a.0, a.1, middle.0, middle.1, b.0, b.1
        ));
        for (x, y) in [a, b] {
            self.add(format_args!(
                "<g class=\"piece shared side-{colour}\" transform=\"translate({x} {y})\">"
            ));
            self.sign(colour, 7.5, 3.6);
            self.add(format_args!(
                "<text class=\"label\" x=\"13\" y=\"12\" font-size=\"12\">{label}</text></g>"
            ));
        }
    }

    /// Round for wins, square for draws, a diamond for losses: not by colour alone.
    fn badge(&mut self, number: usize) {
        let Some(rating) = self.best_from(number).map(|mv| mv.value) else { return };
        if rating == Rating::UNKNOWN && self.view.moves.iter().all(|mv| mv.value == Rating::UNKNOWN) {
            return; // nobody was asked
        }
        let cell = &self.board.cells[number];
        let (x, y) = self.place(number, self.second);
        let radius = if cell.size == 0 { 0.0 } else { RING_RADII[usize::from(cell.size).min(2)] * 0.71 };
        let (x, y, scale) = match cell.form {
            _ if self.board.links => (x + 33.0, y + 34.0, 0.8),
            CellForm::Ring if cell.size == 1 => (x + radius, y + radius, 0.52),
            CellForm::Ring => (x + radius, y - radius, 0.52),
            _ => (x + 31.0, y - 32.0, 0.92),
        };
        let (class, text) = (worth(&rating), badge(&rating));
        let shape = match rating.value {
            Some(Outcome::Win) => "<circle r=\"17\"/>",
            Some(Outcome::Loss) => "<path d=\"M0 -20L23 0L0 20L-23 0Z\"/>",
            Some(Outcome::Draw) => "<rect x=\"-16\" y=\"-14\" width=\"32\" height=\"28\" rx=\"4\"/>",
            None => "<rect x=\"-16\" y=\"-14\" width=\"32\" height=\"28\" rx=\"14\"/>",
        };
        let size = if text.chars().count() > 2 { 13 } else { 16 };
        self.add(format_args!(
            "<g class=\"badge {class}\" transform=\"translate({x} {y}) scale({scale})\">{shape}\
             <text y=\"5\" font-size=\"{size}\">{text}</text></g>"
        ));
    }
}
