import { act } from 'preact/test-utils';

/** Adds the methods of dialogs, which jsdom lacks. */
export function knowDialogs(): void {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
}

const MOST_ROUNDS = 50;

/** Waits until everything that the page has requested is answered and shown: until the document no longer changes. */
export async function settle(): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = document.body.innerHTML;
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));
    if (document.body.innerHTML === before) return;
  }
}
