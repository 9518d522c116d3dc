import { all, first } from './dom.js';

/** Offers to copy or print secrets that the page shows only once. */
export function offerKeeping(): void {
  for (const offer of all(HTMLElement, '[data-keeps]')) {
    const { keeps = '' } = offer.dataset;
    const copy = first(HTMLButtonElement, '[data-copy]', offer);
    copy?.addEventListener('click', () => void copyTo(offer, keeps, copy.dataset['copy'] ?? ''));
    if (copy) copy.hidden = !('clipboard' in navigator);
    first(HTMLButtonElement, '[data-print]', offer)?.addEventListener('click', () => print());
    offer.hidden = false;
  }
}

/** Copies the texts, and reports success only if the browser has allowed it. */
async function copyTo(offer: HTMLElement, keeps: string, done: string): Promise<void> {
  const status = first(HTMLElement, '[role=status]', offer);
  const text = all(HTMLElement, keeps)
    .map(({ textContent }) => textContent)
    .join('\n');
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  if (status) status.textContent = isCopied ? done : '';
}

/** Shows a message, which the page contains, if the user sends a form without ticking its box. */
export function explainUnticked(): void {
  for (const box of all(HTMLInputElement, 'input[data-unticked]')) {
    const explain = () => box.setCustomValidity(box.checked ? '' : (box.dataset['unticked'] ?? ''));
    box.addEventListener('change', explain);
    explain();
  }
}
