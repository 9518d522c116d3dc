/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { go } from '../route.js';
import { Search, startOf, WrittenChip } from './filters.js';

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

describe('A search', () => {
  const type = (value: string) =>
    act(() => {
      const field = place.querySelector<HTMLInputElement>('[type=search]');
      if (field) field.value = value;
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const typed = () => place.querySelector<HTMLInputElement>('[type=search]')?.value;
  const searched = async (query: string) => {
    while (location.search !== query) await act(() => new Promise<void>((resolve) => setTimeout(resolve, 10)));
  };

  it('keeps the space after a word whose user is still typing, and follows the address', async () => {
    await act(() => go('/users'));
    await act(() => render(<Search placeholder="Search" />, place));
    await type('ana ');
    await searched('?q=ana');
    expect(typed()).toBe('ana ');
    await type('ana berg');
    await searched('?q=ana+berg');
    await act(() => go('/users'));
    expect(typed()).toBe('');
  });
});

describe('The start of a span of time', () => {
  const MINUTE = 60_000;
  afterEach(() => jest.restoreAllMocks());

  it('stays the same for the later pages of a list, and begins anew for a first page after an hour', () => {
    let now = Date.parse('2026-03-04T12:00:00Z');
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    go('/audit?time=1h');
    const first = startOf('1h');
    expect(first).toBe('2026-03-04T11:00:00.000Z');
    now += 20 * MINUTE;
    expect(startOf('1h')).toBe(first);
    now += 50 * MINUTE;
    go('/audit?time=1h&cursor=c');
    expect(startOf('1h')).toBe(first);
    go('/audit?time=1h');
    expect([startOf('1h'), startOf('1d'), startOf(null)]).toEqual([
      '2026-03-04T12:10:00.000Z',
      '2026-03-03T13:10:00.000Z',
      undefined,
    ]);
  });
});
