//! Every address of the description answers as described.

use serde_json::{Value as Json, json};

use crate::client::{Connection, Reply, get, post, server};
use crate::schema::misfit;

fn description() -> Json {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

/// The reply must have a status that the description knows for the address,
/// and a body that fits its schema.
pub(crate) fn fits(method: &str, template: &str, reply: &Reply) {
    let description = description();
    let operation = &description["paths"][template][method];
    let place = format!("{method} {template} {}", reply.status);
    let response = &operation["responses"][reply.status.to_string()];
    assert!(response.is_object(), "{place} is not described: {}", String::from_utf8_lossy(&reply.body));
    let schema = &response["content"]["application/json"]["schema"];
    if schema.is_null() {
        assert!(reply.body.is_empty(), "{place} has a body");
        return;
    }
    assert_eq!(reply.header("content-type"), Some("application/json"), "{place}");
    if let Some(misfit) = misfit(&description, schema, &reply.json(), "body") {
        panic!("{place}: {misfit}\n{:#}", reply.json());
    }
}

#[test]
fn the_description_is_the_committed_one() {
    let hint = "run `cargo run -p kaiketsu-serve --example openapi > docs/openapi.json`";
    assert_eq!(kaiketsu_serve::openapi(), description(), "{hint}");
    assert_eq!(get(server(), "/api/v1/openapi.json").json(), description());
}

#[test]
fn every_described_address_answers_as_described() {
    let all = "/api/v1/games/{game}";
    let mut tried = vec![("get", "/api/v1"), ("get", "/api/v1/games")];
    for (_, template) in &tried {
        fits("get", template, &get(server(), template));
    }
    for part in ["", "/board", "/position", "/statistics"] {
        let template = format!("{all}{part}");
        for game in
            ["tic-tac-toe", "dodgem-2", "nocca-3x3", "quixo-3x3", "quixo-5x5", "quantum-tic-tac-toe", "chess"]
        {
            fits("get", &template, &get(server(), &format!("/api/v1/games/{game}{part}")));
        }
        tried.push(("get", Box::leak(template.into_boxed_str())));
    }
    let line = get(server(), "/api/v1/games/quixo-3x3/position?line=20");
    assert_eq!(line.json()["line"]["moves"].as_array().map(Vec::len), Some(7));
    fits("get", "/api/v1/games/{game}/position", &line);
    let batch = "/api/v1/games/{game}/positions";
    tried.push(("post", batch));
    let body = json!({ "positions": ["X../.../...", "nonsense", "XXX/OO./..."] }).to_string();
    fits("post", batch, &post(server(), "/api/v1/games/tic-tac-toe/positions", body.as_bytes()));

    for (part, games) in [
        ("/puzzle", &["tic-tac-toe", "quixo-5x5", "chess"][..]),
        ("/plan", &["tic-tac-toe", "otrio", "chess"]),
        ("/solve", &["tic-tac-toe", "chess"]),
    ] {
        let template = format!("{all}{part}");
        for game in games {
            fits("get", &template, &get(server(), &format!("/api/v1/games/{game}{part}")));
        }
        tried.push(("get", Box::leak(template.into_boxed_str())));
    }
    let annotate = "/api/v1/games/{game}/annotate";
    tried.push(("post", annotate));
    for record in ["game: tic-tac-toe\n\nb2 b1 a1", "game: tic-tac-toe\n\nb2 b2", "nothing"] {
        fits("post", annotate, &post(server(), "/api/v1/games/tic-tac-toe/annotate", record.as_bytes()));
    }
    let solve = "/api/v1/games/{game}/solve";
    tried.extend([("post", solve), ("delete", solve)]);
    for (game, body) in [("tic-tac-toe", "nothing"), ("otrio", "{}"), ("chess", "{}")] {
        fits("post", solve, &post(server(), &format!("/api/v1/games/{game}/solve"), body.as_bytes()));
    }
    let path = "/api/v1/games/tic-tac-toe/solve";
    fits("delete", solve, &Connection::open(server()).send("DELETE", path, "", b""));

    let described = description();
    let paths = described["paths"].as_object().unwrap();
    let known: Vec<(&str, &str)> = paths
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| (method.as_str(), path.as_str()))
        })
        .collect();
    for operation in known {
        assert!(tried.contains(&operation), "{operation:?} is described and not tried");
    }
}

#[test]
fn answers_of_a_database_are_tagged_by_its_signature() {
    let path = "/api/v1/games/quixo-3x3/position";
    let first = get(server(), path);
    let tag = first.header("etag").unwrap().to_string();
    let signature =
        get(server(), "/api/v1/games/quixo-3x3").json()["signature"].as_str().unwrap().to_string();
    assert!(tag.trim_matches('"').starts_with(&signature[..32]), "{tag} {signature}");
    assert_eq!(first.header("cache-control"), Some("public, max-age=3600"));
    let mut connection = Connection::open(server());
    let again = connection.send("GET", path, &format!("if-none-match: {tag}\r\n"), b"");
    assert_eq!(again.status, 304);
    fits("get", "/api/v1/games/{game}/position", &again);
    let other = connection.send("GET", path, "if-none-match: \"other\"\r\n", b"");
    assert_eq!((other.status, other.body), (200, first.body));
}

#[test]
fn the_page_is_there_and_asks_nobody_else() {
    for (path, kind) in
        [("/", "text/html"), ("/explorer.js", "text/javascript"), ("/favicon.ico", "image/svg+xml")]
    {
        let reply = get(server(), path);
        assert_eq!(reply.status, 200, "{path}");
        assert!(reply.header("content-type").unwrap().starts_with(kind), "{path}");
        assert!(reply.header("content-security-policy").unwrap().contains("default-src 'self'"), "{path}");
        let text = String::from_utf8_lossy(&reply.body);
        let elsewhere = text.replace("http://www.w3.org/2000/svg", "");
        assert!(
            !elsewhere.contains("http://") && !elsewhere.contains("https://"),
            "{path} names another server"
        );
    }
}
