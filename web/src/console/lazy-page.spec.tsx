/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { lazyPage } from './lazy-page.js';
import { settle } from './testing/dom.js';

it('A page is loaded once, and shown again to whoever comes back', async () => {
  let loads = 0;
  const Page = lazyPage(() => {
    loads += 1;
    return Promise.resolve({ default: ({ id }) => <h1>{id ?? 'all'}</h1> });
  });
  const place = document.createElement('main');
  for (const id of [undefined, 'one']) {
    await act(() => render(<Page id={id} />, place));
    await settle();
    expect(place.textContent).toBe(id ?? 'all');
    await act(() => render(null, place));
  }
  expect(loads).toBe(1);
});
