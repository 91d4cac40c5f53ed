//! Storage in a folder of the file system.
//!
//! A file is written as `<name>.tmp`, synced, renamed to `<name>`, and the
//! folder is synced: after a crash or a power cut a file is absent or whole.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::durable::{Steps, make_durable};
use crate::storage::{LOCK, NAMED_LOCK, Sink, Source, Storage, TEMPORARY, check_name, is_reserved};
use crate::{DbError, drafts};

/// Bytes gathered before they go to the system.
const WRITE_BUFFER: usize = 1 << 20;

/// A folder of the file system.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder at `path`, made if it is not there, its parents as well.
    pub fn create(path: impl Into<PathBuf>) -> Result<Self, DbError> {
        let path = path.into();
        fs::create_dir_all(&path)
            .map_err(|source| DbError::io(&path.display().to_string(), "making the folder", source))?;
        Ok(Folder { path })
    }

    /// The folder at `path`, which must be there.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, DbError> {
        let path = path.into();
        let folder = path.display().to_string();
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => Ok(Folder { path }),
            Ok(_) => Err(DbError::io(&folder, "opening the folder", io::ErrorKind::NotADirectory.into())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(DbError::NoDatabase(folder)),
            Err(error) => Err(DbError::io(&folder, "opening the folder", error)),
        }
    }

    /// The folder at `path`, which is made when something is locked in it.
    pub fn expected(path: impl Into<PathBuf>) -> Self {
        Folder { path: path.into() }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes this the only process that writes here, until the lock is
    /// dropped, and clears away what a killed process left half written.
    ///
    /// The file `lock` stays behind: removing it would let a third process
    /// lock a file that a second one is still waiting for.
    pub fn lock(&self) -> Result<Box<dyn Send>, DbError> {
        let path = self.path.join(LOCK);
        let failed = |error| DbError::io(&path.display().to_string(), "locking the folder", error);
        let file = lock_file(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(DbError::Locked(self.describe())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        for name in self.names().map_err(failed)? {
            if name.ends_with(TEMPORARY) {
                drafts::clear(&self.path.join(name)).map_err(failed)?;
            }
        }
        Ok(Box::new(file))
    }

    /// The names of all files, temporaries included.
    fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            if entry.file_type()?.is_file()
                && let Ok(name) = entry.file_name().into_string()
            {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }
}

/// A file to be locked, which is made if it is not there.
fn lock_file(path: &Path) -> io::Result<File> {
    File::options().create(true).truncate(false).write(true).open(path)
}

impl Storage for Folder {
    fn open(&self, name: &str) -> io::Result<Box<dyn Source>> {
        check_name(name)?;
        let file = File::open(self.path.join(name))?;
        let length = file.metadata()?.len();
        Ok(Box::new(FolderSource { file, length }))
    }

    fn create(&self, name: &str) -> io::Result<Box<dyn Sink>> {
        check_name(name)?;
        let temporary = self.path.join(format!("{name}{TEMPORARY}"));
        let file = drafts::begin(&temporary)?;
        let writer = Some(BufWriter::with_capacity(WRITE_BUFFER, file));
        Ok(Box::new(FolderSink { writer, temporary, folder: self.path.clone(), name: name.to_string() }))
    }

    fn list(&self) -> io::Result<Vec<String>> {
        let mut names = self.names()?;
        names.retain(|name| !is_reserved(name));
        Ok(names)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        check_name(name)?;
        fs::remove_file(self.path.join(name))
    }

    /// The file that is locked stays behind, as with [`Folder::lock`]; the draft that a
    /// killed process left of what it locks does not.
    fn lock(&self, name: &str) -> io::Result<Box<dyn Send>> {
        check_name(name)?;
        fs::create_dir_all(&self.path)?;
        let file = lock_file(&self.path.join(format!("{name}{NAMED_LOCK}")))?;
        file.lock()?;
        drafts::clear(&self.path.join(format!("{name}{TEMPORARY}")))?;
        Ok(Box::new(file))
    }

    fn describe(&self) -> String {
        self.path.display().to_string()
    }
}

struct FolderSource {
    file: File,
    length: u64,
}

impl Source for FolderSource {
    fn len(&self) -> u64 {
        self.length
    }

    #[cfg(unix)]
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, buffer, offset)
    }

    #[cfg(windows)]
    fn read_at(&self, mut offset: u64, mut buffer: &mut [u8]) -> io::Result<()> {
        while !buffer.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(&self.file, buffer, offset) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => {
                    offset += read as u64;
                    buffer = &mut buffer[read..];
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Systems without folders, such as browsers.
    #[cfg(not(any(unix, windows)))]
    fn read_at(&self, _: u64, _: &mut [u8]) -> io::Result<()> {
        let _ = &self.file;
        Err(io::ErrorKind::Unsupported.into())
    }
}

struct FolderSink {
    /// Present until the file is committed or given up.
    writer: Option<BufWriter<File>>,
    temporary: PathBuf,
    folder: PathBuf,
    name: String,
}

impl FolderSink {
    fn writer(&mut self) -> io::Result<&mut BufWriter<File>> {
        self.writer.as_mut().ok_or_else(|| io::Error::other("the file is closed"))
    }
}

impl Write for FolderSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer()?.flush()
    }
}

impl Sink for FolderSink {
    fn commit(mut self: Box<Self>) -> io::Result<()> {
        make_durable(&mut *self)
    }
}

impl Steps for FolderSink {
    fn flush(&mut self) -> io::Result<()> {
        self.writer()?.flush()
    }

    fn sync_file(&mut self) -> io::Result<()> {
        self.writer()?.get_ref().sync_all()
    }

    fn rename(&mut self) -> io::Result<()> {
        fs::rename(&self.temporary, self.folder.join(&self.name))?;
        self.writer = None;
        Ok(())
    }

    fn sync_folder(&mut self) -> io::Result<()> {
        sync_folder(&self.folder)
    }
}

impl Drop for FolderSink {
    fn drop(&mut self) {
        if let Some(writer) = self.writer.take() {
            // Taken apart, so that what is still buffered is not written to a
            // disk that may be full.
            let (file, _) = writer.into_parts();
            // Some systems remove only what is closed; where the name can go first, nobody
            // else can take it in between.
            let file = cfg!(unix).then_some(file);
            // Nothing can be done if this fails; `Folder::lock` clears up later.
            let _ = fs::remove_file(&self.temporary);
            drop(file);
        }
    }
}

/// Makes a rename durable. Only Unix lets a program open a folder for that.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
