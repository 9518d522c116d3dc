import { html, Html } from '../../../shared/kernel/index.js';
import type { Words } from '../words/en.js';

/** A drawing with its caption. In a list of examples, the first one is correct, and the others show mistakes. */
interface Example {
  readonly text: string;
  readonly drawing: string;
}

const TABLE = '<path class="table" d="M0 84c40-8 120-8 160 4v32H0z"/>';
const bars = (...all: readonly (readonly [x: number, y: number, width: number])[]): string =>
  all.map(([x, y, width]) => `<rect x="${x}" y="${y}" width="${width}" height="4" rx="1.5"/>`).join('');
const HEAD = '<circle cx="23" cy="32" r="7.5" fill="#8b5a3f"/><path d="M15 31c0-8 4-11 8-11s8 3 8 11c-2-4-4-5-8-5s-6 1-8 5z" fill="#2a1f1b"/><path d="M9 58c1-10 7-14 14-14s13 4 14 14z" fill="#42566f"/>'; // prettier-ignore
const SHEET =
  '<rect width="124" height="88" rx="5" fill="#e8efe9"/><path d="M5 0h114a5 5 0 0 1 5 5v6H0V5a5 5 0 0 1 5-5z" fill="#1f5f63"/>';
const PHOTO = `<rect x="7" y="17" width="32" height="41" rx="2" fill="#cfd9d8"/>${HEAD}`;
const LINES = '<rect y="66" width="124" height="22" rx="5" fill="#f7f6f0"/><path d="M7 73h110M7 81h110" stroke="#2c3634" stroke-width="2.8" stroke-dasharray="2.2 1.2"/>'; // prettier-ignore
const ink = (drawn: string): string => `<g fill="#4a5b58">${drawn}</g>`;
const FACTS = ink(bars([46, 18, 38], [46, 26, 56], [46, 35, 44], [46, 44, 30], [84, 44, 28], [46, 52, 50]));

/** Drawings of the sides of documents, each 124 by 88 SVG units in size. */
const SIDES = {
  page: SHEET + PHOTO + FACTS + LINES,
  front: SHEET + PHOTO + FACTS + ink(bars([7, 66, 60], [7, 75, 42])),
  back: `${SHEET}<path d="M0 18h124v8H0z" fill="#b9c6c3"/>${ink(bars([7, 33, 52], [7, 42, 70], [7, 51, 38]))}${LINES}`,
} as const;
export type Side = keyof typeof SIDES;

const CORNERS = '<path class="corners" d="M10 26V8h18M150 26V8h-18M10 94v18h18M150 94v18h-18"/>';
const GLARE = '<radialGradient id="glare"><stop offset="0" stop-color="#fff"/><stop offset=".35" stop-color="#fff" stop-opacity=".95"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient><ellipse cx="98" cy="46" rx="48" ry="26" fill="url(#glare)" transform="rotate(-28 98 46)"/>'; // prettier-ignore
const FINGER = '<path d="M160 66c-26-6-52-4-60 2-7 6-3 16 6 16 14 0 30 0 54 8z" fill="#c08a66"/><path d="M101 70c4-3 10-3 14-2l-3 12c-8 2-17-5-11-10z" fill="#e3b394"/>'; // prettier-ignore

/** Examples for a side of a document: a good picture, and the usual mistakes. */
export function documentExamples(words: Words, side: Side): Html {
  const placed = (how: string): string => `${TABLE}<g transform="${how}">${SIDES[side]}</g>`;
  const flat = placed('translate(18 16)');
  return examples(words, [
    { text: words.exampleDocument, drawing: flat + CORNERS },
    { text: words.exampleCut, drawing: placed('translate(20 62) rotate(-6) scale(.95)') },
    { text: words.exampleGlare, drawing: flat + GLARE },
    { text: words.exampleFinger, drawing: flat + FINGER },
  ]);
}

const person = (skin: string, hair: string, coat: string): string =>
  `<path d="M-34 62c2-24 16-34 34-34s32 10 34 34z" fill="${coat}"/><rect x="-8" y="18" width="16" height="16" fill="${skin}"/>` +
  `<ellipse rx="20" ry="25" fill="${skin}"/><path d="M-21-2c-2-20 8-28 21-28s23 8 21 28c-3-12-8-15-21-15s-18 3-21 15z" fill="${hair}"/>` +
  '<g fill="#241a16"><circle cx="-8" cy="-1" r="2.2"/><circle cx="8" cy="-1" r="2.2"/></g><path d="M-7 12c4 4 10 4 14 0" fill="none" stroke="#241a16" stroke-width="2" stroke-linecap="round"/>'; // prettier-ignore
const SOMEBODY = person('#a9714f', '#2a1f1b', '#42566f');
const OVAL = '<ellipse class="corners" cx="80" cy="56" rx="35" ry="45"/>';
const HIDING = '<path d="M-24-16h48l-5-18h-38zM-32-16h64v5h-64z" fill="#6d4b34"/><path d="M-17-5h14v6a7 7 0 0 1-14 0zM3-5h14v6a7 7 0 0 1-14 0zM-3-3h6" fill="#14110f" stroke="#14110f" stroke-width="2"/>'; // prettier-ignore
const WINDOW =
  '<rect width="160" height="120" fill="#f4efdf"/><path d="M80 0v120M0 50h160" stroke="#d8cfb6" stroke-width="4"/>';

/** Examples for a selfie: a good picture, and the usual mistakes. */
export function faceExamples(words: Words): Html {
  const placed = (who: string, how = 'translate(80 58)'): string => `<g transform="${how}">${who}</g>`;
  return examples(words, [
    { text: words.exampleFace, drawing: placed(SOMEBODY) + OVAL },
    { text: words.exampleHidden, drawing: placed(SOMEBODY + HIDING) },
    { text: words.exampleBacklit, drawing: WINDOW + placed(person('#35281f', '#1c1512', '#221d1a')) },
    {
      text: words.exampleTwo,
      drawing: placed(SOMEBODY, 'translate(56 60)') + placed(person('#d9a98a', '#6b4a2e', '#7a4a52'), 'translate(118 68) scale(.85)'), // prettier-ignore
    },
  ]);
}

const SIGNS = { right: 'M5.5 12.6l4.2 4.2 8.8-9.3', mistake: 'M7 7l10 10M17 7L7 17' } as const;

/** Renders examples. The drawings are hidden from screen readers, because the captions say the same. */
function examples(words: Words, all: readonly Example[]): Html {
  const items = all.map(({ text, drawing }, index) => {
    const kind = index === 0 ? 'right' : 'mistake';
    const drawn = new Html(
      `<svg viewBox="0 0 160 120" aria-hidden="true">${drawing}</svg>` +
        `<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d="${SIGNS[kind]}"/></svg>`,
    );
    return html`<li class="${kind}">
      <span class="drawn">${drawn}</span>
      <span><span class="unseen">${kind === 'right' ? words.exampleRight : words.exampleWrong}</span> ${text}</span>
    </li>`;
  });
  return html`<ul class="examples">
    ${items}
  </ul>`;
}
