//! The command line as people and scripts meet it: the real binary is run.

mod docs;
mod json;
mod kill;
mod new;
mod outlets;
mod parts;
mod prove;
mod publish;
mod quantum;
mod refusals;
mod reproduce;
mod scratch;
mod serve;
mod store;
mod terminal;
#[cfg(unix)]
mod together;
mod tools;
mod trust;
