/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { me } from '../../me.js';
import { choose } from '../../place.js';
import { go } from '../../route.js';
import { knowDialogs, settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import FourEyes from './four-eyes.js';
import type { FourEyesRequest } from './types.js';

const ANNA = { id: 'o-1', name: 'Anna Berg' };
const BEN = { id: 'o-2', name: 'Ben Okoro' };
const REQUEST: FourEyesRequest = {
  id: 'f-1',
  state: 'waiting',
  right: 'remove',
  call: {
    method: 'PUT',
    path: '/v1/users/jane%20doe/status',
    route: 'PUT /v1/users/:userId/status',
    body: { status: 'DELETED' },
  },
  comments: 'She closed her account',
  askedBy: ANNA,
  askedTs: Date.now(),
  fallsTs: Date.now() + 80_000_000,
  decidedBy: null,
  decidedTs: null,
  refusal: null,
  answer: null,
  allowed: ['agree', 'refuse'],
};
const WAITING = 'GET /v1/fourEyes?state=waiting&askedBy=others&limit=100';

let server: FakeServer;
let place: HTMLElement;

async function show(id?: string): Promise<string> {
  await act(() => render(<FourEyes id={id} />, place));
  await settle();
  return place.textContent;
}
async function showRequest(changes: Partial<FourEyesRequest>): Promise<string> {
  server.reply('GET /v1/fourEyes/f-1', { body: { ...REQUEST, allowed: [], ...changes } });
  return show('f-1');
}
const button = (text: string) =>
  [...place.querySelectorAll('button')].find((one) => one.textContent === text && one.closest('dialog') === null);

beforeEach(() => {
  knowDialogs();
  server = new FakeServer();
  choose({ data: 'live', enterprise: `e-${Math.random()}` });
  me.value = { ...BEN, enterprises: [], roles: [], scopes: [], rights: {} } as unknown as NonNullable<typeof me.value>;
  place = document.createElement('main');
  document.body.replaceChildren(place);
  go('/four-eyes');
});
afterEach(() => render(null, place));

describe('What waits for a second operator', () => {
  it('is told in words, with who asks and why', async () => {
    server.reply(WAITING, { body: { requests: [REQUEST] } });
    const text = await show();
    for (const shown of ['Delete jane doe', 'She closed her account', 'Anna Berg']) expect(text).toContain(shown);
    expect(place.querySelector('a[href="/users/jane%20doe"]')?.textContent).toBe('jane doe');
  });

  it('is agreed to after a question, and the list is read again', async () => {
    server.reply(WAITING, { body: { requests: [REQUEST] } }, { body: { requests: [] } });
    server.reply('POST /v1/fourEyes/f-1/agreement', { body: { ...REQUEST, state: 'done' } });
    await show();
    await act(() => button('Agree')?.click());
    await act(() => place.querySelector('form')?.requestSubmit());
    await settle();
    expect(server.calls.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
    expect(place.textContent).toContain('No open requests');
  });

  it('names the person beside the id, for those who may find people', async () => {
    me.value = { ...me.value, scopes: ['users:read'] } as unknown as NonNullable<typeof me.value>;
    server.reply('GET /v1/users/jane%20doe', { body: { firstName: 'Jane', lastName: 'Doe' } });
    await showRequest({});
    await settle();
    expect(place.querySelector('a[href="/users/jane%20doe"]')?.textContent).toBe('Jane Doe (jane doe)');
  });

  it('is refused with a reason only', async () => {
    server.reply(WAITING, { body: { requests: [REQUEST] } });
    await show();
    await act(() => button('Refuse')?.click());
    expect(place.querySelector<HTMLButtonElement>('dialog button.main')?.disabled).toBe(true);
  });

  it.each([
    ['done', {}, 'It was done'],
    [
      'failed',
      { answer: { status: 409, code: 'users/status-refused', untilTs: null } },
      'could not be done: Status refused',
    ],
    [
      'failed',
      { answer: { status: 403, code: 'operators/asker-out', untilTs: null } },
      'The requester no longer has permission',
    ],
    ['refused', { decidedBy: BEN, refusal: 'Not so' }, 'Not so'],
    ['refused', {}, 'The requester no longer has permission'],
    ['takenBack', { decidedBy: ANNA }, 'taken back'],
    ['fallen', {}, 'The request expired after a day without a decision'],
  ] as const)('says what came of it: %s %j', async (state, changes, text) => {
    expect(await showRequest({ state, ...changes })).toContain(text);
    expect(button('Agree')).toBeUndefined();
  });

  it('says why an operator who may be the requester cannot agree', async () => {
    server.reply(WAITING, { body: { requests: [{ ...REQUEST, allowed: ['refuse'] }] } });
    expect(await show()).toContain('one of you was invited too recently');
    expect(button('Agree')).toBeUndefined();
    expect(await showRequest({ allowed: ['refuse'] })).toContain('one of you was invited too recently');
  });

  it('is one’s own to take back, and not to agree to', async () => {
    const text = await showRequest({ askedBy: BEN, allowed: ['takeBack'] });
    expect(text).toContain('This is your own request');
    expect([button('Take it back') !== undefined, button('Agree')]).toEqual([true, undefined]);
  });

  it('has what came of it for who has asked', async () => {
    const answer = { status: 200, code: null, untilTs: Date.now() + 10_000_000 };
    expect(await showRequest({ state: 'done', askedBy: BEN, answer })).toContain('Save the result');
  });

  it('is a list that is save it once', async () => {
    const saved: string[] = [];
    URL.createObjectURL = () => 'blob:x';
    URL.revokeObjectURL = () => undefined;
    HTMLAnchorElement.prototype.click = function () {
      saved.push(this.download);
    };
    const path = '/v1/userExports?group=gold&order=-createdTs';
    const call = { method: 'POST', path, route: 'POST /v1/userExports', body: { format: 'ndjson' } };
    const answer = { status: 201, code: null, untilTs: Date.now() + 10_000_000 };
    const text = await showRequest({ state: 'done', askedBy: BEN, call, answer });
    for (const shown of ['more than 10,000 persons', 'persons by group gold', 'save it once'])
      expect(text).toContain(shown);
    server.reply('GET /v1/fourEyes/f-1/answer', { body: { exportId: 'x-1', format: 'ndjson', untilTs: 1 } });
    server.reply('POST /v1/userExports/x-1/file', { text: '{"userId":"a"}\n' });
    await act(() => button('Save the list')?.click());
    await act(() => button('Save the list')?.click());
    await settle();
    expect(saved).toEqual([expect.stringMatching(/^users-.*\.ndjson$/)]);
    expect(server.calls.at(-1)).toMatchObject({ headers: { Accept: 'application/x-ndjson' } });
  });

  it.each([
    ['POST /v1/userActions', { action: 'BLOCKED', comments: 'Fraud' }, 'Block: 2 people', 'one by one'],
    ['POST /v1/userExports', { format: 'csv', comments: 'Audit' }, 'Export 2 people', 'save the file once'],
  ])('for many people by %s names each of them', async (route, body, title, then) => {
    const call = { method: 'POST', path: route.slice(5), route, body: { ...body, userIds: ['u 1', 'u-2'] } };
    const text = await showRequest({ call });
    for (const shown of [title, then]) expect(text).toContain(shown);
    const links = [...place.querySelectorAll('main a[href^="/users/"]')].map((one) => one.getAttribute('href'));
    expect(links).toEqual(['/users/u%201', '/users/u-2']);
  });

  it('shows what it would set', async () => {
    const body = { name: 'Partners', scopes: ['openid', 'profile'] };
    const text = await showRequest({
      call: { method: 'POST', path: '/v1/initialAccessTokens', route: 'POST /v1/initialAccessTokens', body },
    });
    for (const shown of ['Create the registration token Partners', 'Scopes', 'openid, profile'])
      expect(text).toContain(shown);
  });

  it('is shown by its call where there are no words for it', async () => {
    const call = { method: 'POST', path: '/v1/things/%', route: 'POST /v1/things/:id', body: null };
    expect(await showRequest({ call })).toContain('POST /v1/things/%');
  });
});

describe('A request about a client', () => {
  const APP = {
    clientId: 'app',
    clientName: 'Online banking',
    powers: ['firstParty'],
    redirectUris: ['https://bank.example/cb'],
  };
  const asked = async (changes: object): Promise<string> => {
    await showRequest({ right: 'secure', ...changes });
    await settle(); // the clients of the enterprise are read after the request
    return place.textContent;
  };
  beforeEach(() => {
    me.value = { ...BEN, scopes: ['clients:read'], enterprises: [], roles: [], rights: {} } as unknown as NonNullable<
      typeof me.value
    >;
    server.reply('GET /v1/clients?limit=200', { body: { clients: [APP] } });
  });

  it('shows what changes, and marks a host that is new to the enterprise', async () => {
    const body = { redirectUris: ['https://bank.example/cb', 'https://evil.example/cb'] };
    const call = { method: 'PATCH', path: '/v1/clients/app', route: 'PATCH /v1/clients/:clientId', body };
    const text = await asked({ call });
    for (const shown of [
      'Change the client app',
      'New to this enterprise: evil.example.',
      'https://bank.example/cb becomes',
    ])
      expect(text).toContain(shown);
  });

  it('names a client that there is not yet, with the schemes of apps', async () => {
    const body = { clientName: 'New app', firstParty: true, redirectUris: ['com.evil.app:/cb'] };
    const text = await asked({ call: { method: 'POST', path: '/v1/clients', route: 'POST /v1/clients', body } });
    for (const shown of ['Create the client New app', 'New to this enterprise: com.evil.app:', 'yes'])
      expect(text).toContain(shown);
  });

  it('looks again at the hosts of a client that gets power', async () => {
    server.reply('GET /v1/clients?limit=200', { body: { clients: [{ ...APP, powers: [] }] } });
    const call = {
      method: 'PATCH',
      path: '/v1/clients/app',
      route: 'PATCH /v1/clients/:clientId',
      body: { firstParty: true },
    };
    expect(await asked({ call })).toContain('New to this enterprise: bank.example.');
  });
});
