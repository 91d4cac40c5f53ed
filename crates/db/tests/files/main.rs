//! Files: what is written is read back, and what is damaged is refused.

mod book;
mod damage;
mod database;
mod folder;
mod golden;
mod parts;
mod plain;
mod round_trip;
mod signposts;
