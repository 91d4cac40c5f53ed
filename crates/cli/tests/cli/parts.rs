//! `stats` and `verify` shared out: to the tasks of a job array, or to processes.

use serde_json::Value as Json;

use crate::scratch::Scratch;

#[test]
fn statistics_in_parts_are_those_of_the_whole() {
    let scratch = Scratch::new("stats-parts");
    scratch.run("solve dodgem-3 --quiet");
    let whole = scratch.json("stats dodgem-3");
    assert_eq!(scratch.json("stats dodgem-3 --processes 3"), whole);

    let write = |part: &str| {
        let file = scratch.file(&format!("part-{}.json", part.replace('/', "-of-")));
        std::fs::write(&file, scratch.run(&format!("--json --quiet stats dodgem-3 --part {part}"))).unwrap();
        file
    };
    let [one, two, three] = ["1/3", "2/3", "3/3"].map(write);
    assert_eq!(scratch.json(&format!("stats dodgem-3 --from {three} {one} {two}")), whole);
    let text = scratch.run(&format!("stats dodgem-3 --from {one} {two} {three}"));
    assert_eq!(text, scratch.run("stats dodgem-3"));
    let (page, other) = (scratch.file("page.toml"), scratch.file("other.toml"));
    scratch.run(&format!("stats dodgem-3 --results {page}"));
    scratch.run(&format!("stats dodgem-3 --from {one} {two} {three} --results {other}"));
    assert_eq!(std::fs::read(page).unwrap(), std::fs::read(other).unwrap());

    let refuses =
        |files: &str, words: &[&str]| scratch.refuses(&format!("stats dodgem-3 --from {files}"), 2, words);
    refuses(&format!("{one} {three}"), &["part 2/3 is missing"]);
    refuses(&format!("{one} {two} {one}"), &["part 1/3 is there twice"]);
    refuses(&format!("{one} {}", write("2/4")), &["1/3 and 2/4 are not parts of the same work"]);
    let garbled = scratch.file("garbled.json");
    std::fs::write(&garbled, "{").unwrap();
    refuses(&garbled, &["was not written by --part"]);
    // What was counted in another database is not added up.
    scratch.run("solve tic-tac-toe --quiet");
    scratch.refuses(
        &format!("stats tic-tac-toe --from {one} {two} {three}"),
        2,
        &["not counted in this database"],
    );
    scratch.refuses("stats dodgem-3 --part 4/3", 2, &["3/16"]);
    scratch.refuses("stats dodgem-3 --part 1/3 --reachable", 2, &["--reachable"]);
}

#[test]
fn parts_verify_together_what_one_run_verifies() {
    let scratch = Scratch::new("verify-parts");
    for (game, proof) in [("tic-tac-toe", "proved"), ("nocca-3x3 --values-only", "consistent")] {
        scratch.run(&format!("solve {game} --quiet"));
        let id = game.split(' ').next().unwrap();
        let positions = scratch.json(&format!("verify {id} --by-rules"))["by_the_rules"].clone();
        let together = scratch.json(&format!("verify {id} --by-rules --processes 3"));
        assert_eq!((&together["proof"], &together["by_the_rules"]), (&proof.into(), &positions));
        let parts = ["1/2", "2/2"].map(|part| scratch.json(&format!("verify {id} --by-rules --part {part}")));
        assert!(parts.iter().all(|part| part["proof"] == "consistent" && part["verified"] == true));
        assert!(parts.iter().any(|part| part["proof_by_all_parts"] == proof));
        let looked_at: u64 = parts.iter().filter_map(|part| part["by_the_rules"].as_u64()).sum();
        assert_eq!(Json::from(looked_at), positions);
    }
    let text = scratch.run("verify tic-tac-toe --processes 2");
    assert!(text.contains("proved: 2 processes find all checksums right"), "{text}");

    // A damaged file stops all of it, with the word and the exit code of the part that met it.
    let file = scratch.path().join("tic-tac-toe/layer-0002.kai");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let output = scratch.command("verify tic-tac-toe --processes 3 --quiet").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(4), "{said}");
    assert!(said.contains("layer-0002.kai") && said.contains("/3 was not done"), "{said}");
}
