//! Charts: layout, drawing and hit test, over any drawing backend.
