//! `link`: both lanes and the frame in a link, and what a link says.

#[path = "common/program.rs"]
mod program;

use expect_test::{Expect, expect};
use program::{eevdf_lab, text};

fn prints(args: &[&str], status: i32) -> String {
    let output = eevdf_lab(args, "");
    assert_eq!((text(output.stderr), output.status.code()), (String::new(), Some(status)), "{args:?}");
    text(output.stdout)
}

fn refuses(args: &[&str], expected: Expect) {
    let output = eevdf_lab(args, "");
    assert_eq!((text(output.stdout), output.status.code()), (String::new(), Some(2)), "{args:?}");
    expected.assert_eq(&text(output.stderr));
}

#[test]
fn a_link_takes_both_variants_and_the_frame() {
    let args = [
        "link",
        "k-v-backward",
        "--a",
        "tip-2026-03",
        "--b",
        "tip-2026-03+lag-floor",
        "--embed",
        "--base-url",
        "https://example.org/",
    ];
    expect![[r#"
        https://example.org/#v=1&s=k-v-backward&a=tip-2026-03&b=tip-2026-03+lag-floor&embed=1
    "#]]
    .assert_eq(&prints(&args, 0));
    refuses(
        &["link", "k-v-backward", "--b", "v7.2+lag-floor"],
        expect![[r#"
        --b `v7.2+lag-floor`: the patch lag-floor does not fit v7.2; expected kernel tip-2026-03
    "#]],
    );
}

#[test]
fn what_a_link_says_is_a_scenario_with_its_settings_in_comments() {
    let link = prints(&["link", "k-v-backward", "--a", "tip-2026-03", "--b", "tip-2026-03+lag-floor", "--step", "7"], 0);
    let said = prints(&["link", "--read", link.trim_end()], 0);
    let (comments, scenario): (Vec<&str>, Vec<&str>) = said.lines().partition(|line| line.starts_with("# "));
    assert_eq!(
        comments[..4],
        [
            "# scenario k-v-backward of the gallery",
            "# lane a: tip-2026-03, kernel arithmetic",
            "# lane b: tip-2026-03 + lag-floor, kernel arithmetic",
            "# step 7; its state is as when the link was made",
        ]
    );
    assert!(scenario.iter().any(|line| line.starts_with("kernel ")));
    let changed = link.trim_end().replace("state=", "state=0");
    assert!(prints(&["link", "--read", &changed], 1).contains("\n# step 7; its state was `0"));
}

#[test]
fn damage_is_told_with_its_place() {
    refuses(
        &["link", "--read", "https://example.org/#s=case-32&step=0"],
        expect![[r#"
        --read: character 16 of the link: step=`0`; expected the number of a step, from 1
    "#]],
    );
    refuses(
        &["link", "--read", "s=case-3"],
        expect![[r#"
        --read: s=`case-3`, expected a name from `eevdf-lab list scenarios` (did you mean `case-32`?)
    "#]],
    );
    refuses(
        &["link", "--read", "s=case-32&step=2&lane=b"],
        expect![[r#"
        --read: character 18 of the link: lane= without b=; expected the variant of lane B
    "#]],
    );
    refuses(
        &["link", "--read", "step=2"],
        expect![[r#"
        --read: a link without a scenario, expected s= or z=
    "#]],
    );
}

#[test]
fn a_terminal_obeys_nothing_in_a_link() {
    use eevdf_lab::io::link::{Link, Linked};
    let link = |text: &str| Link { scenario: Some(Linked::Text(text.to_string())), ..Link::default() }.write();
    refuses(
        &["link", "--read", &link("# \u{1b}[31mred\u{7}\ntask A # a\rb\nat 0 wake A # \u{202e}\n")],
        expect![[r#"
        the link's text:1:3: the invisible character U+001B; expected visible characters, blanks and tabs
        the link's text:2:11: the invisible character U+000D; expected visible characters, blanks and tabs
        the link's text:3:15: the invisible character U+202E; expected visible characters, blanks and tabs
    "#]],
    );
    // A mark at the start, line ends of any kind and tabs are no harm: the text comes as it is, but for the mark.
    let said = prints(&["link", "--read", &link("\u{feff}task\tA\r\nat 0 wake A\r\n")], 0);
    assert_eq!(said, "# lane a: ideal, exact arithmetic, as written\ntask\tA\r\nat 0 wake A\r\n");
}
