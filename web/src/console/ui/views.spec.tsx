/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { go, route } from '../route.js';
import { Columns, shownOf } from './columns.js';
import { Views } from './views.js';

let place: HTMLElement;
beforeEach(() => {
  place = document.createElement('main');
  document.body.replaceChildren(place);
});
afterEach(() => render(null, place));

it('A view keeps the filters of an address under a name, without what was searched for, until it is removed', async () => {
  go('/users?status=BLOCKED&q=Ana+Berg&cursor=abc');
  await act(() => render(<Views keeps={['status', 'group']} />, place));
  const field = place.querySelector('input');
  if (field) field.value = ' Locked out ';
  await act(() => place.querySelector('form')?.requestSubmit());
  const link = place.querySelector('a[aria-current]');
  expect([link?.textContent, link?.getAttribute('href')]).toEqual(['Locked out', '/users?status=BLOCKED']);
  expect(localStorage.getItem('console-views')).not.toContain('Ana');
  await act(() => go('/audit'));
  expect(place.textContent).toBe('');
  await act(() => go('/users'));
  expect(place.textContent).toContain('Locked out');
  await act(() => place.querySelector<HTMLElement>('[aria-label="Remove the view Locked out"]')?.click());
  expect([place.textContent, localStorage.getItem('console-views')]).toEqual(['', '[]']);
  expect(route.value.place).toBe('users');
});

it('A view that was kept in another tab is not lost when one is kept or removed in this one', async () => {
  const other = { place: 'audit', name: 'Refused', query: 'outcome=refused' };
  go('/users?status=BLOCKED');
  await act(() => render(<Views keeps={['status']} />, place));
  localStorage.setItem('console-views', JSON.stringify([other]));
  const field = place.querySelector('input');
  if (field) field.value = 'Locked out';
  await act(() => place.querySelector('form')?.requestSubmit());
  const kept = () => JSON.parse(localStorage.getItem('console-views') ?? '[]') as unknown;
  expect(kept()).toEqual([other, { place: 'users', name: 'Locked out', query: 'status=BLOCKED' }]);
  await act(() => place.querySelector<HTMLElement>('[aria-label="Remove the view Locked out"]')?.click());
  expect(kept()).toEqual([other]);
});

it('A column that is not wanted is left out of its list, and comes back', async () => {
  const columns = ['Name', 'Status', 'Group'];
  await act(() => render(<Columns list="users" names={columns} />, place));
  const boxes = place.querySelectorAll('input');
  expect(boxes).toHaveLength(2);
  await act(() => boxes[0]?.click());
  expect([shownOf('users', columns), shownOf('clients', columns)]).toEqual([['Name', 'Group'], columns]);
  await act(() => boxes[0]?.click());
  expect(shownOf('users', columns)).toEqual(columns);
});
