import { all, first } from './dom.js';

/** Offers to copy or print what is shown only once. */
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

/** A browser may refuse: then nothing is said to be copied. */
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

/** Says in the words of the page why the form of a box that is not ticked is not sent. */
export function explainUnticked(): void {
  for (const box of all(HTMLInputElement, 'input[data-unticked]')) {
    const explain = () => box.setCustomValidity(box.checked ? '' : (box.dataset['unticked'] ?? ''));
    box.addEventListener('change', explain);
    explain();
  }
}
