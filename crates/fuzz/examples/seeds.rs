//! Writes the corpus anew: `cargo run -p kaiketsu-fuzz --example seeds`.
//!
//! Each target gets bytes that are right and bytes that are nearly so. What a run
//! of `scripts/fuzz` found worth keeping is put beside them by hand, under a name
//! that says what it was.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use kaiketsu::{FromRules, IntoSetup, Question, Registry, Request, Resources, Silent};
use kaiketsu_db::{Book, Edition, FrameWriter, Memory, Storage};
use kaiketsu_games::TicTacToe;

/// Longer seeds would hold a fuzzer up.
const LONGEST: usize = 4096;
/// Files of state that are kept of each kernel.
const STATES: usize = 4;

struct Corpus(PathBuf);

impl Corpus {
    fn put(&self, target: &str, name: &str, bytes: impl AsRef<[u8]>) {
        let (folder, bytes) = (self.0.join(target), bytes.as_ref());
        if bytes.len() <= LONGEST {
            std::fs::create_dir_all(&folder).expect("the folder can be made");
            std::fs::write(folder.join(name), bytes).expect("the seed can be written");
        }
    }
}

fn main() {
    let corpus = Corpus(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus"));
    texts(&corpus);
    database(&corpus);
    list(&corpus);
    checkpoints(&corpus);
    certificates(&corpus);
    book(&corpus);
    requests(&corpus);
}

/// The start of every game, a position after a move, and a record of some moves.
fn texts(corpus: &Corpus) {
    let registry = Registry::standard();
    corpus.put("ids", "unknown", "dodgem-6");
    corpus.put("ids", "elsewhere", "../quixo-4x4");
    for family in registry.families() {
        let game = family.games[0].game();
        let (id, start) = (game.id(), game.start());
        corpus.put("ids", &id, &id);
        corpus.put("positions", &id, format!("{id}\n{start}"));
        let (mut text, mut played) = (start.clone(), Vec::new());
        for ply in 0..7 {
            let view = game.look(&text).expect("a position of the game");
            let Some(mv) = view.moves.get(ply * 5 % view.moves.len().max(1)) else { break };
            if ply < 2 {
                corpus.put("moves", &format!("{id}-{ply}"), format!("{id}\n{text}\n{}", mv.mv));
            }
            played.push(mv.mv.clone());
            text = mv.seen.position.clone();
        }
        corpus.put("positions", &format!("{id}-later"), format!("{id}\n{text}"));
        corpus.put("positions", &format!("{id}-moves"), format!("{id}\n{}", played[..2].join(" ")));
        let record = format!("# a record\ngame: {id}\nfirst: Ann\nresult: *\n\n1. {}\n", played.join(" "));
        corpus.put("records", &id, record);
    }
    corpus.put("positions", "no-position", "otrio\n???");
    corpus.put("moves", "no-move", "quixo-3x3\n...\n../x");
    corpus.put("records", "no-game", "first: Ann\n\nb2 a1");
}

/// The manifest and the layers of two small games, with distances and without.
fn database(corpus: &Corpus) {
    for (id, distances) in [("tic-tac-toe", true), ("dodgem-2", true), ("dodgem-2", false)] {
        let (game, memory) = (Registry::standard().get(id).expect("a game"), Memory::new());
        let request = Request { threads: 1, memory: 1 << 28, distances, ..Request::default() };
        game.solver()
            .expect("it can be solved")
            .solve_into(&memory, &request, &Silent)
            .expect("it is solved");
        let kind = if distances { "distances" } else { "values" };
        for (number, name) in (0..).zip(memory.list().expect("memory can be listed")) {
            let bytes = memory.bytes(&name).expect("it is listed");
            match name.as_str() {
                "manifest.toml" => corpus.put("manifests", &format!("{id}-{kind}"), bytes),
                // A few of them: the first and some in the middle.
                _ if number % 5 == 0 => corpus.put("layers", &format!("{id}-{kind}-{number}"), bytes),
                _ => {}
            }
        }
    }
    corpus.put("manifests", "cut", "format = 1\ngame = \"nim\"\n");
    corpus.put("layers", "cut", b"\x8AKAI\r\n\x1A\n");
}

/// The list of a game numbered automatically, unpacked, with and without its end.
fn list(corpus: &Corpus) {
    let staged = FromRules::folded(TicTacToe).staged(|game, position| {
        use kaiketsu::game::Game;
        game.legal_moves(position).len() as u32
    });
    let (game, memory) = (kaiketsu_boxed(staged.into_setup()), Memory::new());
    let request = Request { threads: 1, memory: 1 << 28, ..Request::default() };
    game.solver().expect("rules are enough").solve_into(&memory, &request, &Silent).expect("it is solved");
    let packed = memory.bytes("positions.zst").expect("it has a list");
    corpus.put("lists", "packed", &packed);
    let text =
        b"kaiketsu positions 1\ngame tic-tac-toe\nrules 1\ntier 0 1\ntier 1 1 0\nXOX/OXO/OXO\n.../.../...\n";
    corpus.put("lists", "small", text);
    let sealed = kaiketsu_fuzz::seal::text(text, "# blake3 ");
    corpus.put("lists", "small-sealed", sealed);
}

fn kaiketsu_boxed(entry: impl kaiketsu::Entry + 'static) -> Box<dyn kaiketsu::Entry> {
    Box::new(entry)
}

fn checkpoints(corpus: &Corpus) {
    let mut taken = [0; 3];
    for (number, state) in (0..).zip(kaiketsu_fuzz::states()) {
        let kernel = usize::from(state[0]);
        if state.len() <= LONGEST && taken[kernel] < STATES {
            taken[kernel] += 1;
            corpus.put("checkpoints", &format!("kernel-{kernel}-{number}"), state);
        }
    }
    let memory = Memory::new();
    let writer = FrameWriter::new(memory.create("frames").expect("a file"), b"fuzz").expect("a header");
    writer.add((1, 2), Ok(b"some bytes".to_vec()));
    writer.add((3, 4), Ok(Vec::new()));
    writer.commit().expect("memory does not fail");
    let frames = memory.bytes("frames").expect("just written");
    corpus.put("checkpoints", "frames", [&[0, 0][..], &frames].concat());
}

fn certificates(corpus: &Corpus) {
    for (id, moves) in [("tic-tac-toe", "b2 a1 c1 a3"), ("tic-tac-toe", "a1 b1"), ("connect-four-4x4", "")] {
        let game = Registry::standard().get(id).expect("a game");
        let solution = game.open_book(Arc::new(Memory::new()), Resources::default()).expect("a search");
        let question = Question { after: moves.to_string(), ..Question::default() };
        let certified = solution.prover().expect("a search").certify(&question, &Silent).expect("a proof");
        corpus.put("certificates", &format!("{id}-{}", moves.replace(' ', "")), certified.1.0);
    }
    corpus.put("certificates", "cut", "kaiketsu certificate 2\n{\"game\":\"otrio\"");
}

fn book(corpus: &Corpus) {
    let memory = Memory::new();
    let mut book = Book::open(Arc::new(memory.clone())).expect("an empty book");
    let edition = Edition { game: "otrio".into(), rules: 1, search: 2 };
    book.enter(&edition, "value ........./....A..../.........:B", "first");
    book.enter(&edition, "first-win start", "yes");
    book.save().expect("memory does not fail");
    corpus.put("books", "two-verdicts", memory.bytes("verdicts.book").expect("just written"));
    let old = b"kaiketsu verdict book 1\notrio 1 value start first\n";
    corpus.put("books", "format-1", kaiketsu_fuzz::seal::text(old, "blake3 "));
    corpus.put("books", "unsealed", old);
}

fn requests(corpus: &Corpus) {
    let put = |name: &str, request: &str| corpus.put("http", name, request.replace('\n', "\r\n"));
    for (name, path) in [
        ("about", "/api/v1"),
        ("games", "/api/v1/games"),
        ("game", "/api/v1/games/tic-tac-toe"),
        ("board", "/api/v1/games/quixo-4x4/board"),
        ("start", "/api/v1/games/tic-tac-toe/position"),
        ("position", "/api/v1/games/tic-tac-toe/position?position=X../.../.O.&line=true"),
        ("statistics", "/api/v1/games/tic-tac-toe/statistics"),
        ("puzzle", "/api/v1/games/tic-tac-toe/puzzle?seed=7"),
        ("plan", "/api/v1/games/dodgem-3/plan"),
        ("searched", "/api/v1/games/otrio/position"),
        ("escapes", "/api/v1/games/%2e%2e%2f/position?position=%00%ff"),
        ("page", "/"),
        ("metrics", "/metrics"),
    ] {
        put(name, &format!("GET {path} HTTP/1.1\nhost: localhost\naccept-encoding: gzip\n\n"));
    }
    let body = r#"{"positions":["X../.../.O.","nonsense"]}"#;
    let post = |path: &str, body: &str| {
        let length = body.len();
        format!(
            "POST /api/v1/games/tic-tac-toe/{path} HTTP/1.1\nhost: localhost\ncontent-type: application/json\ncontent-length: {length}\n\n{body}"
        )
    };
    put("batch", &post("positions", body));
    put("batch-cut", &post("positions", "{\"positions\":["));
    put("annotate", &post("annotate", "{\"record\":\"game: tic-tac-toe\\n\\nb2 a1\"}"));
    put(
        "chunked",
        "POST /api/v1/games/tic-tac-toe/positions HTTP/1.1\nhost: localhost\ntransfer-encoding: chunked\n\n4\n{}[]\n0\n\n",
    );
    put(
        "two-at-once",
        "GET /healthz HTTP/1.1\nhost: localhost\n\nGET /nothing HTTP/1.1\nhost: localhost\n\n",
    );
    put("other-host", "GET / HTTP/1.1\nhost: example.org\n\n");
    put("no-http", "hello\n\n");
}
