//! What the docs say is what the program does: every relative link leads
//! somewhere, every page is in the summary, the commands in fenced `console`
//! blocks print what is shown, and tables of results have today's numbers.
//!
//! In a `console` block a line `$ kaiketsu …` is a command and the lines after
//! it are its output; a line `...` stands for any number of lines. The games a
//! command names are solved first.

use std::path::{Path, PathBuf};

use crate::scratch::Scratch;

/// Games that take no time; tables about others are compared elsewhere.
const QUICK: [&str; 6] = ["tic-tac-toe", "dodgem-2", "dodgem-3", "quixo-3x3", "nocca-3x3", "nocca-3x4"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All pages: those of `docs` and those at the root.
fn pages() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for folder in ["", "docs", "docs/games"] {
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

#[test]
fn every_page_is_in_the_summary() {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let listed = links(&summary);
    for folder in ["docs", "docs/games"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let page = format!("{folder}/{name}").replacen("docs/", "", 1);
            if name.ends_with(".md") && name != "SUMMARY.md" {
                assert!(listed.contains(&page.as_str()), "{page} is not in docs/SUMMARY.md");
            }
        }
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

#[test]
fn commands_print_what_is_shown() {
    let scratch = Scratch::new("docs");
    QUICK.iter().for_each(|game| drop(scratch.run(&format!("solve {game} --quiet"))));
    let mut run = 0;
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
            }
        }
    }
    assert!(run >= 2, "the docs show commands");
}

/// Tables with the columns win, loss, draw and start, a row a game.
#[test]
fn tables_of_results_have_today_s_numbers() {
    let scratch = Scratch::new("docs-tables");
    QUICK.iter().for_each(|game| drop(scratch.run(&format!("solve {game} --quiet"))));
    let mut compared = 0;
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
            if header.len() != cells.len() || !QUICK.contains(&game) {
                continue;
            }
            let stats = scratch.json(&format!("stats {game}"));
            for (name, cell) in header.iter().zip(&cells) {
                let ours = match name.as_str() {
                    "positions" | "win" | "loss" | "draw" => stats[name].to_string(),
                    "start" => match stats["start"]["plies"].as_u64() {
                        Some(plies) => format!("{} in {plies}", stats["start"]["value"].as_str().unwrap()),
                        None => stats["start"]["value"].as_str().unwrap().to_string(),
                    },
                    "longest" => stats["longest"]["plies"].to_string(),
                    _ => continue,
                };
                assert_eq!(cell.replace(',', ""), ours, "{}: {game}, {name}", path.display());
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "tables were found");
}
