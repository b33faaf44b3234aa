//! `compare`: a scenario under two variants, where they differ, why, and what it costs.

use super::input::{self, read};
use super::picture::{not_to_a_terminal, png, svg};
use super::run::{columns_of, unknown_task};
use super::{CompareArgs, Done, Failure, complain, cut, variant};
use crate::lanes::print::Compared;
use crate::lanes::{Lanes, Side, rule_changes};
use crate::scenario::{Entry, Override};
use crate::sim;
use clap::ValueEnum;
use std::io::Write;

/// What to print of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// All of it as plain text of at most 78 columns
    Text,
    /// The timelines of both lanes as a picture, the cursor at the first difference
    Svg,
    /// The same, rasterised
    Png,
}

/// Runs both and prints the comparison.
pub(super) fn compare(out: &mut impl Write, args: &CompareArgs) -> Result<Done, Failure> {
    if !args.charts.is_empty() && args.format == Format::Text {
        return Err(Failure::Input("--chart with a format that has none, expected --format svg or png".to_string()));
    }
    let columns = args.columns.as_deref().map(columns_of).transpose()?;
    let (a, b) = specs(args)?;
    let input = input::scenario(&args.scenario)?;
    let mut told = Vec::new();
    let a = read(&input, a, &mut told)?;
    let b = read(&input, b, &mut told)?;
    let recordings = [&a, &b].map(|scenario| sim::run(&scenario.script));
    for ((lane, scenario), recording) in [("lane A", &a), ("lane B", &b)].into_iter().zip(&recordings) {
        told.extend(recording.stopped.as_ref().map(|cut| cut::told(&input.name, lane, &scenario.script, cut)));
    }
    complain(&told.concat());
    unknown_task(columns.iter().flatten(), &recordings[0])?;
    let [run_a, run_b] = &recordings;
    let lanes = Lanes::of(run_a, run_b);
    let variants = [&a.script.variant, &b.script.variant];
    let changes = rule_changes(variants[0], variants[1]);
    let compared = Compared { title: &a.title, variants, recordings: [run_a, run_b], changes: &changes, lanes: &lanes };
    let picture = || {
        let row = lanes.differences.first(lanes.least()).unwrap_or(0);
        let at = |side| lanes.alignment.step_at(side, row).unwrap_or(0);
        svg(&[(&a, run_a, at(Side::A)), (&b, run_b, at(Side::B))], &args.charts)
    };
    match args.format {
        Format::Text => {
            let text = compared.text(columns).map_err(|wide| Failure::Input(wide.to_string()))?;
            out.write_all(text.as_bytes())?;
        }
        Format::Svg => out.write_all(picture().as_bytes())?,
        Format::Png => {
            not_to_a_terminal()?;
            out.write_all(&png(&picture())?)?;
        }
    }
    Ok(if lanes.differs() { Done::Differs } else { Done::Well })
}

/// What A and B are: as asked for, else as the gallery proposes for its entry, else (A) as written.
fn specs(args: &CompareArgs) -> Result<(Override, Override), Failure> {
    let given = |option: &str, spec: &Option<String>| spec.as_deref().map(|spec| variant(option, spec)).transpose();
    let (a, b) = (given("--a", &args.a)?, given("--b", &args.b)?);
    if let Some(b) = b {
        return Ok((a.unwrap_or_default(), b));
    }
    let proposed = Entry::from_key(&args.scenario).and_then(Entry::comparison);
    let Some((proposed_a, proposed_b)) = proposed else {
        return Err(Failure::Input("compare: no --b, expected the variant to compare with, as `v6.19-rc1+sum-jlag`".to_string()));
    };
    Ok((a.map_or_else(|| variant("--a", proposed_a), Ok)?, variant("--b", proposed_b)?))
}
