//! EEVDF Lab: step through EEVDF scheduling decisions.

#![forbid(unsafe_code)]
