/** What is said and shown between the controls. */
export const CONTENT = `.note { margin: 1.4rem 0 0; padding: .9rem 1.05rem; border: 1px solid var(--line); border-radius: var(--round); background: var(--wash); font-size: .9375rem; line-height: 1.5; text-wrap: pretty; overflow-wrap: anywhere }
.note strong { display: block; font-weight: 620 }
.note.bad { border-color: var(--bad-line); background: var(--bad-back) }
.note.bad strong { color: var(--bad) }
.note.good { border-color: var(--good-line); background: var(--good-back); color: var(--good) }
.note:focus { outline: none }
.symbol { display: grid; place-items: center; width: 3.25rem; height: 3.25rem; margin-block-end: 1.25rem; border-radius: 50%; background: var(--wash); color: var(--dim); box-shadow: inset 0 0 0 1px var(--line) }
.symbol.done { background: var(--good-back); color: var(--good); box-shadow: inset 0 0 0 1px var(--good-line) }
.ask { margin: 1.5rem 0 0; font-weight: 550 }
.grants { display: grid; gap: .8rem; margin: .9rem 0 0; padding: 0; list-style: none }
.grants li { display: flex; gap: .8rem; line-height: 1.45; text-wrap: pretty }
.grants svg { flex: none; margin-block-start: .15rem; color: var(--brand) }
.who { display: flex; align-items: center; gap: .9rem; margin-block-end: 1.4rem }
.who img { width: auto; min-width: 3rem; max-width: 12rem; height: 3rem; padding: .3rem; border: 1px solid var(--line); border-radius: .8rem; object-fit: contain; background: #fff }
.who:has([hidden]) { display: none }
.small { margin: 1.25rem 0 0; color: var(--dim); font-size: .875rem }
.support { margin-block-start: 1.5rem; color: var(--dim); font-size: .875rem }
.support code { display: block; margin-block-start: .35rem; font: .8125rem/1.6 ui-monospace, Menlo, Consolas, monospace; text-align: start; overflow-wrap: anywhere }
.who-is-here { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1.5rem; margin-block-start: .35rem }
.who-is-here .lead { margin: 0 }
.panel { margin-block-start: 2rem; padding-block-start: 1.75rem; border-block-start: 1px solid var(--line) }
.panel .lead { margin-block-start: .35rem; font-size: .9375rem }
.things { display: grid; margin: 1.1rem 0 0; padding: 0; border: 1px solid var(--line); border-radius: var(--round); list-style: none }
.things > li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1rem; padding: .6rem 1.05rem }
.things > li + li { border-block-start: 1px solid var(--line) }
.things > li > :first-child { flex: 1 1 11rem; min-width: 0 }
.things strong { display: block; font-weight: 580; line-height: 1.4; overflow-wrap: anywhere }
.things small { display: block; color: var(--dim); font-size: .875rem; line-height: 1.45 }
.row-actions { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .5rem }
.things .row { margin: 0 }
.none { margin: 1.1rem 0 0; padding: 1rem 1.05rem; border: 1px dashed var(--line); border-radius: var(--round); color: var(--dim); font-size: .9375rem }
.tag { padding: .2em .75em; border: 1px solid var(--line); border-radius: 1em; background: var(--wash); color: var(--dim); font-size: .8125rem; font-weight: 580; white-space: nowrap }
.rest, .fold { margin-block-start: .6rem }
.rest summary, .fold summary { color: var(--brand); font-weight: 550 }
.rest .things { margin-block-start: .4rem }
.fold .fields { margin-block-start: .75rem }
`;
