//! Manifest and layers together.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use kaiketsu_db::{
    Database, DbError, LayerEntry, LayerFacts, LayerWriter, MANIFEST, Manifest, Memory, Part, Signature,
    Sink, Source, Storage, layer_file,
};
use kaiketsu_game::Code;

fn write_layer(storage: &dyn Storage, layer: u32, codes: &[Code], distances: bool) -> LayerEntry {
    let positions = codes.len() as u64;
    let facts = LayerFacts { game: "nim".to_string(), rules_version: 2, layer, positions, distances };
    let mut writer = LayerWriter::create(storage, facts).unwrap();
    writer.push(codes).unwrap();
    writer.finish().unwrap().named(format!("heap {layer}"))
}

/// A database of three layers of ascending length.
fn database(distances: bool) -> (Memory, Manifest) {
    let storage = Memory::new();
    let mut manifest = Manifest::new("nim", "Nim \"the\" game", 2, "kaiketsu 0.1.0", distances);
    for layer in 0..3u32 {
        let codes: Vec<Code> = (0..5 + 10 * layer as u16).map(|i| Code(i % 3)).collect();
        manifest.layers.push(write_layer(&storage, layer, &codes, distances));
    }
    manifest.complete();
    manifest.write(&storage).unwrap();
    (storage, manifest)
}

fn open(storage: &Memory) -> Result<Database, DbError> {
    Database::open(Arc::new(storage.clone()))
}

#[test]
fn a_database_is_read_as_written() {
    for distances in [false, true] {
        let (storage, manifest) = database(distances);
        let database = open(&storage).unwrap();
        assert_eq!(database.manifest(), &manifest);
        assert_eq!(database.manifest().distances, distances);
        assert_eq!(database.get(2, 7).unwrap(), Code(1));
        assert!(matches!(database.get(3, 0), Err(DbError::NoSuchLayer { layer: 3, layers: 3, .. })));
        let mut seen = Vec::new();
        database.check(&mut |done, all| seen.push((done, all))).unwrap();
        assert_eq!(seen, [(5, 45), (20, 45), (45, 45)]);
        database.expect("nim", 2).unwrap();
        assert!(matches!(database.expect("go", 2), Err(DbError::OtherGame { .. })));
        assert!(matches!(database.expect("nim", 1), Err(DbError::OtherRules { .. })));
    }
}

#[test]
fn the_signature_of_a_database_is_that_of_its_layers() {
    let (_, manifest) = database(true);
    let mut bytes = Vec::new();
    for layer in &manifest.layers {
        bytes.extend(layer.number.to_le_bytes());
        bytes.extend(layer.positions.to_le_bytes());
        bytes.extend(layer.signature_plies.unwrap().0);
    }
    assert_eq!(manifest.signature_plies, Some(Signature(*blake3::hash(&bytes).as_bytes())));
    assert_eq!(manifest.signature_values, database(false).1.signature_values);
    assert_eq!(database(false).1.signature_plies, None);
}

#[test]
fn the_manifest_is_text_for_people() {
    let (storage, manifest) = database(true);
    let text = String::from_utf8(storage.bytes(MANIFEST).unwrap()).unwrap();
    assert!(text.contains("game = \"nim\"\n"), "{text}");
    assert!(
        text.contains(
            "[[layers]]\nnumber = 0\nname = \"heap 0\"\nfile = \"layer-0000.kai\"\npositions = 5\n"
        )
    );
    assert!(text.contains(&manifest.signature_values.unwrap().to_string()));
    assert!(text.lines().last().unwrap().starts_with("# blake3 "));
}

#[test]
fn any_flipped_bit_or_missing_end_of_the_manifest_is_found() {
    let (storage, manifest) = database(true);
    let whole = storage.bytes(MANIFEST).unwrap();
    let read = |bytes: &[u8]| {
        let storage = Memory::new();
        storage.put(MANIFEST, bytes.to_vec());
        Manifest::read(&storage)
    };
    assert_eq!(read(&whole).unwrap(), Some(manifest));
    for bit in 0..8 * whole.len() {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let error = read(&bytes).expect_err(&format!("bit {bit}"));
        assert!(matches!(error, DbError::Damaged { part: Part::Manifest, .. }));
    }
    for length in 0..whole.len() {
        assert!(matches!(read(&whole[..length]), Err(DbError::Damaged { part: Part::Manifest, .. })));
    }
}

fn put_manifest(storage: &Memory, text: &str) {
    let line = format!("# blake3 {}\n", blake3::hash(text.as_bytes()).to_hex());
    storage.put(MANIFEST, [text, &line].concat().into_bytes());
}

#[test]
fn manifests_of_other_versions_and_other_things() {
    let storage = Memory::new();
    assert!(matches!(open(&storage), Err(DbError::NoDatabase { .. })));
    put_manifest(&storage, "format = 7\nsomething = \"new\"\n");
    assert!(matches!(open(&storage), Err(DbError::NewerFormat { found: 7, .. })));
    for text in ["", "format = 1\n", "format = -1\n", "format = \"x\"\n", "[[[\n"] {
        put_manifest(&storage, text);
        assert!(matches!(open(&storage), Err(DbError::Manifest { .. })), "{text}");
    }
}

#[test]
fn an_unfinished_solve_says_so() {
    let (storage, mut manifest) = database(false);
    manifest.complete = false;
    manifest.write(&storage).unwrap();
    let error = open(&storage).unwrap_err();
    assert!(matches!(&error, DbError::Unfinished { game, .. } if game == "nim"));
    assert!(error.to_string().contains("resumes"), "{error}");
}

#[test]
fn layers_must_be_those_of_the_manifest() {
    let (storage, _) = database(false);
    let layer = storage.bytes(&layer_file(1)).unwrap();
    storage.remove(&layer_file(1)).unwrap();
    assert!(matches!(open(&storage), Err(DbError::MissingLayer(file)) if file.ends_with("layer-0001.kai")));
    storage.put(&layer_file(1), layer.clone());
    storage.put(&layer_file(3), layer.clone());
    assert!(matches!(open(&storage), Err(DbError::ExtraLayer(file)) if file.ends_with("layer-0003.kai")));
    storage.remove(&layer_file(3)).unwrap();
    storage.put("notes.txt", b"files of other kinds do not matter".to_vec());
    storage.put(&layer_file(2), layer);
    let database = open(&storage).unwrap();
    assert!(matches!(database.layer(2), Err(DbError::OtherLayer { expected: 2, found: 1, .. })));
}

#[test]
fn a_layer_of_another_solve_disagrees() {
    let (storage, _) = database(true);
    write_layer(&storage, 1, &[Code(1); 15], true);
    let error = open(&storage).unwrap().check(&mut |_, _| ()).unwrap_err();
    assert!(matches!(error, DbError::Disagrees { .. }), "{error}");
    // The same counts and length; only the order differs.
    let codes: Vec<Code> = (0..15).map(|i| Code((i + 1) % 3)).collect();
    write_layer(&storage, 1, &codes, true);
    let error = open(&storage).unwrap().layer(1).unwrap_err();
    assert!(matches!(error, DbError::Disagrees { what: "signature of values", .. }), "{error}");
}

#[test]
fn a_manifest_must_agree_with_itself() {
    let changes: [fn(&mut Manifest); 4] = [
        |manifest| manifest.layers.swap(0, 1),
        |manifest| manifest.layers[0].file = "../secret".to_string(),
        |manifest| manifest.layers[0].positions += 1,
        |manifest| manifest.signature_plies = None,
    ];
    for change in changes {
        let (storage, mut manifest) = database(true);
        change(&mut manifest);
        manifest.write(&storage).unwrap();
        assert!(matches!(open(&storage), Err(DbError::Manifest { .. })));
    }
}

/// Counts the files that are open for reading.
struct Counting {
    memory: Memory,
    open: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

struct Counted(Box<dyn Source>, Arc<AtomicUsize>);

impl Source for Counted {
    fn len(&self) -> u64 {
        self.0.len()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.0.read_at(offset, buffer)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.1.fetch_sub(1, Relaxed);
    }
}

impl Storage for Counting {
    fn open(&self, name: &str) -> io::Result<Box<dyn Source>> {
        let source = self.memory.open(name)?;
        self.most.fetch_max(self.open.fetch_add(1, Relaxed) + 1, Relaxed);
        Ok(Box::new(Counted(source, Arc::clone(&self.open))))
    }

    fn create(&self, name: &str) -> io::Result<Box<dyn Sink>> {
        self.memory.create(name)
    }

    fn list(&self) -> io::Result<Vec<String>> {
        self.memory.list()
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.memory.remove(name)
    }

    fn lock(&self, name: &str) -> io::Result<Box<dyn Send>> {
        self.memory.lock(name)
    }

    fn describe(&self) -> String {
        self.memory.describe()
    }
}

/// A game of a thousand stages has a thousand layers, and a program fewer files.
#[test]
fn few_of_many_layers_are_open_at_a_time() {
    let (memory, mut manifest) = (Memory::new(), Manifest::new("nim", "Nim", 2, "kaiketsu 0.1.0", false));
    for layer in 0..300 {
        manifest.layers.push(write_layer(&memory, layer, &[Code((layer % 3) as u16)], false));
    }
    manifest.complete();
    manifest.write(&memory).unwrap();
    let (open, most) = (Arc::default(), Arc::<AtomicUsize>::default());
    let storage = Counting { memory, open, most: Arc::clone(&most) };
    let database = Database::open(Arc::new(storage)).unwrap();
    let held = database.layer(7).unwrap();
    database.check(&mut |_, _| ()).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let database = &database;
            scope.spawn(move || {
                for layer in (0..300).map(|layer| (7 * layer + thread) % 300).chain(0..300) {
                    assert_eq!(database.get(layer, 0).unwrap(), Code((layer % 3) as u16));
                }
            });
        }
    });
    assert_eq!(held.get(0).unwrap(), Code(1), "a layer that is held can be read");
    let most = most.load(Relaxed);
    assert!((20..100).contains(&most), "{most} files were open at a time");
}
