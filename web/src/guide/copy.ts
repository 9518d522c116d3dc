import { all, first } from '../dom.js';
import { withoutPrompts } from './prompts.js';

const SHOWN_MS = 1_600;

/** Adds a copy button to each block of code. */
export function offerCopies(): void {
  for (const block of all(HTMLElement, '.code')) {
    const button = first(HTMLButtonElement, '.copy', block);
    const code = first(HTMLElement, 'code', block);
    if (!button || !code) continue;
    button.hidden = false;
    button.addEventListener('click', () => void copy(code, button));
  }
}

/** Copies the code without its prompts. If the browser refuses, the code is selected, so that the reader can copy it. */
async function copy(code: HTMLElement, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(withoutPrompts(code.textContent));
    button.textContent = 'Copied';
  } catch {
    getSelection()?.selectAllChildren(code);
    button.textContent = 'Not copied';
  }
  setTimeout(() => (button.textContent = 'Copy'), SHOWN_MS);
}
