//! `link`: a scenario as a link to the page, and what a link says.

use super::input::{self, Input};
use super::{Done, Failure, LinkArgs, complain, place};
use crate::io::fingerprint::fingerprint;
use crate::io::link::{Link, Linked, shown};
use crate::scenario::{Diagnostic, Entry, Override, parse_as, parse_spec, variant_words};
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
    let Input { name, text } = input::scenario(scenario)?;
    let a = args.a.as_deref().map(|word| variant("--a", word)).transpose()?.unwrap_or_default();
    let script = script(&name, &text, &a)?;
    if let Some(word) = &args.b {
        self::script(&name, &text, &variant("--b", word)?)?;
    }
    let state = args.step.map(|step| state_at(&script, step, "--step")).transpose()?;
    let scenario = Some(Linked::of(&text));
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
        Some(Linked::Text(text)) => text.as_str(),
        Some(Linked::Gallery(key)) => {
            let expected = "expected a name from `eevdf-lab list scenarios`";
            let unknown = || bad(&format!("s={}, {expected}{}", shown(key), Entry::near(key)));
            let entry = Entry::from_key(key).ok_or_else(unknown)?;
            comments.push_str(&format!("# scenario {key} of the gallery\n"));
            entry.text
        }
        None => return Err(bad("a link without a scenario, expected s= or z=")),
    };
    let mut lanes = Vec::new();
    for (name, word) in [("a", &link.a), ("b", &link.b)] {
        let over = word.as_deref().map(|word| variant(&format!("--read: {name}="), word)).transpose()?;
        if name == "b" && over.is_none() {
            continue;
        }
        let script = script("the link's text", text, &over.unwrap_or_default())?;
        let written = if word.is_none() { ", as written" } else { "" };
        comments.push_str(&format!("# lane {name}: {}{written}\n", variant_words(&script.variant)));
        lanes.push(script);
    }
    if link.embed {
        comments.push_str("# only the lane (embed=1)\n");
    }
    let mut done = Done::Well;
    if let Some(step) = link.step {
        let script = lanes.get(usize::from(link.in_b));
        let script = script.ok_or_else(|| bad("lane=b without b=, expected the variant of lane B"))?;
        let now = state_at(script, step, "--read: step")?;
        comments.push_str(&format!("# step {step}{}", if link.in_b { " of lane b" } else { "" }));
        comments.push_str(&match link.state {
            Some(made) if made != now => {
                done = Done::Differs;
                format!("; its state was {} when the link was made and is `{now}` now\n", shown(&made))
            }
            Some(_) => "; its state is as when the link was made\n".to_string(),
            None => "\n".to_string(),
        });
    }
    // A link may come from anybody; a terminal must not obey it.
    let tame = |c: char| if c.is_control() && !"\n\r\t".contains(c) { c.escape_default().to_string() } else { c.to_string() };
    let text: String = text.chars().map(tame).collect();
    write!(out, "{comments}{text}{}", if text.ends_with('\n') { "" } else { "\n" })?;
    Ok(done)
}

fn bad(why: &str) -> Failure {
    Failure::Input(format!("--read: {why}"))
}

fn variant(option: &str, word: &str) -> Result<Override, Failure> {
    parse_spec(word).map_err(|wrong| Failure::Input(format!("{option} {}: {}", shown(word), wrong.text())))
}

/// What runs under a variant.
fn script(name: &str, text: &str, over: &Override) -> Result<sim::Script, Failure> {
    let parsed = parse_as(text, over);
    let said: String = parsed.diagnostics.iter().map(|d: &Diagnostic| place(name, d)).collect();
    if !parsed.is_ok() {
        return Err(Failure::Input(said));
    }
    if !said.is_empty() {
        complain(&said);
    }
    Ok(parsed.scenario.script)
}

/// What the state after that many steps looks like.
fn state_at(script: &sim::Script, step: usize, option: &str) -> Result<String, Failure> {
    let recording = sim::run(script);
    match step {
        1.. if step <= recording.len() => Ok(fingerprint(&recording.state(step - 1))),
        _ => Err(Failure::Input(format!("{option} {step}: expected a step from 1 to {}", recording.len()))),
    }
}
