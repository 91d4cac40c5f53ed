//! What the docs say is what the program does: every relative link leads
//! somewhere, every page is in the summary, every game has a page, the commands
//! in fenced `console` blocks print what is shown, and tables of results have
//! today's numbers. No page of a game is left out.
//!
//! In a `console` block a line `$ kaiketsu …` is a command and the lines after
//! it are its output; a line `...` stands for any number of lines. The games a
//! command names are solved first.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::scratch::Scratch;

/// Games that take a second or two. What is said of larger ones is compared with
/// the pages in `results/`, which a test of `kaiketsu` holds to databases.
const QUICK: [&str; 10] = [
    "tic-tac-toe",
    "dodgem-2",
    "dodgem-3",
    "quixo-3x3",
    "quixo-4x4",
    "nocca-3x3",
    "nocca-3x4",
    "nocca-4x3",
    "connect-four-4x4",
    "nine-mens-morris-3",
];

/// The folders of the book.
const FOLDERS: [&str; 3] = ["docs", "docs/games", "docs/algorithms"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All pages: those of `docs` and those at the root.
fn pages() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for folder in [""].into_iter().chain(FOLDERS) {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    assert!(found.len() > 10, "the docs are where they should be");
    found
}

/// The targets of all links `[…](target)` of a page.
fn links(text: &str) -> Vec<&str> {
    let starts = text.match_indices("](").map(|(at, _)| &text[at + 2..]);
    starts.filter_map(|rest| rest.split_once(')').map(|(target, _)| target)).collect()
}

/// The anchors of a page, made from its headings as web sites make them.
fn anchors(text: &str) -> Vec<String> {
    let anchor = |heading: &str| {
        let kept = heading.trim_start_matches('#').trim().to_lowercase();
        kept.chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
            .collect::<String>()
            .replace(' ', "-")
    };
    text.lines().filter(|line| line.starts_with('#')).map(anchor).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    for (path, text) in pages() {
        for link in
            links(&text).into_iter().filter(|link| !link.contains("://") && !link.starts_with("mailto:"))
        {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            let there = match std::fs::read_to_string(&target) {
                Ok(text) => anchor.is_empty() || anchors(&text).iter().any(|known| known == anchor),
                Err(_) => target.exists(),
            };
            if !there {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Who comes first is told two things to type: the main job, which ends with its result,
/// and the tests. The explorer comes next.
#[test]
fn the_readme_begins_with_two_commands() {
    let text = std::fs::read_to_string(root().join("README.md")).unwrap();
    let (before, rest) = text.split_once("\n    ").expect("a block of commands");
    let (block, after) = rest.split_once("\n\n").unwrap();
    let commands: Vec<&str> = block.lines().map(str::trim).collect();
    assert_eq!(commands, ["cargo run --release -- solve quixo-4x4", "./check"]);
    assert!(before.contains("The first build takes"), "{before}");
    let next = after.lines().find_map(|line| line.strip_prefix("    "));
    assert_eq!(next, Some("cargo run --release -- serve"));
    assert!(root().join("check").is_file());
}

#[test]
fn every_page_is_in_the_summary() {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let listed = links(&summary);
    for (path, _) in pages() {
        let Ok(page) = path.strip_prefix(root().join("docs")) else { continue };
        let page = page.to_str().unwrap();
        assert!(page == "SUMMARY.md" || listed.contains(&page), "{page} is not in docs/SUMMARY.md");
    }
}

/// Whether output is what is shown, `...` standing for any lines.
fn shown(output: &[&str], expected: &[&str]) -> bool {
    match (output, expected) {
        (_, ["...", rest @ ..]) => (0..=output.len()).any(|skip| shown(&output[skip..], rest)),
        ([line, output @ ..], [wanted, expected @ ..]) => line == wanted && shown(output, expected),
        (output, expected) => output.is_empty() && expected.is_empty(),
    }
}

/// The pages of games, by file name.
fn game_pages() -> Vec<(String, String)> {
    let folder = root().join("docs/games");
    let of_game = |(path, text): (PathBuf, String)| {
        let name = path.file_name()?.to_str()?.to_string();
        (path.parent()? == folder).then_some((name, text))
    };
    let found: Vec<_> = pages().into_iter().filter_map(of_game).collect();
    assert!(found.len() >= 9, "the pages of the games are where they should be");
    found
}

#[test]
fn every_game_has_a_page_with_rules_notation_results_and_history() {
    let pages = game_pages();
    for (name, text) in &pages {
        for part in ["## Notation", "## Results", "## History"] {
            assert!(text.contains(part), "docs/games/{name} has no `{part}`");
        }
        let rules = text.split("\n## ").next().unwrap();
        assert!(rules.len() > 80, "docs/games/{name} does not begin with the rules");
    }
    let known = Scratch::new("docs-games").json("games");
    let known = known["games"].as_array().unwrap_or_else(|| panic!("{known}"));
    assert!(known.len() > 10);
    for game in known {
        // Sizes of one family share a page: nocca-4x5 is on the page of `nocca-WxH`; and so do
        // both rules of the quantum games, of which one has `-self` at the end.
        let id = game["game"].as_str().unwrap().trim_end_matches("-self");
        let family = id.trim_end_matches(|c: char| c.is_ascii_digit() || c == 'x').trim_end_matches('-');
        let named = |(_, text): &(String, String)| text.contains(family);
        assert!(pages.iter().any(named), "no page speaks of `{id}`");
    }
}

#[test]
fn every_algorithm_has_a_page_with_bounds_and_papers() {
    let names: Vec<_> = std::fs::read_dir(root().join("docs/algorithms")).unwrap().collect();
    assert!(names.len() >= 13);
    for entry in names {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for part in ["## Bounds", "## In the papers"] {
            assert!(text.contains(part), "{} has no `{part}`", path.display());
        }
    }
    // Every kernel of every game is explained.
    let scratch = Scratch::new("docs-kernels");
    for game in QUICK {
        for kernel in scratch.json(&format!("games {game}"))["kernels"].as_array().unwrap() {
            let page = root().join(format!("docs/algorithms/{}.md", kernel.as_str().unwrap()));
            assert!(page.exists(), "{}", page.display());
        }
    }
}

/// The documentation of the crates names pages of the book.
#[test]
fn pages_named_in_the_api_docs_are_there() {
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        let file = entry.unwrap().path().join("src/lib.rs");
        let text = std::fs::read_to_string(&file).unwrap();
        let comments: Vec<&str> = text.lines().filter(|line| line.starts_with("//!")).collect();
        let comments = comments.join("\n");
        let named = comments.split('`').filter(|part| part.starts_with("docs/"));
        let mut pages = 0;
        for page in named {
            assert!(root().join(page).exists(), "{} names {page}", file.display());
            pages += 1;
        }
        assert!(pages > 0, "{} names no page of the book", file.display());
    }
}

#[test]
fn commands_print_what_is_shown() {
    let scratch = Scratch::new("docs");
    QUICK.iter().for_each(|game| drop(scratch.run(&format!("solve {game} --quiet"))));
    let (mut run, mut compared) = (0, compared_tables(&scratch));
    for (path, text) in pages() {
        for block in text.split("```console\n").skip(1) {
            let block = block.split("\n```").next().unwrap();
            for command in block.split("$ kaiketsu ").skip(1) {
                let (arguments, expected) = command.split_once('\n').unwrap_or((command, ""));
                let output = scratch.run(arguments);
                let (output, expected): (Vec<_>, Vec<_>) =
                    (output.trim_end().lines().collect(), expected.trim_end().lines().collect());
                assert!(
                    shown(&output, &expected),
                    "{}: `kaiketsu {arguments}` prints\n{}",
                    path.display(),
                    output.join("\n")
                );
                run += 1;
                *compared.entry(name(&path)).or_default() += 1;
            }
        }
    }
    assert!(run >= 8, "the docs show commands");
    for (page, _) in game_pages() {
        assert!(compared.contains_key(&page), "nothing on docs/games/{page} is compared with the program");
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_string()
}

/// Compares tables with the columns win, loss, draw and start, a row a game, and
/// says how many numbers of each page were compared.
fn compared_tables(scratch: &Scratch) -> BTreeMap<String, usize> {
    let mut compared: BTreeMap<String, usize> = BTreeMap::new();
    for (path, text) in pages() {
        let mut header: Vec<String> = Vec::new();
        for line in text.lines() {
            let cells: Vec<String> =
                line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect();
            if ["win", "loss", "draw", "start"].iter().all(|name| cells.contains(&name.to_string())) {
                header = cells;
                continue;
            }
            let game = cells[0].trim_matches('`');
            let Some(stats) = (header.len() == cells.len()).then(|| stats(scratch, game)).flatten() else {
                continue;
            };
            for (column, cell) in header.iter().zip(&cells) {
                let longest = |value: &str| longest(&stats, value);
                let ours = match column.as_str() {
                    "positions" | "win" | "loss" | "draw" => stats[column].to_string(),
                    "stored" => stats["stored_positions"].to_string(),
                    "start" => match stats["start"]["plies"].as_u64() {
                        Some(plies) => format!("{} in {plies}", stats["start"]["value"].as_str().unwrap()),
                        None => stats["start"]["value"].as_str().unwrap().to_string(),
                    },
                    "longest" => longest("win").max(longest("loss")).unwrap().to_string(),
                    "longest win / loss" => match longest("win").zip(longest("loss")) {
                        Some((win, loss)) => format!("{win} / {loss}"),
                        None => "not counted".into(),
                    },
                    _ => continue,
                };
                assert_eq!(cell.replace(',', ""), ours, "{}: {game}, {column}", path.display());
                *compared.entry(name(&path)).or_default() += 1;
            }
        }
    }
    assert!(compared.values().sum::<usize>() > 50, "tables were found: {compared:?}");
    compared
}

/// Pages of several boards of a game.
const PAGES_OF_BOARDS: [&str; 3] = ["quixo-boards", "nocca-tall", "simpei-variants"];

/// The board of a game in one of the pages of several.
fn board(game: &str) -> Option<serde_json::Value> {
    let boards = |page: &&str| {
        let text = std::fs::read_to_string(root().join(format!("results/{page}.toml"))).unwrap();
        let page = serde_json::to_value(text.parse::<toml::Table>().unwrap()).unwrap();
        page["boards"].as_array().unwrap().clone()
    };
    PAGES_OF_BOARDS.iter().flat_map(boards).find(|board| board["game"] == game)
}

/// What is known of a game: its page in `results/`, or the same of its database.
fn stats(scratch: &Scratch, game: &str) -> Option<serde_json::Value> {
    let kept = root().join(format!("results/{game}.toml"));
    let own = scratch.path().join(format!("{game}.results.toml"));
    if !kept.exists() && QUICK.contains(&game) && !own.exists() {
        scratch.run(&format!("--quiet stats {game} --results {}", own.display()));
    }
    let Ok(text) = std::fs::read_to_string(kept).or_else(|_| std::fs::read_to_string(own)) else {
        return board(game);
    };
    Some(serde_json::to_value(text.parse::<toml::Table>().unwrap()).unwrap())
}

fn longest(stats: &serde_json::Value, value: &str) -> Option<u64> {
    if let Some(plies) = stats[format!("longest_{value}")].as_u64() {
        return Some(plies);
    }
    let rows = stats["by_plies"].as_array()?.iter().filter(|row| row["value"] == value);
    rows.filter_map(|row| row["plies"].as_u64()).max()
}

/// The tables by number of marks against the pages kept of both rules.
#[test]
fn quantum_tables_are_those_of_the_results() {
    let text = std::fs::read_to_string(root().join("docs/games/quantum-tic-tac-toe.md")).unwrap();
    let kept = ["quantum-tic-tac-toe", "quantum-tic-tac-toe-self"].map(|id| {
        let page = std::fs::read_to_string(root().join(format!("results/{id}.toml"))).unwrap();
        serde_json::to_value(page.parse::<toml::Table>().unwrap()).unwrap()
    });
    let number = |page: &serde_json::Value, table: &str, marks: u64, key: &str| {
        let mut rows = page[table].as_array().unwrap().iter();
        rows.find(|row| row["marks"] == marks).unwrap()[key].as_u64().unwrap()
    };
    let (mut tables, mut grades, mut compared) = (0, false, 0);
    for line in text.lines() {
        let cells: Vec<String> =
            line.trim_matches('|').split('|').map(|cell| cell.trim().replace(',', "")).collect();
        if cells[0] == "marks" {
            grades = cells[1] == "first complete";
            tables += 1;
        }
        let Some(marks) = (line.starts_with("| ")).then(|| cells[0].parse::<u64>().ok()).flatten() else {
            continue;
        };
        let all = |page: &serde_json::Value, table: &str| -> u64 {
            ["win", "loss", "draw"].map(|key| number(page, table, marks, key)).iter().sum()
        };
        let expected = if grades {
            let page = &kept[tables - 2];
            // The tables on the page are for the first player, the kept ones for the side to move.
            let (first, second) = if marks % 2 == 0 { ("win", "loss") } else { ("loss", "win") };
            let of = |table: &str, key: &str| number(page, table, marks, key);
            let complete = [first, second].map(|key| of("complete_classes_by_marks", key));
            let won = [first, second].map(|key| of("classes_by_marks", key));
            let drawn = of("classes_by_marks", "draw");
            vec![complete[0], won[0] - complete[0], drawn, won[1] - complete[1], complete[1]]
        } else {
            vec![all(&kept[0], "by_marks"), u64::MAX, all(&kept[0], "classes_by_marks")]
        };
        for (cell, ours) in cells[1..].iter().zip(expected).filter(|(_, ours)| *ours != u64::MAX) {
            assert_eq!(*cell, ours.to_string(), "{line}");
            compared += 1;
        }
    }
    assert_eq!((tables, compared), (3, 10 * (2 + 5 + 5)));
}
