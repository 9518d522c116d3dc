import { all, first } from '../dom.js';

/** Buttons that copy the text beside them. They are hidden if the browser has no clipboard. */
export function offerCopies(): void {
  if (!('clipboard' in navigator)) return;
  for (const button of all(HTMLButtonElement, 'button[data-copies]')) {
    button.hidden = false;
    button.addEventListener('click', () => void copy(button));
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const source = first(HTMLInputElement, `#${button.dataset['copies'] ?? ''}`);
  if (!source) return;
  try {
    await navigator.clipboard.writeText(source.value);
    button.textContent = button.dataset['copied'] ?? '';
  } catch {
    source.select();
  }
}
