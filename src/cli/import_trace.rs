//! The arguments of `import` that say what a trace does not.

use crate::io::import::trace::options::TraceOptions;
use crate::io::import::trace::{Window, seconds_of, span_of};
use crate::kernels::FeatureFlag;
use crate::model::num::Num;
use clap::Args;

/// The arguments.
#[derive(Args, Clone)]
#[command(next_help_heading = "Traces")]
pub(super) struct TraceArgs {
    /// Replay from this time on, in seconds as the trace prints them
    #[arg(long, value_name = "SEC", value_parser = time, allow_hyphen_values = true)]
    from_time: Option<u64>,
    /// Replay up to this time
    #[arg(long, value_name = "SEC", value_parser = time, allow_hyphen_values = true)]
    to_time: Option<u64>,
    /// base_slice of the traced kernel (`0.7ms`), instead of what a kernel computes for so many CPUs
    #[arg(long, value_name = "D", value_parser = span, allow_hyphen_values = true)]
    base_slice: Option<Num>,
    /// Simulate a tick with this period
    #[arg(long, value_name = "D", value_parser = span, allow_hyphen_values = true)]
    tick: Option<Num>,
    /// So much of its request may a preempted task have left that counts as used up
    #[arg(long, value_name = "D", value_parser = span, allow_hyphen_values = true)]
    slack: Option<Num>,
    /// Do not correct the model's vruntimes where a real pick shows that they can not be right
    #[arg(long)]
    uncorrected: bool,
    /// A feature that the traced kernel had switched: NAME or NO_NAME; may repeat
    #[arg(long = "feature", value_name = "F", value_parser = super::parse_feature)]
    features: Vec<(FeatureFlag, bool)>,
    /// The nice value of a task, instead of the one its priority tells; may repeat
    #[arg(long, value_name = "NAME=N", value_parser = nice, allow_hyphen_values = true)]
    nice: Vec<(String, i32)>,
    /// The slice of a task that has its own; may repeat
    #[arg(long, value_name = "NAME=D", value_parser = slice, allow_hyphen_values = true)]
    slice: Vec<(String, Num)>,
}

impl TraceArgs {
    /// The options that are given.
    pub fn given(&self) -> impl Iterator<Item = &'static str> {
        let options = [
            ("--from-time", self.from_time.is_some()),
            ("--to-time", self.to_time.is_some()),
            ("--base-slice", self.base_slice.is_some()),
            ("--tick", self.tick.is_some()),
            ("--slack", self.slack.is_some()),
            ("--uncorrected", self.uncorrected),
            ("--feature", !self.features.is_empty()),
            ("--nice", !self.nice.is_empty()),
            ("--slice", !self.slice.is_empty()),
        ];
        options.into_iter().filter(|(_, given)| *given).map(|(name, _)| name)
    }

    /// The same for the importer.
    pub fn options(&self) -> TraceOptions {
        TraceOptions {
            window: Window { from: self.from_time, to: self.to_time },
            base_slice: self.base_slice.clone(),
            tick: self.tick.clone(),
            slack: self.slack.clone(),
            uncorrected: self.uncorrected,
            features: self.features.clone(),
            nice: self.nice.clone(),
            slices: self.slice.clone(),
        }
    }
}

fn time(text: &str) -> Result<u64, String> {
    seconds_of(text).ok_or_else(|| "expected seconds as 7.205798".to_string())
}

fn span(text: &str) -> Result<Num, String> {
    span_of(text).ok_or_else(|| "expected a time as 0.7ms or 700000 (ns)".to_string())
}

fn nice(text: &str) -> Result<(String, i32), String> {
    let found = text.rsplit_once('=').and_then(|(name, nice)| Some((name.to_string(), nice.parse().ok()?)));
    found.filter(|(_, nice)| (-20..20).contains(nice)).ok_or_else(|| "expected NAME=N with N from -20 to 19".to_string())
}

fn slice(text: &str) -> Result<(String, Num), String> {
    let found = text.rsplit_once('=').and_then(|(name, slice)| Some((name.to_string(), span_of(slice)?)));
    found.ok_or_else(|| "expected NAME=D with a time as 0.5ms".to_string())
}
