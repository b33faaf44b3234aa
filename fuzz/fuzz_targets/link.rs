//! Any text as a link: what is read is written and read again, and a page that follows it shows something and keeps what it had.

#![no_main]

use eevdf_lab::io::link::Link;
use eevdf_lab::session::link::Followed;
use eevdf_lab::session::saved::{Saved, copy_entries};
use eevdf_lab::session::{Msg, Session};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // Bytes as a link's text, so that the fuzzer gets past the compression.
    let packed = Link { scenario: Some(eevdf_lab::io::link::Linked::Text(text.to_string())), ..Link::default() };
    let fragment = packed.write();
    assert_eq!(Link::read(&fragment), Ok(Some(packed)));
    let mut session = Session::new(Saved::default(), 1);
    let own = "title Own\ntask A\nat 0 wake A\n";
    session.update(Msg::Edit(own.to_string()));
    session.update(Msg::Check);
    for fragment in [fragment, text.to_string()] {
        session.update(Msg::Follow(Followed { fragment, source: None }));
        assert!(copy_entries(&session).iter().any(|(_, value)| value.contains("title Own")));
        let shown = session.link();
        assert_eq!(Link::read(&shown.write()), Ok(Some(shown)));
    }
    match Link::read(text) {
        Ok(Some(link)) => assert_eq!(Link::read(&link.write()), Ok(Some(link))),
        Ok(None) => {}
        Err(damaged) => {
            assert!(1 <= damaged.column && damaged.column <= text.chars().count() + 1, "{damaged}");
            assert_eq!(session.notices().len(), 1);
        }
    }
});
