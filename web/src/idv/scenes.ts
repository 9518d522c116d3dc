import { all, first } from '../dom.js';

/**
 * A part of the page that a script controls. It has several views (scenes), of which one is visible, and the texts that
 * the page contains for the script.
 */
export class Scenes<Name extends string, Word extends string> {
  readonly #words: Readonly<Record<string, string>>;

  constructor(readonly root: HTMLElement) {
    this.#words = JSON.parse(root.dataset['words'] ?? '{}') as Readonly<Record<string, string>>;
  }

  /** Shows one scene, hides the others, and focuses its first text or button. */
  show(name: Name, { focus = true } = {}): void {
    this.root.dataset['scene'] = name;
    for (const scene of all(HTMLElement, '[data-in]', this.root)) {
      scene.hidden = !(scene.dataset['in'] ?? '').split(' ').includes(name);
    }
    if (focus) this.part('focus')?.focus();
  }

  get shown(): string {
    return this.setting('scene');
  }

  word(word: Word): string {
    return this.#words[word] ?? '';
  }

  /** The visible element with this name. Several scenes may have an element with the same name. */
  part(name: string): HTMLElement | undefined {
    return all(HTMLElement, `[data-part~=${name}]`, this.root).find((part) => part.closest('[hidden]') === null);
  }

  element<E extends Element>(kind: new () => E, selector: string): E {
    const found = first(kind, selector, this.root);
    if (!found) throw new Error(`No ${selector} in the page`);
    return found;
  }

  /** Calls `act` when the user clicks any button for this action. */
  on(action: string, act: () => unknown): void {
    for (const button of all(HTMLElement, `[data-do=${action}]`, this.root)) {
      button.addEventListener('click', () => void act());
    }
  }

  setting(name: string): string {
    return this.root.dataset[name] ?? '';
  }

  /** Shows an error, and focuses it so that it is read first. An empty text removes it. */
  trouble(text: string): void {
    const note = this.element(HTMLElement, '[data-trouble]');
    note.hidden = text === '';
    this.element(HTMLElement, '[data-trouble-text]').textContent = text;
    if (text !== '') note.focus();
  }

  /** Announces a text by screen readers, without moving the focus. */
  say(text: string): void {
    const heard = this.element(HTMLElement, '[data-heard]');
    if (heard.textContent !== text) heard.textContent = text;
  }
}
