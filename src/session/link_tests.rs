//! Links: what a session shows comes back from its link, whoever opens it and whatever they have; and what is said where it can not.

use super::link::Followed;
use super::*;
use crate::io::link::{Link, Linked};
use crate::kernels::{FeatureFlag, Patch};
use crate::scenario::Entry;
use variant::effective;

/// Not computed at once.
const LONG: &str = "kernel v7.2\ntask A : loop { run 1ms; sleep 1ms }\ntask B : loop { run 3ms; sleep 1ms }\nat 30s end\n";

fn fresh() -> Session {
    Session::new(Saved::default(), 1)
}

fn open(key: &str) -> Session {
    let mut session = fresh();
    session.update(Msg::Open(Source::Gallery(key.to_string())));
    wait(&mut session);
    session
}

fn type_text(session: &mut Session, text: &str) {
    session.update(Msg::Edit(text.to_string()));
    session.update(Msg::Check);
}

fn follow(session: &mut Session, fragment: &str) {
    session.update(Msg::Follow(Followed { fragment: fragment.to_string(), source: None }));
}

fn at_once(entry: &Entry) -> bool {
    !pending::is_long(&parse(entry.text).scenario.script)
}

/// Somebody who has never been here opens the link.
fn opened(fragment: &str) -> Session {
    let mut session = fresh();
    follow(&mut session, fragment);
    wait(&mut session);
    session
}

fn wait(session: &mut Session) {
    while session.progress().is_some() {
        session.update(Msg::Compute(1 << 16));
    }
}

/// What the other one says of a link, as one text.
fn said(fragment: &str) -> String {
    opened(fragment).notices().join("\n")
}

fn status(session: &Session) -> String {
    match session.comparison() {
        Some(comparison) => status::row(comparison, session.row()),
        None => status::line(session.lane(), session.cursor()),
    }
}

#[track_caller]
fn same(a: &Session, b: &Session) {
    assert_eq!(b.notices(), [] as [String; 0]);
    assert_eq!((status(a), a.lane().text.as_str()), (status(b), b.lane().text.as_str()));
    for side in Side::ALL {
        assert_eq!(a.variant_of(side), b.variant_of(side));
    }
    assert_eq!(a.link(), b.link());
}

#[test]
fn every_scenario_of_the_gallery_comes_back_at_its_last_step() {
    for entry in GALLERY {
        let mut session = fresh();
        session.update(Msg::Open(Source::Gallery(entry.key.to_string())));
        let key = Some(Linked::Gallery(entry.key.to_string()));
        assert_eq!(session.link().scenario, key);
        if session.progress().is_some() {
            // A long run: that it arrives is another test's.
            let mut other = fresh();
            follow(&mut other, &session.link().write());
            assert_eq!((other.source(), other.notices().len()), (session.source(), 0));
            continue;
        }
        session.update(Msg::Go(Go::Last));
        same(&session, &opened(&session.link().write()));
    }
}

#[test]
fn every_comparison_that_the_gallery_proposes_comes_back_at_its_first_difference() {
    for entry in GALLERY.iter().filter(|entry| entry.comparison().is_some() && at_once(entry)) {
        let mut session = open(entry.key);
        session.update(Msg::Compare(Compare::Start));
        let other = opened(&session.link().write());
        same(&session, &other);
        // A link without a step leads there too.
        let mut link = session.link();
        (link.step, link.in_b, link.state) = (None, false, None);
        assert_eq!(status(&opened(&link.write())), status(&session), "{}", entry.key);
    }
}

#[test]
fn a_link_written_by_hand_opens_both_lanes_at_its_step() {
    let session = opened("#s=k-m4-sum-jlag&step=7&a=v6.19-rc1&b=v6.19-rc1+sum-jlag");
    assert_eq!(session.source(), &Source::Gallery("k-m4-sum-jlag".to_string()));
    assert_eq!(session.cursor(), 6);
    let patches = |side| session.variant_of(side).patches.iter().map(|p| p.name).collect::<Vec<_>>();
    assert_eq!((patches(Side::A), patches(Side::B)), (vec![], vec!["sum-jlag"]));
    assert!(session.comparison().is_some() && session.notices().is_empty());
}

#[test]
fn what_is_chosen_over_the_text_comes_back() {
    let mut session = open("m4-sum-jlag");
    session.update(Msg::Variant(Choose::Feature(FeatureFlag::PlaceLag, false)));
    session.update(Msg::Variant(Choose::Patch(Patch::from_name("sum-jlag").expect("a patch"), false)));
    session.update(Msg::Go(Go::To(4)));
    let link = session.link();
    assert_eq!((link.a.as_deref(), link.step), (Some("ideal,NO_PLACE_LAG"), Some(5)));
    same(&session, &opened(&link.write()));
    // The same scenario as written: the choice goes again.
    let mut other = opened(&link.write());
    follow(&mut other, "s=m4-sum-jlag&step=5");
    assert_eq!(other.over(), Override::default());
}

#[test]
fn a_step_of_lane_b_alone_comes_back() {
    let mut found = 0;
    for entry in GALLERY.iter().filter(|entry| entry.comparison().is_some() && at_once(entry)) {
        let mut session = open(entry.key);
        session.update(Msg::Compare(Compare::Start));
        let comparison = session.comparison().expect("it is proposed").clone();
        let Some(row) = (0..comparison.len()).find(|row| comparison.pair(*row).a.is_none()) else { continue };
        session.update(Msg::Go(Go::Row(row)));
        assert!(session.link().in_b);
        same(&session, &opened(&session.link().write()));
        found += 1;
    }
    assert!(found > 0);
}

#[test]
fn a_scenario_of_ones_own_travels_as_text_and_is_nobody_elses_until_they_change_it() {
    let mut session = open("case-32");
    type_text(&mut session, "title Mine\ntask A\ntask B\nat 0 wake A\nat 1 wake B\n");
    session.update(Msg::Go(Go::To(2)));
    let fragment = session.link().write();
    assert!(fragment.contains("&z=") && fragment.len() < 200, "{fragment}");
    let mut other = opened(&fragment);
    same(&session, &other);
    assert_eq!(other.text(), session.text());
    assert_eq!(saved::copy_entries(&other), []);
    type_text(&mut other, "title Mine, changed\ntask A\nat 0 wake A\n");
    assert_eq!(saved::copy_entries(&other).len(), 1);
    // The sender who opens the own link has no second copy.
    follow(&mut session, &fragment);
    assert_eq!(session.library().copies().len(), 1);
}

#[test]
fn links_take_nothing_away_from_ones_own_scenarios() {
    let mut session = open("m4-sum-jlag");
    type_text(&mut session, "title Mine\ntask A\nat 0 wake A\n");
    let mine = session.source().clone();
    let yours = {
        let mut other = open("case-32");
        type_text(&mut other, "title Yours\ntask A\nat 0 wake A\n");
        other.link().write()
    };
    for fragment in [yours.as_str(), "s=m4-sum-jlag", "s=nothing", "z=????", "s=m4-sum-jlag&a=v9"] {
        follow(&mut session, fragment);
        assert_eq!(session.library().text(&mine), "title Mine\ntask A\nat 0 wake A\n");
        assert_eq!(saved::copy_entries(&session).len(), 1);
    }
}

#[test]
fn while_the_text_has_errors_the_link_holds_what_is_shown() {
    let mut session = open("m4-sum-jlag");
    type_text(&mut session, "title Mine\ntask A\nat 0 wake A\n");
    let good = session.link();
    type_text(&mut session, "title Mine\ntsak A\nat 0 wake A\n");
    assert!(session.has_errors());
    assert_eq!(session.link(), good);
    // Back in one's own history the copy is opened as it is, errors and all, and nothing is said of the link.
    let source = Some(session.source().clone());
    session.update(Msg::Open(Source::Gallery("case-32".to_string())));
    session.update(Msg::Follow(Followed { fragment: good.write(), source }));
    assert!(session.has_errors() && session.text().contains("tsak"));
    assert_eq!(session.notices(), [] as [String; 0]);
}

#[test]
fn a_damaged_link_says_where_and_changes_nothing() {
    let mut session = open("case-32");
    session.update(Msg::Go(Go::To(1)));
    let before = session.link();
    for (fragment, found) in [
        ("#nonsense", "character 1 of the link: `nonsense`; expected key=value."),
        ("#s=case-32&step=x", "character 16 of the link: step=`x`; expected the number of a step, from 1."),
        ("#s=case-33x", "s=`case-33x`; expected the key of a scenario in the gallery (did you mean `case-32`?)."),
        (
            "#z=AAAA",
            "character 3 of the link: compressed text that is damaged or cut off; expected the whole link as it was made.",
        ),
    ] {
        follow(&mut session, fragment);
        assert_eq!(session.notices(), [format!("This link cannot be followed: {found}")]);
        assert_eq!(session.link(), before);
    }
    session.update(Msg::Dismiss);
    assert_eq!(session.notices(), [] as [String; 0]);
    assert_eq!(opened("#nonsense").source(), fresh().source());
}

#[test]
fn a_variant_with_a_mistake_is_told_and_the_scenario_opened_as_written() {
    let session = opened("s=case-32&step=2&a=v9&b=v7.2+sum-jlag");
    assert_eq!(session.source(), &Source::Gallery("case-32".to_string()));
    assert_eq!((session.over(), session.over_b(), session.cursor()), (Override::default(), None, 1));
    let [a, b] = session.notices() else { panic!("{:?}", session.notices()) };
    assert!(a.starts_with("In this link, a=`v9`, character 1: unknown kernel `v9`"), "{a}");
    assert!(b.contains("character 6: the patch sum-jlag does not fit v7.2; expected kernel ideal or v6.19-rc1."), "{b}");
    assert_eq!(opened("s=case-32&step=2&lane=b&b=v9").notices().len(), 1);
    let word = format!("v7.2{}", ",PLACE_LAG,NO_PLACE_LAG".repeat(50_000));
    assert_eq!(said(&format!("s=case-32&b={word}")), "In this link, b= has 1150004 bytes; expected a variant of at most 1000.");
}

#[test]
fn a_step_beyond_the_end_is_told_and_the_last_one_shown() {
    let session = opened("s=m4-sum-jlag&step=99");
    assert_eq!(session.notices(), ["This link leads to step 99, but the run has 21 steps, of which the last is shown."]);
    assert_eq!(session.cursor(), 20);
    assert_eq!(said("s=m4-sum-jlag&step=21"), "");
    assert_eq!(said("step=3&lane=b"), "This link leads to step 3 of lane B, and there is no lane B.");
}

#[test]
fn another_state_than_the_links_is_told_with_both() {
    let mut session = fresh();
    session.update(Msg::Go(Go::To(6)));
    let link = session.link();
    let now = link.state.clone().expect("every step has one");
    let session = opened(&Link { state: Some("0123456789".to_string()), ..link.clone() }.write());
    assert_eq!(
        session.notices(),
        [format!(
            "The model has changed since this link was made, or the scenario in the gallery: the state of step 7 was `0123456789`, \
             now it is `{now}`."
        )]
    );
    assert_eq!(session.cursor(), 6);
    assert_eq!(said(&link.write()), "");
}

#[test]
fn a_text_that_cannot_be_run_is_told_with_its_first_error() {
    let text = |text: &str| Link { scenario: Some(Linked::Text(text.to_string())), ..Link::default() };
    let session = opened(&Link { step: Some(50), ..text("title Yours\ntsak A\n") }.write());
    let start = "The scenario of this link cannot be run as it stands, so another run is shown. 2:1: unknown";
    assert!(session.notices()[0].starts_with(start) && session.notices().len() == 1, "{:?}", session.notices());
    assert_eq!(session.text().as_str(), "title Yours\ntsak A\n");
    // It is kept nowhere else, so it stays in the link.
    let mut session = session;
    session.update(Msg::Go(Go::Forward));
    assert_eq!(session.link().scenario, text("title Yours\ntsak A\n").scenario);
    assert_eq!(opened(&session.link().write()).text(), session.text());
    let thirds = "kernel ideal\ntask A slice=40/3\nat 0 wake A\n";
    let link = Link { b: Some("v7.2".to_string()), ..text(thirds) };
    // Which is also why nothing can be shown of lane B.
    for link in [Link { step: Some(1), in_b: true, ..link.clone() }, link] {
        let session = opened(&link.write());
        let [notice] = session.notices() else { panic!("{:?}", session.notices()) };
        assert!(notice.starts_with("The scenario of this link cannot be run under lane B's variant. "), "{notice}");
    }
}

#[test]
fn a_long_run_is_computed_before_the_step_is_looked_at() {
    let mut session = fresh();
    type_text(&mut session, LONG);
    wait(&mut session);
    session.update(Msg::Go(Go::To(30_000)));
    let link = session.link();
    assert!(link.state.is_some() && link.step == Some(30_001));
    let mut other = fresh();
    follow(&mut other, &link.write());
    assert!(other.progress().is_some());
    // A link made of it before it is there says the same.
    assert_eq!(other.link(), link);
    wait(&mut other);
    same(&session, &other);
    let other = opened(&Link { step: Some(10_000_000), ..link }.write());
    assert_eq!(other.notices().len(), 1);
    assert_eq!(other.cursor(), other.lane().recording.len() - 1);
}

#[test]
fn nobody_is_led_anywhere_once_something_else_is_asked_for() {
    let place_lag = Choose::Feature(FeatureFlag::PlaceLag, false);
    let asked = [
        vec![Msg::Variant(place_lag)],
        vec![Msg::Compare(Compare::Choose(place_lag))],
        vec![Msg::Edit(LONG.replace("3ms", "4ms")), Msg::Check],
        vec![Msg::Edit("task A\nat 0 wake A\n".to_string()), Msg::Check, Msg::Edit(LONG.to_string()), Msg::Check],
    ];
    let scenario = Some(Linked::Text(LONG.to_string()));
    let link = Link { scenario, step: Some(30_001), state: Some("0123456789".to_string()), ..Link::default() };
    for messages in asked {
        let mut session = fresh();
        follow(&mut session, &link.write());
        assert_eq!(session.link(), link);
        for message in messages.clone() {
            session.update(message);
        }
        assert!(session.progress().is_some());
        assert_eq!((session.link().step, session.link().state), (None, None), "{messages:?}");
        wait(&mut session);
        assert_eq!(session.notices(), [] as [String; 0], "{messages:?}");
        assert_ne!(session.cursor(), 30_000, "{messages:?}");
    }
    // What changes only how lane B is shown asks for nothing else.
    let mut session = fresh();
    follow(&mut session, &link.write());
    session.update(Msg::Compare(Compare::Stacked(true)));
    wait(&mut session);
    assert_eq!((session.cursor(), session.notices().len()), (30_000, 1));
}

#[test]
fn the_browsers_history_leads_back_to_a_copy_as_it_is_now() {
    let mut session = open("case-32");
    type_text(&mut session, "title Mine\ntask A\ntask B\nat 0 wake A\nat 1 wake B\n");
    let (fragment, mine) = (session.link().write(), session.source().clone());
    type_text(&mut session, "title Mine\ntask A\nat 0 wake A\n");
    session.update(Msg::Open(Source::Gallery("case-32".to_string())));
    session.update(Msg::Follow(Followed { fragment: fragment.clone(), source: Some(mine.clone()) }));
    assert_eq!(session.source(), &mine);
    assert_eq!(session.text().as_str(), "title Mine\ntask A\nat 0 wake A\n");
    assert_eq!(session.library().copies().len(), 1);
    // Once the copy is deleted the text in the link is all there is.
    session.update(Msg::Delete(2));
    let Source::Copy(id) = mine else { panic!("a copy was made") };
    session.update(Msg::Delete(id));
    session.update(Msg::Follow(Followed { fragment, source: Some(Source::Copy(id)) }));
    assert!(session.text().contains("task B"));
}

#[test]
fn only_what_a_link_names_changes_when_it_names_no_scenario() {
    let mut session = open("k-v-backward");
    session.update(Msg::Compare(Compare::Start));
    let (a, b) = (session.variant_of(Side::A), session.variant_of(Side::B));
    follow(&mut session, "step=3");
    assert_eq!((session.cursor(), session.variant_of(Side::A), session.variant_of(Side::B)), (2, a, b));
    assert_eq!(session.source(), &Source::Gallery("k-v-backward".to_string()));
}

#[test]
fn no_link_is_too_long_for_a_text_that_is_not() {
    let mut word = 1u64;
    let mut noise = String::new();
    while noise.len() < crate::scenario::limits::MAX_TEXT {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        noise.push(char::from(32 + (word >> 33) as u8 % 95));
    }
    let fragment = Link { scenario: Some(Linked::Text(noise)), ..Link::default() }.write();
    assert!(fragment.len() < crate::io::link::MAX_FRAGMENT, "{}", fragment.len());
}

#[test]
fn the_word_for_every_variant_of_the_gallery_leads_to_the_same_rules() {
    for entry in GALLERY {
        let written = parse(entry.text).scenario.script.variant;
        let word = crate::scenario::spec(&written, &Override::default());
        let over = crate::scenario::parse_spec(&word).expect("it was written so");
        assert_eq!(effective(&written, &variant::normalised(&written, over)), written, "{}", entry.key);
        assert_eq!(Entry::from_text(entry.text).map(|e| e.text), Some(entry.text));
    }
}
