import type { HeldPassport } from '../visit.js';
import { cameraOn } from './camera.js';

/** The pause between two presses, so that a visitor can read the page. */
const PAUSE_MS = 900;
/** Maximum number of selfies that this script takes, so that it does not repeat a failing step for ever. */
const MOST_SELFIES = 3;

type PageWindow = Window & typeof globalThis;
interface Acts {
  readonly passport: HeldPassport;
  readonly film: (page: PageWindow) => void;
}

/**
 * Selectors of controls on the pages of the verification, and what this script does with each. The first selector that
 * finds an element is used.
 */
const ACTS: readonly (readonly [string, (found: HTMLElement, page: PageWindow, acts: Acts) => void])[] = [
  ['form[action$="/start"] button', press],
  ['form[action$="/consent"] button[value=yes]', press],
  ['button[value=passport]', press],
  ['[data-capture=document][data-scene=choose] input[type=file]', give],
  ['[data-in=preview] [data-do=send]', press],
  ['form[action$="/chip/virtual"]', hold],
  ['form button[value=confirm]', press],
  ['[data-capture=selfie] :is([data-do=camera], [data-do=again])', film],
  ['form[action$="/opt-in"] button[value=yes]', press],
];

function press(found: HTMLElement): void {
  found.focus({ preventScroll: false });
  found.click();
}

/** Puts the passport into a file input. The file must be made with the classes of the frame's own window. */
function give(found: HTMLElement, page: PageWindow, { passport }: Acts): void {
  const files = new page.DataTransfer();
  files.items.add(new page.File([passport.page], 'passport.png', { type: 'image/png' }));
  (found as HTMLInputElement).files = files.files;
  found.dispatchEvent(new page.Event('change', { bubbles: true }));
}

function hold(found: HTMLElement, _page: PageWindow, { passport }: Acts): void {
  const button = found.querySelector<HTMLElement>(`button[value=${passport.chip}]`);
  if (button) press(button);
}

function film(found: HTMLElement, page: PageWindow, acts: Acts): void {
  acts.film(page);
  press(found);
}

/**
 * Goes through the pages of the verification as Mina, the demo's fictional customer: presses what a customer would
 * press, shows the passport to the page and the phone, and replaces the camera. Returns a function that stops it.
 */
export function goThrough(frame: HTMLIFrameElement, passport: HeldPassport): () => void {
  const done = new WeakSet<Element>();
  let selfies = 0;
  const acts: Acts = { passport, film: sitBefore };
  const look = (): void => {
    const page = frame.contentWindow as PageWindow | null;
    const shown = pageOf(page);
    if (!page || shown?.readyState !== 'complete') return;
    for (const [selector, act] of ACTS) {
      const found = [...shown.querySelectorAll<HTMLElement>(selector)].find((one) => isThere(one) && !done.has(one));
      if (!found) continue;
      if (act === film && ++selfies > MOST_SELFIES) return;
      if (act !== film) done.add(found);
      act(found, page, acts);
      return;
    }
  };
  const clock = setInterval(look, PAUSE_MS);
  return () => clearInterval(clock);
}

/**
 * The document in the frame. `undefined` while the frame shows an error page of the browser, which scripts may not
 * read.
 */
function pageOf(page: Window | null): Document | undefined {
  try {
    return page?.document;
  } catch {
    return undefined;
  }
}

/** Whether the element is visible. A file input is hidden, so its label counts. */
const isThere = (element: HTMLElement): boolean =>
  element.getClientRects().length > 0 || element.matches('input[type=file]');

function sitBefore(page: PageWindow): void {
  const asked = () => {
    const { movement, light } = page.document.querySelector<HTMLElement>('[data-capture=selfie]')?.dataset ?? {};
    return { movement, light };
  };
  Object.defineProperty(page.navigator.mediaDevices, 'getUserMedia', {
    value: () => cameraOn(asked),
    configurable: true,
  });
}
