/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { me } from '../../me.js';
import { choose } from '../../place.js';
import { go } from '../../route.js';
import { knowDialogs, settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import { Toast } from '../../ui/toast.js';
import { words } from '../../words/words.js';
import Webhooks from './webhooks.js';

const PATH = '/v1/webhookEndpoints/e-1';
const WAITING = `GET ${PATH}/deliveries?status=waiting&limit=100`;
const ENDPOINT = {
  ...{ endpointId: 'e-1', url: 'https://bank.example/hook', eventTypes: ['idv.finished'], enabled: true },
  ...{ disabledBy: null, failingSinceTs: Date.now() - 60_000, createdTs: 0, updatedTs: 0 },
};
const delivery = (deliveryId: string) => ({
  ...{ deliveryId, webhookId: deliveryId, type: 'idv.finished', status: 'waiting', attempts: [] },
  ...{ createdAt: new Date().toISOString(), nextAttemptAt: new Date(Date.now() + 60_000).toISOString() },
});

let server: FakeServer;
let place: HTMLElement;

async function show(data: 'live' | 'test' = 'live'): Promise<void> {
  choose({ data, enterprise: `e-${Math.random()}` });
  await act(() => render(<Webhooks id="e-1" />, place));
  await settle();
  await settle(); // the waiting deliveries are read after the endpoint
}
async function press(text: string): Promise<void> {
  const found = [...place.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === text);
  if (!found) throw new Error(`There is no ${text}`);
  await act(() => found.click());
  await settle();
}
const sent = () =>
  server.calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

beforeEach(() => {
  knowDialogs();
  server = new FakeServer();
  const scopes = ['webhooks:read', 'webhooks:write', 'webhooks:replay'];
  me.value = { id: 'o', scopes, rights: { secure: 'two' }, grants: [] } as unknown as NonNullable<typeof me.value>;
  place = document.createElement('main');
  document.body.replaceChildren(place);
  go('/webhooks/e-1');
  server.reply(`GET ${PATH}`, { body: ENDPOINT });
  server.reply(`GET ${PATH}/deliveries?limit=50`, { body: { deliveries: [], next: null } });
});
afterEach(() => render(null, place));

describe('An endpoint that fails', () => {
  it('says what waits, sends all of it, and lists what was refused', async () => {
    server.reply(WAITING, { body: { deliveries: [delivery('d-2'), delivery('d-1')], next: null } });
    server.reply(`POST ${PATH}/deliveries/d-1/tryNow`, { body: {} });
    server.reply(`POST ${PATH}/deliveries/d-2/tryNow`, { status: 429, body: { title: 'Tried just now', code: 'x' } });
    await show();
    expect(place.textContent).toContain('2 deliveries are waiting; nothing is lost.');
    expect(place.textContent).toMatch(/Next try: /);
    await press('Send all 2 now');
    await settle();
    expect(sent().map(([, path]) => path)).toEqual([`${PATH}/deliveries/d-1/tryNow`, `${PATH}/deliveries/d-2/tryNow`]);
    expect(place.textContent).toContain('1 is being sent. 1 refused: Tried just now.');
  });
});

it('Why no test message was sent is said also when the service cannot be reached', async () => {
  server.reply(WAITING, { body: { deliveries: [], next: null } });
  await show();
  const said = document.createElement('div');
  await act(() => render(<Toast />, said));
  globalThis.fetch = () => Promise.reject(new TypeError('network'));
  await press('Send a test');
  expect(said.textContent).toBe(words.errors.unreachable);
  render(null, said);
});

it('Deliveries that are selected are sent now, the oldest first, and whichever is refused is named', async () => {
  const at = (id: string, status: string, createdAt: string) => ({ ...delivery(id), status, createdAt });
  const deliveries = [
    at('d-3', 'waiting', '2026-01-03T00:00:00Z'),
    at('d-2', 'failed', '2026-01-02T00:00:00Z'),
    at('d-1', 'delivered', '2026-01-01T00:00:00Z'),
  ];
  server.reply(WAITING, { body: { deliveries: [], next: null } });
  server.reply(`GET ${PATH}/deliveries?limit=50`, { body: { deliveries, next: null } });
  server.reply(`POST ${PATH}/deliveries/d-1/replay`, { status: 202, body: {} });
  server.reply(`POST ${PATH}/deliveries/d-2/replay`, { status: 409, body: { title: 'Endpoint disabled', code: 'x' } });
  server.reply(`POST ${PATH}/deliveries/d-3/tryNow`, { status: 202, body: {} });
  await show();
  await act(() => place.querySelector<HTMLInputElement>('th.pick input')?.click());
  expect(place.textContent).toContain('3 selected');
  await press('Send now');
  await settle();
  expect(sent().map(([, path]) => String(path).slice(PATH.length))).toEqual([
    '/deliveries/d-1/replay',
    '/deliveries/d-2/replay',
    '/deliveries/d-3/tryNow',
  ]);
  expect(place.textContent).toContain('2 done, 1 failed.Endpoint disabled: d-2');
});

it('A delivery is sent again once if its button is pressed twice', async () => {
  const details = { ...delivery('d-1'), status: 'failed', userId: null, payload: '{}' };
  server.reply(WAITING, { body: { deliveries: [], next: null } });
  server.reply(`GET ${PATH}/deliveries/d-1`, { body: details });
  server.reply(`POST ${PATH}/deliveries/d-1/replay`, { status: 202, body: {} });
  go('/webhooks/e-1?open=d-1');
  await show();
  const again = [...place.querySelectorAll('button')].find(
    ({ textContent }) => textContent === words.webhooks.sendAgain,
  );
  await act(() => {
    again?.click();
    again?.click();
  });
  await settle();
  expect(sent()).toHaveLength(1);
});

describe('A change of an endpoint', () => {
  const typed = async (name: string, value: string) => {
    const field = place.querySelector<HTMLInputElement>(`dialog [name=${name}]`);
    if (!field) throw new Error(`There is no ${name}`);
    field.value = value;
    await act(() => {
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  };

  it.each([
    ['live', true],
    ['test', false],
  ] as const)('needs a second person for the URL on %s: %s', async (data, asks) => {
    server.reply(WAITING, { body: { deliveries: [], next: null } });
    await show(data);
    await press('Change');
    expect(place.textContent).not.toContain(words.fourEyesNeeded);
    await typed('url', 'https://other.example/hook');
    expect(place.textContent.includes(words.fourEyesNeeded)).toBe(asks);
    expect(place.querySelector('dialog textarea') !== null).toBe(asks);
  });

  it('sends only what has changed', async () => {
    server.reply(WAITING, { body: { deliveries: [], next: null } });
    server.reply(`PATCH ${PATH}`, { body: ENDPOINT });
    await show('test');
    await press('Change');
    await typed('url', 'https://other.example/hook');
    await act(() => place.querySelector<HTMLFormElement>('dialog form')?.requestSubmit());
    await settle();
    expect(sent()).toEqual([['PATCH', PATH, { url: 'https://other.example/hook' }]]);
  });
});

it('A new endpoint is offered every type that the service declares', () => {
  const files = [
    'auth/credentials/upkeep/factor.webhooks',
    'idv/sessions/session.webhooks',
    'notifications/webhooks/notification.webhooks',
    'operators/readings/reading.webhooks',
    'users/user/user.webhooks',
  ];
  const declared = files.flatMap((file) => {
    const text = readFileSync(new URL(`../../../../../src/${file}.ts`, import.meta.url), 'utf8');
    return [...text.matchAll(/declareWebhookType\('([\w.]+)'/g)].map(([, name]) => name);
  });
  expect(Object.keys(words.webhooks.form.types).sort()).toEqual(declared.sort());
});
