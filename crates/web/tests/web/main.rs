//! A session over published files, against the server over the same databases: the same
//! code as in the browser, without WebAssembly. `crates/serve/page/tests/published.mjs`
//! does the same with it.

use std::path::Path;
use std::sync::Arc;

use kaiketsu::{Registry, Request, Silent, Storage, Store};
use kaiketsu_db::{Database, signposts_of};
use kaiketsu_serve::{Catalogue, Limits, publish};
use kaiketsu_web::{Fetched, Piece, Session};
use serde_json::{Value as Json, json};

/// A page and its host in one.
struct Visit<'a> {
    session: Session,
    site: &'a Path,
    requests: usize,
    bytes: u64,
}

impl<'a> Visit<'a> {
    fn new(site: &'a Path) -> Self {
        Visit { session: Session::new(Registry::standard()), site, requests: 0, bytes: 0 }
    }

    /// Asks until nothing is needed.
    fn ask(&mut self, game: &str, ask: &Json) -> Json {
        let place = self.site.join("games").join(game);
        let list: Json = serde_json::from_slice(&std::fs::read(place.join("files.json")).unwrap()).unwrap();
        let mut again = false;
        loop {
            let question = json!({ "game": game, "files": list["files"], "again": again, "ask": ask });
            let answer: Json = serde_json::from_str(&self.session.ask(&question.to_string())).unwrap();
            let Some(needed) = answer["need"].as_array() else { return answer };
            for (number, piece) in needed.iter().enumerate() {
                let (offset, length) = (piece["offset"].as_u64().unwrap(), piece["length"].as_u64().unwrap());
                let file = std::fs::read(place.join("files").join(piece["file"].as_str().unwrap())).unwrap();
                let part = file[offset as usize..(offset + length) as usize].to_vec();
                (self.requests, self.bytes) = (self.requests + 1, self.bytes + length);
                self.session.give(number, part, false);
            }
            assert!(self.requests < 10_000, "{game}: it never has enough");
            again = true;
        }
    }
}

fn published(games: &[&str]) -> (tempfile::TempDir, Catalogue) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().join("databases"));
    let registry = Registry::standard();
    for id in games {
        if let Some(solver) = registry.get(id).unwrap().solver() {
            solver.solve(&store, &Request::default(), &Silent).unwrap();
        }
    }
    let catalogue = Catalogue::new(registry, store, Limits::default());
    let ids: Vec<String> = games.iter().map(ToString::to_string).collect();
    let site = folder.path().join("site");
    // Twice: what was published before is replaced.
    for _ in 0..2 {
        publish(&catalogue, &ids, &site, b"\0asm", &Silent).unwrap();
    }
    (folder, catalogue)
}

#[test]
fn answers_are_those_of_the_server() {
    let games = ["tic-tac-toe", "dodgem-2", "quixo-3x3", "nocca-3x3", "connect-four-4x4"];
    let (folder, catalogue) = published(&games);
    let site = folder.path().join("site");
    for id in games {
        let mut visit = Visit::new(&site);
        let mut text: Option<String> = None;
        for step in 0..60 {
            let found = visit.ask(id, &json!({ "position": { "position": text, "line": 0 } }));
            let expected = catalogue.position(id, text.as_deref()).unwrap();
            assert_eq!(found["body"], json!(*expected), "{id} {text:?}");
            let moves = &expected.moves;
            // From the start again when a game is over.
            text = (!moves.is_empty()).then(|| moves[step * 7 % moves.len()].position.clone());
        }
        assert!(visit.requests > 0 && visit.bytes > 0, "{id}");
    }
}

#[test]
fn lines_records_and_refusals_are_answered() {
    let (folder, _) = published(&["quixo-3x3", "otrio"]);
    let site = folder.path().join("site");
    let mut visit = Visit::new(&site);
    let found = visit.ask("quixo-3x3", &json!({ "position": { "position": null, "line": 200 } }));
    assert_eq!(found["body"]["line"]["moves"].as_array().unwrap().len(), 7);
    let first = found["body"]["line"]["moves"][0]["move"].as_str().unwrap();
    let record = format!("game: quixo-3x3\n\n{first}\n");
    let found = visit.ask("quixo-3x3", &json!({ "annotate": { "record": record } }));
    assert_eq!(found["body"]["moves"][0]["played"]["plies"], 7);
    let found = visit.ask("quixo-3x3", &json!({ "annotate": { "record": "game: quixo-3x3\n\nz9\n" } }));
    assert_eq!(found["refused"]["reason"], "bad_request", "{found}");
    let found = visit.ask("quixo-3x3", &json!({ "position": { "position": "nonsense", "line": 0 } }));
    assert_eq!(
        (&found["refused"]["reason"], &found["refused"]["status"]),
        (&json!("bad_position"), &json!(400))
    );
    // From its book, and never by a search, which would take seconds.
    let found = visit.ask("otrio", &json!({ "position": { "position": null, "line": 0 } }));
    assert_eq!((&found["body"]["value"], &found["body"]["complete"]), (&json!("win"), &json!(true)));
}

/// Writes the signposts of all layers, which `publish` writes beside large ones alone.
fn write_signposts(game: &Path) {
    let database = Database::open_folder(game.join("files")).unwrap();
    let mut list: Json = serde_json::from_slice(&std::fs::read(game.join("files.json")).unwrap()).unwrap();
    for layer in &database.manifest().layers {
        let posts = database.layer(layer.number).unwrap().signposts().unwrap();
        let name = signposts_of(&layer.file).unwrap();
        std::fs::write(game.join("files").join(&name), &posts).unwrap();
        list["files"].as_array_mut().unwrap().push(json!({ "name": name, "bytes": posts.len() }));
    }
    std::fs::write(game.join("files.json"), list.to_string()).unwrap();
}

#[test]
fn with_signposts_answers_are_the_same_and_less_of_the_index_is_fetched() {
    let id = "quixo-4x4";
    let (folder, _) = published(&[id]);
    let site = folder.path().join("site");
    let mut text: Option<String> = None;
    let mut before = Vec::new();
    for step in 0..30 {
        let mut visit = Visit::new(&site);
        let found = visit.ask(id, &json!({ "position": { "position": text, "line": 0 } }));
        let moves = found["body"]["moves"].as_array().unwrap();
        let next = (!moves.is_empty())
            .then(|| moves[step * 7 % moves.len()]["position"].as_str().unwrap().to_string());
        before.push((std::mem::replace(&mut text, next), found, visit.bytes));
    }
    write_signposts(&site.join("games").join(id));
    let mut saved = 0;
    for (text, expected, bytes) in before {
        let mut visit = Visit::new(&site);
        let found = visit.ask(id, &json!({ "position": { "position": text, "line": 0 } }));
        assert_eq!(found, expected, "{text:?}");
        saved += bytes as i64 - visit.bytes as i64;
    }
    // The end of a large layer, 16 KiB, was fetched for an index of some hundred bytes.
    assert!(saved > 30 * 4096, "{saved} bytes saved");
}

#[test]
fn damage_is_never_a_wrong_value() {
    let (folder, _) = published(&["dodgem-2"]);
    let site = folder.path().join("site");
    let ask = json!({ "position": { "position": null, "line": 0 } });
    let right = Visit::new(&site).ask("dodgem-2", &ask);
    let files = site.join("games/dodgem-2/files");
    let mut found = 0;
    for entry in std::fs::read_dir(&files).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "kai") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        for at in (0..bytes.len()).step_by(bytes.len() / 9 + 1) {
            let mut broken = bytes.clone();
            broken[at] ^= 4;
            std::fs::remove_file(&path).unwrap(); // it may be another name of the database's own file
            std::fs::write(&path, broken).unwrap();
            let answer = Visit::new(&site).ask("dodgem-2", &ask);
            match answer.get("refused") {
                Some(refused) => {
                    assert_eq!(refused["reason"], "damaged");
                    found += 1;
                }
                None => assert_eq!(answer, right, "{} at {at}", path.display()),
            }
        }
        std::fs::write(&path, bytes).unwrap();
    }
    assert!(found > 5, "{found} damages were met");
}

#[test]
fn folders_of_others_are_left_alone() {
    let (folder, catalogue) = published(&["tic-tac-toe"]);
    let other = folder.path().join("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("letter.txt"), "mine").unwrap();
    let refused = publish(&catalogue, &["tic-tac-toe".into()], &other, b"\0asm", &Silent).unwrap_err();
    assert!(refused.to_string().contains("not empty"), "{refused}");
    assert_eq!(std::fs::read_dir(&other).unwrap().count(), 1);
    // A game that is not solved is refused before anything is written.
    let fresh = folder.path().join("fresh");
    publish(&catalogue, &["quixo-3x3".into()], &fresh, b"\0asm", &Silent).unwrap_err();
    assert!(!fresh.exists());
}

#[test]
fn what_is_missing_is_named_once_and_joined() {
    let files = Fetched::new([("layer-0000.kai".to_string(), 1 << 20), ("manifest.toml".to_string(), 500)]);
    let piece = |file: &str, offset, length| Piece { file: file.into(), offset, length };
    let layer = files.open("layer-0000.kai").unwrap();
    let mut buffer = [0; 100];
    for offset in [5_000, 5_100, 5_050, 9_000] {
        layer.read_at(offset, &mut buffer).unwrap_err();
    }
    files.open("manifest.toml").unwrap().read_at(7, &mut buffer[..3]).unwrap_err();
    let expected = [
        piece("layer-0000.kai", 5_000, 200),
        piece("layer-0000.kai", 9_000, 100),
        piece("manifest.toml", 0, 500),
    ];
    assert_eq!(files.take_missing(), expected);
    assert!(files.take_missing().is_empty());
    // The header comes with the end, where index and summary are.
    layer.read_at(0, &mut buffer).unwrap_err();
    assert_eq!(files.take_missing().len(), 2);
    // With signposts only the summary is wanted of the end.
    let large =
        Fetched::new([("layer-0000.kai".to_string(), 1 << 20), ("layer-0000.posts".to_string(), 640)]);
    large.open("layer-0000.kai").unwrap().read_at(0, &mut buffer).unwrap_err();
    let expected = [
        piece("layer-0000.kai", 0, 100),
        piece("layer-0000.kai", (1 << 20) - 128, 128),
        piece("layer-0000.posts", 0, 640),
    ];
    assert_eq!(large.take_missing(), expected);
    files.give("layer-0000.kai", 4_990, (0..=255).collect());
    layer.read_at(5_000, &mut buffer).unwrap();
    assert_eq!((buffer[0], buffer[99]), (10, 109));
    assert!(layer.read_at((1 << 20) - 5, &mut buffer).is_err());
    assert!(Arc::new(files).create("x").is_err());
}
