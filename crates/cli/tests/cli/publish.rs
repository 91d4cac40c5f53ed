//! `kaiketsu publish` without the program for browsers, which the browser tests build.

use crate::scratch::Scratch;

#[test]
fn it_writes_a_folder_for_any_web_host() {
    let scratch = Scratch::new("publish");
    scratch.run("--quiet solve tic-tac-toe");
    let (program, site) = (scratch.file("program.wasm"), scratch.file("site"));
    std::fs::write(&program, b"\0asm for a test").unwrap();
    let publish = format!("publish --program {program}");
    let found = scratch.json(&format!("{publish} tic-tac-toe otrio {site}"));
    let games = found["games"].as_array().unwrap();
    assert_eq!((&games[0]["solved"], &games[1]["solved"]), (&true.into(), &false.into()), "{found}");
    for file in ["index.html", "explorer.js", "published.js", "games.json", "games/tic-tac-toe/puzzles.json"]
    {
        assert!(scratch.path().join("site").join(file).is_file(), "{file}");
    }
    let files = |folder: &str| {
        let entries = std::fs::read_dir(scratch.path().join(folder)).unwrap().map(Result::unwrap);
        entries.map(|entry| entry.metadata().unwrap().len()).sum::<u64>()
    };
    assert_eq!(games[0]["bytes"], files("site/games/tic-tac-toe/files"));
    let page = std::fs::read_to_string(scratch.path().join("site/index.html")).unwrap();
    assert!(page.contains("data-published="), "the page knows that there is no server");
    // All addresses carry a version, which is another one when something else is published.
    let version =
        |page: &str| page.split("data-published=\"").nth(1).unwrap().split('"').next().unwrap().to_string();
    assert!(page.contains(&format!("explorer.js?{}", version(&page))), "{page}");
    let other = scratch.file("other");
    std::fs::write(&program, b"\0asm for another test").unwrap();
    scratch.run(&format!("--quiet {publish} tic-tac-toe otrio {other}"));
    let other = std::fs::read_to_string(scratch.path().join("other/index.html")).unwrap();
    assert_ne!(version(&page), version(&other));
    // Again, with fewer games: what was published is replaced.
    let text = scratch.run(&format!("--quiet {publish} tic-tac-toe {site}"));
    assert!(text.contains("database") && text.contains(&site), "{text}");
    assert!(!scratch.path().join("site/games/otrio").exists());
}

#[test]
fn what_cannot_be_published_is_refused() {
    let scratch = Scratch::new("publish-refused");
    let (program, site, text) = (scratch.file("program.wasm"), scratch.file("site"), scratch.file("text"));
    std::fs::write(&program, b"\0asm for a test").unwrap();
    std::fs::write(&text, "no program").unwrap();
    let publish = format!("publish --program {program}");
    scratch.refuses(&format!("{publish} quixo-3x3 {site}"), 3, &["quixo-3x3", "solve"]);
    scratch.refuses(&format!("{publish} chess {site}"), 2, &["there is no game `chess`"]);
    scratch.refuses(&format!("publish --program {text} otrio {site}"), 2, &["not WebAssembly"]);
    scratch.refuses(&format!("{publish} otrio {}", scratch.path().display()), 1, &["not empty"]);
    assert!(!scratch.path().join("site").exists(), "nothing was written");
}
