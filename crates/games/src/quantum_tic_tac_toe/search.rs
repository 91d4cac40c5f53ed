//! x
/// x
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Ordering {
    /// Ours.
    #[default]
    Default,
}
/// x
pub struct SearchState;
