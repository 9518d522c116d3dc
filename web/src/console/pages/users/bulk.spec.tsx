/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { me } from '../../me.js';
import { go } from '../../route.js';
import { knowDialogs, settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import { ActionProgress } from './bulk-progress.js';
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

const press = act;
const click = async (selector: string, text = '') => {
  const found = [...place.querySelectorAll<HTMLElement>(selector)].find((one) => one.textContent.includes(text));
  await act(() => found?.click());
  await settle();
};

async function ask(act: string): Promise<void> {
  await click('th.pick input');
  await click('[role=toolbar] button', act);
  const reason = place.querySelector('textarea');
  if (!reason) throw new Error('No reason is asked for');
  reason.value = 'A wave of fraud';
  await press(() => void reason.dispatchEvent(new Event('input', { bubbles: true })));
  await press(() => place.querySelector<HTMLFormElement>('dialog form')?.requestSubmit());
  await settle();
  await settle();
}

it('One call pauses all people who are selected, and the progress and whoever failed are shown', async () => {
  const started = { actionId: 'a-1', action: 'PAUSED', state: 'running', total: 2, handled: 0, failed: 0 };
  const failures = [{ userId: 'u-2', code: 'x/not-now', title: 'Not now' }];
  server.reply('POST /v1/userActions', { status: 201, body: started });
  server.reply('GET /v1/userActions/a-1', { body: { ...started, handled: 2, failed: 1, failures, state: 'done' } });
  await ask('Pause');
  expect(server.calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/v1/userActions',
    body: { action: 'PAUSED', userIds: ['u-1', 'u-2'], comments: 'A wave of fraud' },
  });
  expect(place.textContent).toContain('Pause: 1 done, 1 failed.u-2: Not now');
});

it('Whoever asks for more than one operator may do alone is led to the request', async () => {
  const headers = { Location: '/v1/fourEyes/f-1' };
  server.reply('POST /v1/userActions', { status: 202, body: { id: 'f-1' }, headers });
  await ask('Block');
  expect(place.querySelector('dialog a')?.getAttribute('href')).toBe('/four-eyes/f-1');
});

async function exportThem(): Promise<void> {
  await click('th.pick input');
  await click('[role=toolbar] button', 'Export');
  const reason = place.querySelector('textarea');
  if (reason) reason.value = 'For the auditors';
  await act(() => void reason?.dispatchEvent(new Event('input', { bubbles: true })));
  await act(() => place.querySelector<HTMLFormElement>('dialog form')?.requestSubmit());
  await settle();
}

it('People who are selected are exported, and nobody else', async () => {
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function () {
    saved.push(this.download);
  };
  server.reply('POST /v1/userExports', { status: 201, body: { exportId: 'x-1', format: 'csv' } });
  server.reply('POST /v1/userExports/x-1/file', { text: 'userId\r\nu-1\r\nu-2\r\n' });
  await exportThem();
  expect(server.calls.at(-2)?.body).toEqual({ format: 'csv', userIds: ['u-1', 'u-2'], comments: 'For the auditors' });
  expect(saved).toEqual([expect.stringMatching(/^users-.*\.csv$/)]);
  expect(place.querySelector('dialog')).toBeNull();
});

it('Whoever exports more people than one operator may alone is led to the request', async () => {
  const headers = { Location: '/v1/fourEyes/f-2' };
  server.reply('POST /v1/userExports', { status: 202, body: { id: 'f-2' }, headers });
  await exportThem();
  expect(place.querySelector('dialog a')?.getAttribute('href')).toBe('/four-eyes/f-2');
  expect(server.calls.filter(({ path }) => path.endsWith('/file'))).toEqual([]);
});

const EVERYONE = 'GET /v1/users?order=-createdTs&limit=200';
const button = (text: string) =>
  [...place.querySelectorAll<HTMLButtonElement>('[role=toolbar] button')].find((one) => one.textContent.includes(text));

/** Holds the answers of the server until the returned function is called. */
function holdAnswers(): () => void {
  const { fetch } = globalThis;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  globalThis.fetch = async (...asked) => {
    await held;
    return fetch(...asked);
  };
  return release;
}

it('Everyone in a list is not selected any more when its filters have changed meanwhile', async () => {
  server.reply(EVERYONE, { body: { users: [person('u-3', 'Cleo'), person('u-4', 'Dan')], next: null } });
  server.reply('GET /v1/users?status=PAUSED&order=-createdTs&limit=50', { body: { users: [], next: null } });
  await click('th.pick input');
  const release = holdAnswers();
  await click('[role=toolbar] button', 'Select all results');
  expect(button('Block')?.disabled).toBe(true);
  await act(() => go('/users?status=PAUSED'));
  release();
  await settle();
  expect(place.querySelector('[role=toolbar]')).toBeNull();
});

it('Why everyone in a list could not be selected is shown, and the selection stays', async () => {
  server.reply(EVERYONE, { status: 503, body: { code: 'kernel/unavailable', title: 'Not now' } });
  await click('th.pick input');
  await click('[role=toolbar] button', 'Select all results');
  expect(place.querySelector('[role=alert]')?.textContent).toContain('Not now');
  expect([place.querySelector('[role=toolbar]')?.textContent, button('Block')?.disabled]).toEqual([
    expect.stringContaining('2 '),
    false,
  ]);
});

it('The progress is read again after a read that failed', async () => {
  const running = { actionId: 'a-2', action: 'PAUSED', state: 'running', total: 2, handled: 1, failed: 0 };
  const done = { ...running, handled: 2, state: 'done' };
  server.reply('GET /v1/userActions/a-2', { body: running }, { status: 502, text: 'Bad gateway' }, { body: done });
  jest.useFakeTimers();
  try {
    await act(() => render(<ActionProgress id="a-2" />, place));
    for (const seconds of [0, 1, 5]) await act(() => jest.advanceTimersByTimeAsync(seconds * 1_000));
    expect(place.textContent).toContain('Pause: 2 done');
  } finally {
    jest.useRealTimers();
  }
});
