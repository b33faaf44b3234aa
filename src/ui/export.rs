//! The panel of what can be copied and saved: the step, the table and the run in several formats, and each chart as a picture.
//!
//! Owns its buttons. Must not know what stands in a format (that is `session::export`).

use super::clipboard::CopyButton;
use super::icons::{self, Icon};
use super::page::Page;
use super::panels::Disclosure;
use super::save::{save_png, save_text};
use crate::chart::{ChartKind, Theme};
use crate::session::Session;
use crate::session::choices::Panel;
use crate::session::export::{self, Format, PNG_SCALE};
use leptos::prelude::*;

/// The panel.
#[component]
pub fn ExportPanel() -> impl IntoView {
    let page = Page::get();
    let title = Signal::derive(|| "Copy and save".to_string());
    let of = page.memo(|s| s.comparison().is_some().then(|| s.state_of().name()));
    let charts = page.memo(export::charts);
    let command = page.memo(Session::command);
    let too_long = page.memo(export::is_too_long);
    view! {
        <Disclosure panel=Panel::Export id="export" title>
            {move || of.get().map(|lane| view! {
                <p class="hint">
                    {format!("The step is given of both lanes, everything else of lane {lane}; choose the other one under State of lane. Pictures show both.")}
                </p>
            })}
            <Show when=move || too_long.get()>
                <p class="hint">
                    "The run is long: the table is given around the cursor; the other formats come from the command line, "
                    <code>{move || format!("{} --format csv -o FILE", command.get())}</code>
                    "."
                </p>
            </Show>
            <div class="scroll" tabindex="0" role="region" aria-label="What can be copied and saved">
                <table class="exports">
                    <tbody>
                        {Format::ALL.into_iter().map(|format| view! { <TextRow format too_long/> }).collect_view()}
                        <tr>
                            <th scope="row">"All charts"</th>
                            <td>"with title and variant"</td>
                            <td><Pictures kinds=None/></td>
                        </tr>
                        {move || charts.get().into_iter().map(|kind| view! {
                            <tr>
                                <th scope="row">{format!("Chart: {}", export::chart_name(kind))}</th>
                                <td>"as zoomed, at the cursor"</td>
                                <td><Pictures kinds=Some(kind)/></td>
                            </tr>
                        }).collect_view()}
                    </tbody>
                </table>
            </div>
        </Disclosure>
    }
}

#[component]
fn TextRow(format: Format, too_long: Memo<bool>) -> impl IntoView {
    let page = Page::get();
    let text = move || page.now(|s| export::text(s, format)).unwrap_or_default();
    let save = move |_| {
        let name = page.now(|s| export::file_name(s, format.name(), format.extension()));
        save_text(&name, format.media_type(), &text());
    };
    let there = move || !format.is_whole() || !too_long.get();
    view! {
        <tr>
            <th scope="row">{format.name()}</th>
            <td>{format.about()}</td>
            <td>
                <Show when=there fallback=|| view! { "\u{2013}" }>
                    <CopyButton label="Copy" of=format.name() text=move |()| text()/>
                    <button type="button" class="button small" aria-label=format!("Save {} as .{}", format.name(), format.extension()) on:click=save>
                        <Icon of=icons::SAVE/>
                        <span class="text">{format!(".{}", format.extension())}</span>
                    </button>
                </Show>
            </td>
        </tr>
    }
}

/// The buttons that save charts: one, or all in one picture.
#[component]
fn Pictures(kinds: Option<ChartKind>) -> impl IntoView {
    let page = Page::get();
    let name = kinds.map_or("all charts", export::chart_name);
    let failed = RwSignal::new(false);
    let chosen = move |s: &Session| kinds.map_or_else(|| export::charts(s), |kind| vec![kind]);
    let theme = move || if page.dark.get_untracked() { Theme::dark() } else { Theme::light() };
    let svg = move |_| {
        page.now(|s| {
            let text = export::picture(s, &chosen(s), 1.0, |picture| picture.svg(&theme()));
            save_text(&export::file_name(s, kinds.map_or("charts", export::chart_name), "svg"), "image/svg+xml", &text);
        });
    };
    let png = move |_| {
        page.now(|s| {
            let file = export::file_name(s, kinds.map_or("charts", export::chart_name), "png");
            export::picture(s, &chosen(s), PNG_SCALE, |picture| {
                save_png(file, picture, &theme(), move |saved| failed.set(!saved));
            });
        });
    };
    view! {
        <button type="button" class="button small" aria-label=format!("Save {name} as SVG") on:click=svg>
            <Icon of=icons::SAVE/>
            <span class="text">".svg"</span>
        </button>
        <button type="button" class="button small" aria-label=format!("Save {name} as PNG") on:click=png>
            <Icon of=icons::SAVE/>
            <span class="text">".png"</span>
        </button>
        <span role="status">{move || failed.get().then_some("The browser has no canvas so large; take the SVG.")}</span>
    }
}
