import { signal } from '@preact/signals';

/** Read out by screen readers, without taking the focus. */
export const announcement = signal('');

export function announce(text: string): void {
  announcement.value = text;
}
