import { first } from '../dom.js';
import { store } from './stored.js';

/** A switch between light and dark. Until it is used, the system's setting applies. */
export function offerThemes(): void {
  const button = first(HTMLButtonElement, '.theme');
  const system = matchMedia('(prefers-color-scheme: dark)');
  const root = document.documentElement;
  const isDark = (): boolean => (root.dataset['theme'] ?? (system.matches ? 'dark' : 'light')) === 'dark';
  const tell = (): void => {
    if (button) button.ariaPressed = String(isDark());
  };
  button?.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark';
    root.dataset['theme'] = next;
    store('theme', next);
    tell();
  });
  system.addEventListener('change', tell);
  tell();
}
