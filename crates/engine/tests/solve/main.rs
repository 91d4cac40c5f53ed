//! Solving tier by tier.

mod enumerated;
mod kernels;
mod outside;
mod resume;
