/** What is typed into and pressed. Whatever is pressed is 44 pixels high (WCAG 2.5.5), the brand's colour has its own edge. */
export const CONTROLS = `form { margin: 0 }
.fields { display: grid; gap: 1.25rem; margin-block-start: 1.75rem }
label { display: block; margin-block-end: .4rem; font-size: .9375rem; font-weight: 580; overflow-wrap: anywhere }
.hint { margin: .45rem 0 0; color: var(--dim); font-size: .875rem; line-height: 1.5 }
.wrong { margin: .45rem 0 0; color: var(--bad); font-size: .875rem; font-weight: 550; line-height: 1.5 }
.wrong:empty { margin: 0 }
.entry { position: relative }
input.text {
  display: block; width: 100%; height: 3.125rem; padding: 0 .95rem; border: 1px solid var(--field); border-radius: var(--round);
  background: var(--card); color: inherit; font: inherit;
}
input.text.code { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; letter-spacing: .08em }
input.text:hover { border-color: var(--text) }
input.text:focus { outline: 2px solid var(--brand); outline-offset: 1px; border-color: var(--brand) }
input.text[aria-invalid="true"] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad) }
.entry .reveal {
  position: absolute; inset-block: 3px; inset-inline-end: 3px; width: auto; min-height: 2.75rem; margin: 0; padding: 0 .85rem; border: 0;
  border-radius: .6rem; background: var(--card); color: var(--dim); font-size: .875rem; font-weight: 550;
}
.entry .reveal:hover { background: var(--wash); color: var(--text) }
[dir=ltr] .can-reveal input { padding-right: 6.75rem }
[dir=rtl] .can-reveal input { padding-left: 6.75rem }
.meter { height: .25rem; margin-block-start: .6rem; border-radius: 1rem; background: var(--line); overflow: hidden }
.meter i { display: block; height: 100%; border-radius: 1rem; background: var(--dim); transition: inline-size .15s }
.meter.full i { background: var(--good) }
.count { margin-block-start: .35rem; font-variant-numeric: tabular-nums }
.meter.full + .count { color: var(--good); font-weight: 550 }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; gap: .6rem; width: 100%; min-height: 3.125rem; padding: .6rem 1.25rem;
  border: 1px solid var(--edge); border-radius: var(--round); background: var(--press); color: var(--on-brand); font: inherit; font-weight: 600; line-height: 1.3;
  text-align: center; text-decoration: none; text-wrap: balance; cursor: pointer; transition: background-color .15s, border-color .15s;
}
button:hover, .button:hover { background: var(--hover) }
button.quiet, .button.quiet { border-color: var(--field); background: transparent; color: var(--text) }
button.quiet:hover, .button.quiet:hover { background: var(--wash); border-color: var(--text) }
button.slim, .button.slim { width: auto; min-height: 2.75rem; padding: .3rem 1rem; font-size: .9375rem }
button.link { width: auto; min-height: 2.75rem; padding: .25rem .5rem; margin-inline: -.5rem; border: 0; background: none; color: var(--brand); font-weight: 550; text-decoration: underline; text-underline-offset: .2em; text-decoration-thickness: 1px }
button.link:hover { text-decoration-thickness: 2px }
button.plain, .button.plain { width: auto; min-width: 2.75rem; min-height: 2.75rem; padding: .25rem .75rem; margin-inline: -.75rem; border-color: transparent; background: none; color: var(--brand); font-size: .9375rem }
:is(button, .button).plain:hover { background: var(--wash); border-color: var(--line) }
.row-actions > * :is(button, .button).plain, .row-actions > .plain { margin-inline: 0 }
.row-actions { margin-inline: -.75rem }
button[aria-busy="true"] { opacity: .72; cursor: progress }
button:has(svg) { display: inline-block; padding-block: .88rem }
button svg { margin-inline-end: .4rem; vertical-align: -.3em }
:is(button, a, summary, .button):focus-visible { outline: 2px solid var(--brand); outline-offset: 3px; border-radius: .4rem }
:is(button, .button):focus-visible { border-radius: var(--round) }
.actions { display: grid; gap: .75rem; margin-block-start: 1.75rem }
.row { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; margin-block-start: 1.1rem }
.row > div { flex: 1 1 14rem }
.row > :is(button, .button) { width: auto }
.else { display: flex; align-items: center; gap: 1rem; margin-block: 1.25rem; color: var(--dim); font-size: .875rem }
.else::before, .else::after { content: ""; flex: 1; height: 1px; background: var(--line) }
.more { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1.25rem; margin-block-start: 1.25rem }
.more > a { display: inline-flex; align-items: center; min-height: 2.75rem; font-weight: 550 }
summary { display: inline-flex; align-items: center; gap: .5rem; min-height: 2.75rem; cursor: pointer; list-style: none }
summary::-webkit-details-marker { display: none }
summary::before { content: ""; width: .45rem; height: .45rem; margin-inline: .15rem .1rem; border: solid; border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); transition: transform .15s }
[dir=rtl] summary::before { transform: rotate(135deg) }
details[open] > summary::before { transform: rotate(45deg) }
@media (max-width: 30rem) { .row > :is(button, .button) { flex: 1 1 auto } }
@media (forced-colors: active) {
  :is(button, .button):not(.link), .meter { border: 1px solid ButtonText }
  .meter i { background: CanvasText }
  :is(button, .button):not(.quiet, .plain, .link, .reveal) { background: CanvasText; color: Canvas }
  :is(button, .button).plain, .row-actions { margin-inline: 0 }
  input.text[aria-invalid="true"] { border-width: 3px }
}
`;
