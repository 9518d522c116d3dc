/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { usePull } from './pull.js';

let refreshed = 0;
function List() {
  const { area, hint } = usePull(() => refreshed++);
  return <section ref={area}>{hint}</section>;
}

const place = document.createElement('main');
beforeEach(async () => {
  refreshed = 0;
  await act(() => render(<List />, place));
});
afterEach(() => render(null, place));

const touch = (name: string, clientY?: number) =>
  act(() => {
    const touches = clientY === undefined ? [] : [{ clientY }];
    place.querySelector('section')?.dispatchEvent(Object.assign(new Event(name), { touches }));
  });
const hint = () => place.querySelector('.pull');

it('A pull from the top of the page refreshes the list when the finger is lifted', async () => {
  await touch('touchstart', 100);
  await touch('touchmove', 190);
  expect(hint()).not.toBeNull();
  await touch('touchend');
  expect([refreshed, hint()]).toEqual([1, null]);
});

it('A pull that the browser cancels refreshes nothing and hides its hint, and the next tap refreshes nothing', async () => {
  await touch('touchstart', 100);
  await touch('touchmove', 190);
  await touch('touchcancel');
  expect(hint()).toBeNull();
  await touch('touchstart', 100);
  await touch('touchend');
  expect(refreshed).toBe(0);
});
