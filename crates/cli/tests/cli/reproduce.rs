//! `kaiketsu reproduce` as scripts meet it.

use crate::scratch::Scratch;

#[test]
fn papers_and_files_are_checked_before_the_work() {
    let scratch = Scratch::new("reproduce-refusals");
    scratch.refuses("reproduce chess", 2, &["chess", "quixo, nocca, dodgem, quantum, otrio"]);
    let nowhere = scratch.path().join("no/such/folder/report.html");
    scratch.refuses(&format!("reproduce --html {}", nowhere.display()), 1, &["cannot write", "report.html"]);
    let taken = scratch.path().join("taken.html");
    std::fs::write(&taken, "mine").unwrap();
    scratch.refuses(&format!("reproduce --html {}", taken.display()), 2, &["there already"]);
    assert_eq!(std::fs::read_to_string(&taken).unwrap(), "mine");
    scratch.refuses(&format!("reproduce --charts {}", scratch.path().display()), 2, &["there already"]);
    // Refused at once: nothing was solved.
    assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 1);
}

#[test]
fn a_paper_in_json_and_as_a_page_and_strictly() {
    let scratch = Scratch::new("reproduce");
    let file = scratch.path().join("report.html");
    let report = scratch.json(&format!("reproduce nocca --html {}", file.display()));
    let sections = report["sections"].as_array().unwrap();
    let rows: Vec<_> = sections.iter().flat_map(|section| section["rows"].as_array().unwrap()).collect();
    let count = |verdict: &str| rows.iter().filter(|row| row["verdict"] == verdict).count();
    assert_eq!(count("different"), 0);
    assert!(count("equal") > 20 && count("not computed") > 70, "table A.1 needs --large");
    assert_eq!((&report["full"], &report["large"]), (&false.into(), &false.into()));
    let signed: Vec<&str> = report["provenance"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|game| game["signature_values"].as_str())
        .collect();
    assert!(signed.len() >= 4 && signed.iter().all(|signature| signature.len() == 64), "{signed:?}");
    let page = std::fs::read_to_string(file).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains(signed[0]));
    assert!(page.contains("<details class='not-there'><summary>"), "what was not computed is folded");
    let place = scratch.path().display().to_string();
    assert!(page.contains(&format!("Databases are kept in <code>{place}</code>")));
    assert_eq!(report["db"], place);

    // The same with --strict prints as much and fails.
    let output = scratch.command("--quiet reproduce nocca --strict").output().unwrap();
    let (printed, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(6), "{said}");
    assert!(said.contains("not computed") && printed.contains("needs --large"), "{said}");
}

/// Nothing has to be solved for what is beyond the papers but small games.
#[test]
fn beyond_the_papers_in_json_and_as_pictures() {
    let scratch = Scratch::new("reproduce-beyond");
    let folder = scratch.path().join("charts");
    let report = scratch.json(&format!("reproduce beyond --charts {}", folder.display()));
    let sections = report["sections"].as_array().unwrap();
    assert!(sections.iter().all(|section| section["paper"] == "beyond"), "{sections:?}");
    let charts: Vec<_> =
        sections.iter().filter_map(|section| section["charts"].as_array()).flatten().collect();
    let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), charts.len());
    for file in files {
        let picture = std::fs::read_to_string(&file).unwrap();
        assert!(picture.starts_with("<svg xmlns=") && picture.ends_with("</svg>\n"), "{}", file.display());
    }
}

/// The summary first, then what differs and what is new; tables on request.
#[test]
fn a_summary_fits_a_terminal() {
    let scratch = Scratch::new("reproduce-summary");
    let fits = |text: &str| {
        let widest = text.lines().max_by_key(|line| line.chars().count()).unwrap();
        assert!(widest.chars().count() <= 100 || widest.contains("Databases are kept in"), "{widest}");
    };
    let summary = scratch.run("--quiet reproduce dodgem");
    assert!(summary.lines().count() < 60, "{} lines: {summary}", summary.lines().count());
    fits(&summary);
    let places = ["equal", "Nothing differs", "Errata", "Databases are kept in", "Every row: --tables"];
    let places = places.map(|words| summary.find(words).unwrap_or_else(|| panic!("{words}: {summary}")));
    assert!(places.is_sorted(), "{summary}");
    assert!(summary.contains(&scratch.path().display().to_string()), "{summary}");
    let tables = scratch.run("--quiet reproduce dodgem --tables");
    assert!(!summary.contains("verdict") && tables.contains("published  "), "{tables}");
    fits(&tables);
}
