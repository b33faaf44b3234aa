//! The session as its users see it: messages in, state out.

