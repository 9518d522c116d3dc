/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { settle } from '../testing/dom.js';
import { words } from '../words/words.js';
import { Copy } from './parts.js';
import { Toast } from './toast.js';

const ID = '0195b0f5-8d2e-7cc3-9c11-2f0f6f0f7a10';
let page: HTMLElement;

beforeEach(async () => {
  document.body.innerHTML = '<div></div>';
  page = document.body.firstElementChild as HTMLElement;
  await act(() =>
    render(
      <>
        <Copy text={ID} short={18} />
        <Toast />
      </>,
      page,
    ),
  );
});
afterEach(() => {
  render(null, page);
  Reflect.deleteProperty(navigator, 'clipboard');
});

const allow = (writeText: (text: string) => Promise<void>) =>
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
const click = async () => {
  await act(() => page.querySelector('button')?.click());
  await settle();
};
const said = () => page.querySelector('[role=status]')?.textContent;

describe('A button that copies a text', () => {
  it('copies the whole text, and says so', async () => {
    const copied: string[] = [];
    allow((text) => Promise.resolve(void copied.push(text)));
    await click();
    expect([copied, said()]).toEqual([[ID], words.copied]);
  });

  it.each([
    ['the browser refuses', () => allow(() => Promise.reject(new DOMException('refused', 'NotAllowedError')))],
    ['the browser has no clipboard', () => undefined],
  ])('says that %s, and shows the whole text selected until it loses the focus', async (_when, prepare) => {
    prepare();
    await click();
    const field = page.querySelector('input') as HTMLInputElement;
    expect([said(), field.getAttribute('aria-label')]).toEqual([words.notCopied, words.notCopied]);
    expect(document.activeElement).toBe(field);
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(ID);
    await act(() => field.blur());
    expect(page.querySelector('button.copy')).not.toBeNull();
  });
});
