//! How a file becomes durable: four steps in the one order that survives a
//! power cut. The file system takes them, and so does the disk of the tests,
//! which is cut off between any two of them.

use std::io;

/// The steps; each may only be taken for a file that is written to its end.
pub(crate) trait Steps {
    /// Hands over what is still gathered in memory.
    fn flush(&mut self) -> io::Result<()>;

    /// Makes the bytes of the file durable, under whatever name.
    fn sync_file(&mut self) -> io::Result<()>;

    /// Gives the file its name, in place of what had it.
    fn rename(&mut self) -> io::Result<()>;

    /// Makes the names of the folder durable.
    fn sync_folder(&mut self) -> io::Result<()>;
}

/// Makes a file durable and visible. Bytes come before the name: a name that is
/// durable first would lead to bytes that are lost.
pub(crate) fn make_durable(steps: &mut dyn Steps) -> io::Result<()> {
    steps.flush()?;
    steps.sync_file()?;
    steps.rename()?;
    steps.sync_folder()
}
