import { signal } from '@preact/signals';

/** A text that screen readers announce without moving the focus. */
export const announcement = signal('');

export function announce(text: string): void {
  announcement.value = text;
}
