//! Formats of the world outside. Serialised only here, at the edge.

pub mod embed;
pub mod export;
pub mod fingerprint;
pub mod import;
pub mod link;
