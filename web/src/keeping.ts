import { all, first } from './dom.js';

/** Offers to copy or print secrets that the page shows only once. */
export function offerKeeping(): void {
  for (const offer of all(HTMLElement, '[data-keeps]')) {
    const { keeps = '' } = offer.dataset;
    const copy = first(HTMLButtonElement, '[data-copy]', offer);
    copy?.addEventListener('click', () => void copyTo(offer, keeps, copy.dataset));
    if (copy) copy.hidden = !('clipboard' in navigator);
    first(HTMLButtonElement, '[data-print]', offer)?.addEventListener('click', () => print());
    offer.hidden = false;
  }
}

/** Copies the texts. If the browser refuses, they are selected, so that the user can copy them. */
async function copyTo(offer: HTMLElement, keeps: string, { copy, notCopied }: DOMStringMap): Promise<void> {
  const status = first(HTMLElement, '[role=status]', offer);
  const kept = all(HTMLElement, keeps);
  const isCopied = await navigator.clipboard.writeText(kept.map(({ textContent }) => textContent).join('\n')).then(
    () => true,
    () => false,
  );
  if (!isCopied) select(kept);
  if (status) status.textContent = (isCopied ? copy : notCopied) ?? '';
}

function select(elements: readonly HTMLElement[]): void {
  const [from, to] = [elements[0], elements.at(-1)];
  if (from && to) getSelection()?.setBaseAndExtent(from, 0, to, to.childNodes.length);
}

/** Shows a message, which the page contains, if the user sends a form without ticking its box. */
export function explainUnticked(): void {
  for (const box of all(HTMLInputElement, 'input[data-unticked]')) {
    const explain = () => box.setCustomValidity(box.checked ? '' : (box.dataset['unticked'] ?? ''));
    box.addEventListener('change', explain);
    explain();
  }
}
