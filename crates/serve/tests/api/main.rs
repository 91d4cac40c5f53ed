//! The API over a real connection: what it says is what `docs/openapi.json`
//! promises, what the library says, and what is asked wrongly is refused well.

mod both_ways;
mod client;
mod contract;
mod guards;
mod load;
mod patience;
mod refusals;
mod schema;
mod searches;
mod solving;
mod values;
