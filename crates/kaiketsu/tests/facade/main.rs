//! The facade over all registered games, and the workspace it stands in.

mod laws;
mod results;
mod rules_entry;
mod workspace;
