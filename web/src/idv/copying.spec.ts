/** @jest-environment jsdom */
import { offerCopies } from './copying.js';

const page = `
  <input id="link" readonly value="https://idv.example/h/1">
  <div><button data-copies="link" data-copied="Copied" data-not-copied="Copy it yourself." hidden>Copy the link</button>
  <span role="status"></span></div>`;

const button = () => document.querySelector('button') as HTMLButtonElement;
const told = () => document.querySelector('[role=status]')?.textContent;

async function copyWith(writeText: jest.Mock): Promise<void> {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  document.body.innerHTML = page;
  offerCopies();
  button().click();
  await new Promise((resolve) => setTimeout(resolve));
}

describe('The link for the phone', () => {
  it('is copied by its button, which says so', async () => {
    const writeText = jest.fn().mockResolvedValue(undefined);
    await copyWith(writeText);
    expect(writeText).toHaveBeenCalledWith('https://idv.example/h/1');
    expect([button().hidden, button().textContent, told()]).toEqual([false, 'Copied', '']);
  });

  it('has the focus and is selected where the browser refuses to copy it, and the page says so', async () => {
    await copyWith(jest.fn().mockRejectedValue(new Error('refused')));
    const { activeElement } = document;
    const field = document.querySelector('input') as HTMLInputElement;
    expect([activeElement, field.selectionStart, field.selectionEnd]).toEqual([field, 0, field.value.length]);
    expect([button().textContent, told()]).toEqual(['Copy the link', 'Copy it yourself.']);
  });
});
