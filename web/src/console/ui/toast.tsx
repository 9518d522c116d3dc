import { signal } from '@preact/signals';

const SHOWN = 4_000;
const said = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;

export function say(text: string): void {
  said.value = text;
  clearTimeout(timer);
  timer = setTimeout(() => (said.value = ''), SHOWN);
}

/**
 * The element with the role `status` is always present, because screen readers announce only changes of elements that
 * they already know.
 */
export const Toast = () => <div role="status">{said.value !== '' && <p class="toast">{said.value}</p>}</div>;
