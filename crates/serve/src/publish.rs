//! A folder that any web host can serve: the page, the program in WebAssembly that
//! takes the place of the server, and the files it reads.
//!
//! ```text
//! index.html explorer.js explorer.css favicon.svg    the page of the server
//! published.js kaiketsu.wasm                         what answers in place of the server
//! games.json                                         the list of the games
//! games/ID/facts.json                                what the API says of the game
//! games/ID/statistics.json, puzzles.json             of solved games
//! games/ID/files.json                                names and lengths of:
//! games/ID/files/...                                 the database, or the book of verdicts;
//!                                                    beside large layers their signposts
//! ```

use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kaiketsu::{Limit, Progress, PuzzleOptions, PuzzleView, Silent};
use kaiketsu_db::{
    Book, BookError, Database, DbError, Folder, MANIFEST, POSITIONS_FILE, Storage, layer_file, signposts_of,
};
use serde::Serialize;
use serde_json::json;

use crate::answers::GameList;
use crate::assets::ASSETS;
use crate::catalogue::Catalogue;
use crate::errors::ApiError;
use crate::room::{Opened, Room};
use crate::statistics::statistics;

const GAMES: &str = "games.json";
const PROGRAM: &str = "kaiketsu.wasm";
const ANSWERING: &[u8] = include_bytes!("../assets/published.js");

/// Puzzles of each game; the page goes round them.
const PUZZLES: usize = 64;
/// Positions that are looked at for them.
const VISITS: u64 = 2_000_000;

/// A longer index gets signposts, and is not read whole. A shorter one comes with the end
/// of its file in one request.
const LONG_INDEX: u64 = 16 << 10;

/// The page may run the program in WebAssembly, and asks nobody else for anything.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
                      style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

/// Why a folder was not published.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// Something else is there.
    #[error("{} is not empty and was not published before; nothing was written", .0.display())]
    NotEmpty(PathBuf),
    /// A game cannot be answered for.
    #[error("{0}")]
    Game(#[from] ApiError),
    /// The book of verdicts cannot be used.
    #[error(transparent)]
    Book(#[from] BookError),
    /// A file of a database cannot be used.
    #[error(transparent)]
    Database(#[from] DbError),
    /// The system refused.
    #[error("{}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
}

/// What was published.
#[derive(Clone, Debug, Serialize)]
pub struct Published {
    /// The games.
    pub games: Vec<PublishedGame>,
    /// Bytes of the page, the program included.
    pub page_bytes: u64,
}

/// A published game.
#[derive(Clone, Debug, Serialize)]
pub struct PublishedGame {
    /// Its id.
    pub game: String,
    /// Whether its database answers; its books if not.
    pub solved: bool,
    /// Bytes of the files that answer for it.
    pub bytes: u64,
}

/// A file that answers for a game.
#[derive(Clone, Debug, Serialize)]
struct FileFacts {
    name: String,
    bytes: u64,
}

/// Writes the folder. It must be empty, absent, or one published before, which is
/// replaced. `program` is the crate `kaiketsu-web` in WebAssembly.
pub fn publish(
    catalogue: &Catalogue,
    ids: &[String],
    folder: &Path,
    program: &[u8],
    progress: &dyn Progress,
) -> Result<Published, PublishError> {
    // What cannot be answered is refused before anything is written.
    let rooms = ids.iter().map(|id| {
        let room = catalogue.room(id)?;
        let opened = room.opened()?;
        Ok((room, opened))
    });
    let rooms = rooms.collect::<Result<Vec<(Arc<Room>, Arc<Opened>)>, PublishError>>()?;
    let site = Site::begin(folder)?;
    progress.begin("games", rooms.len() as u64);
    let mut games = Vec::new();
    for (room, opened) in &rooms {
        games.push(site.game(catalogue, room, opened)?);
        progress.advance(1, true);
    }
    progress.end();
    let list = GameList { games: rooms.iter().map(|(room, _)| room.facts(false)).collect() };
    site.write_json(GAMES, &list)?;
    Ok(Published { games, page_bytes: site.page(program)? })
}

struct Site<'a> {
    folder: &'a Path,
    /// Of all that was written, the signatures of the databases among it: the version is
    /// part of every address, so that what browsers keep of an older site is not taken for
    /// this one's.
    written: RefCell<blake3::Hasher>,
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> PublishError {
    let path = path.to_path_buf();
    move |source| PublishError::Io { path, source }
}

impl<'a> Site<'a> {
    fn begin(folder: &'a Path) -> Result<Self, PublishError> {
        fs::create_dir_all(folder).map_err(failed(folder))?;
        let was_published = [GAMES, PROGRAM].iter().all(|name| folder.join(name).is_file());
        let mut entries = fs::read_dir(folder).map_err(failed(folder))?;
        if was_published {
            let games = folder.join("games");
            fs::remove_dir_all(&games).map_err(failed(&games))?;
        } else if entries.next().is_some() {
            return Err(PublishError::NotEmpty(folder.to_path_buf()));
        }
        Ok(Site { folder, written: RefCell::default() })
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<u64, PublishError> {
        let path = self.folder.join(name);
        fs::write(&path, bytes).map_err(failed(&path))?;
        self.written.borrow_mut().update(name.as_bytes()).update(bytes);
        Ok(bytes.len() as u64)
    }

    fn write_json(&self, name: &str, value: &impl Serialize) -> Result<u64, PublishError> {
        let text =
            serde_json::to_vec(value).map_err(|error| failed(&self.folder.join(name))(error.into()))?;
        self.write(name, &text)
    }

    /// The page of the server, told that there is none.
    fn page(&self, program: &[u8]) -> Result<u64, PublishError> {
        let mut bytes = self.write(PROGRAM, program)? + self.write("published.js", ANSWERING)?;
        let (index, others): (Vec<_>, Vec<_>) = ASSETS.iter().partition(|asset| asset.path == "/");
        for asset in others {
            bytes += self.write(asset.path.trim_start_matches('/'), asset.bytes)?;
        }
        let version = self.written.borrow().finalize().to_hex()[..16].to_string();
        for asset in index {
            bytes += self.write("index.html", published_index(asset.bytes, &version).as_bytes())?;
        }
        Ok(bytes)
    }

    fn game(
        &self,
        catalogue: &Catalogue,
        room: &Room,
        opened: &Opened,
    ) -> Result<PublishedGame, PublishError> {
        let id = &room.id;
        let place = format!("games/{id}");
        let to = self.folder.join(&place).join("files");
        fs::create_dir_all(&to).map_err(failed(&to))?;
        let whole = opened.solution.whole();
        let files = match whole {
            Some(whole) => {
                let layers = whole.manifest().layers.iter().map(|layer| layer_file(layer.number));
                let others = [MANIFEST, POSITIONS_FILE].map(String::from);
                let mut files = self.link(&room.store().path(id), &to, layers.chain(others))?;
                files.extend(signposts(&to)?);
                files
            }
            None => self.book(room.store().root(), id, &to)?,
        };
        self.write_json(&format!("{place}/facts.json"), &room.facts(true))?;
        if let Some(whole) = whole {
            let most = catalogue.limits.counted_positions;
            let counts = statistics(&*opened.solution, whole, &room.start(), most)?;
            self.write_json(&format!("{place}/statistics.json"), &counts)?;
            let options =
                PuzzleOptions { count: PUZZLES, plies: 3..=9, visits: VISITS, seed: 0, limit: Limit::NONE };
            let puzzles: Vec<PuzzleView> = whole.puzzles(&options, &Silent).map_err(ApiError::from)?;
            self.write_json(&format!("{place}/puzzles.json"), &puzzles)?;
        }
        let bytes = files.iter().map(|file| file.bytes).sum();
        self.write_json(&format!("{place}/files.json"), &json!({ "files": files }))?;
        Ok(PublishedGame { game: id.clone(), solved: whole.is_some(), bytes })
    }

    /// Files of a database never change, so a second name of the same file will do
    /// where the system has such; a copy elsewhere.
    fn link(
        &self,
        from: &Path,
        to: &Path,
        names: impl Iterator<Item = String>,
    ) -> Result<Vec<FileFacts>, PublishError> {
        let mut files = Vec::new();
        for name in names {
            let (from, to) = (from.join(&name), to.join(&name));
            if name == POSITIONS_FILE && !from.exists() {
                continue; // only games that are numbered automatically have it
            }
            fs::hard_link(&from, &to).or_else(|_| fs::copy(&from, &to).map(drop)).map_err(failed(&from))?;
            let bytes = fs::metadata(&to).map_err(failed(&to))?.len();
            files.push(FileFacts { name, bytes });
        }
        Ok(files)
    }

    /// The verdicts on a game, if there are any.
    fn book(&self, root: &Path, id: &str, to: &Path) -> Result<Vec<FileFacts>, PublishError> {
        let folder = Folder::expected(to);
        Book::open(Arc::new(Folder::expected(root)))?.copy_game(id, Arc::new(folder.clone()))?;
        let names = folder.list().map_err(failed(to))?;
        let facts = |name: String| {
            let path = to.join(&name);
            let bytes = fs::read(&path).map_err(failed(&path))?;
            self.written.borrow_mut().update(&bytes);
            Ok(FileFacts { bytes: bytes.len() as u64, name })
        };
        names.into_iter().map(facts).collect()
    }
}

/// Writes the signposts of those layers that need them, from an index that was compared
/// with its checksum.
fn signposts(folder: &Path) -> Result<Vec<FileFacts>, PublishError> {
    let database = Database::open_folder(folder)?;
    let mut files = Vec::new();
    for layer in &database.manifest().layers {
        let reader = database.layer(layer.number)?;
        if reader.index_bytes() <= LONG_INDEX {
            continue;
        }
        if let (Some(name), Some(posts)) = (signposts_of(&layer.file), reader.signposts()) {
            let path = folder.join(&name);
            fs::write(&path, &posts).map_err(failed(&path))?;
            files.push(FileFacts { name, bytes: posts.len() as u64 });
        }
    }
    Ok(files)
}

fn published_index(index: &[u8], version: &str) -> String {
    let head = format!("<html lang=\"en\" data-published=\"{version}\">");
    let policy = format!("<head>\n<meta http-equiv=\"content-security-policy\" content=\"{POLICY}\">");
    let index = String::from_utf8_lossy(index);
    let mut index = index.replacen("<html lang=\"en\">", &head, 1).replacen("<head>", &policy, 1);
    for asset in ASSETS.iter().filter(|asset| asset.path != "/") {
        let name = asset.path.trim_start_matches('/');
        index = index.replace(&format!("\"{name}\""), &format!("\"{name}?{version}\""));
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_told_that_there_is_no_server() {
        let index = ASSETS.iter().find(|asset| asset.path == "/").expect("there is a page");
        let page = published_index(index.bytes, "1234");
        assert_eq!(page.matches("data-published=\"").count(), 1);
        assert!(page.contains("'wasm-unsafe-eval'"));
        for file in ["explorer.js", "explorer.css", "favicon.svg"] {
            assert!(page.contains(&format!("\"{file}?1234\"")), "{file} may be kept for ever: {page}");
        }
    }
}
