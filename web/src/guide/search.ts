import type MiniSearch from 'minisearch';
import { all, createElement, first } from '../dom.js';

interface Entry {
  readonly title: string;
  readonly heading: string;
  readonly section: string;
  readonly address: string;
}
type Find = (words: string) => readonly Entry[];

const MOST = 12;
const LONG_ENOUGH_FOR_AN_ERROR = 4;

/** The search, in a dialog. The index is loaded when it is first opened. */
export function offerSearch(): void {
  const dialog = first(HTMLDialogElement, 'dialog.search');
  const field = first(HTMLInputElement, 'dialog.search input');
  const button = first(HTMLButtonElement, '.find');
  if (!dialog || !field || !button) return;
  let loading: Promise<Find> | undefined;
  const show = async (): Promise<void> => {
    const words = field.value;
    const find = await (loading ??= load());
    if (words === field.value) list(dialog, words.trim(), find);
  };
  const failed = (): void => {
    loading = undefined;
    say(dialog, 'The search could not be loaded. Try it again.');
  };
  const search = () => void show().catch(failed);
  const open = (): void => {
    if (dialog.open) return;
    dialog.showModal();
    field.select();
    search();
  };
  button.addEventListener('click', open);
  field.addEventListener('input', search);
  dialog.addEventListener('keydown', (event) => moveAlong(event, dialog, field));
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || target instanceof HTMLAnchorElement) dialog.close();
  });
  dialog.addEventListener('submit', (event) => goToFirst(event, dialog));
  document.addEventListener('keydown', (event) => {
    if (!isShortcut(event)) return;
    event.preventDefault();
    open();
  });
}

const isShortcut = ({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean =>
  (key === 'k' && (ctrlKey || metaKey)) || (key === '/' && !(target instanceof HTMLInputElement));

/** Prefixes, one typing error in longer words, all words together; titles weigh four times. */
async function load(): Promise<Find> {
  const [{ default: Search }, answer] = await Promise.all([import('minisearch'), fetch('/docs/guide/search.json')]);
  if (!answer.ok) throw new Error(`The index was answered with ${answer.status}`);
  const { options, index } = (await answer.json()) as {
    options: ConstructorParameters<typeof MiniSearch>[0];
    index: Parameters<typeof MiniSearch.loadJS>[0];
  };
  const search = Search.loadJS(index, options);
  const fuzzy = (word: string) => (word.length >= LONG_ENOUGH_FOR_AN_ERROR ? 1 : false);
  const how = { prefix: true, fuzzy, boost: { title: 4, heading: 2 } };
  return (words) => {
    const together = search.search(words, { ...how, combineWith: 'AND' });
    const found = together.length > 0 ? together : search.search(words, how);
    return found.slice(0, MOST) as unknown as Entry[];
  };
}

function list(dialog: HTMLDialogElement, words: string, find: Find): void {
  const found = words === '' ? [] : find(words);
  first(HTMLElement, '.results', dialog)?.replaceChildren(...found.map(itemOf));
  say(dialog, words === '' ? '' : `${String(found.length || 'No')} ${found.length === 1 ? 'result' : 'results'}`);
}

function itemOf({ title, heading, section, address }: Entry): HTMLElement {
  const [item, link, where, name] = [
    createElement('li'),
    createElement('a'),
    createElement('small'),
    createElement('b'),
  ];
  link.href = address;
  name.textContent = heading === '' ? title : heading;
  where.textContent = heading === '' ? section : `${section} › ${title}`;
  link.append(name, where);
  item.append(link);
  return item;
}

function say(dialog: HTMLDialogElement, text: string): void {
  const status = first(HTMLElement, '.status', dialog);
  if (status) status.textContent = text;
}

/** Arrows lead from the field along the results, and back. */
function moveAlong(event: KeyboardEvent, dialog: HTMLDialogElement, field: HTMLInputElement): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops: HTMLElement[] = [field, ...all(HTMLAnchorElement, '.results a', dialog)];
  const at = stops.findIndex((one) => one === document.activeElement);
  stops[(at + step + stops.length) % stops.length]?.focus();
}

/** Enter in the field opens the first result; the button closes. */
function goToFirst(event: SubmitEvent, dialog: HTMLDialogElement): void {
  const result = first(HTMLAnchorElement, '.results a', dialog);
  if (event.submitter === document.activeElement || !result) return;
  event.preventDefault();
  dialog.close();
  location.assign(result.href);
}
