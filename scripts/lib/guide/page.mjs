import { GUIDE } from './addresses.mjs';
import { VALUES_FORM } from './markdown.mjs';
import { escapeHtml } from './text.mjs';

const LINKS = [
  [GUIDE, 'Guide'],
  ['/docs', 'API'],
  ['/docs/problems', 'Errors'],
];

/** The HTML of one page of the guide. */
export function pageHtml({ title, html, headings = [], values = [], address, menu, before, after, changed, guide }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Countersign</title>
<link rel="icon" href="/docs/assets/mark-0e5c53.svg">
${address ? `<link rel="alternate" type="text/markdown" href="${address === GUIDE ? `${GUIDE}/index` : address}.md">` : ''}
${guide.assets}
</head>
<body>
<a class="skip" href="#text">To the text</a>
<header class="top">
<a class="brand" href="${GUIDE}">${guide.mark}<span>Countersign</span></a>
<nav aria-label="Documents">${LINKS.map(([href, text]) => link(href, text, href === GUIDE)).join('')}</nav>
<div class="tools" hidden>
<button type="button" class="find" aria-haspopup="dialog" aria-keyshortcuts="Control+K /">${SEARCH}<span>Search</span><kbd aria-hidden="true">Ctrl K</kbd></button>
<button type="button" class="theme" aria-label="Dark colours" aria-pressed="false">${THEME}</button>
<button type="button" class="open-menu" aria-controls="menu" aria-expanded="false">${MENU}<span>Menu</span></button>
</div>
</header>
<div class="frame">
<nav class="menu" id="menu" aria-label="Pages">${menuHtml(menu, address)}${elsewhere}</nav>
<main id="text" tabindex="-1">
${html.replace(VALUES_FORM, () => valuesForm(values))}
${nextPages(before, after)}
<footer class="about"><p>Countersign ${escapeHtml(guide.release)}${changed ? ` · This page last changed on <time datetime="${changed}">${dayOf(changed)}</time>` : ''}</p>${issueLink(guide, title)}</footer>
</main>
${contents(headings)}
</div>
<dialog class="search" aria-label="Search the guide"><form method="dialog"><input type="search" aria-label="Search" placeholder="Search the guide and the errors" autocomplete="off" spellcheck="false"><button>Close</button></form><p class="status" role="status"></p><ol class="results"></ol></dialog>
</body>
</html>
`;
}

const icon = (inside) =>
  `<svg aria-hidden="true" width="18" height="18" viewBox="0 0 18 18" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">${inside}</svg>`;
const SEARCH = icon('<circle cx="8" cy="8" r="5"/><path d="M12 12l3.5 3.5"/>');
const MENU = icon('<path d="M3 5h12M3 9h12M3 13h12"/>');
const THEME = icon('<circle cx="9" cy="9" r="6"/><path class="half" d="M9 3a6 6 0 0 1 0 12z"/>');

const link = (href, text, isCurrent, current = 'true') =>
  `<a href="${href}"${isCurrent ? ` aria-current="${current}"` : ''}>${escapeHtml(text)}</a>`;

/** Links of the top bar that do not fit there on a phone. */
const elsewhere = `<p class="elsewhere">${LINKS.slice(1)
  .map(([href, text]) => link(href, text))
  .join('')}</p>`;

/** Sections with this many pages or more are initially closed (decisions, runbooks). */
const MANY = 17;

const menuHtml = (menu, address) =>
  menu
    .map(({ title, pages }) => {
      const isOpen = pages.length < MANY || pages.some((page) => page.address === address);
      const list = pages.map((page) => `<li>${link(page.address, page.title, page.address === address, 'page')}</li>`);
      return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>${list.join('')}</ul></details>`;
    })
    .join('');

const contents = (headings) =>
  headings.length < 2
    ? ''
    : `<nav class="contents" aria-labelledby="on-this-page"><p id="on-this-page">On this page</p><ul>${headings
        .map(({ level, slug, title }) => `<li class="level-${level}"><a href="#${slug}">${escapeHtml(title)}</a></li>`)
        .join('')}</ul></nav>`;

const nextPages = (before, after) =>
  before || after
    ? `<nav class="next" aria-label="Previous and next">${step(before, 'Previous', 'prev')}${step(after, 'Next', 'next')}</nav>`
    : '';

const step = (page, word, rel) =>
  page ? `<a rel="${rel}" href="${page.address}"><small>${word}</small>${escapeHtml(page.title)}</a>` : '';

/** Form for the reader's values, which a script inserts into the code of the page. They are not stored. */
const valuesForm = (values) =>
  values.length === 0
    ? ''
    : `<form class="values" hidden><p>Your values, for the code on this page. They stay in this page.</p>${values
        .map(
          (name) =>
            `<label>${escapeHtml(name)}<input name="${escapeHtml(name)}" autocomplete="off" spellcheck="false"></label>`,
        )
        .join('')}</form>`;

const issueLink = ({ repository }, title) =>
  repository
    ? `<p><a href="${repository}/issues/new?title=${encodeURIComponent(`Guide: ${title}`)}">Is something wrong here?</a></p>`
    : '';

const dayOf = (day) => new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
