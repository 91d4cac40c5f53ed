//! Distributions, and their pictures: SVG of our own, bars side by side.

use std::fmt::Write;

use serde::Serialize;

use crate::html::escape;

/// A distribution in one or more series over the same axis.
#[derive(Clone, Debug, Serialize)]
pub struct Chart {
    /// What is counted.
    pub title: String,
    /// What the bars stand for, such as `plies to the end`.
    pub axis: String,
    /// Whether heights are logarithms.
    pub logarithmic: bool,
    /// The series.
    pub series: Vec<Series>,
}

/// One series of a chart.
#[derive(Clone, Debug, Serialize)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Place on the axis and height.
    pub points: Vec<(u64, f64)>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 64.0;
const BOTTOM: f64 = 34.0;
const TOP: f64 = 12.0;
/// Colours of series, classes `s0` to `s3` of the page: told apart by lightness
/// too, for eyes that do not see red and green.
const COLOURS: usize = 4;
/// What the page says of colours and letters, for a picture by itself.
const STYLE: &str = "\
.tick { font: 11px system-ui, sans-serif; fill: #5a6675; } .end { text-anchor: end; } .mid { text-anchor: middle; } \
.rule { stroke: #c9d0d9; } .s0 { fill: #1b6ca8; } .s1 { fill: #e0a030; } .s2 { fill: #5b8c5a; } .s3 { fill: #8a4f7d; } \
@media (prefers-color-scheme: dark) { .tick { fill: #9aa6b5; } .rule { stroke: #3b4552; } .s0 { fill: #6fb3e0; } \
.s2 { fill: #8cc08a; } .s3 { fill: #c98bb9; } }";

impl Chart {
    pub(crate) fn new(title: &str, axis: &str, logarithmic: bool) -> Self {
        Chart { title: title.into(), axis: axis.into(), logarithmic, series: Vec::new() }
    }

    pub(crate) fn series(mut self, name: &str, points: impl IntoIterator<Item = (u64, f64)>) -> Self {
        let points: Vec<_> = points.into_iter().filter(|(_, height)| *height > 0.0).collect();
        if !points.is_empty() {
            self.series.push(Series { name: name.into(), points });
        }
        self
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.series.is_empty()
    }

    /// A name for the file of its picture, made from the title.
    #[must_use]
    pub fn file_name(&self) -> String {
        let words = self.title.split(|letter: char| !letter.is_ascii_alphanumeric());
        let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
        format!("{}.svg", words.join("-"))
    }

    /// The picture as a file that needs nothing else.
    #[must_use]
    pub fn file(&self) -> String {
        let opened = format!("<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{HEIGHT}' ");
        let styled = format!("</title><style>{STYLE}</style>");
        self.svg().replacen("<svg ", &opened, 1).replacen("</title>", &styled, 1) + "\n"
    }

    /// The picture, for a page that has the colours.
    #[must_use]
    pub fn svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let (first, last) =
            points().fold((u64::MAX, 0), |(low, high), (at, _)| (low.min(*at), high.max(*at)));
        let most = points().fold(0.0_f64, |most, (_, height)| most.max(*height));
        let slots = (last - first + 1) as f64;
        let step = (WIDTH - LEFT) / slots;
        let scale = |height: f64| match self.logarithmic {
            true => (1.0 + height).log10() / (1.0 + most).log10().max(1e-9),
            false => height / most.max(1e-9),
        };
        let mut svg = format!(
            "<svg class='chart' viewBox='0 0 {WIDTH} {HEIGHT}' role='img' aria-label='{}'><title>{}</title>",
            escape(&self.title),
            escape(&self.title)
        );
        let room = HEIGHT - BOTTOM - TOP;
        for (label, share) in self.marks(most) {
            let y = TOP + room * (1.0 - scale(share));
            let _ = write!(
                svg,
                "<line x1='{LEFT}' x2='{WIDTH}' y1='{y:.1}' y2='{y:.1}' class='rule'/>\
                 <text x='{:.1}' y='{:.1}' class='tick end'>{label}</text>",
                LEFT - 6.0,
                y + 4.0
            );
        }
        let bar = (step / self.series.len() as f64 * 0.85).max(0.6);
        for (number, series) in self.series.iter().enumerate() {
            let colour = number % COLOURS;
            for (at, height) in &series.points {
                let x = LEFT + (at - first) as f64 * step + number as f64 * bar;
                let tall = room * scale(*height);
                let _ = write!(
                    svg,
                    "<rect x='{x:.1}' y='{:.1}' width='{bar:.1}' height='{tall:.1}' class='s{colour}'>\
                     <title>{} {at}: {height}</title></rect>",
                    TOP + room - tall,
                    escape(&series.name)
                );
            }
            let x = LEFT + 8.0 + 170.0 * number as f64;
            let y = HEIGHT - 6.0;
            let _ = write!(
                svg,
                "<rect x='{x}' y='{}' width='10' height='10' class='s{colour}'/>\
                 <text x='{}' y='{y}' class='tick'>{}</text>",
                y - 9.0,
                x + 14.0,
                escape(&series.name)
            );
        }
        let every = ((slots / 16.0).ceil() as u64).max(1);
        for at in (first..=last).step_by(every as usize) {
            let x = LEFT + ((at - first) as f64 + 0.5) * step;
            let _ =
                write!(svg, "<text x='{x:.1}' y='{}' class='tick mid'>{at}</text>", HEIGHT - BOTTOM + 14.0);
        }
        let _ = write!(
            svg,
            "<text x='{WIDTH}' y='{}' class='tick end'>{}</text></svg>",
            HEIGHT - 6.0,
            escape(&self.axis)
        );
        svg
    }

    /// Heights to draw a line at: powers of ten, or quarters.
    fn marks(&self, most: f64) -> Vec<(String, f64)> {
        if self.logarithmic {
            let top = (1.0 + most).log10() as i32;
            let every = (top / 4).max(1) as usize;
            return (1..=top)
                .step_by(every)
                .map(|power| (format!("1e{power}"), 10_f64.powi(power)))
                .collect();
        }
        let label = |share: f64| match most * share {
            height if height >= 10_000.0 => format!("{height:.1e}"),
            height => format!("{height:.1}"),
        };
        [0.25, 0.5, 0.75, 1.0].map(|share| (label(share), most * share)).to_vec()
    }
}
