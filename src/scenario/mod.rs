//! The scenario language: text to script and back, and the built-in gallery.
