/** The look of the hosted pages. `--brand-…` come from the brand's own small sheet. */
export const STYLE = `:root {
  color-scheme: light dark;
  --back: #f4f2ee; --card: #ffffff; --line: #dcd8d0; --field: #8b877f; --text: #1b201e; --dim: #5b625f;
  --wash: #f8f7f4; --bad: #a3202c; --bad-back: #fdf1f1; --bad-line: #efc9cb; --good: #14603c; --good-back: #eef7f1; --good-line: #c3e2cf;
  --shadow: 0 1px 2px rgb(35 30 20 / .05), 0 12px 40px -12px rgb(35 30 20 / .14);
  --brand: var(--brand-light); --press: var(--brand-press); --on-brand: var(--brand-text);
  --round: .75rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #101412; --card: #1a1f1d; --line: #333b38; --field: #7d8783; --text: #ecefed; --dim: #a3ada8;
    --wash: #212826; --bad: #ffb3b5; --bad-back: #34191c; --bad-line: #6a3034; --good: #9fdcb8; --good-back: #14291e; --good-line: #2b5540;
    --shadow: 0 1px 2px rgb(0 0 0 / .3);
    --brand: var(--brand-dark);
  }
}
*, ::before, ::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; align-items: center;
  padding: clamp(1.5rem, 7vh, 5rem) 1.25rem 1.5rem; background: var(--back); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", sans-serif;
}
.brand { display: flex; align-items: center; gap: .7rem; max-width: 27rem; margin: 0 0 1.75rem; font-size: 1.125rem; font-weight: 620; letter-spacing: -.01em }
.brand img { display: block; width: 2.25rem; height: 2.25rem; border-radius: .55rem; object-fit: contain }
main { width: 100%; max-width: 27rem; padding: clamp(1.75rem, 6vw, 2.75rem); background: var(--card); border-radius: 1.25rem; box-shadow: var(--shadow) }
main.wide { max-width: 40rem }
h1 { margin: 0; font-size: clamp(1.5rem, 5.5vw, 1.75rem); font-weight: 640; line-height: 1.2; letter-spacing: -.02em; text-wrap: balance; overflow-wrap: anywhere }
h2 { margin: 0; font-size: 1.125rem; font-weight: 620; letter-spacing: -.01em }
:lang(ar) h1, :lang(ar) h2, :lang(ar) .brand { letter-spacing: 0 }
.lead { margin: .6rem 0 0; color: var(--dim); text-wrap: pretty; overflow-wrap: anywhere }
.lead strong { color: var(--text); font-weight: 600 }
form { margin: 0 }
.fields { display: grid; gap: 1.25rem; margin-block-start: 1.9rem }
label { display: block; margin-block-end: .4rem; font-size: .9375rem; font-weight: 580 }
.hint { margin: .45rem 0 0; color: var(--dim); font-size: .875rem; line-height: 1.5; text-wrap: pretty }
.wrong { margin: .45rem 0 0; color: var(--bad); font-size: .875rem; font-weight: 550; line-height: 1.5 }
.entry { position: relative }
input.text {
  display: block; width: 100%; height: 3.125rem; padding: 0 .95rem; border: 1px solid var(--field); border-radius: var(--round);
  background: var(--card); color: inherit; font: inherit;
}
input.text.code { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; letter-spacing: .08em }
input.text:hover { border-color: var(--text) }
input.text:focus { outline: 2px solid var(--brand); outline-offset: 1px; border-color: var(--brand) }
input[aria-invalid="true"] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad) }
.entry .reveal {
  position: absolute; inset-block: .25rem; inset-inline-end: .25rem; width: auto; min-height: 0; margin: 0; padding: 0 .8rem; border: 0;
  border-radius: .55rem; background: var(--card); color: var(--dim); font-size: .875rem; font-weight: 550;
}
.entry .reveal:hover { background: var(--wash); color: var(--text) }
.entry.can-reveal input { padding-inline-end: 6.5rem }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; gap: .6rem; width: 100%; min-height: 3.125rem; padding: .6rem 1.25rem;
  border: 1px solid transparent; border-radius: var(--round); background: var(--press); color: var(--on-brand); font: inherit; font-weight: 600; line-height: 1.3;
  text-align: center; text-decoration: none; cursor: pointer; transition: filter .15s;
}
button:hover, .button:hover { filter: brightness(1.12) }
button:active { filter: brightness(.94) }
button.quiet, .button.quiet { border-color: var(--field); background: transparent; color: var(--text) }
button.quiet:hover, .button.quiet:hover { filter: none; background: var(--wash); border-color: var(--text) }
button.slim { width: auto; min-height: 2.5rem; padding: .3rem .95rem; font-size: .9375rem }
button.link { width: auto; min-height: 2.75rem; padding: .25rem .5rem; margin-inline: -.5rem; border: 0; background: none; color: var(--brand); font-weight: 550; text-decoration: underline; text-underline-offset: .2em; text-decoration-thickness: 1px }
button[aria-busy="true"] { opacity: .72; cursor: progress }
button svg { flex: none }
:is(button, a, summary, .button):focus-visible { outline: 2px solid var(--brand); outline-offset: 3px }
a { color: var(--brand); text-underline-offset: .2em; text-decoration-thickness: 1px }
.actions { display: grid; gap: .75rem; margin-block-start: 1.75rem }
.else { display: flex; align-items: center; gap: 1rem; margin-block: 1.25rem; color: var(--dim); font-size: .875rem }
.else::before, .else::after { content: ""; flex: 1; height: 1px; background: var(--line) }
.more { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1.25rem; margin-block-start: 1.5rem }
.more > a { display: inline-flex; align-items: center; min-height: 2.75rem; font-weight: 550 }
.note { margin: 1.4rem 0 0; padding: .9rem 1.05rem; border: 1px solid var(--line); border-radius: var(--round); background: var(--wash); font-size: .9375rem; line-height: 1.5 }
.note strong { display: block; font-weight: 620 }
.note.bad { border-color: var(--bad-line); background: var(--bad-back) }
.note.bad strong { color: var(--bad) }
.note.good { border-color: var(--good-line); background: var(--good-back); color: var(--good) }
.note:focus { outline: none }
.grants { display: grid; gap: .85rem; margin: 1.1rem 0 0; padding: 0; list-style: none }
.grants li { display: flex; gap: .8rem; line-height: 1.45 }
.grants svg { flex: none; margin-block-start: .15rem; color: var(--brand) }
.who { display: flex; align-items: center; gap: .9rem; margin-block-end: 1.4rem }
.who img { width: 3rem; height: 3rem; border: 1px solid var(--line); border-radius: .8rem; object-fit: contain; background: #fff }
.small { margin: 1.25rem 0 0; color: var(--dim); font-size: .875rem; overflow-wrap: anywhere }
details { margin-block-start: 1.75rem; color: var(--dim); font-size: .875rem }
summary { width: fit-content; padding-block: .5rem; cursor: pointer; border-radius: .25rem }
details code { display: block; margin-block-start: .35rem; font: .8125rem/1.6 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere }
.panel { margin-block-start: 2.25rem; padding-block-start: 2rem; border-block-start: 1px solid var(--line) }
.panel .lead { margin-block-start: .35rem; font-size: .9375rem }
.things { display: grid; margin: 1.1rem 0 0; padding: 0; border: 1px solid var(--line); border-radius: var(--round); list-style: none }
.things li { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: .85rem 1.05rem }
.things li + li { border-block-start: 1px solid var(--line) }
.things strong { display: block; font-weight: 580; overflow-wrap: anywhere }
.things small { display: block; color: var(--dim); font-size: .8125rem; line-height: 1.45 }
.none { margin: 1.1rem 0 0; padding: 1rem 1.05rem; border: 1px dashed var(--line); border-radius: var(--round); color: var(--dim); font-size: .9375rem }
.tag { padding: .2em .7em; border-radius: 1em; background: var(--wash); color: var(--dim); font-size: .8125rem; font-weight: 580; white-space: nowrap }
.row { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; margin-block-start: 1.1rem }
.row > :first-child { flex: 1 1 14rem }
.row button { width: auto }
.top { display: flex; flex-wrap: wrap; align-items: start; justify-content: space-between; gap: .75rem 1.5rem }
footer { margin-block-start: auto; padding-block-start: 2.25rem }
footer nav { display: flex; flex-wrap: wrap; justify-content: center; gap: .1rem .35rem; font-size: .875rem }
footer a, footer [aria-current] { display: inline-flex; align-items: center; min-height: 2.5rem; padding: 0 .65rem; border-radius: .5rem; color: var(--dim); text-decoration: none }
footer a:hover { color: var(--text); text-decoration: underline }
footer [aria-current] { color: var(--text); font-weight: 580 }
.hidden, [hidden] { display: none !important }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media (max-width: 30rem) {
  body { padding: 1.5rem 1.4rem 1rem; background: var(--card) }
  main, main.wide { padding: 0; border-radius: 0; background: none; box-shadow: none }
  .brand { align-self: start; margin-block-end: 2.25rem }
  .brand img { width: 2rem; height: 2rem }
  .row button { width: 100% }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important } }
@media (forced-colors: active) { button, .button { border-color: ButtonText } }
`;
