//! `link`: a scenario as a link to the page, and what a link says.

use super::input::{self, Input};
use super::{Done, Failure, LinkArgs, complain, variant};
use crate::io::fingerprint::fingerprint;
use crate::io::link::{Link, Linked};
use crate::scenario::quote::{is_invisible, quote};
use crate::scenario::{Entry, Override, variant_words};
use crate::sim;
use std::io::Write;

/// Prints the link, or what one says.
pub(super) fn link(out: &mut impl Write, args: &LinkArgs) -> Result<Done, Failure> {
    match (&args.read, &args.scenario) {
        (Some(link), _) => read(out, link),
        (None, Some(scenario)) => write(out, args, scenario),
        (None, None) => Err(Failure::Input("link: no scenario, expected a file, a name or --read".to_string())),
    }
}

fn write(out: &mut impl Write, args: &LinkArgs, scenario: &str) -> Result<Done, Failure> {
    let input = input::scenario(scenario)?;
    let a = args.a.as_deref().map(|word| variant("--a", word)).transpose()?.unwrap_or_default();
    let script = script(&input, a)?;
    if let Some(word) = &args.b {
        self::script(&input, variant("--b", word)?)?;
    }
    let state = args.step.map(|step| state_at(&script, step, "--step")).transpose()?;
    let scenario = Some(Linked::of(&input.text));
    let (a, b) = (args.a.clone(), args.b.clone());
    let link = Link { scenario, step: args.step, in_b: false, a, b, embed: args.embed, state };
    writeln!(out, "{}#{}", args.base_url, link.write())?;
    Ok(Done::Well)
}

/// The link's scenario, after a comment for each of its settings.
fn read(out: &mut impl Write, link: &str) -> Result<Done, Failure> {
    let fragment = link.split_once('#').map_or(link, |(_, fragment)| fragment);
    let link = Link::read(fragment).map_err(|damaged| bad(&damaged.to_string()))?;
    let link = link.ok_or_else(|| bad("an empty link, expected `s=m4-sum-jlag` or the like"))?;
    let mut comments = String::new();
    let text = match &link.scenario {
        // After the comments a byte order mark would be in the middle of a text.
        Some(Linked::Text(text)) => text.trim_start_matches('\u{feff}'),
        Some(Linked::Gallery(key)) => {
            let expected = "expected a name from `eevdf-lab list scenarios`";
            let unknown = || bad(&format!("s={}, {expected}{}", quote(key), Entry::near(key)));
            let entry = Entry::from_key(key).ok_or_else(unknown)?;
            comments.push_str(&format!("# scenario {key} of the gallery\n"));
            entry.text
        }
        None => return Err(bad("a link without a scenario, expected s= or z=")),
    };
    let input = Input { name: "the link's text".to_string(), text: text.to_string() };
    let mut lanes = Vec::new();
    for (name, word) in [("a", &link.a), ("b", &link.b)] {
        let over = word.as_deref().map(|word| variant(&format!("--read: {name}="), word)).transpose()?;
        if name == "b" && over.is_none() {
            continue;
        }
        let script = script(&input, over.unwrap_or_default())?;
        let written = if word.is_none() { ", as written" } else { "" };
        comments.push_str(&format!("# lane {name}: {}{written}\n", variant_words(&script.variant)));
        lanes.push(script);
    }
    if link.embed {
        comments.push_str("# only the lane (embed=1)\n");
    }
    let mut done = Done::Well;
    if let Some(step) = link.step {
        let now = state_at(&lanes[usize::from(link.in_b)], step, "--read: step")?;
        comments.push_str(&format!("# step {step}{}", if link.in_b { " of lane b" } else { "" }));
        comments.push_str(&match link.state {
            Some(made) if made != now => {
                done = Done::Differs;
                format!("; its state was {} when the link was made and is `{now}` now\n", quote(&made))
            }
            Some(_) => "; its state is as when the link was made\n".to_string(),
            None => "\n".to_string(),
        });
    }
    write!(out, "{comments}{text}{}", if text.ends_with('\n') { "" } else { "\n" })?;
    Ok(done)
}

/// An address for `--base-url`: only what can be seen.
pub(super) fn address(text: &str) -> Result<String, String> {
    match text.chars().find(|c| c.is_whitespace() || is_invisible(*c)) {
        Some(c) => Err(format!("it has the character U+{:04X}, expected an address as https://example.org/lab/", c as u32)),
        None => Ok(text.to_string()),
    }
}

fn bad(why: &str) -> Failure {
    Failure::Input(format!("--read: {why}"))
}

/// What runs under a variant.
fn script(input: &Input, over: Override) -> Result<sim::Script, Failure> {
    let mut told = Vec::new();
    let scenario = input::read(input, over, &mut told)?;
    complain(&told.concat());
    Ok(scenario.script)
}

/// What the state after that many steps looks like.
fn state_at(script: &sim::Script, step: usize, option: &str) -> Result<String, Failure> {
    let recording = sim::run(script);
    match step {
        1.. if step <= recording.len() => Ok(fingerprint(&recording.state(step - 1))),
        _ => Err(Failure::Input(format!("{option} {step}: expected a step from 1 to {}", recording.len()))),
    }
}
