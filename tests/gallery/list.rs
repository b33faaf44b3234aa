//! The list itself: groups one after the other, nothing left out.

use eevdf_lab::scenario::{GALLERY, Group};

#[test]
fn the_groups_stand_one_after_the_other_and_hold_all_entries() {
    let by_group: Vec<&str> = Group::ALL.iter().flat_map(|group| group.entries()).map(|entry| entry.key).collect();
    let all: Vec<&str> = GALLERY.iter().map(|entry| entry.key).collect();
    assert_eq!(by_group, all);
    for group in Group::ALL {
        assert!(group.entries().count() >= 3, "{}", group.title());
    }
}

#[test]
fn titles_tell_entries_and_groups_apart() {
    let mut titles: Vec<&str> = GALLERY.iter().map(|entry| entry.title).chain(Group::ALL.map(Group::title)).collect();
    let count = titles.len();
    titles.sort_unstable();
    titles.dedup();
    assert_eq!(titles.len(), count);
    let longest = titles.iter().map(|title| title.chars().count()).max();
    assert!(longest <= Some(62), "a list of titles has to fit a narrow page: {longest:?}");
}
