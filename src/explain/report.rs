//! The whole run, or one step of it, as plain text of at most 78 columns, for terminals and mails.
//!
//! Owns the layout of that text; must not word anything.

use super::context::Context;
use super::{Explanation, explain_in};
use crate::sim::recording::{Phase, Recording, Step};
use crate::tables::number::Scale;
use crate::tables::print::{MAIL_WIDTH, TooWide, print};
use crate::tables::table::{Row, is_shown};
use crate::tables::{Heading, Table};

/// All steps but the previews: title, sentences, formulas, warnings. Ends with a newline unless empty.
pub fn why_text(recording: &Recording) -> String {
    let mut out = String::new();
    let mut before: Option<Step> = None;
    for (index, step) in recording.steps().enumerate() {
        if step.phase != Phase::Before {
            if !out.is_empty() {
                out.push('\n');
            }
            let ctx = Context::of(recording, index, before.as_ref(), &step);
            paragraph(&ctx, &explain_in(&ctx), &mut out);
        }
        before = Some(step);
    }
    out
}

/// One step: which it is, its row below the one above it in the table, and its reasons. Steps without a row have only reasons.
pub fn step_text(recording: &Recording, columns: &[Heading], index: usize) -> Result<String, TooWide> {
    let step = recording.step(index);
    let before = index.checked_sub(1).map(|before| recording.step(before));
    let ctx = Context::of(recording, index, before.as_ref(), &step);
    let why = explain_in(&ctx);
    let mut out = String::new();
    let time = Scale::of(recording).time(&step.t);
    wrap(&format!("Step {} of {}, {time}: {}{}", index + 1, recording.len(), why.title, status(&why)), 0, 2, &mut out);
    if is_shown(&step) {
        let above = (0..index).rev().find(|above| is_shown(&recording.state(*above)));
        let steps: Vec<usize> = above.into_iter().chain([index]).collect();
        let rows = Row::of(recording, columns, &steps);
        let table = print(&Table { columns: columns.to_vec(), rows }, MAIL_WIDTH)?;
        out.push('\n');
        out.push_str(&table);
        out.push('\n');
    }
    reasons(&why, &mut out);
    Ok(out)
}

fn paragraph(ctx: &Context<'_>, why: &Explanation, out: &mut String) {
    wrap(&format!("{}: {}{}", ctx.scale.time(&ctx.step.t), why.title, status(why)), 0, 2, out);
    reasons(why, out);
}

/// What became of V + J, behind the title.
fn status(why: &Explanation) -> String {
    why.v_plus_j.as_ref().map_or(String::new(), |status| format!(" [{}]", status.text))
}

fn reasons(why: &Explanation, out: &mut String) {
    if !why.sentences.is_empty() {
        wrap(&why.sentences.join(" "), 2, 2, out);
    }
    for formula in &why.formulas {
        wrap(&formula.text, 4, 6, out);
    }
    for warning in &why.warnings {
        wrap(&format!("! {warning}"), 2, 4, out);
    }
}

/// Breaks at blanks; the first line is indented by `first`, the others by `rest`. A word too long for a line is cut.
pub fn wrap(text: &str, first: usize, rest: usize, out: &mut String) {
    let mut line = " ".repeat(first);
    let mut empty = true;
    for mut word in text.split_whitespace() {
        if !empty && line.chars().count() + 1 + word.chars().count() > MAIL_WIDTH {
            out.push_str(&line);
            out.push('\n');
            line = " ".repeat(rest);
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        while line.chars().count() + word.chars().count() > MAIL_WIDTH {
            let room = MAIL_WIDTH - line.chars().count();
            let cut = word.char_indices().nth(room).map_or(word.len(), |(at, _)| at);
            line.push_str(&word[..cut]);
            out.push_str(&line);
            out.push('\n');
            line = " ".repeat(rest);
            word = &word[cut..];
        }
        line.push_str(word);
        empty = false;
    }
    out.push_str(&line);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_broken_at_blanks_and_words_without_end_are_cut() {
        let mut out = String::new();
        wrap(&"word ".repeat(40), 2, 4, &mut out);
        wrap(&"x".repeat(200), 2, 4, &mut out);
        assert!(out.lines().all(|l| l.chars().count() <= MAIL_WIDTH && !l.ends_with(' ')), "{out}");
        assert_eq!(out.matches("word").count(), 40);
        assert_eq!(out.matches('x').count(), 200);
        assert!(out.starts_with("  word"));
    }
}
