import { checkEvidence } from '@countersign/evidence';
import { all, createElement, first } from '../dom.js';
import { readFile, type ReadFile } from './files.js';
import { alone, invalid, valid, type Show } from './verdict.js';
import { filled, type PageData } from './page-data.js';

/** Lets a user choose or drop files, and shows whether they are valid. Nothing is stored or sent. */
export function offerVerification(): void {
  const place = first(HTMLElement, '[data-verifier]');
  const data = dataOfPage();
  if (place === undefined || data === undefined) return;
  place.hidden = false;
  const verifier = new Verifier(place, data);
  verifier.listen();
  const given = evidenceInAddress();
  if (given !== undefined) void verifier.take([new File([given], 'evidence.json')]);
  if (location.protocol === 'file:') hideWhatNeedsTheServer();
}

/** Evidence after the `#` of the page's address, which browsers never send to a server. */
function evidenceInAddress(): string | undefined {
  const { hash, pathname, search } = location;
  if (hash.length < 2) return undefined;
  // Removes the evidence from the address, so that it does not stay in the browser's history.
  history.replaceState(null, '', pathname + search);
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

function dataOfPage(): PageData | undefined {
  const text = first(HTMLScriptElement, '#verifier-data')?.textContent;
  return text === undefined ? undefined : (JSON.parse(text) as PageData);
}

/** Hides the elements that need the server, if the page was saved as a file. */
function hideWhatNeedsTheServer(): void {
  for (const element of all(HTMLElement, '[data-save], footer')) element.hidden = true;
}

class Verifier {
  #keys: unknown;
  #evidence: ReadFile | undefined;
  /** Counts how often the user has chosen files, so that only the result of the last choice is shown. */
  #turn = 0;

  constructor(
    private readonly place: HTMLElement,
    private readonly data: PageData,
  ) {
    this.#keys = data.keys;
  }

  listen(): void {
    const time = first(HTMLTimeElement, 'time', this.place);
    if (time) time.textContent = this.#show.time(time.dateTime);
    const input = first(HTMLInputElement, 'input[type=file]', this.place);
    first(HTMLButtonElement, 'button', this.place)?.addEventListener('click', () => input?.click());
    input?.addEventListener('change', () => {
      const files = [...(input.files ?? [])];
      input.value = ''; // clears the input, so that the user can choose the same file again
      void this.take(files);
    });
    this.#listenForDrops();
  }

  #listenForDrops(): void {
    const zone = first(HTMLElement, '.drop', this.place);
    const mark = (over: boolean) => (event: Event) => {
      event.preventDefault(); // prevents the browser from opening a dropped file
      zone?.classList.toggle('over', over);
    };
    document.addEventListener('dragover', mark(true));
    document.addEventListener('dragleave', mark(false));
    document.addEventListener('drop', (event) => {
      mark(false)(event);
      void this.take([...(event.dataTransfer?.files ?? [])]);
    });
  }

  /** Checks the given files, which contain evidence or published keys, and shows the result. */
  async take(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    const turn = ++this.#turn;
    this.#put(createElement('p', { className: 'note' }), this.data.words.verifying);
    const read = await Promise.all(files.map(readFile));
    if (turn !== this.#turn) return;
    for (const file of read) {
      if (file.keys === undefined) this.#evidence = file;
      else this.#takeKeys(file);
    }
    const verdict = await this.#verdict();
    if (turn === this.#turn) this.#put(verdict);
  }

  #takeKeys({ name, keys }: ReadFile): void {
    this.#keys = keys;
    const line = first(HTMLElement, '[data-keys]', this.place);
    if (line) line.textContent = filled(this.data.words.keysOfFile, { name, address: this.data.keysFrom });
  }

  async #verdict(): Promise<HTMLElement> {
    const { words } = this.data;
    if (!isSecureContext) return alone(words.evidenceNeedsHttps);
    if (this.#evidence === undefined) return alone(words.onlyKeys);
    const { name, text, problem } = this.#evidence;
    if (problem === 'fileUnreadable') return alone(words.fileUnreadable);
    if (problem !== undefined) return invalid(this.#show, name, [{ code: problem }]);
    const report = await checkEvidence(text, this.#keys);
    return report.valid ? valid(this.#show, name, report.facts) : invalid(this.#show, name, report.problems);
  }

  get #show(): Show {
    const { words, locale } = this.data;
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long' });
    return { words, time: (iso) => (Number.isNaN(Date.parse(iso)) ? iso : format.format(new Date(iso))) };
  }

  #put(element: HTMLElement, text?: string): void {
    if (text !== undefined) element.textContent = text;
    first(HTMLElement, '[data-result]', this.place)?.replaceChildren(element);
  }
}
