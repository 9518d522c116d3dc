import { all, fieldOf, first } from '../dom.js';

/** A form for the values in angle brackets, which are inserted into the code and not stored. */
export function fillValues(): void {
  const form = first(HTMLFormElement, 'form.values');
  if (!form) return;
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
  });
  form.addEventListener('input', () => {
    for (const place of all(HTMLElement, '.value')) {
      const name = place.dataset['value'] ?? '';
      const value = fieldOf(form, name)?.value.trim() ?? '';
      place.textContent = value === '' ? `<${name}>` : value;
      place.classList.toggle('filled', value !== '');
    }
  });
}
