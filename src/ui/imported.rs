//! The panel with what an import said of the open scenario, and the way to the picks in which a trace and the model differ.

use super::icons::{self, Icon};
use super::page::{Page, Shared};
use super::panels::Disclosure;
use super::paste::Remarks;
use crate::session::Msg;
use crate::session::choices::Panel;
use crate::session::cursor::Go;
use crate::session::import::Bring;
use crate::session::import::report::{KernelShare, Report, RowCheck};
use leptos::prelude::*;

/// The panel; there is one only where the scenario came from an import.
#[component]
pub fn ImportedPanel() -> impl IntoView {
    let page = Page::get();
    let report = page.memo(|s| s.report().cloned().map(Shared));
    let there = Memo::new(move |_| report.with(Option::is_some));
    let again = page.memo(|s| s.can_read_again());
    let title = Signal::derive(move || {
        let remarks = report.with(|r| r.as_ref().map_or(0, |r| r.said.len() + r.more));
        match remarks {
            0 => "What the import found".to_string(),
            1 => "What the import found, 1 remark".to_string(),
            n => format!("What the import found, {n} remarks"),
        }
    });
    view! {
        <Show when=move || there.get()>
            <Disclosure panel=Panel::Import id="imported" title>
                {move || report.get().map(|report| body(&report))}
                <Show when=move || again.get()>
                    <p>
                        <button type="button" class="button small" on:click=move |_| page.send(Msg::Import(Bring::Again))>
                            "Read it otherwise"
                        </button>
                    </p>
                </Show>
            </Disclosure>
        </Show>
    }
}

fn body(report: &Report) -> impl IntoView + use<> {
    let letters = report.letters();
    view! {
        <p class="what">{report.what.clone()}</p>
        <ul class="found">{report.found.iter().map(|s| view! { <li>{s.clone()}</li> }).collect_view()}</ul>
        {(!report.shares.is_empty()).then(|| shares(&report.shares))}
        {(!report.rows.is_empty()).then(|| rows(&report.rows, report.more_rows, letters))}
        <Remarks said=report.said.clone() more=report.more/>
    }
}

fn shares(shares: &[KernelShare]) -> impl IntoView + use<> {
    let row = |share: &KernelShare| {
        let name = if share.named { format!("{} (shown)", share.kernel) } else { share.kernel.clone() };
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td class="num">{format!("{} of {}", share.same, share.all)}</td>
                <td class="num">{share.percent()}</td>
                <td class="num">{share.stays.to_string()}</td>
                <td class="num">{share.other.to_string()}</td>
                <td class="num">{format!("{} of {}", share.settled.1, share.settled.0)}</td>
            </tr>
        }
    };
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label="Picks of the trace and of the model">
            <table class="orders">
                <caption class="hint">
                    "Picks for which each kernel's model would have chosen the same task. Goes on: it would have let the running task run on. \
                     Settled: those that the unknown state before the trace can not have decided alone."
                </caption>
                <thead>
                    <tr>
                        <th scope="col">"kernel"</th>
                        <th scope="col" class="num">"same pick"</th>
                        <th scope="col" class="num">"share"</th>
                        <th scope="col" class="num">"goes on"</th>
                        <th scope="col" class="num">"another"</th>
                        <th scope="col" class="num">"settled"</th>
                    </tr>
                </thead>
                <tbody>{shares.iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
}

fn rows(rows: &[RowCheck], more: usize, (agree, all): (usize, usize)) -> impl IntoView + use<> {
    let row = |row: &RowCheck| {
        let agrees = row.computed.is_empty() || row.computed == row.printed;
        view! {
            <tr>
                <th scope="row">{row.task.clone()}</th>
                <td>{row.standing.clone()}</td>
                <td class="num">{row.v.clone()}</td>
                <td class="num">{row.lag.clone()}</td>
                <td>{row.printed.clone()}</td>
                <td class:changed=!agrees>{row.computed.clone()}{(!agrees).then_some(" differs")}</td>
                <td class="num">{row.line.to_string()}</td>
            </tr>
        }
    };
    view! {
        <div class="scroll rows" tabindex="0" role="region" aria-label="Rows of the dump">
            <table class="orders">
                <caption class="hint">
                    {format!("Rows of the queue, times in ms. E and N: printed and computed from V; on the queue {agree} of {all} agree.")}
                </caption>
                <thead>
                    <tr>
                        <th scope="col">"task"</th>
                        <th scope="col">"is"</th>
                        <th scope="col" class="num">"vruntime"</th>
                        <th scope="col" class="num">"lag"</th>
                        <th scope="col">"printed"</th>
                        <th scope="col">"computed"</th>
                        <th scope="col" class="num">"line"</th>
                    </tr>
                </thead>
                <tbody>{rows.iter().map(row).collect_view()}</tbody>
            </table>
        </div>
        {(more > 0).then(|| view! { <p class="hint">{format!("and {more} more rows")}</p> })}
    }
}

/// How many picks a trace shows otherwise, what the one at the cursor is, and the way to the next one.
#[component]
pub fn TracedPicks() -> impl IntoView {
    let page = Page::get();
    let count = Memo::new(move |_| page.lane.with(|l| l.picks.len()));
    let ends = Memo::new(move |_| page.lane.with(|l| l.picks.first().zip(l.picks.last()).map(|(a, b)| (a.step, b.step))));
    let before = move || ends.get().is_some_and(|(first, _)| first < page.cursor.get());
    let after = move || ends.get().is_some_and(|(_, last)| last > page.cursor.get());
    let here = move || page.step().and_then(|(lane, step)| lane.traced(step).map(|pick| pick.sentence()));
    view! {
        <Show when=move || { count.get() > 0 }>
            <p class="warnings traced">
                <Icon of=icons::COMPARE/>
                <span>{move || format!("In {} picks the trace and the model differ (≠)", count.get())}</span>
                <button type="button" class="link" disabled=move || !before() on:click=move |_| page.send(Msg::Go(Go::DifferenceBack))>
                    "Previous"
                </button>
                <button type="button" class="link" disabled=move || !after() on:click=move |_| page.send(Msg::Go(Go::DifferenceForward))>
                    "Next"
                </button>
                <span class="here">{here}</span>
            </p>
        </Show>
    }
}
