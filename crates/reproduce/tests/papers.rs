//! The comparison as a whole, on the papers that take seconds, and that a
//! damaged number does not go unnoticed.

use std::path::PathBuf;

use kaiketsu::{Registry, Silent, Store};
use kaiketsu_reproduce::{
    Paper, Published, Report, Row, Scope, Section, Verdict, Workbench, page, reproduce,
};

/// A folder that is removed when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kaiketsu-reproduce-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn run(scratch: &Scratch, papers: &[Paper], scope: Scope, published: Published) -> Report {
    let registry = Registry::standard();
    let bench = Workbench::new(&registry, Store::new(&scratch.0), scope, &Silent).comparing(published);
    reproduce(&bench, papers, &mut |_| {}).unwrap()
}

fn different(report: &Report) -> Vec<(&Section, &Row)> {
    let rows = report.sections.iter().flat_map(|section| section.rows.iter().map(move |row| (section, row)));
    rows.filter(|(_, row)| row.verdict == Verdict::Different).collect()
}

const PLAIN: Scope = Scope { full: false, large: false };
const LARGE: Scope = Scope { full: false, large: true };

/// Papers of which the plain comparison takes seconds.
const QUICK: [Paper; 4] = [Paper::Quixo, Paper::Nocca, Paper::Dodgem, Paper::Quantum];

#[test]
fn four_papers_hold_no_difference_and_every_damage_is_found() {
    let scratch = Scratch::new("quick");
    let whole = run(&scratch, &QUICK, LARGE, Published::embedded());
    assert!(different(&whole).is_empty(), "{:?}", different(&whole));
    assert!(whole.count(Verdict::Equal) > 250 && whole.count(Verdict::Erratum) > 10);

    // A number of each kind: a plain one, one in the rows with errata, one
    // from kept results, a fact, a verdict on first moves.
    let damages = [
        ("quixo-summary", "26434489", "26434488", "table 3"),
        ("quixo-summary", "441815157309", "441815157308", "table 3"),
        ("quixo-table-1", "00010111,4,1", "00010111,4,2", "table 1"),
        ("quixo-4x4-by-depth", "4697505", "4697506", "preprint"),
        ("dodgem-2-by-steps", "2,2,0,25,2,0,38,3", "2,2,0,25,2,0,39,3", "figure 3"),
        ("dodgem-by-pieces", "0,82,170,0,110,170", "0,82,170,0,110,171", "figure 5"),
        ("dodgem-facts", "0200:1011", "0201:1011", "figure 2"),
        ("nocca-table-5", "77571343780", "87571343780", "table 5"),
        ("nocca-5x6-summary", "17512", "17513", "section 7.2, figure 6"),
        ("nocca-facts", "unreachable,60", "unreachable,61", "figure 4"),
        ("quantum-tic-tac-toe", "self,first complete,1,1-3,", "self,first complete,1,1-2,", "table 6"),
        ("quantum-facts", "1.8e33", "1.9e33", "text"),
    ];
    let damaged = damages
        .iter()
        .fold(Published::embedded(), |published, (table, from, to, _)| published.damaged(table, from, to));
    let report = run(&scratch, &QUICK, LARGE, damaged);
    let found = different(&report);
    for (table, _, to, place) in damages {
        let hit = found.iter().filter(|(section, _)| section.place == place).count();
        assert!(hit > 0, "`{to}` in {table} is not found");
    }
}

#[test]
fn every_table_of_the_papers_has_its_section() {
    let scratch = Scratch::new("sections");
    let report = run(&scratch, &QUICK, PLAIN, Published::embedded());
    let places = |paper| -> Vec<&str> {
        report.sections.iter().filter(|s| s.paper == paper).map(|s| s.place.as_str()).collect()
    };
    for place in ["table 1", "table 2", "table 3", "figures 4 to 6", "figure 7", "algorithms 1 to 6"] {
        assert!(places(Paper::Quixo).contains(&place), "{place}");
    }
    for place in [
        "table 1",
        "tables 2, 3, 4, 6, 7",
        "table 5",
        "table 8",
        "table A.1",
        "figure 4",
        "figure 7",
        "figure 8",
    ] {
        assert!(places(Paper::Nocca).contains(&place), "{place}");
    }
    for place in ["section 3", "figure 2", "figure 3", "figure 4", "figure 5", "section 8"] {
        assert!(places(Paper::Dodgem).contains(&place), "{place}");
    }
    for table in 1..=10 {
        assert!(places(Paper::Quantum).contains(&format!("table {table}").as_str()), "{table}");
    }
    assert!(places(Paper::Quantum).contains(&"figures 5 and 6"));
    // Without --large the large boards are left open, and nothing else is.
    assert!(report.count(Verdict::NotComputed) > 60);
    let html = page(&report);
    assert!(html.matches("<table>").count() == report.sections.len() + 1);
    let charts: usize = report.sections.iter().map(|section| section.charts.len()).sum();
    let boards: usize = report.sections.iter().map(|section| section.boards.len()).sum();
    assert_eq!(html.matches("<svg").count(), charts + boards);
    assert!(!html.contains("http"), "the page needs nothing from elsewhere");
}

/// 69 + 12 rows by search: `cargo test -p kaiketsu-reproduce -- --ignored`.
#[test]
#[ignore = "a minute or more of search"]
fn otrio_holds_no_difference() {
    let scratch = Scratch::new("otrio");
    let report = run(&scratch, &[Paper::Otrio], PLAIN, Published::embedded());
    assert!(different(&report).is_empty(), "{:?}", different(&report));
}

/// The tables that tests of other crates use are the same tables.
#[test]
fn golden_tables_are_the_published_ones() {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in
        ["dodgem-2-by-steps", "dodgem-3-by-steps", "dodgem-by-pieces", "quixo-4x4-by-depth", "quixo-summary"]
    {
        let read =
            |folder: &str| std::fs::read_to_string(here.join(folder).join(format!("{name}.csv"))).unwrap();
        assert_eq!(read("published"), read("../testkit/golden"), "{name}");
    }
}
