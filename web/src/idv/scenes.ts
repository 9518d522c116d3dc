import { all, first } from '../dom.js';

/** The element of a page that a script takes over, and the texts that the page gives it. */
export class Scenes<Name extends string, Word extends string> {
  readonly #words: Readonly<Record<string, string>>;

  constructor(readonly root: HTMLElement) {
    this.#words = JSON.parse(root.dataset['words'] ?? '{}') as Readonly<Record<string, string>>;
  }

  /** Shows one scene and puts the focus on what is to be read or pressed first in it. */
  show(name: Name, { focus = true } = {}): void {
    this.root.dataset['scene'] = name;
    for (const scene of all(HTMLElement, '[data-in]', this.root)) {
      scene.hidden = !(scene.dataset['in'] ?? '').split(' ').includes(name);
    }
    if (focus) this.part('focus')?.focus();
  }

  word(word: Word): string {
    return this.#words[word] ?? '';
  }

  /** A visible part: several scenes may have a part of that name. */
  part(name: string): HTMLElement | undefined {
    return all(HTMLElement, `[data-part~=${name}]`, this.root).find((part) => part.closest('[hidden]') === null);
  }

  element<E extends Element>(kind: new () => E, selector: string): E {
    const found = first(kind, selector, this.root);
    if (!found) throw new Error(`No ${selector} in the page`);
    return found;
  }

  /** All buttons that do the same thing. */
  on(action: string, act: () => unknown): void {
    for (const button of all(HTMLElement, `[data-do=${action}]`, this.root)) {
      button.addEventListener('click', () => void act());
    }
  }

  setting(name: string): string {
    return this.root.dataset[name] ?? '';
  }

  /** Shows what went wrong, where it is read first. An empty text removes the message. */
  trouble(text: string): void {
    const note = this.element(HTMLElement, '[data-trouble]');
    note.hidden = text === '';
    this.element(HTMLElement, '[data-trouble-text]').textContent = text;
    if (text !== '') note.focus();
  }

  /** Read out by screen readers, without taking the focus. */
  say(text: string): void {
    const heard = this.element(HTMLElement, '[data-heard]');
    if (heard.textContent !== text) heard.textContent = text;
  }
}
