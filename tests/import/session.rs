//! The captures beside the project through the page's session, where they are present: each ends opened without errors, or with a reason.

use crate::real_files::{files, folder};
use eevdf_lab::session::import::{Bring, View};
use eevdf_lab::session::saved::Saved;
use eevdf_lab::session::{Msg, Session};

fn bring(session: &mut Session, id: u64, bytes: &[u8]) {
    session.update(Msg::Import(Bring::Begin { id, name: "a file".to_string(), bytes: bytes.len() as u64 }));
    for piece in bytes.chunks(1 << 16) {
        session.update(Msg::Import(Bring::Piece(id, piece.to_vec())));
    }
    session.update(Msg::Import(Bring::End(id)));
    work(session);
}

fn work(session: &mut Session) {
    while session.intake().is_some_and(|intake| intake.phase().is_some()) {
        session.update(Msg::Import(Bring::Work(1000)));
    }
}

#[test]
fn every_capture_is_opened_or_refused_with_its_reason() {
    let Some(folder) = folder("") else { return };
    let mut opened = 0;
    for (id, file) in (1..).zip(files(&folder)) {
        let name = file.display();
        let mut session = Session::new(Saved::default(), 1);
        bring(&mut session, id, &std::fs::read(&file).unwrap());
        if let View::Choose(offers) = session.intake_view() {
            assert!(offers.len() > 1, "{name}");
            session.update(Msg::Import(Bring::Pick(offers.iter().position(|o| o.can).unwrap())));
            work(&mut session);
        }
        if let View::Ask { questions, .. } = session.intake_view() {
            assert!(questions.iter().any(|q| q.open), "{name}");
            session.update(Msg::Import(Bring::Read));
            work(&mut session);
        }
        match session.intake_view() {
            View::Empty => {
                let report = session.report().unwrap_or_else(|| panic!("{name}: nothing was said"));
                let is_own = report.what.starts_with("a scenario");
                assert!(is_own || !session.has_errors(), "{name}: {:?}", session.diagnostics());
                assert!(!report.found.is_empty(), "{name}");
                opened += 1;
            }
            View::Failed { failure, .. } => assert!(!failure.why.what.is_empty(), "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(opened >= 30, "{opened}");
}

/// Case 51: V as printed, and the letters of all six tasks on the queue.
#[test]
fn the_first_6_12_dump_opens_at_its_v_with_six_letters_that_agree() {
    let Some(folder) = folder("real-kernel") else { return };
    let mut session = Session::new(Saved::default(), 1);
    bring(&mut session, 1, &std::fs::read(folder.join("v6.12-1cpu/sched_debug_1.txt")).unwrap());
    let report = session.report().expect("it is opened");
    assert_eq!(report.letters(), (6, 6));
    assert!(report.found.iter().any(|s| s == "V of the rows is 2351.252302 ms, as .avg_vruntime prints it."));
    assert_eq!(session.lane().recording.state(0).queue.avg_vruntime.to_i64(), Some(2_351_252_302));
}
