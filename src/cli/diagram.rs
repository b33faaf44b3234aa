//! `diagram`: the ASCII diagram of a few entities.

use super::{DiagramArgs, Done, Failure};
use crate::tables::diagram::{self, DiagramError, Entity};
use std::io::Write;

/// Draws it.
pub(super) fn diagram(out: &mut impl Write, args: &DiagramArgs) -> Result<Done, Failure> {
    let entities: Result<Vec<Entity>, DiagramError> = args.entities.iter().map(|text| text.parse()).collect();
    let drawn = entities.and_then(|entities| diagram::run(&entities, args.limit, !args.no_eligibility));
    write!(out, "{}", drawn.map_err(|error| Failure::Input(format!("diagram: {error}")))?)?;
    Ok(Done::Well)
}
