import { all, createElement, first } from '../dom.js';
import type { Find, Found, SearchFile } from './finding.js';

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

async function load(): Promise<Find> {
  const [{ default: Search }, { finderOf }, answer] = await Promise.all([
    import('minisearch'),
    import('./finding.js'),
    fetch('/docs/guide/search.json'),
  ]);
  if (!answer.ok) throw new Error(`The index was answered with ${answer.status}`);
  return finderOf(Search, (await answer.json()) as SearchFile);
}

function list(dialog: HTMLDialogElement, words: string, find: Find): void {
  const found = words === '' ? [] : find(words);
  first(HTMLElement, '.results', dialog)?.replaceChildren(...found.map(itemOf));
  say(dialog, words === '' ? '' : `${String(found.length || 'No')} ${found.length === 1 ? 'result' : 'results'}`);
}

function itemOf({ title, heading, section, address }: Found): HTMLElement {
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

/** Moves the focus between field and results with the arrow keys. */
function moveAlong(event: KeyboardEvent, dialog: HTMLDialogElement, field: HTMLInputElement): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops: HTMLElement[] = [field, ...all(HTMLAnchorElement, '.results a', dialog)];
  const at = stops.findIndex((one) => one === document.activeElement);
  stops[(at + step + stops.length) % stops.length]?.focus();
}

/** Opens the first result on Enter in the field. The close button closes the dialog. */
function goToFirst(event: SubmitEvent, dialog: HTMLDialogElement): void {
  const result = first(HTMLAnchorElement, '.results a', dialog);
  if (event.submitter === document.activeElement || !result) return;
  event.preventDefault();
  dialog.close();
  location.assign(result.href);
}
