//! What a solution says.

mod headway;
mod oracle;
mod verify;
