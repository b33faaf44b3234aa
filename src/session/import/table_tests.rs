//! Tables that do not say everything, as stories: what is asked, and what answers make of them.

use super::question::About;
use super::tests::{answer, bring, fresh, send};
use super::{Bring, View};
use crate::session::Session;
use crate::session::saved::{self, Saved};

/// Two equal tasks; B brings a lag of 4 and is placed at V - 8 = V0-8, as inflated lag has it. The column `mean` is V, and its last cell
/// should be V0-4.
const MEAN: &str = "\
time | event   | W | v    | mean | lag
t    | A join- | 0 | NA   | V0   | 0
t    | A join+ | 1 | V0   | V0   | 0
t    | B join- | 1 | NA   | V0   | 4
t    | B join+ | 2 | V0-8 | V0-5 | 4
";

/// The same placed at V - 4 = V0-4, as plain lag has it: V is V0-2 and the lag 2, not 7.
const PLAIN: &str = "\
time | event   | W | v    | V    | lag
t    | A join- | 0 | NA   | V0   | 0
t    | A join+ | 1 | V0   | V0   | 0
t    | B join- | 1 | NA   | V0   | 4
t    | B join+ | 2 | V0-4 | V0-2 | 7
";

/// Nothing tells the weights.
const NO_WEIGHTS: &str = "\
time | event   | v    | lag
t    | A join- | NA   | 0
t    | A join+ | V0   | 0
t    | B join- | NA   | 4
t    | B join+ | V0-8 | 4
";

fn open_questions(session: &Session) -> Vec<(String, String)> {
    let View::Ask { questions, .. } = session.intake_view() else { panic!("nothing is asked: {:?}", session.intake_view()) };
    questions.into_iter().filter(|q| q.open).map(|q| (q.label, q.answer)).collect()
}

fn labels(session: &Session) -> Vec<String> {
    open_questions(session).into_iter().map(|(label, _)| label).collect()
}

/// Header, printed and computed of each cell that differs.
fn differences(session: &Session) -> Vec<[String; 3]> {
    let printed = session.lane().printed.as_ref().expect("a printed table");
    printed.differences.iter().map(|d| [d.heading.text.clone(), d.printed.clone(), d.computed.clone()]).collect()
}

#[test]
fn a_column_that_is_not_known_is_asked_about_and_then_checked_like_any_other() {
    let mut session = fresh();
    bring(&mut session, MEAN);
    assert_eq!(labels(&session), ["Column mean"]);
    answer(&mut session, &About::Column("mean".to_string()), "V");
    send(&mut session, Bring::Read);
    assert_eq!(session.intake_view(), View::Empty);
    assert_eq!(differences(&session), [["mean", "V0-5", "V0-4"]]);

    let entries: Vec<_> = saved::copy_entries(&session).into_iter().chain([saved::page_entry(&session)]).collect();
    assert_eq!(differences(&Session::new(Saved::read(&entries), 9)), [["mean", "V0-5", "V0-4"]], "after a reload, too");
}

#[test]
fn a_column_may_stay_unknown() {
    let mut session = fresh();
    bring(&mut session, MEAN);
    send(&mut session, Bring::Read);
    assert_eq!(differences(&session), [[""; 3]; 0]);
}

#[test]
fn where_no_rule_explains_every_cell_the_placement_is_asked_for() {
    let mut session = fresh();
    bring(&mut session, PLAIN);
    assert_eq!(open_questions(&session), [("Placement rule".to_string(), "plain-lag".to_string())]);
    send(&mut session, Bring::Read);
    assert_eq!(differences(&session), [["lag", "7", "2"]]);
    assert!(session.text().contains("patch plain-lag"), "{}", session.text());

    send(&mut session, Bring::Again);
    answer(&mut session, &About::Placement, "inflated");
    send(&mut session, Bring::Read);
    assert_eq!(differences(&session), [["v", "V0-4", "V0-8"], ["V", "V0-2", "V0-4"], ["lag", "7", "4"]]);
    let found = &session.report().unwrap().found;
    assert!(found.iter().any(|s| s == "Placement: inflated lag, as told."), "{found:#?}");
}

#[test]
fn weights_that_no_column_tells_are_asked_for_all_at_once() {
    let mut session = fresh();
    bring(&mut session, NO_WEIGHTS);
    assert_eq!(labels(&session), ["Weight of A", "Weight of B"]);
    let View::Ask { found, .. } = session.intake_view() else { panic!("asked") };
    assert!(found[0].contains("the weight of A is missing"), "{found:#?}");
    answer(&mut session, &About::Weight("A".to_string()), "1");
    answer(&mut session, &About::Weight("B".to_string()), "heavy");
    send(&mut session, Bring::Read);
    let View::Ask { questions, .. } = session.intake_view() else { panic!("still asked") };
    assert_eq!(questions.iter().filter_map(|q| q.problem.as_deref()).collect::<Vec<_>>(), ["expected a number above 0"]);
    answer(&mut session, &About::Weight("B".to_string()), "1");
    send(&mut session, Bring::Read);
    assert_eq!(differences(&session), [[""; 3]; 0]);
    assert!(session.text().contains("task B weight=1 lag=4"), "{}", session.text());
    // What could not be asked before the weights were known can be answered now.
    send(&mut session, Bring::Again);
    answer(&mut session, &About::Placement, "plain-lag");
    send(&mut session, Bring::Read);
    assert!(session.text().contains("patch plain-lag"), "{}", session.text());
}
