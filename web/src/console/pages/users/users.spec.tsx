/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { me } from '../../me.js';
import { go } from '../../route.js';
import { knowDialogs, settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import type { User } from './types.js';
import { CorrectUser } from './user-form.js';
import Users from './users.js';

let server: FakeServer;
let place: HTMLElement;
beforeEach(() => {
  knowDialogs();
  server = new FakeServer();
  me.value = { scopes: [], rights: {}, grants: [], enterprises: [] } as never;
  place = document.createElement('main');
  document.body.replaceChildren(place);
});
afterEach(() => {
  render(null, place);
  me.value = undefined;
});

it.each([
  ['lists the newest users first', '/users', 'order=-createdTs'],
  ['combines verified users with their status', '/users?idv=VERIFIED&status=ACTIVE', 'idvStatus=VERIFIED'],
  ['searches in the order of the search', '/users?q=ana&order=userId', 'q=ana&limit=50'],
  [
    'leaves out filters that the server refuses beside a search',
    '/users?q=ana&idv=VERIFIED&created=7d',
    'q=ana&limit=50',
  ],
])('The list of users %s', async (_, address, query) => {
  go(address);
  await act(() => render(<Users id={undefined} />, place));
  await settle();
  const asked = server.calls.map(({ path }) => path).find((path) => path.startsWith('/v1/users?'));
  expect(asked).toContain(query);
  const isSearch = address.includes('q=');
  expect(place.querySelector('.filters')?.textContent.includes('Enrolled')).toBe(!isSearch);
  if (isSearch) expect(asked).not.toMatch(/idvStatus|createdFrom|order/);
});

it('A correction leaves alone what a colleague has corrected since its dialog was opened', async () => {
  const ana = { userId: 'ana', firstName: 'Ana', lastName: 'Berg', primaryGroup: 'retail', language: 'en' };
  const show = (user: object) =>
    act(() => render(<CorrectUser user={user as User} onClose={() => {}} reload={() => {}} />, place));
  server.reply('PATCH /v1/users/ana', { body: {} });
  await show({ ...ana, emailId: 'ana@old.example' });
  await show({ ...ana, emailId: 'ana@new.example' });
  const field = place.querySelector<HTMLInputElement>('[name=lastName]');
  if (field) field.value = 'Bergmann';
  await act(() => void field?.dispatchEvent(new Event('input', { bubbles: true })));
  await act(() => place.querySelector<HTMLFormElement>('dialog form')?.requestSubmit());
  await settle();
  expect(server.calls.at(-1)?.body).toEqual({ lastName: 'Bergmann' });
});
