import { effect, signal } from '@preact/signals';

type Theme = 'auto' | 'light' | 'dark';
const NAME = 'console-theme';
const kept = localStorage.getItem(NAME);

/** `auto` follows the system until the user chooses. */
export const theme = signal<Theme>(kept === 'light' || kept === 'dark' ? kept : 'auto');

effect(() => {
  if (theme.value === 'auto') {
    delete document.documentElement.dataset['theme'];
    localStorage.removeItem(NAME);
  } else {
    document.documentElement.dataset['theme'] = theme.value;
    localStorage.setItem(NAME, theme.value);
  }
});

export const isDark = () =>
  theme.value === 'dark' || (theme.value === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
