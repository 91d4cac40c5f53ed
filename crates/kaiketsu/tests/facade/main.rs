//! The facade over all registered games, and the workspace it stands in.

mod bulk;
mod journal;
mod laws;
mod moving;
mod picture;
mod plans;
mod progress;
mod reading;
mod records;
mod results;
mod rules_entry;
mod seeing;
mod workspace;
