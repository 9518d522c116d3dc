import { all } from '../dom.js';

/** Shows only those kinds of documents that the chosen country issues and that can be read. */
export function fitKinds(country: HTMLSelectElement): void {
  const kinds = all(HTMLButtonElement, 'button.kind[data-of]');
  const fit = (): void => {
    for (const kind of kinds) {
      kind.hidden = country.value !== '' && !(kind.dataset['of'] ?? '').split(' ').includes(country.value);
    }
  };
  country.addEventListener('change', fit);
  addEventListener('pageshow', fit);
  fit();
}
