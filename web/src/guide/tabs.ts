import { all } from '../dom.js';
import { store, stored } from './stored.js';

interface Tabs {
  readonly buttons: readonly HTMLButtonElement[];
  readonly panels: readonly HTMLElement[];
}

/** Code examples in several languages. A choice applies to all of them, on all pages. */
export function enableTabs(): void {
  const lists = all(HTMLElement, '.tabs').map(tabsOf);
  for (const [at, tabs] of lists.entries()) {
    for (const button of tabs.buttons) {
      button.addEventListener('click', () => choose(button.textContent, lists, at));
      button.addEventListener('keydown', (event) => moveBy(event, tabs, button));
    }
  }
  const language = stored('language');
  for (const tabs of lists) show(tabs, language);
}

function tabsOf(element: HTMLElement): Tabs {
  const buttons = all(HTMLButtonElement, '[role=tab]', element);
  const panels = all(HTMLElement, '.panel', element);
  for (const list of all(HTMLElement, '.tablist', element)) list.hidden = false;
  panels.forEach((panel, at) => {
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', buttons[at]?.id ?? '');
  });
  element.classList.add('ready');
  return { buttons, panels };
}

/** Keeps the pressed tab at its place on the screen, although blocks above it change their height. */
function choose(language: string, lists: readonly Tabs[], pressed: number): void {
  const place = () => lists[pressed]?.buttons[0]?.getBoundingClientRect().top ?? 0;
  const before = place();
  store('language', language);
  for (const tabs of lists) show(tabs, language);
  scrollBy(0, place() - before);
}

function show({ buttons, panels }: Tabs, language: string | undefined): void {
  const found = buttons.findIndex(({ textContent }) => textContent === language);
  const shown = found < 0 ? buttons.findIndex((button) => button.ariaSelected === 'true') : found;
  buttons.forEach((button, at) => {
    button.ariaSelected = String(at === shown);
    button.tabIndex = at === shown ? 0 : -1;
  });
  panels.forEach((panel, at) => (panel.hidden = at !== shown));
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

function moveBy(event: KeyboardEvent, { buttons }: Tabs, from: HTMLButtonElement): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const next = buttons[(buttons.indexOf(from) + step + buttons.length) % buttons.length];
  next?.focus();
  next?.click();
}
