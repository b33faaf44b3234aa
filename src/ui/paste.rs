//! The dialog for what a person brings: where to paste it, how far it is, what was found, what is asked, why nothing came of it.

use super::bring;
use super::icons::{self, Icon};
use super::page::Page;
use crate::io::import::Kind;
use crate::session::Msg;
use crate::session::choices::Panel;
use crate::session::import::offer::{Offer, recognised};
use crate::session::import::question::{Form, Question, YES};
use crate::session::import::report::Said;
use crate::session::import::{Bring, Failure, View};
use leptos::html::{Dialog, Input, Textarea};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

/// The dialog; closed with Esc, its button, or once something is opened. Work goes on while it is closed only until it ends.
#[component]
pub fn Paste() -> impl IntoView {
    let page = Page::get();
    let dialog = NodeRef::<Dialog>::new();
    let open = page.memo(|s| s.panels().paste);
    super::dialog::follow(dialog, open);
    let over = RwSignal::new(false);
    bring::listen(page, over);
    bring::keep_going(page);
    let view = page.memo(|s| s.intake_view());
    // Parts are made anew only where another one is shown.
    let shown = Memo::new(move |_| view.with(Shown::of));
    // What was opened is seen from its beginning.
    let opened = page.memo(|s| s.intake().and_then(|intake| intake.opened()));
    Effect::new(move |before: Option<Option<(u64, usize)>>| {
        let now = opened.get();
        if before.is_some_and(|before| before != now) && now.is_some() {
            request_animation_frame(|| window().scroll_to_with_x_and_y(0.0, 0.0));
        }
        now
    });
    let close = move || {
        if open.get_untracked() {
            page.send(Msg::Import(Bring::Cancel));
            page.send(Msg::Panel(Panel::Paste, false));
        }
    };
    view! {
        <div class="drop" hidden=move || !over.get()>"Drop a text or a file: a mail, a dump, a trace, a workload"</div>
        <dialog class="help paste" node_ref=dialog aria-labelledby="paste-title" on:close=move |_| close()>
            <div class="inside">
                <div class="bar">
                    <h2 id="paste-title">"Paste a mail"</h2>
                    <span class="spring"></span>
                    <button type="button" class="button small" on:click=move |_| close()>
                        <Icon of=icons::CLOSE/>
                        <span>"Close"</span>
                    </button>
                </div>
                {move || match shown.get() {
                    Shown::Empty => view! { <Bringing page/> }.into_any(),
                    Shown::Working => view! { <Working view/> }.into_any(),
                    Shown::Choose(offers) => {
                        view! { <p>"Several things were found. Which one?"</p> <Offers offers/> <Whole/> }.into_any()
                    }
                    Shown::Ask => view! { <Asking view/> }.into_any(),
                    Shown::Failed(failure, offers, has_text) => view! { <Failed failure offers has_text/> }.into_any(),
                }}
            </div>
        </dialog>
    }
}

/// Which part of the dialog is shown, with what of it does not change while it is.
#[derive(Clone, PartialEq, Eq)]
enum Shown {
    Empty,
    Working,
    Choose(Vec<Offer>),
    Ask,
    Failed(Failure, Vec<Offer>, bool),
}

impl Shown {
    fn of(view: &View) -> Shown {
        match view {
            View::Empty => Shown::Empty,
            View::Working { .. } => Shown::Working,
            View::Choose(offers) => Shown::Choose(offers.clone()),
            View::Ask { .. } => Shown::Ask,
            View::Failed { failure, offers, has_text } => Shown::Failed(failure.clone(), offers.clone(), *has_text),
        }
    }
}

#[component]
fn Bringing(page: Page) -> impl IntoView {
    let area = NodeRef::<Textarea>::new();
    let file = NodeRef::<Input>::new();
    let chosen = move |_| {
        if let Some(input) = file.get_untracked() {
            let input: &HtmlInputElement = input.unchecked_ref();
            if let Some(file) = input.files().and_then(|files| files.get(0)) {
                bring::take_file(page, &file);
            }
        }
    };
    let typed = move |_| {
        if let Some(area) = area.get_untracked() {
            bring::take_typed(page, area.unchecked_ref());
        }
    };
    view! {
        <p>
            "A mail or anything in it. It is looked through here, in your browser; nothing of it is sent anywhere. Ctrl+V and dropping a file work anywhere in the page, too."
        </p>
        <label class="paste-box">
            <span>"Paste here"</span>
            <textarea id="paste-text" node_ref=area autofocus rows="6" spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off"></textarea>
        </label>
        <div class="actions">
            <button type="button" class="button" on:click=typed>"Look through it"</button>
            <label class="file">
                <span>"or a file"</span>
                <input type="file" node_ref=file on:change=chosen/>
            </label>
        </div>
        <Recognised/>
    }
}

#[component]
fn Recognised() -> impl IntoView {
    view! {
        <h3>"What is recognised"</h3>
        <dl class="recognised">
            {recognised().into_iter().map(|(what, how)| view! { <div><dt>{what}</dt><dd>{how}</dd></div> }).collect_view()}
        </dl>
    }
}

#[component]
fn Working(view: Memo<View>) -> impl IntoView {
    let page = Page::get();
    let now = move || match view.get() {
        View::Working { what, name, percent } => (format!("{what} {name}"), percent),
        _ => (String::new(), 0),
    };
    let cancel = move |_| {
        page.send(Msg::Import(Bring::Cancel));
    };
    view! {
        <div class="working">
            <label>
                <span>{move || now().0}</span>
                <progress max="100" prop:value=move || f64::from(now().1)></progress>
            </label>
            <span class="num">{move || format!("{} %", now().1)}</span>
            <button type="button" class="button small" on:click=cancel>"Cancel"</button>
        </div>
    }
}

#[component]
fn Offers(offers: Vec<Offer>) -> impl IntoView {
    let page = Page::get();
    let offer = move |(at, offer): (usize, Offer)| {
        let Offer { title, lines, sentence, begins, can } = offer;
        let id = format!("offer-{at}");
        view! {
            <li>
                {match can {
                    true => view! {
                        <button type="button" class="link" aria-describedby=id.clone() on:click=move |_| page.send(Msg::Import(Bring::Pick(at)))>
                            {format!("{title}, {lines}")}
                        </button>
                    }
                    .into_any(),
                    false => view! { <b>{format!("{title}, {lines}")}</b> }.into_any(),
                }}
                <span id=id class="hint">{sentence}</span>
                <code class="begins">{begins}</code>
            </li>
        }
    };
    view! { <ul class="offers">{offers.into_iter().enumerate().map(offer).collect_view()}</ul> }
}

/// Takes the whole text for a kind.
#[component]
fn Whole() -> impl IntoView {
    let page = Page::get();
    let choose = move |ev| {
        let name = event_target_value(&ev);
        if let Some(kind) = Kind::NAMED.into_iter().find(|k| k.name() == name) {
            page.send(Msg::Import(Bring::As(kind)));
        }
    };
    view! {
        <label class="compact whole">
            <span>"Take the whole text for"</span>
            <select id="paste-as" on:change=choose>
                <option value="" selected>"…"</option>
                {Kind::NAMED.into_iter().map(|kind| view! { <option value=kind.name()>{kind.title()}</option> }).collect_view()}
            </select>
        </label>
    }
}

#[component]
fn Failed(failure: Failure, offers: Vec<Offer>, has_text: bool) -> impl IntoView {
    let page = Page::get();
    let Failure { why, said, more, recognised } = failure;
    let several = offers.len() > 1;
    view! {
        <p class="stale" role="alert">
            <Icon of=icons::WARNING/>
            <span>{why.to_string()}</span>
        </p>
        <Remarks said more/>
        {several.then(|| view! { <Offers offers/> })}
        <div class="actions">
            {has_text.then(|| view! { <Whole/> })}
            <button type="button" class="button" on:click=move |_| page.send(Msg::Import(Bring::Cancel))>"Bring something else"</button>
        </div>
        {recognised.then(|| view! { <Recognised/> })}
    }
}

/// What was not understood.
#[component]
pub fn Remarks(said: Vec<Said>, more: usize) -> impl IntoView {
    let count = said.len() + more;
    (count > 0).then(|| {
        let title = if count == 1 { "1 remark".to_string() } else { format!("{count} remarks") };
        view! {
            <h4>{format!("{title} (line:column)")}</h4>
            <ul class="remarks">
                {said.iter().map(|said| view! { <li>{said.to_string()}</li> }).collect_view()}
                {(more > 0).then(|| view! { <li>{format!("and {more} more")}</li> })}
            </ul>
        }
    })
}

#[component]
fn Asking(view: Memo<View>) -> impl IntoView {
    let page = Page::get();
    // Answers change questions, not which there are; an element that has the focus must stay.
    let View::Ask { what, found, questions, back } = view.get_untracked() else { return ().into_any() };
    let question = Memo::new(move |_| match view.get() {
        View::Ask { questions, .. } => questions,
        _ => Vec::new(),
    });
    let (rare, usual): (Vec<_>, Vec<_>) = questions.into_iter().enumerate().partition(|(_, q)| q.rare);
    let one = move |(at, asked): (usize, Question)| {
        let problem = Memo::new(move |_| question.with(|all| all.get(at).and_then(|q| q.problem.clone())));
        view! { <Field at asked problem/> }
    };
    let submit = move |ev: web_sys::SubmitEvent| {
        ev.prevent_default();
        page.send(Msg::Import(Bring::Read));
    };
    let has_rare = !rare.is_empty();
    let rare = StoredValue::new(rare);
    view! {
        <p class="what">{what}</p>
        {(!found.is_empty()).then(|| view! { <ul class="found">{found.into_iter().map(|s| view! { <li>{s}</li> }).collect_view()}</ul> })}
        <form class="questions" novalidate on:submit=submit>
            <h3>"What the text does not tell"</h3>
            {usual.into_iter().map(one).collect_view()}
            {has_rare.then(|| view! {
                <details>
                    <summary>"More"</summary>
                    <div class="more">{rare.get_value().into_iter().map(one).collect_view()}</div>
                </details>
            })}
            <div class="actions">
                <button type="submit" class="button primary">"Open"</button>
                {back.then(|| view! {
                    <button type="button" class="button" on:click=move |_| page.send(Msg::Import(Bring::Back))>"Back to the list"</button>
                })}
            </div>
        </form>
    }
    .into_any()
}

/// One question with its answer.
#[component]
fn Field(at: usize, asked: Question, problem: Memo<Option<String>>) -> impl IntoView {
    let page = Page::get();
    let Question { label, hint, form, answer, .. } = asked;
    let send = move |answer: String| page.send(Msg::Import(Bring::Answer(at, answer)));
    let (id, hint_id) = (format!("question-{at}"), format!("question-hint-{at}"));
    let invalid = move || if problem.with(Option::is_some) { "true" } else { "false" };
    let control = match form {
        Form::Choice(choices) => view! {
            <select id=id.clone() aria-describedby=hint_id.clone() on:change=move |ev| send(event_target_value(&ev))>
                {choices.into_iter().map(|(value, text)| {
                    let selected = value == answer;
                    view! { <option value=value selected=selected>{text}</option> }
                }).collect_view()}
            </select>
        }
        .into_any(),
        Form::Text(example) => view! {
            <input
                type="text"
                id=id.clone()
                aria-describedby=hint_id.clone()
                aria-invalid=invalid
                placeholder=example
                spellcheck="false"
                autocapitalize="off"
                autocomplete="off"
                value=answer
                on:input=move |ev| send(event_target_value(&ev))
            />
        }
        .into_any(),
        Form::Flag => view! {
            <input
                type="checkbox"
                id=id.clone()
                aria-describedby=hint_id.clone()
                checked=answer == YES
                on:change=move |ev| send(if event_target_checked(&ev) { YES.to_string() } else { String::new() })
            />
        }
        .into_any(),
    };
    view! {
        <div class="question">
            <label for=id>{label}</label>
            {control}
            <span id=hint_id class="hint">
                {hint}
                {move || problem.get().map(|problem| view! { <b class="problem" role="alert">{format!(" {problem}")}</b> })}
            </span>
        </div>
    }
}
