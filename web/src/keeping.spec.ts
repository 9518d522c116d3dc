/** @jest-environment jsdom */
import { explainUnticked, offerKeeping } from './keeping.js';

const page = `
  <code>AAAAA-BBBBB</code><code>CCCCC-DDDDD</code>
  <div data-keeps="code" hidden>
    <button data-copy="Copied." data-not-copied="Copy them yourself.">Copy all</button> <button data-print>Print</button> <span role="status"></span>
  </div>`;

const find = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector)!;
const told = () => find('[role=status]').textContent;

function showIn(clipboard: { writeText: jest.Mock } | undefined): void {
  if (clipboard) Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  else delete (navigator as { clipboard?: unknown }).clipboard;
  document.body.innerHTML = page;
  offerKeeping();
}

describe('What is shown once', () => {
  it('is copied whole, one in a line, and the page says so', async () => {
    const writeText = jest.fn().mockResolvedValue(undefined);
    showIn({ writeText });
    expect(find('[data-keeps]').hidden).toBe(false);
    find('[data-copy]').click();
    await Promise.resolve();
    await Promise.resolve();
    expect(writeText).toHaveBeenCalledWith('AAAAA-BBBBB\nCCCCC-DDDDD');
    expect(told()).toBe('Copied.');
  });

  it('is selected where the browser refuses to copy it, and the page says so', async () => {
    showIn({ writeText: jest.fn().mockRejectedValue(new Error('refused')) });
    find('[data-copy]').click();
    await new Promise((resolve) => setTimeout(resolve));
    expect(told()).toBe('Copy them yourself.');
    expect(String(getSelection()).replace(/\s+/g, ' ').trim()).toBe('AAAAA-BBBBBCCCCC-DDDDD');
  });

  it('can be printed, also by a browser that copies nothing', () => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    showIn(undefined);
    expect(find('[data-copy]').hidden).toBe(true);
    find('[data-print]').click();
    expect(print).toHaveBeenCalledTimes(1);
  });
});

describe('A box that has to be ticked', () => {
  it('says in the words of the page what to do, until it is ticked', () => {
    document.body.innerHTML = '<form><input type="checkbox" required data-unticked="Tick the box." /></form>';
    explainUnticked();
    const box = document.querySelector('input')!;
    expect([box.validationMessage, document.forms[0]!.checkValidity()]).toEqual(['Tick the box.', false]);
    box.click();
    expect(document.forms[0]!.checkValidity()).toBe(true);
  });
});
