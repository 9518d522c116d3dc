/** Colours, type, and what stands around every page. */
export const FRAME = `:root {
  color-scheme: light dark;
  --back: #f4f2ee; --card: #ffffff; --line: #dcd8d0; --field: #8b877f; --text: #1b201e; --dim: #5b625f;
  --wash: #f8f7f4; --bad: #a3202c; --bad-back: #fdf1f1; --bad-line: #efc9cb; --good: #14603c; --good-back: #eef7f1; --good-line: #c3e2cf;
  --shadow: 0 1px 2px rgb(35 30 20 / .05), 0 12px 40px -12px rgb(35 30 20 / .14);
  --round: .75rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #101412; --card: #1a1f1d; --line: #333b38; --field: #7d8783; --text: #ecefed; --dim: #a3ada8;
    --wash: #212826; --bad: #ffb3b5; --bad-back: #34191c; --bad-line: #6a3034; --good: #9fdcb8; --good-back: #14291e; --good-line: #2b5540;
    --shadow: 0 1px 2px rgb(0 0 0 / .3);
  }
}
*, ::before, ::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; align-items: center;
  padding: clamp(1.5rem, 7vh, 5rem) 1.25rem 1.5rem; background: var(--back); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", sans-serif;
}
.brand { display: flex; align-items: center; gap: .7rem; max-width: min(27rem, 100%); margin: 0 0 1.75rem; font-size: 1.125rem; font-weight: 620; line-height: 1.3; letter-spacing: -.01em; overflow-wrap: anywhere }
.brand img { flex: none; display: block; width: auto; min-width: 2.25rem; max-width: 12rem; height: 2.25rem; border-radius: .55rem; object-fit: contain }
.brand.wordmark img { border-radius: 0 }
.brand.wordmark span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
main { width: 100%; max-width: 27rem; padding: clamp(1.75rem, 6vw, 2.75rem); background: var(--card); border-radius: 1.25rem; box-shadow: var(--shadow) }
main.wide { max-width: 42rem }
h1 { margin: 0; font-size: clamp(1.5rem, 5.5vw, 1.75rem); font-weight: 640; line-height: 1.2; letter-spacing: -.02em; text-wrap: balance; overflow-wrap: anywhere }
h2 { margin: 0; font-size: 1.125rem; font-weight: 620; line-height: 1.35; letter-spacing: -.01em }
p { text-wrap: pretty; overflow-wrap: anywhere }
:lang(de) :is(h1, p, label, .button, button) { hyphens: auto }
:lang(ar) :is(h1, h2, .brand, input.code) { letter-spacing: 0 }
:lang(ar) h1 { line-height: 1.4 }
.lead { margin: .6rem 0 0; color: var(--dim) }
.lead strong { color: var(--text); font-weight: 600 }
a { color: var(--brand); text-underline-offset: .2em; text-decoration-thickness: 1px }
a:hover { text-decoration-thickness: 2px }
footer { margin-block-start: auto; padding-block-start: 2rem }
footer nav { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 .15rem; font-size: .875rem }
footer a, footer [aria-current] { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 .75rem; border-radius: .5rem; color: var(--dim); text-decoration: none }
footer a:hover { color: var(--text); text-decoration: underline }
footer [aria-current] { color: var(--text); font-weight: 580 }
[hidden] { display: none !important }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media (max-width: 30rem) {
  body { padding: 1.5rem 1.4rem 1rem; background: var(--card) }
  main, main.wide { padding: 0; border-radius: 0; background: none; box-shadow: none }
  .brand { align-self: start; margin-block-end: 2.25rem }
  .brand img { min-width: 2rem; height: 2rem }
}
/* Most logos are drawn for light ground. */
@media (prefers-color-scheme: dark) { .brand img.logo { height: 2.5rem; padding: .3rem; border-radius: .55rem; background: #fff } }
@media (prefers-reduced-motion: reduce) { * { transition: none !important } }
`;
