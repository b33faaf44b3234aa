//! Links: what is written is read again, a person can write them, and what is damaged says where.

use eevdf_lab::io::fingerprint::fingerprint;
use eevdf_lab::io::link::{Link, Linked, MAX_FRAGMENT};
use eevdf_lab::scenario::{GALLERY, parse};
use eevdf_lab::sim::run;
use expect_test::{Expect, expect};
use proptest::prelude::*;

fn read(fragment: &str) -> Link {
    Link::read(fragment).unwrap_or_else(|damaged| panic!("{damaged}")).expect("a link")
}

fn text_link(text: &str) -> Link {
    Link { scenario: Some(Linked::Text(text.to_string())), ..Link::default() }
}

#[test]
fn a_person_can_write_one() {
    let link = read("#s=m4-sum-jlag&step=7&a=v6.19-rc1&b=v6.19-rc1+sum-jlag");
    let expected = Link {
        scenario: Some(Linked::Gallery("m4-sum-jlag".to_string())),
        step: Some(7),
        a: Some("v6.19-rc1".to_string()),
        b: Some("v6.19-rc1+sum-jlag".to_string()),
        ..Link::default()
    };
    assert_eq!(link, expected);
    assert_eq!(link.write(), "v=1&s=m4-sum-jlag&step=7&a=v6.19-rc1&b=v6.19-rc1+sum-jlag");
}

#[test]
fn every_scenario_of_the_gallery_comes_back_as_text() {
    for entry in GALLERY {
        let link = text_link(entry.text);
        assert_eq!(read(&link.write()), link, "{}", entry.key);
    }
}

#[test]
fn thirty_events_fit_a_line_of_a_mail() {
    let mut text =
        "title Thirty events\nkernel v6.19-rc1\npatch sum-jlag\nunit 1ms\ntask A nice=5\ntask B lag=3.25\ntask C slice=2.8ms\n"
            .to_string();
    for i in 0..30 {
        let event = ["wake A", "sleep @curr", "wake B sync", "nice C -3", "tick", "yield"][i % 6];
        text.push_str(&format!("at {}.{}7ms {event}\n", i, i * 7 % 10));
    }
    assert!(parse(&text).is_ok());
    let link = Link { step: Some(17), b: Some("v6.19-rc1+sum-jlag,NO_RUN_TO_PARITY".to_string()), ..text_link(&text) };
    let length = link.write().len();
    assert!(length < 2000, "{length}");
    assert_eq!(read(&link.write()), link);
}

#[test]
fn no_fragment_is_no_link() {
    assert_eq!(Link::read(""), Ok(None));
    assert_eq!(Link::read("#"), Ok(None));
}

#[track_caller]
fn refuses(fragment: &str, expected: Expect) {
    let damaged = Link::read(fragment).expect_err("a damaged link");
    expected.assert_eq(&damaged.to_string());
}

#[test]
fn what_is_damaged_says_where() {
    refuses("m4-sum-jlag", expect!["character 1 of the link: `m4-sum-jlag`; expected key=value"]);
    refuses(
        "s=a&setp=7",
        expect!["character 5 of the link: the key `setp`; expected one of v, s, z, step, lane, a, b, state, embed"],
    );
    refuses("s=a&step=0", expect!["character 10 of the link: step=`0`; expected the number of a step, from 1"]);
    refuses("s=a&step=7&step=8", expect!["character 12 of the link: `step`= for the second time; expected each key once"]);
    refuses("s=a&z=b", expect!["character 5 of the link: a second scenario; expected one of s= and z="]);
    refuses("v=2&s=a", expect!["character 3 of the link: v=`2`; expected a version from 1 to 1: a newer page may read it"]);
    refuses("s=%ff", expect!["character 3 of the link: s=`%ff`; expected percent-encoded UTF-8"]);
    refuses("embed=yes&s=a", expect!["character 7 of the link: embed=`yes`; expected 0 or 1"]);
    refuses("z=ab!c", expect!["character 5 of the link: `!`; expected compressed text in letters, digits, - and _"]);
    refuses(
        &format!("s=<script>alert(1)</script>&{}=1", "\u{7}".repeat(3)),
        expect![[
            r"character 29 of the link: the key `\u{7}\u{7}\u{7}`; expected one of v, s, z, step, lane, a, b, state, embed"
        ]],
    );
    refuses(
        "s=a&state=b",
        expect!["character 5 of the link: state= without step=; expected the number of the step with this state"],
    );
    refuses(
        "s=a&lane=b&b=v7.2",
        expect!["character 5 of the link: lane= without step=; expected the number of a step of this lane"],
    );
    refuses("s=a&step=2&lane=b", expect!["character 12 of the link: lane= without b=; expected the variant of lane B"]);
    let adds = Link { step: Some(2), in_b: true, ..Link::default() };
    assert_eq!(read("step=2&lane=b"), adds, "a link without a scenario adds to what is open");
    let whole = text_link(GALLERY[0].text).write();
    let length = whole.len();
    let beyond = Link::read(&format!("{whole}AAAA")).expect_err("bytes that belong to nothing");
    assert!((length - 1..=length + 1).contains(&beyond.column), "{} of {length}", beyond.column);
    assert_eq!(
        (beyond.found.as_str(), beyond.expected.as_str()),
        ("3 bytes after the end of the compressed text", "the whole link as it was made")
    );
    refuses(
        &whole[..whole.len() / 2],
        expect!["character 7 of the link: compressed text that is damaged or cut off; expected the whole link as it was made"],
    );
}

#[test]
fn what_is_too_large_is_not_unpacked() {
    // 64 MiB of zeros fit a fragment.
    let bomb = text_link(&"\0".repeat(64 << 20)).write();
    assert!(bomb.len() < MAX_FRAGMENT);
    refuses(
        &bomb,
        expect!["character 7 of the link: a text of more than 1048576 bytes; expected a scenario of at most 1048576 bytes"],
    );
    refuses(&"a=b&".repeat(MAX_FRAGMENT), expect!["character 1 of the link: 8388608 bytes; expected at most 2097152 bytes"]);
}

#[test]
fn another_state_has_another_fingerprint() {
    let recording = run(&parse(GALLERY[0].text).scenario.script);
    let mut prints: Vec<String> = recording.states().map(|step| fingerprint(&step)).collect();
    assert!(prints.iter().all(|print| print.len() == 10));
    // Previews show what the step before them shows where no time passed, and differ in nothing that a state is.
    prints.sort_unstable();
    prints.dedup();
    assert!(prints.len() * 2 > recording.len(), "{} of {}", prints.len(), recording.len());
    let mut changed = recording.state(3);
    let before = fingerprint(&changed);
    changed.tasks[1].vlag = &changed.tasks[1].vlag + &eevdf_lab::model::num::Num::from(1);
    assert_ne!(fingerprint(&changed), before);
}

proptest! {
    #[test]
    fn any_text_comes_back(text in ".{0,400}", step in 1usize..1_000_000, a in "[a-z0-9.+,_-]{0,40}", embed: bool) {
        let link = Link { step: Some(step), a: Some(a), embed, ..text_link(&text) };
        prop_assert_eq!(read(&link.write()), link);
    }

    #[test]
    fn no_fragment_is_too_wild(fragment in ".{0,200}") {
        let _read = Link::read(&fragment);
    }

    #[test]
    fn a_broken_one_never_panics(at in 0usize..400, byte in 0u8..128) {
        let mut link = text_link(GALLERY[3].text).write().into_bytes();
        let at = at % link.len();
        link[at] = byte;
        let _read = Link::read(&String::from_utf8(link).expect("ASCII"));
    }
}
