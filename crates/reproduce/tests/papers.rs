//! The comparison as a whole, on the papers that take seconds, and that a
//! damaged number does not go unnoticed.

use kaiketsu::{Registry, Silent, Store};
use kaiketsu_reproduce::{
    Paper, Published, Report, Row, Scope, Section, Verdict, Workbench, page, reproduce,
};
use tempfile::{TempDir, tempdir};

fn run(scratch: &TempDir, papers: &[Paper], scope: Scope, published: Published) -> Report {
    let registry = Registry::standard();
    let bench = Workbench::new(&registry, Store::new(scratch.path()), scope, &Silent).comparing(published);
    reproduce(&bench, papers, &mut |_| {}).unwrap()
}

fn different(report: &Report) -> Vec<(&Section, &Row)> {
    let rows = report.sections.iter().flat_map(|section| section.rows.iter().map(move |row| (section, row)));
    rows.filter(|(_, row)| row.verdict == Verdict::Different).collect()
}

const LARGE: Scope = Scope { full: false, large: true, brief: false };
const BRIEF: Scope = Scope { full: false, large: true, brief: true };

/// Compares a paper as it is and with damaged numbers: no difference, every
/// place there, each damage found in its place, and nothing else different.
fn check(paper: Paper, scope: Scope, places: &[&str], damages: &[(&str, &str, &str, &str)]) -> Report {
    let scratch = tempdir().unwrap();
    let whole = run(&scratch, &[paper], scope, Published::embedded());
    assert!(different(&whole).is_empty(), "{:?}", different(&whole));
    for place in places {
        assert!(whole.sections.iter().any(|section| section.place == *place), "{paper} has no {place}");
    }
    let mut damaged = Published::embedded();
    for (table, from, to, _) in damages {
        damaged = damaged.damaged(table, from, to);
    }
    let report = run(&scratch, &[paper], BRIEF, damaged);
    for (table, _, to, place) in damages {
        let hit = different(&report).iter().any(|(section, _)| section.place == *place);
        assert!(hit, "`{to}` in {table} is not found");
    }
    for (section, row) in different(&report) {
        let meant = damages.iter().any(|(_, _, _, place)| section.place == *place);
        assert!(meant, "{} was not damaged: {row:?}", section.place);
    }
    whole
}

#[test]
fn quixo_as_published_and_damaged() {
    let tables = ["table 1", "table 2", "table 3", "preprint", "beyond"];
    let places = [&tables[..], &["figures 4 to 6", "figure 7", "algorithms 1 to 6"]].concat();
    let damages = [
        ("quixo-summary", "26434489", "26434488", "table 3"),
        ("quixo-summary", "win,21", "win,19", "table 2"),
        ("quixo-table-1", "00010111,4,1", "00010111,4,2", "table 1"),
        ("quixo-4x4-by-depth", "4697505", "4697506", "preprint"),
        ("quixo-facts", "shift_up,<< 5", "shift_up,<< 1", "figures 4 to 6"),
        // From the kept results.
        ("quixo-facts", "figure_7a_class,2 1", "figure_7a_class,2 2", "figure 7"),
    ];
    let report = check(Paper::Quixo, BRIEF, &places, &damages);
    let html = page(&report);
    assert_eq!(html.matches("<table").count(), report.sections.len() + 2, "and an overview and the sources");
    let drawn = |section: &Section| section.charts.len() + section.boards.len();
    assert_eq!(html.matches("<svg").count(), report.sections.iter().map(drawn).sum::<usize>());
    assert!(!html.contains("http"), "the page needs nothing from elsewhere");
}

#[test]
fn nocca_as_published_and_damaged() {
    let tables = ["table 1", "tables 2, 3, 4, 6, 7", "table 5", "table 8", "table A.1", "beyond"];
    let places = [&tables[..], &["figure 4", "section 7.2, figure 6", "figure 7", "figure 8"]].concat();
    let damages = [
        ("nocca-table-5", "77571343780", "87571343780", "table 5"),
        ("nocca-5x6-summary", "17512", "17513", "section 7.2, figure 6"),
        ("nocca-facts", "unreachable,60", "unreachable,61", "figure 4"),
        ("nocca-5x6-summary", "23.4", "23.5", "table 8"),
        // These need the solution: from the kept results.
        ("nocca-5x6-by-depth", "69,win,30", "69,win,31", "table A.1"),
        ("nocca-5x6-summary", "win,106144078911", "win,106144078912", "table 8"),
        ("nocca-5x6-summary", "start moves that win in 41,6", "start moves that win in 41,7", "figure 7"),
        ("nocca-5x6-summary", "longest win in plies,69", "longest win in plies,68", "figure 8"),
    ];
    check(Paper::Nocca, LARGE, &places, &damages);
}

#[test]
fn dodgem_as_published_and_damaged() {
    let places = ["section 3", "figure 2", "figure 3", "figure 4", "figure 5", "section 8"];
    let damages = [
        // In rows that are equal, and in rows with errata.
        ("dodgem-2-by-steps", "1,1,0,8,0,0,8,0", "1,1,0,8,0,0,9,0", "figure 3"),
        ("dodgem-2-by-steps", "2,2,0,25,2,0,38,3", "2,2,0,25,2,0,39,3", "figure 3"),
        ("dodgem-by-pieces", "0,82,170,0,110,170", "0,82,170,0,110,171", "figure 5"),
        ("dodgem-facts", "0200:1011", "0201:1011", "figure 2"),
        ("dodgem-facts", "start_3,draw", "start_3,win", "section 8"),
    ];
    check(Paper::Dodgem, BRIEF, &places, &damages);
}

#[test]
fn quantum_as_published_and_damaged() {
    let tables: Vec<String> = (1..=10).map(|number| format!("table {number}")).collect();
    let places: Vec<&str> = tables.iter().map(String::as_str).chain(["figures 5 and 6", "text"]).collect();
    let damages = [
        ("quantum-tic-tac-toe", "self,first complete,1,1-3,", "self,first complete,1,1-2,", "table 6"),
        ("quantum-tic-tac-toe", "78533033,8.0,", "78533033,8.1,", "table 1"),
        ("quantum-facts", "1.8e33", "1.9e33", "text"),
        ("quantum-facts", "figure_6,first complete", "figure_6,first narrow", "figures 5 and 6"),
        ("quantum-facts", "depth_8_revised_mean,1.00", "depth_8_revised_mean,1.01", "table 7"),
        ("quantum-facts", "speed_up_opponent_3,17.1", "speed_up_opponent_3,17.2", "table 5"),
        ("quantum-facts", "nodes_self_3_all,17117722", "nodes_self_3_all,17117723", "table 9"),
    ];
    check(Paper::Quantum, BRIEF, &places, &damages);
}

#[test]
fn otrio_as_published_and_damaged() {
    let places = ["table 3", "table 5", "table 6", "figure 2", "section 6"];
    let damages = [
        ("otrio-two-moves", "standard,a1L,c3M,first", "standard,a1L,c3M,draw", "table 3"),
        ("otrio-table-6", "6x6 Reversi,<= 10^16,strongly", "6x6 Reversi,<= 10^16,by chance", "table 6"),
        ("otrio-facts", "bound_power,18", "bound_power,19", "section 6"),
    ];
    let report = check(Paper::Otrio, BRIEF, &places, &damages);
    let rows = report.sections.iter().flat_map(|section| &section.rows);
    let searched = rows.filter(|row| row.note.starts_with("searched in this run")).count();
    assert!(searched >= 6, "three rows of each variant, {searched}");
}

/// All rows by search, which takes minutes:
/// `cargo test --release -p kaiketsu-reproduce -- --ignored`.
#[test]
#[ignore = "minutes of search"]
fn otrio_holds_no_difference() {
    let scratch = tempdir().unwrap();
    let full = Scope { full: true, large: false, brief: false };
    let report = run(&scratch, &[Paper::Otrio], full, Published::embedded());
    assert!(different(&report).is_empty(), "{:?}", different(&report));
    assert_eq!(report.count(Verdict::NotComputed), 0);
}
