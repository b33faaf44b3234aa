//! `Question`: something that a text does not tell, with the answer assumed, and what answers make of an importer's options.
//!
//! Owns how answers are written. Which questions a text leaves open is in `ask`.

use crate::io::import::Options;
use crate::io::import::trace::{seconds_of, span_of};
use crate::kernels::{FeatureFlag, Kernel};
use crate::model::num::Num;
use crate::scenario::quote::quote;
use crate::tables::column::Column;
use crate::tables::infer::Placement;
use crate::tables::value::Read;

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// The kernel named in the scenario.
    Kernel,
    /// CPU and group of a dump's queue.
    Queue,
    /// Whether tasks asleep in a dump take part.
    Asleep,
    /// The CPU of a trace.
    Cpu,
    /// A traced kernel's base_slice.
    BaseSlice,
    /// Slices that tasks have of their own.
    Slices,
    /// Nice values of tasks.
    Nices,
    /// Features switched.
    Features,
    /// The period of a tick.
    Tick,
    /// The slack of a request's end.
    Slack,
    /// The first time of a trace's part.
    FromTime,
    /// The last.
    ToTime,
    /// Whether the model is not corrected by each pick.
    Uncorrected,
    /// The placement rule of a table.
    Placement,
    /// What nice 0 weighs in it.
    Nice0,
    /// What a column of it means.
    Column(String),
    /// A task's weight.
    Weight(String),
    /// The virtual lag that a task brings.
    Lag(String),
    /// A task's request length.
    Slice(String),
}

/// What an answer may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// One of these: a value, and what it is called.
    Choice(Vec<(String, String)>),
    /// A text such as this one.
    Text(&'static str),
    /// Yes or no.
    Flag,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What it is about.
    pub about: About,
    /// What is asked, in a few words.
    pub label: String,
    /// What is known, and what is assumed.
    pub hint: String,
    /// What an answer may be.
    pub form: Form,
    /// The answer that is assumed.
    pub assumed: String,
    /// The answer; of a flag `yes` or nothing.
    pub answer: String,
    /// Whether the text leaves it open: then a person is asked before the scenario is opened.
    pub open: bool,
    /// Whether few need it.
    pub rare: bool,
    /// What is wrong with the answer.
    pub problem: Option<String>,
}

/// What an answered flag says.
pub const YES: &str = "yes";

impl Question {
    /// A question whose answer is the assumed one.
    pub fn new(about: About, label: &str, hint: impl Into<String>, form: Form, assumed: impl Into<String>) -> Question {
        let (assumed, label, hint) = (assumed.into(), label.to_string(), hint.into());
        Question { about, label, hint, form, answer: assumed.clone(), assumed, open: false, rare: false, problem: None }
    }

    /// The same, left open by the text.
    pub fn open(self) -> Question {
        Question { open: true, ..self }
    }

    /// The same, for few.
    pub fn rare(self) -> Question {
        Question { rare: true, ..self }
    }

    /// Whether a person has answered otherwise than was assumed.
    fn is_told(&self) -> bool {
        self.answer != self.assumed
    }

    /// Whether nothing can be opened without an answer.
    fn is_needed(&self) -> bool {
        matches!(self.about, About::Weight(_) | About::Lag(_) | About::Slice(_))
    }

    /// Puts an answer that is not the assumed one into the options; what is wrong with it otherwise.
    fn apply(&self, options: &mut Options) -> Result<(), String> {
        let answer = self.answer.trim();
        if answer == self.assumed && !self.is_needed() {
            return Ok(());
        }
        let trace = &mut options.trace;
        let span = || span_of(answer).ok_or("expected a time as 0.7ms or 700000 (ns)");
        let time = || seconds_of(answer).ok_or("expected seconds as 7.205798");
        let positive = || Read::number(answer).filter(|n| *n > Num::ZERO).ok_or("expected a number above 0");
        let told = &mut options.table;
        match &self.about {
            About::Kernel => options.kernel = Kernel::from_name(answer),
            About::Queue => {
                let (cpu, path) = answer.split_once(' ').ok_or("expected one of the queues")?;
                (options.cpu, options.queue) = (cpu.parse().ok(), Some(path.to_string()));
            }
            About::Asleep => options.asleep = answer == YES,
            About::Cpu => options.cpu = Some(answer.parse().map_err(|_| "expected the number of a CPU")?),
            About::Placement => told.placement = Placement::from_name(answer),
            About::Weight(task) => drop(told.weights.insert(task.clone(), positive()?)),
            About::Slice(task) => drop(told.slices.insert(task.clone(), positive()?)),
            About::Lag(task) => {
                let lag = Read::number(answer).ok_or("expected a number as 36, -12 or 40/3");
                drop(told.lags.insert(task.clone(), lag?));
            }
            About::Column(header) => told.columns.extend(Column::from_header(answer).map(|column| (header.clone(), column))),
            _ if answer.is_empty() => {}
            About::Nice0 => told.nice0 = Some(positive()?),
            About::BaseSlice => trace.base_slice = Some(span()?),
            About::Tick => trace.tick = Some(span()?),
            About::Slack => trace.slack = Some(span()?),
            About::FromTime => trace.window.from = Some(time()?),
            About::ToTime => trace.window.to = Some(time()?),
            About::Uncorrected => trace.uncorrected = answer == YES,
            About::Slices => trace.slices = pairs(answer, "NAME=D with a time as 0.5ms", span_of)?,
            About::Nices => {
                let nice = |n: &str| n.parse().ok().filter(|n| (-20..20).contains(n));
                trace.nice = pairs(answer, "NAME=N with N from -20 to 19", nice)?;
            }
            About::Features => trace.features = words(answer).map(feature).collect::<Result<_, _>>()?,
        }
        Ok(())
    }
}

/// The options that answers make; `None` if one is wrong, which is told at its question.
pub fn options(questions: &mut [Question]) -> Option<Options> {
    let mut options = Options { by_form: true, ..Options::default() };
    for question in &mut *questions {
        question.problem = question.apply(&mut options).err();
    }
    questions.iter().all(|q| q.problem.is_none()).then_some(options)
}

/// After a text was read again: what was told stays told, and anything else is asked as this reading has it. Whether a
/// question is left open that was not asked before.
///
/// What was told is told to every later reading, too, even if it is what the first would have assumed: that one may assume otherwise.
pub fn renew(known: &mut Vec<Question>, fresh: Vec<Question>) -> bool {
    let mut asks = false;
    let is_stale = |q: &Question| !q.is_told() && fresh.iter().all(|f| f.about != q.about);
    known.retain(|q| !is_stale(q));
    for question in fresh {
        match known.iter_mut().find(|k| k.about == question.about) {
            Some(told) if told.is_told() => told.assumed.clear(),
            Some(seen) => *seen = question,
            None => {
                asks |= question.open;
                known.push(question);
            }
        }
    }
    asks
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty())
}

fn pairs<T>(text: &str, expected: &str, read: impl Fn(&str) -> Option<T>) -> Result<Vec<(String, T)>, String> {
    let pair = |word: &str| {
        let found = word.rsplit_once('=').and_then(|(name, value)| Some((name.to_string(), read(value)?)));
        found.ok_or_else(|| format!("{}: expected {expected}", quote(word)))
    };
    words(text).map(pair).collect()
}

fn feature(word: &str) -> Result<(FeatureFlag, bool), String> {
    let (name, on) = word.strip_prefix("NO_").map_or((word, true), |name| (name, false));
    FeatureFlag::from_name(name)
        .map(|flag| (flag, on))
        .ok_or_else(|| format!("{}: expected a feature as NO_NEXT_BUDDY", quote(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(about: About, answer: &str) -> Result<Options, String> {
        let mut asked = [Question { answer: answer.to_string(), ..Question::new(about, "", "", Form::Text(""), "") }];
        options(&mut asked).ok_or_else(|| asked[0].problem.clone().unwrap_or_default())
    }

    #[test]
    fn answers_become_options() {
        assert_eq!(answered(About::Kernel, "v6.12").unwrap().kernel, Some(Kernel::V6_12));
        let options = answered(About::Queue, "3 /user.slice").unwrap();
        assert_eq!((options.cpu, options.queue.as_deref()), (Some(3), Some("/user.slice")));
        let slices = answered(About::Slices, "shorty=0.5ms, a=b=2us").unwrap().trace.slices;
        assert_eq!(slices, [("shorty".to_string(), Num::from(500_000)), ("a=b".to_string(), Num::from(2000))]);
        assert_eq!(answered(About::Nices, " x=-5 ").unwrap().trace.nice, [("x".to_string(), -5)]);
        assert_eq!(answered(About::FromTime, "7.205798").unwrap().trace.window.from, Some(7_205_798_000));
        let features = answered(About::Features, "NO_NEXT_BUDDY RUN_TO_PARITY").unwrap().trace.features;
        assert_eq!(
            features.iter().map(|(f, on)| (f.name(), *on)).collect::<Vec<_>>(),
            [("NEXT_BUDDY", false), ("RUN_TO_PARITY", true)]
        );
    }

    #[test]
    fn what_is_assumed_is_not_told_to_the_importer() {
        let mut asked = [Question::new(About::BaseSlice, "", "", Form::Text(""), "0.7ms")];
        assert_eq!(options(&mut asked).unwrap().trace.base_slice, None);
        asked[0].answer = "2.8ms".to_string();
        assert_eq!(options(&mut asked).unwrap().trace.base_slice, Some(Num::from(2_800_000)));
    }

    #[test]
    fn a_wrong_answer_is_told_with_what_was_expected() {
        assert_eq!(answered(About::BaseSlice, "long").unwrap_err(), "expected a time as 0.7ms or 700000 (ns)");
        assert_eq!(answered(About::Slices, "a=1ms b").unwrap_err(), "`b`: expected NAME=D with a time as 0.5ms");
        assert_eq!(answered(About::Nices, "a=40").unwrap_err(), "`a=40`: expected NAME=N with N from -20 to 19");
        assert_eq!(answered(About::Features, "FAST").unwrap_err(), "`FAST`: expected a feature as NO_NEXT_BUDDY");
    }
}
