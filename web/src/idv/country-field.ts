import { createElement, first } from '../dom.js';

/** Ignores case and accents, because few people type the accents of another language. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/**
 * Turns the list of countries into a combobox (ARIA 1.2): the user types part of a name or code, or opens the list. The
 * native list still holds the value that is sent, and is used alone if scripts do not run.
 */
export class CountryField {
  readonly #options: readonly HTMLOptionElement[];
  readonly #box: HTMLElement;
  readonly #field: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #told: HTMLElement;

  /** Makes the field. Undefined on pages without the list of countries. */
  static of(country: HTMLSelectElement): CountryField | undefined {
    const box = first(HTMLElement, '[data-search]');
    const field = first(HTMLInputElement, '#search', box);
    const list = first(HTMLElement, '[role=listbox]', box);
    const told = first(HTMLElement, '[data-found]', box);
    return box && field && list && told ? new CountryField(country, { box, field, list, told }) : undefined;
  }

  private constructor(
    private readonly country: HTMLSelectElement,
    { box, field, list, told }: Readonly<Record<'box' | 'list' | 'told', HTMLElement>> & { field: HTMLInputElement },
  ) {
    this.#options = [...country.options].filter(({ value }) => value !== '');
    [this.#box, this.#field, this.#list, this.#told] = [box, field, list, told];
    this.#takeOver();
    field.addEventListener('input', () => this.#find());
    field.addEventListener('click', () => this.#open(this.#options));
    field.addEventListener('focus', () => field.select());
    field.addEventListener('blur', () => this.#leave());
    field.addEventListener('keydown', (event) => this.#press(event));
    // Keeps the focus in the field, so that the list stays open until the press has ended.
    list.addEventListener('pointerdown', (event) => event.preventDefault());
    list.addEventListener('click', ({ target }) => {
      const item = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : undefined;
      if (item) this.#choose(item.dataset['code'] ?? '');
    });
    country.addEventListener('change', () => this.#show());
    addEventListener('pageshow', () => this.#show());
  }

  /** Hides the native list from view and keyboard, but leaves it for the browser's autofill. */
  #takeOver(): void {
    const label = first(HTMLElement, 'label[for=country]');
    if (label) label.hidden = true;
    this.country.className = 'unseen';
    this.country.tabIndex = -1;
    this.country.required = false;
    this.country.setAttribute('aria-hidden', 'true');
    this.#field.required = true;
    const invalid = this.country.getAttribute('aria-invalid');
    if (invalid !== null) this.#field.setAttribute('aria-invalid', invalid);
    this.#box.hidden = false;
    this.#show();
  }

  #show(): void {
    if (document.activeElement !== this.#field) this.#field.value = this.#chosenName();
    this.#field.setCustomValidity(this.country.value === '' ? (this.#box.dataset['none'] ?? '') : '');
  }

  /** The name of the chosen country; empty if none is chosen. */
  readonly #chosenName = (): string => (this.country.value === '' ? '' : (this.country.selectedOptions[0]?.text ?? ''));

  #find(): void {
    const wanted = plain(this.#field.value);
    const begins = ({ text }: HTMLOptionElement): number => Number(plain(text).startsWith(wanted));
    const found = this.#options
      .filter(({ text, value }) => plain(text).includes(wanted) || plain(value) === wanted)
      .sort((one, other) => begins(other) - begins(one));
    this.#set(wanted === '' ? '' : (found[0]?.value ?? ''));
    this.#open(found);
  }

  #open(found: readonly HTMLOptionElement[]): void {
    const items = found.map(({ text, value }) => {
      const chosen = String(value === this.country.value);
      const attributes = { role: 'option', id: `country-${value}`, 'data-code': value, 'aria-selected': chosen };
      const item = createElement('li', { attributes });
      const code = createElement('code');
      code.textContent = value;
      item.append(text, code);
      return item;
    });
    this.#list.replaceChildren(...items);
    this.#list.hidden = items.length === 0;
    this.#field.setAttribute('aria-expanded', String(items.length > 0));
    this.#told.textContent = items.length === 0 ? (this.#box.dataset['none'] ?? '') : '';
    this.#mark();
  }

  #mark(): void {
    const code = this.country.value;
    for (const item of this.#items()) item.setAttribute('aria-selected', String(item.dataset['code'] === code));
    const marked = this.#items().find((item) => item.dataset['code'] === code);
    if (marked) this.#field.setAttribute('aria-activedescendant', marked.id);
    else this.#field.removeAttribute('aria-activedescendant');
    marked?.scrollIntoView({ block: 'nearest' });
  }

  readonly #items = (): HTMLElement[] => [...this.#list.querySelectorAll<HTMLElement>('[role=option]')];

  #press(event: KeyboardEvent): void {
    const isOpen = !this.#list.hidden;
    // Enter selects an entry, and does not send the form.
    if (event.key === 'Enter' || event.key === 'ArrowDown' || event.key === 'ArrowUp') event.preventDefault();
    if (event.key === 'Escape' || (event.key === 'Enter' && isOpen)) this.#choose(this.country.value);
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    if (isOpen) this.#move(event.key === 'ArrowDown' ? 1 : -1);
    else this.#open(this.#options);
  }

  #move(by: number): void {
    const items = this.#items();
    const at = items.findIndex((item) => item.dataset['code'] === this.country.value);
    const next = items[Math.min(items.length - 1, Math.max(0, at + by))];
    this.#set(next?.dataset['code'] ?? '');
    this.#mark();
  }

  #set(code: string): void {
    this.country.value = code;
    this.country.dispatchEvent(new Event('change'));
  }

  #choose(code: string): void {
    this.#set(code);
    this.#close();
    if (code !== '') this.#field.value = this.#chosenName();
  }

  #leave(): void {
    this.#close();
    if (this.country.value !== '') this.#field.value = this.#chosenName();
  }

  #close(): void {
    this.#list.hidden = true;
    this.#field.setAttribute('aria-expanded', 'false');
    this.#field.removeAttribute('aria-activedescendant');
  }
}
