//! Processes that this one starts.

use std::process::{Child, Command};

use anyhow::{Context, Result};

/// This program, to be started once more.
pub(crate) fn this_program() -> Result<Command> {
    let program = std::env::current_exe().context("cannot find the program to start it again")?;
    Ok(Command::new(program))
}

/// Processes that end with this one.
pub(crate) struct Children(pub(crate) Vec<Child>);

impl Children {
    /// Waits for their end.
    #[cfg(feature = "processes")]
    pub(crate) fn wait(&mut self) {
        self.0.drain(..).for_each(|mut child| _ = child.wait());
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        for child in &mut self.0 {
            _ = child.kill();
            _ = child.wait();
        }
    }
}
