import { act } from 'preact/test-utils';

/** jsdom knows no dialogs. */
export function knowDialogs(): void {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
}

/** Waits until everything that the page has requested is answered and shown. */
export const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));
