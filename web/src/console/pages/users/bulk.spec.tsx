/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { me } from '../../me.js';
import { go } from '../../route.js';
import { knowDialogs, settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import Users from './users.js';

const person = (userId: string, firstName: string) => ({ userId, firstName, lastName: 'Berg', status: 'ACTIVE' });

let server: FakeServer;
let place: HTMLElement;
beforeEach(async () => {
  knowDialogs();
  server = new FakeServer();
  me.value = { scopes: ['users:write'], rights: {}, grants: [], enterprises: [] } as never;
  go('/users');
  place = document.createElement('main');
  document.body.replaceChildren(place);
  const users = [person('u-1', 'Ana'), person('u-2', 'Ben')];
  server.reply('GET /v1/users?order=-createdTs&limit=50', { body: { users, next: null } });
  await act(() => render(<Users id={undefined} />, place));
  await settle();
});
afterEach(() => {
  render(null, place);
  me.value = undefined;
});

const click = async (selector: string, text = '') => {
  const found = [...place.querySelectorAll<HTMLElement>(selector)].find((one) => one.textContent.includes(text));
  await act(() => found?.click());
  await settle();
};

it('People who are selected are paused one after the other, and whoever failed is listed and stays selected', async () => {
  await click('th.pick input');
  expect(place.textContent).toContain('2 selected');
  server.reply('PUT /v1/users/u-1/status', { body: {} });
  server.reply('PUT /v1/users/u-2/status', { status: 409, body: { title: 'Not now', code: 'x/not-now' } });
  await click('[role=toolbar] button', 'Pause');
  const reason = place.querySelector('textarea');
  if (!reason) throw new Error('No reason is asked for');
  reason.value = 'A wave of fraud';
  await act(() => void reason.dispatchEvent(new Event('input', { bubbles: true })));
  await act(() => place.querySelector<HTMLFormElement>('dialog form')?.requestSubmit());
  await settle();
  await settle();
  const sent = server.calls.filter(({ method }) => method === 'PUT');
  expect(sent.map(({ path, body }) => [path, body])).toEqual(
    ['u-1', 'u-2'].map((id) => [`/v1/users/${id}/status`, { status: 'PAUSED', comments: 'A wave of fraud' }]),
  );
  expect(place.textContent).toContain('1 done, 1 failed.Ben Berg: Not now');
  expect(place.textContent).toContain('1 selected');
});

it('People who are selected are exported, and nobody else', async () => {
  await click('th.pick input');
  await click('[role=toolbar] button', 'Export');
  const reason = place.querySelector('textarea');
  if (reason) reason.value = 'For the auditors';
  await act(() => void reason?.dispatchEvent(new Event('input', { bubbles: true })));
  await act(() => place.querySelector<HTMLFormElement>('dialog form')?.requestSubmit());
  await settle();
  expect(server.calls.at(-1)).toMatchObject({
    method: 'GET',
    path: '/v1/users?userIds=u-1&userIds=u-2',
    headers: { Accept: 'text/csv', Reason: 'For%20the%20auditors' },
  });
});
