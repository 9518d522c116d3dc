import { all, first } from '../dom.js';

/** Buttons that copy the text beside them. They are hidden if the browser has no clipboard. */
export function offerCopies(): void {
  if (!('clipboard' in navigator)) return;
  for (const button of all(HTMLButtonElement, 'button[data-copies]')) {
    button.hidden = false;
    button.addEventListener('click', () => void copy(button));
  }
}

/** Copies the text. If the browser refuses, the text is selected, so that the user can copy it. */
async function copy(button: HTMLButtonElement): Promise<void> {
  const { copies = '', copied = '', notCopied = '' } = button.dataset;
  const source = first(HTMLInputElement, `#${copies}`);
  if (!source) return;
  const status = first(HTMLElement, '[role=status]', button.parentElement ?? document);
  try {
    await navigator.clipboard.writeText(source.value);
    button.textContent = copied;
    if (status) status.textContent = '';
  } catch {
    source.focus();
    source.select();
    if (status) status.textContent = notCopied;
  }
}
