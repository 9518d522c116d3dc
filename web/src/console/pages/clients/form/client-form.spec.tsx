/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { me } from '../../../me.js';
import { choose } from '../../../place.js';
import { go } from '../../../route.js';
import { knowDialogs, settle } from '../../../testing/dom.js';
import { FakeServer } from '../../../testing/fake-server.js';
import Clients from '../clients.js';
import type { Client } from '../types.js';

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

const put = (name: string, value: string): void => {
  const field = place.querySelector<HTMLInputElement>(`dialog [name="${name}"]`);
  if (!field) throw new Error(`There is no ${name}`);
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
const tick = (selector: string) => act(() => place.querySelector<HTMLInputElement>(`dialog ${selector}`)?.click());
const sent = (method: string) => server.calls.find((call) => call.method === method);

describe('A new client', () => {
  beforeEach(() => {
    choose({ data: 'test' });
    server.reply('GET /v1/clients?limit=50', { body: { clients: [], next: null } });
  });

  it('is created with what suits its kind, and its secret is shown once', async () => {
    server.reply('POST /v1/clients', { status: 201, body: { clientId: 'c-1', clientSecret: 'once' } });
    await show();
    await press('Create client');
    await act(() => {
      put('clientName', ' Online banking ');
      put('redirectUris', 'https://a.example/cb\nhttps://b.example/cb\n');
    });
    await tick('[name=email]');
    await confirm();
    expect(sent('POST')).toMatchObject({
      body: {
        ...{ clientName: 'Online banking', grantTypes: ['authorization_code'], requirePkce: true, firstParty: false },
        ...{ scopes: ['openid', 'profile', 'email'], test: true },
        redirectUris: ['https://a.example/cb', 'https://b.example/cb'],
      },
    });
    expect(place.querySelector('dialog')?.textContent).toContain('once');
  });

  it('is refused here where an address is none, and what was written stays when the service refuses it', async () => {
    server.reply('POST /v1/clients', { status: 422, body: { code: 'auth/invalid-client', detail: 'Not this one.' } });
    await show();
    await press('Create client');
    await act(() => {
      put('clientName', 'Shop');
      put('redirectUris', 'shop.example/cb');
    });
    await confirm();
    expect(sent('POST')).toBeUndefined();
    await act(() => put('redirectUris', 'https://shop.example/cb'));
    await confirm();
    expect(place.querySelector('dialog')?.textContent).toContain('Not this one.');
    expect(place.querySelector<HTMLTextAreaElement>('dialog [name=redirectUris]')?.value).toContain('shop.example');
  });

  it('proves itself by a key that was pasted, alone or in a set', async () => {
    server.reply('POST /v1/clients', { status: 201, body: { clientId: 'c-1' } });
    await show();
    await press('Create client');
    await tick('[value=server]');
    await act(() => put('clientName', 'Core banking'));
    await tick('[name="users:read"]');
    await tick('[name=proof]:not(:checked)');
    await act(() => put('keys', 'no key'));
    await confirm();
    expect(sent('POST')).toBeUndefined();
    await act(() => put('keys', '{"kty":"EC"}'));
    await confirm();
    expect(sent('POST')?.body).toEqual({
      ...{ clientName: 'Core banking', grantTypes: ['client_credentials'], scopes: ['users:read'], test: true },
      ...{ authMethod: 'private_key_jwt', jwks: { keys: [{ kty: 'EC' }] } },
    });
  });

  it('needs a reason and a second person when it gets power on live data', async () => {
    choose({ data: 'live' });
    server.reply('POST /v1/clients', { status: 202, body: { id: 'f-1' }, headers: { Location: '/v1/fourEyes/f-1' } });
    await show();
    await press('Create client');
    await tick('[value=server]');
    await act(() => put('clientName', 'Core banking'));
    await tick('[name="users:write"]');
    expect(place.querySelector('dialog')?.textContent).toContain('A second operator must agree');
    await confirm({ textarea: 'The new core' });
    expect(sent('POST')).toMatchObject({ headers: { Reason: 'The%20new%20core' } });
    expect(sent('POST')?.body).not.toHaveProperty('test');
    expect(place.textContent).toContain('Another operator must agree');
  });
});

describe('A client', () => {
  it('is changed field by field: nothing else is sent', async () => {
    server.reply('PATCH /v1/clients/core-banking', { body: CLIENT });
    await show('core-banking');
    await press('Change');
    await act(() => {
      put('clientName', 'Core');
      put('accessTokenTtl', '600');
    });
    await tick('[name="notifications:write"]');
    await confirm({ 'textarea[required]': 'It was renamed' });
    expect(sent('PATCH')?.body).toEqual({ clientName: 'Core', accessTokenTtl: 600, scopes: ['users:read'] });
  });
});
