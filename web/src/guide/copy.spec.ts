/** @jest-environment jsdom */
import { offerCopies } from './copy.js';

it.each([
  ['refuses', { writeText: () => Promise.reject(new Error('refused')) }],
  ['has no clipboard', undefined],
])('The code is selected if the browser %s, and the button says that it was not copied', async (_when, clipboard) => {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  document.body.innerHTML = '<div class="code"><code>npm run dev</code><button class="copy" hidden>Copy</button></div>';
  offerCopies();
  const button = document.querySelector('button') as HTMLButtonElement;
  button.click();
  await new Promise((resolve) => setTimeout(resolve));
  expect([button.textContent, String(getSelection())]).toEqual(['Not copied', 'npm run dev']);
});
