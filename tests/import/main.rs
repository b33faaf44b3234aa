//! What people paste, and what becomes of it.

mod finding;
