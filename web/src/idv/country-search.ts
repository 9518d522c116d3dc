import { first } from '../dom.js';

/** Without case and accents: few people type the ones of another language. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Leaves those countries in the list whose name holds what is typed, or whose code it is, and chooses the first. */
export function searchIn(country: HTMLSelectElement): void {
  const box = first(HTMLElement, '[data-search]');
  const field = first(HTMLInputElement, '#search');
  if (!box || !field) return;
  const [nothing, ...options] = [...country.options];
  if (!nothing) return;
  const find = (): void => {
    const wanted = plain(field.value);
    const before = country.value;
    const found = options.filter(({ text, value }) => plain(text).includes(wanted) || plain(value) === wanted);
    const begins = ({ text }: HTMLOptionElement): number => Number(plain(text).startsWith(wanted));
    if (wanted !== '') found.sort((one, other) => begins(other) - begins(one));
    // Not every browser hides an option that is there.
    country.replaceChildren(nothing, ...found);
    country.value = wanted === '' ? before : (found[0]?.value ?? '');
    const told = first(HTMLElement, '[data-found]', box);
    if (told) told.textContent = country.selectedOptions[0]?.text ?? '';
    country.dispatchEvent(new Event('change'));
  };
  field.addEventListener('input', find);
  // The key that ends a search sends no form.
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    country.focus();
  });
  box.hidden = false;
}
