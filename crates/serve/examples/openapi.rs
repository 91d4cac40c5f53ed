//! Prints the description of the API, as `docs/openapi.json` keeps it:
//! `cargo run -p kaiketsu-serve --example openapi > docs/openapi.json`

fn main() {
    println!("{:#}", kaiketsu_serve::openapi());
}
