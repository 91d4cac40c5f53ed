//! What is counted without solving: sizes, stacks, special positions, the
//! paper's diagram with its algorithms.

use std::time::Instant;

use kaiketsu::Random;
use kaiketsu_game::{Notation, Slot, Tier, Tiered};
use kaiketsu_games::{Mobility, Nocca, PlacementCounts, SpecialPositions};
use kaiketsu_index::Zdd;

use super::{PAPER, summary};
use crate::beyond::reached::unreached_of_the_largest;
use crate::numbers::{grouped, times};
use crate::{Chart, Record, Row, Section, Workbench};

/// Everything the sections below need, counted once.
pub(super) struct Counted {
    game: Nocca,
    pub(super) placements: PlacementCounts,
    pub(super) special: SpecialPositions,
    pub(super) mobility: Mobility,
    by_stacks: Vec<([u32; 3], u64)>,
    zdd: Zdd,
}

impl Counted {
    pub(super) fn new() -> Self {
        let game = Nocca::new(5, 6);
        Counted {
            placements: game.placement_counts(),
            special: game.special_positions(),
            mobility: game.mobility(),
            by_stacks: game.counts_by_stacks(),
            zdd: game.published_diagram(),
            game,
        }
    }
}

/// Positions tried where a statement is about all of them.
const SAMPLES: u64 = 50_000;

/// Tables 2, 3, 4, 6 and 7: which code does their work, tried out.
pub(super) fn algorithms(bench: &Workbench<'_>, counted: &Counted) -> Section {
    let (zdd, game) = (&counted.zdd, &counted.game);
    let mut random = Random::new(1);
    let ranks: Vec<u64> = (0..SAMPLES).map(|_| random.below(zdd.count())).collect();
    let nanoseconds = |began: Instant| began.elapsed().as_secs_f64() * 1e9 / SAMPLES as f64;
    let mut words = vec![[0_u8; 30]; ranks.len()];
    let began = Instant::now();
    ranks.iter().zip(&mut words).for_each(|(rank, word)| zdd.unrank(*rank, word));
    let unranking = nanoseconds(began);
    let began = Instant::now();
    let back = ranks.iter().zip(&words).all(|(rank, word)| zdd.rank(|cell| word[cell].into()) == Some(*rank));
    let ranking = nanoseconds(began);
    let size = game.size(Tier(0));
    let positions: Vec<_> =
        ranks.iter().map(|rank| game.position(Slot { tier: Tier(0), index: rank % size })).collect();
    let began = Instant::now();
    let sum = positions.iter().fold(0_u64, |sum, position| sum.wrapping_add(game.locate(position).index));
    let ours = nanoseconds(began);
    let found = ranks.iter().fold(0_u64, |sum, rank| sum.wrapping_add(rank % size));
    let twins = if sum == found { "" } else { "; twins share values" };
    let conditions = "measured in this run on this machine; the paper gives no time for one position";
    let states = bench.published.fact("nocca-facts", "cell_states");
    let rows = vec![
        Row::one_to_one(
            "table 2, ranking: `index::Zdd::rank`; table 3, unranking: `index::Zdd::unrank`",
            back,
        )
        .note(format!("{} positions there and back", grouped(SAMPLES))),
        Row::apart("table 2: time of a rank", "no time given", format!("{ranking:.0} ns"), conditions),
        Row::apart("table 3: time of an unrank", "no time given", format!("{unranking:.0} ns"), conditions),
        Row::apart(
            "our stored order: time of a number, `Nocca::locate`",
            "no time given",
            format!("{ours:.0} ns"),
            &format!("{} faster than table 2; parts of the board looked up{twins}", times(ranking, ours)),
        ),
        Row::apart(
            "table 4, retrograde analysis by rounds: kernels `sweep` and `matrices`",
            "pseudo-code",
            "same rounds",
            "odd rounds find wins and even rounds losses there and in `matrices`; the round is the distance",
        ),
        Row::compare("table 6: states of a cell", states, (0..=3).map(|height| 1 << height).sum::<u32>()),
        Row::compare(
            "table 7, building the diagram: `index::Zdd::build`, words",
            grouped(counted.placements.pseudo_reachable),
            grouped(zdd.count()),
        ),
    ];
    Section::new(PAPER, "tables 2, 3, 4, 6, 7", "the algorithms and the code that does their work", rows)
}

pub(super) fn table_5(bench: &Workbench<'_>, counted: &Counted) -> Section {
    let table = bench.published.rows("nocca-table-5");
    let row = |record: &Record| {
        let key = ["stacks_of_3", "stacks_of_2", "stacks_of_1"].map(|column| record.number(column) as u32);
        let found = counted.by_stacks.iter().find(|(stacks, _)| *stacks == key);
        let ours = found.map_or(0, |(_, positions)| *positions);
        let what = format!("{} of 3, {} of 2, {} of 1", key[0], key[1], key[2]);
        let first_twice = ours.to_string()[..1].to_string() + &ours.to_string();
        let why = "a misprint, the first digit twice: only our number makes the printed sum right";
        let misprint = first_twice.parse().map_or(first_twice, grouped);
        Row::erratum(what, grouped(record.number("published_positions")), grouped(ours), misprint, why)
    };
    let mut rows: Vec<Row> = table.iter().map(row).collect();
    let sum: u64 = counted.by_stacks.iter().map(|(_, positions)| positions).sum();
    let printed = summary(bench, "pseudo-reachable").parse().map_or("-".into(), grouped);
    rows.push(Row::compare("sum", printed, grouped(sum)));
    let largest = counted.by_stacks.iter().map(|(_, positions)| *positions).max().unwrap_or(0);
    let share = format!("{:.1}%", 100.0 * largest as f64 / sum as f64);
    let misprinted = table.iter().map(|record| record.number("published_positions")).max().unwrap_or(0);
    let mistaken = if 2 * misprinted > sum { "more than half" } else { "less" };
    let printed = bench.published.fact("nocca-facts", "stacking_class");
    let why = "follows from the misprint in the last row";
    rows.push(Row::erratum("largest class by stacks", printed, share, mistaken, why));
    let points = (1..).zip(counted.by_stacks.iter().map(|(_, positions)| *positions as f64));
    let chart = Chart::new("NOCCA x NOCCA 5x6: positions by stacks, in the order of the table", "row", false);
    Section::new(PAPER, "table 5", "pseudo-reachable positions by stacks", rows)
        .chart(chart.series("positions", points))
}

pub(super) fn figure_4(bench: &Workbench<'_>, counted: &Counted) -> Section {
    let fact = |what: &str| bench.published.fact("nocca-facts", what);
    let special = &counted.special;
    let (stuck, unled) = (special.without_moves.len(), special.without_predecessors.len());
    let mut rows = vec![
        Row::compare("positions without a legal move", fact("terminal"), stuck),
        Row::compare("positions to which no move leads", fact("unreachable"), unled)
            .note("the paper found 60; all candidates are listed here"),
    ];
    rows.extend(unreached_of_the_largest(bench).map(|unreached| {
        let what = "positions that cannot be reached, which the paper conjectures to be those";
        Row::compare(what, fact("unreachable"), unreached.len())
            .note("all others were reached from the start, see `reproduce beyond`; from the kept results")
    }));
    let mut section = Section::new(PAPER, "figure 4", "terminal and unreachable positions", rows);
    for (title, positions) in
        [("no legal move", &special.without_moves), ("no predecessor", &special.without_predecessors)]
    {
        if let Some(position) = positions.first() {
            section = section.board(title, &counted.game.write_position(position));
        }
    }
    section
}

pub(super) fn diagram(bench: &Workbench<'_>, counted: &Counted) -> Section {
    let fact = |what: &str| bench.published.fact("nocca-facts", what);
    let (zdd, mean) = (&counted.zdd, summary(bench, "mean ZDD path length"));
    let folded = "all placements folded by mirror";
    let rows = vec![
        Row::compare("nodes, both leaves included", summary(bench, "ZDD nodes incl. 2 leaves"), zdd.nodes()),
        Row::compare("mean path length", mean, format!("{:.1}", zdd.mean_path())),
        Row::compare("value of the root", summary(bench, "pseudo-reachable"), zdd.count()),
        Row::compare(folded, summary(bench, folded), counted.placements.placement_classes),
        Row::apart(
            "memory",
            format!("about {} KB", fact("zdd_kb")),
            format!("{} KB", zdd.bytes() / 1_000),
            "24 bytes a node here",
        ),
        Row::apart(
            "listing all positions with their numbers",
            format!("about {} h", fact("enumeration_hours")),
            "not needed",
            "the stored order is walked matrix by matrix",
        ),
    ];
    let lengths = (0..).zip(zdd.path_lengths()).map(|(length, words)| (length, words as f64));
    let chart = Chart::new("Paths of the diagram by length", "questions a position", false)
        .series("positions", lengths);
    Section::new(PAPER, "section 7.2, figure 6", "the binary decision diagram", rows).chart(chart)
}
