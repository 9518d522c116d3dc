/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { me } from '../../me.js';
import { choose } from '../../place.js';
import { go } from '../../route.js';
import { knowDialogs, settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import Clients from './clients.js';
import { type Client, kindOf } from './types.js';

const DAY = 86_400_000;
const CLIENT = {
  clientId: 'core-banking',
  clientName: 'Core banking',
  grantTypes: ['client_credentials'],
  scopes: ['users:read', 'notifications:write'],
  apiScopes: [],
  authMethod: 'client_secret_basic',
  defaultAcrValues: [],
  applicationType: 'web',
  jwks: null,
  idv: { review: true, matchThreshold: 0.85 },
  secrets: [{ createdTs: Date.now() - 211 * DAY, endsTs: null }],
  powers: [],
  redirectUris: [],
  allowedCallers: [],
  accessTokenTtl: null,
  dpopBoundAccessTokens: false,
  securityProfile: null,
  lastUsedTs: null,
  createdTs: Date.now() - 300 * DAY,
  createdBy: 'operator',
} as unknown as Client;
const REPLACING = 'POST /v1/clients/core-banking/secrets';
let server: FakeServer;
let place: HTMLElement;

async function show(id?: string): Promise<string> {
  await act(() => render(<Clients id={id} />, place));
  await settle();
  return place.textContent;
}
const press = async (text: string | RegExp, within: Element = place) => {
  const found = [...within.querySelectorAll('button')].find((one) =>
    typeof text === 'string' ? one.textContent === text : text.test(one.textContent),
  );
  if (!found) throw new Error(`There is no ${String(text)}`);
  await act(() => found.click());
};
async function confirm(fields: Readonly<Record<string, string>> = {}): Promise<void> {
  await act(() => {
    for (const [selector, value] of Object.entries(fields)) {
      const field = place.querySelector<HTMLTextAreaElement | HTMLSelectElement>(`dialog ${selector}`);
      if (!field) throw new Error(`There is no ${selector}`);
      field.value = value;
      field.dispatchEvent(new Event(selector === 'select' ? 'change' : 'input', { bubbles: true }));
    }
  });
  await act(() => place.querySelector<HTMLFormElement>('dialog form')?.requestSubmit());
  await settle();
}

beforeEach(() => {
  knowDialogs();
  server = new FakeServer();
  choose({ data: 'live', enterprise: `e-${Math.random()}` });
  signIn(['clients:read', 'clients:write', 'system:read', 'system:write', 'users:read', 'users:write'], {
    secure: 'two',
  });
  place = document.createElement('main');
  document.body.replaceChildren(place);
  go('/clients');
  server.reply('GET /v1/clients/core-banking', { body: CLIENT });
  server.reply('GET /v1/clients/core-banking/refusals', { body: { refusals: [] } });
});
afterEach(() => render(null, place));

function signIn(scopes: readonly string[], rights: Readonly<Record<string, string>>): void {
  const one = { id: 'o-1', name: 'Anna', enterprises: [], roles: [], grants: [], scopes, rights };
  me.value = one as unknown as NonNullable<typeof me.value>;
}

describe('The clients', () => {
  it('are listed with how they prove themselves, and how old a secret is', async () => {
    server.reply('GET /v1/clients?limit=50', { body: { clients: [CLIENT], next: null } });
    const text = await show();
    for (const shown of ['Core banking', 'Server', 'Secret', '211 days old', 'never']) expect(text).toContain(shown);
  });

  it.each([
    [{ grantTypes: ['client_credentials'] }, 'server'],
    [{ grantTypes: ['authorization_code', 'client_credentials'] }, 'web'],
    [{ grantTypes: ['authorization_code'], authMethod: 'none' }, 'app'],
    [{ grantTypes: ['authorization_code'], applicationType: 'native' }, 'app'],
  ] as const)('are shown by their kind: %j is %s', (changes, kind) => {
    expect(kindOf({ ...CLIENT, ...changes } as unknown as Client)).toBe(kind);
  });

  it('show what one may do, how it proves itself, and how it judges', async () => {
    const text = await show('core-banking');
    for (const shown of ['notifications:write', 'The secret is 211 days old.', 'sure from 0.85', 'any address'])
      expect(text).toContain(shown);
    expect(place.querySelector('a[href="/clients?scope=users%3Aread"]')).not.toBeNull();
  });

  it('are only looked at without the right to change them', async () => {
    signIn(['clients:read'], {});
    await show('core-banking');
    expect(place.querySelectorAll('button:not(.copy)')).toHaveLength(0);
  });
});

describe('A secret', () => {
  it('is replaced with an overlap, and the new one is shown once, until it is stored', async () => {
    server.reply(REPLACING, { body: { clientSecret: 'new-secret' } });
    await show('core-banking');
    await press('Replace the secret');
    await confirm({ textarea: 'It is old' });
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ overlapSeconds: 86_400 });
    expect(place.querySelector('dialog')?.textContent).toContain('new-secret');
    await act(() => place.querySelector('dialog')?.close());
    await act(() => place.querySelector<HTMLInputElement>('dialog[open] [type=checkbox]')?.click());
    await act(() => place.querySelector('dialog')?.close());
    expect(place.textContent).not.toContain('new-secret');
  });

  it('is replaced at once only with a reason, when a colleague agrees', async () => {
    server.reply(REPLACING, { status: 202, body: { id: 'f-1' }, headers: { Location: '/v1/fourEyes/f-1' } });
    await show('core-banking');
    await press('Replace the secret');
    await confirm({ select: '0' });
    expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await confirm({ textarea: 'It stood in a ticket' });
    expect(server.calls.find(({ method }) => method === 'POST')).toMatchObject({
      body: { overlapSeconds: 0 },
      headers: { Reason: 'It%20stood%20in%20a%20ticket' },
    });
    expect(place.textContent).toContain('Another operator must agree');
  });
});

describe('What needs a colleague', () => {
  const WAITS = { status: 202, body: { id: 'f-1' }, headers: { Location: '/v1/fourEyes/f-1' } };
  const APP = {
    ...CLIENT,
    grantTypes: ['authorization_code'],
    powers: ['firstParty'],
    redirectUris: ['https://bank.example/cb'],
  };
  beforeEach(() => {
    server.reply('GET /v1/clients/core-banking', { body: APP });
    server.reply('GET /v1/clients?limit=200', { body: { clients: [APP] } });
  });

  it('is said at a redirect address, with a warning where its host is new to the enterprise', async () => {
    server.reply('PATCH /v1/clients/core-banking', WAITS);
    await show('core-banking');
    await press('Add a redirect address');
    await settle();
    await act(() => write('input', 'https://bank.example/other'));
    expect(place.querySelector('dialog')?.textContent).not.toContain('new to this enterprise');
    await act(() => write('input', 'https://evil.example/cb'));
    const text = place.querySelector('dialog')?.textContent;
    for (const said of ['evil.example is new to this enterprise', 'A second operator must agree'])
      expect(text).toContain(said);
    await confirm({ textarea: 'A new page' });
    expect(server.calls.find(({ method }) => method === 'PATCH')).toMatchObject({
      body: { redirectUris: ['https://bank.example/cb', 'https://evil.example/cb'] },
      headers: { Reason: 'A%20new%20page' },
    });
    expect(place.textContent).toContain('Another operator must agree');
  });

  it('is said at a new secret, also with an overlap', async () => {
    await show('core-banking');
    await press('Replace the secret');
    expect(place.querySelector('dialog')?.textContent).toContain('A second operator must agree');
  });

  it('is told after a removal, which has not happened yet', async () => {
    server.reply('DELETE /v1/clients/core-banking', WAITS);
    await show('core-banking');
    await press('Remove');
    await confirm({ textarea: 'It was replaced' });
    expect(place.textContent).toContain('Another operator must agree');
  });

  const write = (selector: string, value: string): void => {
    const field = place.querySelector<HTMLInputElement>(`dialog ${selector}`);
    if (!field) throw new Error(`There is no ${selector}`);
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
});

describe('The keys', () => {
  const key = (kid: string, use: string, changes = {}) => ({
    ...{ kid, use, algorithm: 'ES256', state: 'ACTIVE', createdTs: 1 },
    ...{ activatesTs: null, activatedTs: 1, retiredTs: null },
    ...changes,
  });
  const keys = [
    key('k-1', 'signing'),
    key('k-2', 'signing', { state: 'NEXT', activatedTs: null }),
    key('e-1', 'evidence'),
  ];

  beforeEach(() => {
    go('/clients?tab=keys');
    server.reply('GET /v1/keys', { body: { keys } });
  });

  it('are shown with what they sign', async () => {
    const text = await show();
    for (const shown of ['k-1', 'Next', 'Evidence receipts', 'published permanently']) expect(text).toContain(shown);
  });

  it('are rotated, of the use that was chosen', async () => {
    server.reply('POST /v1/keys/rotation', { status: 201, body: { keys: [] } });
    await show();
    await press('Rotate now');
    await confirm({ select: 'evidence' });
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ use: 'evidence' });
    expect(server.calls.filter(({ path }) => path === '/v1/keys')).toHaveLength(2);
  });

  it('are withdrawn with a reason, when a colleague agrees; who may only that sees them too', async () => {
    signIn([], { secure: 'two' });
    const waits = { status: 202, body: { id: 'f-2' }, headers: { Location: '/v1/fourEyes/f-2' } };
    server.reply('POST /v1/keys/rotation', waits);
    expect(await show()).not.toContain('Rotate now');
    await press(/compromised/);
    await confirm({ textarea: 'The machine was broken into' });
    const sent = server.calls.find(({ method }) => method === 'POST');
    expect(sent?.body).toEqual({ use: 'signing', compromised: true });
    expect(sent?.headers['Reason']).toBe('The%20machine%20was%20broken%20into');
    expect(place.textContent).toContain('Another operator must agree');
  });

  it('are shown on the test side too, with a sentence that says that live and test data share them', async () => {
    choose({ data: 'test', enterprise: 'acme' });
    me.value = {
      ...me.value,
      enterprises: [{ enterpriseId: 'acme', sides: ['live', 'test'] }],
    } as unknown as typeof me.value;
    const text = await show();
    for (const shown of ['Live and test data share these keys.', 'k-1']) expect(text).toContain(shown);
  });
});
