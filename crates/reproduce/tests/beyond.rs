//! What is beyond the papers, on small games in place of the large ones, and the
//! pictures of it in the docs.

use std::collections::BTreeMap;
use std::path::Path;

use kaiketsu::{Choice, Outcome, Part, Registry, Request, Resources, Silent, Store};
use kaiketsu_reproduce::{Paper, Report, Row, Scope, Section, Verdict, Workbench, page, reproduce};
use tempfile::tempdir;

/// A stored position: its text, how many it stands for, value, plies.
type Position = (String, u64, Outcome, Option<u16>);

/// What `stats --results` writes of a game, and its stored positions.
fn solved(game: &str) -> (toml::Table, Vec<Position>) {
    let (scratch, registry) = (tempdir().unwrap(), Registry::standard());
    let (store, entry) = (Store::new(scratch.path()), registry.get(game).unwrap());
    let request = Request::default();
    let resources = Resources { threads: request.threads, ..Resources::default() };
    entry.solver().unwrap().solve(&store, &request, &Silent).unwrap();
    let solution = entry.open(&store, resources).unwrap();
    let whole = solution.whole().unwrap();
    let (_, results) = whole.results(&[], whole.census(Part::WHOLE, &Silent).unwrap(), &Silent).unwrap();
    let mut positions = Vec::new();
    let mut row = |row: kaiketsu::PositionRow| {
        let plies = row.value.plies.map(|plies| plies.0);
        positions.push((row.position, row.weight, row.value.value.unwrap(), plies));
        Ok(())
    };
    whole.positions(Choice::All, &Silent, &mut row).unwrap();
    (toml::to_string(&results).unwrap().parse().unwrap(), positions)
}

/// The report with other pages in place of those kept in the program.
fn run(pages: &[(&str, &toml::Table)]) -> Report {
    let (scratch, registry) = (tempdir().unwrap(), Registry::standard());
    let mut bench = Workbench::new(&registry, Store::new(scratch.path()), Scope::default(), &Silent);
    for (game, page) in pages {
        bench = bench.keeping(game, &page.to_string());
    }
    reproduce(&bench, &[Paper::Beyond], &mut |_| {}).unwrap()
}

fn section<'a>(report: &'a Report, place: &str) -> &'a Section {
    report.sections.iter().find(|section| section.place == place).unwrap()
}

fn row<'a>(section: &'a Section, what: &str) -> &'a Row {
    let found = section.rows.iter().find(|row| row.what.starts_with(what));
    found.unwrap_or_else(|| panic!("no row `{what}` in {:?}", section.rows))
}

fn different(section: &Section) -> Vec<&str> {
    let rows = section.rows.iter().filter(|row| row.verdict == Verdict::Different);
    rows.map(|row| row.what.as_str()).collect()
}

/// Distances by marks as the page of Quixo 5x5 has them, counted position by
/// position on 3x3.
fn by_marks_plies(positions: &[Position]) -> toml::Value {
    let mut rows: BTreeMap<(i64, &str, i64), [i64; 2]> = BTreeMap::new();
    for (text, weight, value, plies) in positions {
        let Some(plies) = plies else { continue };
        let marks = text.chars().filter(|mark| "XO".contains(*mark)).count() as i64;
        let [stored, all] = rows.entry((marks, value.word(), i64::from(*plies))).or_default();
        (*stored, *all) = (*stored + 1, *all + *weight as i64);
    }
    let row = |((marks, value, plies), [stored, positions]): ((i64, &str, i64), [i64; 2])| {
        let numbers = [("marks", marks), ("plies", plies), ("stored", stored), ("positions", positions)];
        let numbers = numbers.map(|(name, number)| (name.to_string(), number.into()));
        numbers.into_iter().chain([("value".to_string(), value.into())]).collect::<toml::Table>()
    };
    toml::Value::Array(rows.into_iter().map(|entry| toml::Value::Table(row(entry))).collect())
}

#[test]
fn distances_by_marks_are_read_drawn_and_compared() {
    let (mut page, positions) = solved("quixo-3x3");
    page.insert("by_marks_plies".into(), by_marks_plies(&positions));
    let longest = |value: &str| {
        let rows = page["by_plies"].as_array().unwrap().iter();
        let plies = rows.filter(|row| row["value"].as_str() == Some(value));
        plies.map(|row| (row["plies"].as_integer(), row["positions"].as_integer())).max().unwrap()
    };
    let expected = ["win", "loss"].map(longest);
    // The histogram of all is added up where a page has none.
    let whole = page.clone();
    page.remove("by_plies");
    for page in [&whole, &page] {
        let report = run(&[("quixo-5x5", page)]);
        let found = section(&report, "quixo-5x5");
        assert!(different(found).is_empty(), "{:?}", different(found));
        for (value, (plies, positions)) in ["win", "loss"].into_iter().zip(expected) {
            let text = format!("{} plies, {} positions", plies.unwrap(), positions.unwrap());
            assert_eq!(
                row(found, &format!("longest {value}")).computed.replace(',', ""),
                text.replace(',', "")
            );
        }
        assert_eq!(row(found, "wins and losses by marks").verdict, Verdict::Equal);
        let titles: Vec<&str> = found.charts.iter().map(|chart| chart.title.as_str()).collect();
        for part in ["share of each value", "by plies to the end", "mean plies", "longest play"] {
            assert!(titles.iter().any(|title| title.contains(part)), "no chart `{part}`: {titles:?}");
        }
        // Nine marks and fewer, and the longest play of all is the highest bar.
        let chart = found.charts.iter().find(|chart| chart.title.contains("longest play")).unwrap();
        let points = || chart.series.iter().flat_map(|series| &series.points);
        assert!(points().all(|(marks, _)| *marks <= 9));
        let most = expected.iter().filter_map(|(plies, _)| *plies).max().unwrap();
        assert_eq!(points().map(|(_, height)| *height as i64).max(), Some(most));
        let html = kaiketsu_reproduce::page(&report);
        assert!(html.contains("Beyond the papers") && !html.contains("http"));
    }
}

#[test]
fn damaged_distances_are_different() {
    let (mut page, positions) = solved("quixo-3x3");
    let mut rows = by_marks_plies(&positions);
    let last = rows.as_array().unwrap().len() - 1;
    let count = rows[last]["positions"].as_integer().unwrap();
    rows[last]["positions"] = (count + 1).into();
    page.insert("by_marks_plies".into(), rows);
    let report = run(&[("quixo-5x5", &page)]);
    assert_eq!(different(section(&report, "quixo-5x5")).len(), 1, "by marks");
    page.remove("by_plies");
    let report = run(&[("quixo-5x5", &page)]);
    assert_eq!(different(section(&report, "quixo-5x5")).len(), 2, "by marks, and all together");
    page.remove("by_marks_plies");
    let report = run(&[("quixo-5x5", &page)]);
    assert_eq!(row(section(&report, "quixo-5x5"), "distances").verdict, Verdict::NotComputed);
}

/// Two pieces in place of five: what the page has is in the rows, and the sizes
/// of Dodgem stand side by side.
#[test]
fn a_page_of_dodgem_and_the_sizes_side_by_side() {
    let (two, _) = solved("dodgem-2");
    let report = run(&[("dodgem-5", &two)]);
    let found = section(&report, "dodgem-5");
    assert!(different(found).is_empty());
    assert_eq!(row(found, "positions").computed, "1,332");
    assert_eq!(row(found, "the start").computed, "win in 20");
    let moves = row(found, "first moves");
    assert_eq!(moves.computed, "1 win in 20, 1 loss in 19, 1 loss in 17");
    assert_eq!(
        moves.note.split("; from").next(),
        Some("win in 20: c1-c2; loss in 19: b1-b2; loss in 17: b1-a1")
    );
    assert!(row(found, "longest win").computed.starts_with("22 plies"));
    assert!(row(found, "longest wins, those with the patterns").computed.ends_with("win in 22"));
    assert_eq!(found.boards.len(), 2, "a longest win and a longest loss");
    let sizes = section(&report, "dodgem");
    assert_eq!(sizes.rows.len(), 4);
    let text = |place: usize| sizes.rows[place].computed.as_str();
    assert!(text(0).starts_with("win in 20, 0.00% draws, 22 and "), "{}", text(0));
    assert!(text(1).starts_with("draw, 10.27% draws"), "{}", text(1));
    assert_eq!(text(3), text(0), "two pieces in place of five");
    for chart in &sizes.charts {
        let points = chart.series.iter().flat_map(|series| &series.points);
        assert!(
            points.clone().any(|(pieces, _)| *pieces == 2) && points.clone().any(|(pieces, _)| *pieces == 5)
        );
    }
    assert!(page(&report).contains("Beyond the papers"));
}

/// `rm -r docs/images/beyond; kaiketsu reproduce beyond --charts docs/images/beyond`
/// draws them anew.
#[test]
fn the_pictures_in_the_docs_are_those_of_today() {
    let report = run(&[]);
    assert_eq!(report.count(Verdict::Different), 0);
    let charts = report.sections.iter().flat_map(|section| &section.charts);
    let drawn: BTreeMap<String, String> = charts.map(|chart| (chart.file_name(), chart.file())).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images/beyond");
    let mut compared = 0;
    for file in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (name, picture) = (file.file_name(), std::fs::read_to_string(file.path()).unwrap());
        let today = drawn.get(name.to_str().unwrap());
        assert!(today == Some(&picture), "docs/images/beyond/{} is not of today", name.display());
        compared += 1;
    }
    assert!(compared >= 3, "{compared} pictures");
}
