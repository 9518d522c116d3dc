export const PAGES_STYLE = `:root {
  color-scheme: light dark;
  --back: #fbfaf7; --card: #fff; --line: #e4e0d7; --text: #1d2321; --dim: #606a66; --mark: #0e6b60; --wash: #eef5f2;
  --s4: #8a4b00; --s4-back: #fdf0dc; --s5: #9c1c28; --s5-back: #fbe4e6;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #121614; --card: #1a201d; --line: #2e3733; --text: #e9edea; --dim: #9aa6a0; --mark: #7fd6c2; --wash: #1d2a26;
    --s4: #f2bd78; --s4-back: #3a2a12; --s5: #f59aa3; --s5-back: #401a1e;
  }
}
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
.page a { color: var(--mark); text-underline-offset: .2em }
a:focus-visible { outline: 2px solid var(--mark); outline-offset: 3px; border-radius: .25rem }
.page code { font: .9em/1.5 var(--mono); overflow-wrap: anywhere }
.top { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: .9rem clamp(1rem, 4vw, 2.5rem); background: var(--card); border-bottom: 1px solid var(--line) }
.top .brand { display: inline-flex; align-items: center; gap: .6rem; color: inherit; font-weight: 650; font-size: 1.05rem; letter-spacing: -.01em; text-decoration: none }
.top .brand img { display: block }
.top nav { display: flex; gap: 1.4rem }
.top nav a { color: var(--dim); text-decoration: none; font-size: .95rem }
.top nav a:hover { color: var(--mark) }
.page { max-width: 62rem; margin: 0 auto; padding: clamp(1.75rem, 5vw, 3.5rem) clamp(1rem, 4vw, 2.5rem) 5rem }
.page h1 { margin: 0 0 .75rem; font-size: clamp(1.6rem, 4vw, 2.15rem); line-height: 1.2; letter-spacing: -.02em; text-wrap: balance }
.page h2 { margin: 2.75rem 0 .9rem; font-size: 1.15rem; letter-spacing: -.01em }
.page section h2 { text-transform: capitalize }
.lead { max-width: 44rem; margin: 0; color: var(--dim); font-size: 1.075rem }
.trail { margin: 0 0 1.5rem; color: var(--dim); font-size: .925rem }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: .75rem; margin: 0; padding: 0; list-style: none }
.cards a { display: flex; gap: .9rem; height: 100%; padding: .95rem 1.05rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); color: inherit; text-decoration: none }
.cards a:hover { border-color: var(--mark); background: var(--wash) }
.cards strong { display: block; font-weight: 600; line-height: 1.35 }
.cards code { color: var(--dim) }
.status { flex: none; align-self: start; padding: .15em .55em; border-radius: .4em; background: var(--s4-back); color: var(--s4); font: 600 .85rem/1.5 var(--mono) }
.status.s5 { background: var(--s5-back); color: var(--s5) }
.page h1 .status { font-size: .6em; vertical-align: .25em }
.page dl { display: grid; grid-template-columns: max-content 1fr; gap: .5rem 1.5rem; margin: 2rem 0 0 }
.page dt { color: var(--dim) }
.page dd { margin: 0 }
.page pre { margin: 0; padding: 1.1rem 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); overflow-x: auto; white-space: pre-wrap }
.page pre code { font-size: .875rem; line-height: 1.65 }
`;
