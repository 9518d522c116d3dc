/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { me } from '../../me.js';
import { choose } from '../../place.js';
import { knowDialogs, settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import { ClientSecurity } from './client-security.js';
import { Refusals } from './refusals.js';
import type { Client } from './types.js';

const CLIENT = {
  clientId: 'online-banking',
  clientName: 'Online banking',
  authMethod: 'private_key_jwt',
  powers: [],
  dpopBoundAccessTokens: false,
  requirePushedAuthorizationRequests: false,
  requirePkce: false,
  firstParty: true,
  consentEachTime: false,
  securityProfile: null,
  jwtAccessTokens: false,
  accessTokenAudience: null,
  leastLevel: null,
  defaultAcrValues: [],
} as unknown as Client;

let server: FakeServer;
let place: HTMLElement;

beforeEach(() => {
  knowDialogs();
  server = new FakeServer();
  choose({ data: 'live', enterprise: `e-${Math.random()}` });
  const anna = {
    id: 'o-1',
    name: 'Anna',
    enterprises: [],
    roles: [],
    grants: [],
    scopes: ['clients:write'],
    rights: {},
  };
  me.value = anna as unknown as NonNullable<typeof me.value>;
  place = document.createElement('main');
  document.body.replaceChildren(place);
  server.reply('PATCH /v1/clients/online-banking', { body: CLIENT });
});
afterEach(() => render(null, place));

const show = (client: Client) =>
  act(() => render(<ClientSecurity client={client} reload={() => Promise.resolve()} />, place));

/** Opens the form, chooses, gives a reason, and returns what was sent. */
async function change(chosen: Readonly<Record<string, string>>): Promise<unknown> {
  await act(() => place.querySelector('button')?.click());
  const fields = Object.fromEntries(Object.entries(chosen).map(([name, value]) => [`select[name="${name}"]`, value]));
  for (const [selector, value] of Object.entries({ ...fields, textarea: 'The auditor asks for it' })) {
    await act(() => {
      const field = place.querySelector<HTMLSelectElement | HTMLTextAreaElement>(`dialog ${selector}`);
      if (!field) throw new Error(`There is no ${selector}`);
      field.value = value;
      field.dispatchEvent(new Event(selector === 'textarea' ? 'input' : 'change', { bubbles: true }));
    });
  }
  await act(() => place.querySelector<HTMLFormElement>('dialog form')?.requestSubmit());
  await settle();
  return server.calls.find(({ method }) => method === 'PATCH')?.body;
}

describe('How a client signs people in', () => {
  it('is changed by what was chosen anew', async () => {
    await show(CLIENT);
    expect(place.textContent).toContain('not required');
    expect(place.textContent).toContain('never: it is the own application');
    const sent = await change({
      requirePkce: 'true',
      consentEachTime: 'true',
      securityProfile: 'fapi2',
      jwtAccessTokens: 'true',
      leastLevel: '2',
      defaultAcrValues: '3',
    });
    expect(sent).toEqual({
      securityProfile: 'fapi2',
      requirePkce: true,
      consentEachTime: true,
      jwtAccessTokens: true,
      leastLevel: 2,
      defaultAcrValues: ['urn:countersign:acr:3'],
    });
  });

  it('keeps what a colleague has changed while the form was open', async () => {
    await show(CLIENT);
    await act(() => place.querySelector('button')?.click());
    await show({ ...CLIENT, requirePkce: true });
    expect(await change({ leastLevel: '2' })).toEqual({ leastLevel: 2 });
  });

  it('loses its profile by null', async () => {
    await show({ ...CLIENT, securityProfile: 'fapi2' });
    expect(place.textContent).toContain('FAPI 2.0');
    expect(await change({ securityProfile: 'none' })).toEqual({ securityProfile: null });
  });

  it('shows levels that only the API sets, and takes them off', async () => {
    await show({ ...CLIENT, defaultAcrValues: ['phr', 'urn:countersign:acr:2'] });
    expect(place.textContent).toContain('phr urn:countersign:acr:2');
    expect(await change({ defaultAcrValues: 'none' })).toEqual({ defaultAcrValues: [] });
  });

  it('names the client that JWTs are for', async () => {
    await show({ ...CLIENT, jwtAccessTokens: true, accessTokenAudience: 'the-gateway' });
    expect(place.textContent).toContain('the-gateway');
  });
});

it('The reasons of refusals are listed with the error that was answered', async () => {
  const refusal = { error: 'invalid_grant', reason: 'authorization code not found', refusedTs: 1, requestId: 'r-1' };
  server.reply('GET /v1/clients/online-banking/refusals', { body: { refusals: [refusal] } });
  await act(() => render(<Refusals of="online-banking" />, place));
  await settle();
  for (const shown of ['authorization code not found', 'invalid_grant']) expect(place.textContent).toContain(shown);
});
