/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { go } from '../route.js';
import { WrittenChip } from './filters.js';

let place: HTMLElement;
beforeEach(async () => {
  go('/users?status=ACTIVE&cursor=c');
  place = document.createElement('main');
  document.body.replaceChildren(place);
  await act(() => render(<WrittenChip name="group" label="Group" />, place));
});
afterEach(() => render(null, place));

describe('A filter whose value is written', () => {
  it('is in the address once it is applied, from the first page on, and goes by its cross', async () => {
    const field = place.querySelector<HTMLInputElement>('[name=group]');
    if (field) field.value = ' retail ';
    await act(() => place.querySelector('form')?.requestSubmit());
    expect(location.search).toBe('?status=ACTIVE&group=retail');
    expect(place.querySelector('summary')?.textContent).toBe('Groupretail');
    await act(() => place.querySelector<HTMLElement>('[aria-label*=Group].button')?.click());
    expect(location.search).toBe('?status=ACTIVE');
  });
});
