//! The rules: laws, boards, published numbers.

mod boards;
mod connect_four;
mod dobutsu_shogi;
mod golden;
mod laws;
mod nine_mens_morris;
mod nocca;
mod search_laws;
