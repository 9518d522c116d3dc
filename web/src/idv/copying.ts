import { all, first } from '../dom.js';

/** Buttons that copy what stands beside them. Without the clipboard they are not shown. */
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
