/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { me } from '../../me.js';
import { choose, place as data } from '../../place.js';
import { go } from '../../route.js';
import { knowDialogs, settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import { System } from './system.js';
import type { SystemReport } from './types.js';

const DAY = 86_400_000;
const SYSTEM: SystemReport = {
  ...{ version: '1.2.3', node: 'v22.1.0', mode: 'production', startedTs: Date.now(), worker: true, work: [] },
  database: { version: '17.2', bytes: 2_500_000_000, embedded: false },
  migrations: { applied: 71, newest: 'x', pending: 0 },
  processes: [{ startedTs: 1, address: null }],
  surfaces: [
    { name: 'auth', title: 'Authorization server', url: 'https://auth.bank.example', open: true },
    { name: 'idv', title: 'Verification pages', url: 'https://idv.bank.example', open: false },
  ],
  certificates: [{ use: 'server', subject: 'auth.bank.example', notBeforeTs: 1, notAfterTs: Date.now() + 7 * DAY }],
  chipTrust: {
    states: [
      { state: 'DE', authorities: 3, untilTs: Date.now() + 40 * DAY, revocationsUntilTs: Date.now() + 9 * DAY },
      { state: 'UN', authorities: 1, untilTs: Date.now() + 900 * DAY, revocationsUntilTs: null },
    ],
    faults: [{ fault: 'state_ends', of: 'DE' }],
  },
  settings: [
    { name: 'PUBLIC_HOST', value: 'bank.example', default: null, secret: false },
    { name: 'DATABASE_URL', value: null, default: null, secret: true },
  ],
};
const JOB = {
  id: 'j-1',
  kind: 'users/send-code',
  attempts: 10,
  lastError: '550 no mailbox',
  createdTs: 1,
  parkedTs: 2,
};
const EVENT = { id: 'e-1', type: 'users.x.v1', attempts: 1, lastError: null, occurredTs: 1, parkedTs: 2 };
const JOBS = 'GET /v1/jobs?state=parked&limit=20';
const EVENTS = 'GET /v1/events?state=parked&limit=20';

let server: FakeServer;
let place: HTMLElement;

async function show(): Promise<string> {
  await act(() => render(<System />, place));
  await settle();
  await settle(); // parked work is read after the page is shown
  return place.textContent;
}
function seenOn(sides: readonly ('live' | 'test')[]): void {
  const enterpriseId = data.value.enterprise ?? '';
  me.value = {
    id: 'o',
    scopes: ['system:read', 'system:write'],
    rights: {},
    enterprises: [{ enterpriseId, name: 'Acme', sides }],
  } as unknown as NonNullable<typeof me.value>;
}
async function pressAndConfirm(text: string): Promise<void> {
  await act(() => [...place.querySelectorAll('button')].find((one) => one.textContent === text)?.click());
  await act(() => place.querySelector<HTMLFormElement>('dialog form')?.requestSubmit());
  await settle();
}

beforeEach(() => {
  knowDialogs();
  server = new FakeServer();
  choose({ data: 'live', enterprise: `e-${Math.random()}` });
  seenOn(['live', 'test']);
  place = document.createElement('main');
  document.body.replaceChildren(place);
  go('/settings?tab=system');
  server.reply('GET /v1/system', { body: SYSTEM });
  server.reply(JOBS, { body: { jobs: [], next: null } });
  server.reply(EVENTS, { body: { events: [], next: null } });
});
afterEach(() => render(null, place));

describe('The system', () => {
  it('is told: what is served, which release, and what ends soon', async () => {
    const text = await show();
    for (const shown of ['1.2.3', '71, all applied', '17.2, 2.5 GB', 'Served here', 'Not here', 'Nothing is parked'])
      expect(text).toContain(shown);
    expect(text).toContain('auth.bank.example ends on');
  });

  it('names the states that are trusted for the chips of passports, with their ends, and what is to be mended', async () => {
    const text = await show();
    for (const shown of ['2 states are trusted', 'Germany', 'ends soon', 'Germany: its last authority ends'])
      expect(text).toContain(shown);
    server.reply('GET /v1/system', { body: { ...SYSTEM, chipTrust: { states: [], faults: [] } } });
    render(null, place);
    expect(await show()).toContain('No state is trusted, so every chip is refused.');
  });

  it('shows settings that differ, and of secrets only that they are set', async () => {
    const text = await show();
    for (const shown of ['2 differ', 'bank.example', 'set, and secret']) expect(text).toContain(shown);
  });

  it('says that migrations are missing', async () => {
    server.reply('GET /v1/system', { body: { ...SYSTEM, migrations: { ...SYSTEM.migrations, pending: 2 } } });
    expect(await show()).toContain('2 are not applied yet');
  });

  it('is shown on the test side too, with a sentence that says that live and test data share it', async () => {
    choose({ data: 'test' });
    const text = await show();
    for (const shown of ['Live and test data share the system.', 'bank.example']) expect(text).toContain(shown);
    expect(new Set(server.calls.map(({ headers }) => headers['Data']))).toEqual(new Set(['live']));
  });

  it('needs a role for live data', async () => {
    choose({ data: 'test' });
    seenOn(['test']);
    expect(await show()).toContain('To see it, you need a role for live data.');
    expect(server.calls).toEqual([]);
  });
});

describe('Parked work', () => {
  beforeEach(() => {
    server.reply(JOBS, { body: { jobs: [JOB], next: null } }, { body: { jobs: [], next: null } });
    server.reply(EVENTS, { body: { events: [EVENT], next: null } });
  });

  it('is shown with why it failed', async () => {
    const text = await show();
    for (const shown of ['users/send-code', 'tried 10 times', '550 no mailbox', 'users.x.v1', 'tried once'])
      expect(text).toContain(shown);
  });

  it.each([
    ['Try again', 'POST', '/v1/jobs/j-1/replay'],
    ['Give up', 'DELETE', '/v1/jobs/j-1'],
  ])('is changed by %s: %s %s, and what is parked is read again', async (text, method, path) => {
    server.reply(`${method} ${path}`, { status: 204 });
    await show();
    await pressAndConfirm(text);
    expect(server.calls.find((call) => call.method === method)?.path).toBe(path);
    expect(place.textContent).not.toContain('users/send-code');
  });

  it('says so when a kind cannot be read, with the rest there', async () => {
    server.reply(EVENTS, { status: 503, body: { code: 'kernel/unavailable', title: 'Unavailable' } });
    expect(await show()).toContain('Unavailable');
  });

  it('is only looked at without the right to change it', async () => {
    me.value = { id: 'o', scopes: ['system:read'], rights: {}, enterprises: [] } as unknown as NonNullable<
      typeof me.value
    >;
    expect(await show()).not.toContain('Give up');
  });
});
