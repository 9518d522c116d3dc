/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { me } from '../../../me.js';
import { choose } from '../../../place.js';
import { go } from '../../../route.js';
import { settle } from '../../../testing/dom.js';
import { FakeServer } from '../../../testing/fake-server.js';
import Clients from '../clients.js';

const LIST = '/v1/initialAccessTokens';
const TOKEN = {
  ...{ id: '0198c0de', name: 'Partners', uses: 5, used: 2, grantTypes: ['authorization_code'], scopes: ['openid'] },
  ...{ apiScopes: ['orders.read'], redirectOrigins: ['https://partner.example'], createdBy: 'operator:1' },
  ...{ createdTs: 1_790_000_000_000, expiresTs: 4_000_000_000_000 },
};

let server: FakeServer;
let place: HTMLElement;

async function show(): Promise<string> {
  go('/clients?tab=registration');
  await act(() => render(<Clients id={undefined} />, place));
  await settle();
  return place.textContent;
}
async function write(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = place.querySelector<HTMLInputElement>(`dialog [name="${name}"]`);
    if (!field) throw new Error(`There is no field ${name}`);
    field.value = value;
    await act(() => void field.dispatchEvent(new Event('input', { bubbles: true })));
  }
}
async function press(text: string): Promise<void> {
  await act(() => [...place.querySelectorAll('button')].find((one) => one.textContent.trim() === text)?.click());
  await settle();
}
async function confirm(): Promise<void> {
  await act(() => place.querySelector<HTMLFormElement>('dialog form')?.requestSubmit());
  await settle();
}
const canConfirm = () => place.querySelector<HTMLButtonElement>('dialog .main')?.disabled === false;
const sent = (method: string) => server.calls.find((call) => call.method === method);

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.dispatchEvent(new Event('close'));
  };
});
beforeEach(() => {
  choose({ data: 'test' });
  server = new FakeServer();
  place = document.body.appendChild(document.createElement('main'));
  me.value = { scopes: ['clients:read', 'clients:write'], rights: { secure: 'two' }, grants: [] } as never;
  server.reply(`GET ${LIST}?limit=50`, { body: { initialAccessTokens: [TOKEN], next: null } });
  server.reply('GET /v1/apis?limit=100', { body: { apis: [], next: null } });
});
afterEach(() => {
  render(null, place);
  place.remove();
  me.value = undefined;
});

it('Initial access tokens are listed with what they allow and how often they were used', async () => {
  const text = await show();
  for (const shown of ['Partners', '2 of 5', 'openid orders.read https://partner.example'])
    expect(text).toContain(shown);
  expect(text).not.toContain('over');
});

it('A token that is used up or has expired is marked', async () => {
  const rows = [
    { ...TOKEN, used: 5 },
    { ...TOKEN, id: '2', expiresTs: 1_000 },
  ];
  server.reply(`GET ${LIST}?limit=50`, { body: { initialAccessTokens: rows, next: null } });
  await show();
  expect([...place.querySelectorAll('td .tag')].map(({ textContent }) => textContent)).toEqual(['over', 'over']);
});

it('A token is created within its bounds, and is shown once', async () => {
  await show();
  await press('New token');
  expect(canConfirm()).toBe(false);
  await write({ name: ' Partners ', uses: '1001', days: '7', redirectOrigins: 'https://partner.example\n' });
  expect(canConfirm()).toBe(false);
  await write({ uses: '3' });
  server.reply(`POST ${LIST}`, { status: 201, body: { ...TOKEN, token: 'seen-once' } });
  await confirm();
  expect(sent('POST')?.body).toEqual({
    ...{ name: 'Partners', uses: 3, expiresIn: 604_800, grantTypes: ['authorization_code', 'refresh_token'] },
    ...{ scopes: ['openid'], apiScopes: [], redirectOrigins: ['https://partner.example'] },
  });
  expect(sent('POST')?.headers).not.toHaveProperty('Reason');
  expect(place.querySelector('dialog')?.textContent).toContain('seen-once');
});

it('A token for live clients waits for a colleague, with a reason', async () => {
  choose({ data: 'live' });
  await show();
  await press('New token');
  await write({ name: 'Partners' });
  expect(canConfirm()).toBe(false);
  await act(() => {
    const reason = place.querySelector<HTMLTextAreaElement>('dialog textarea[required]');
    if (reason) reason.value = 'A partner starts';
    reason?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const headers = { Location: '/v1/fourEyes/42' };
  server.reply(`POST ${LIST}`, { status: 202, body: { id: '42' }, headers });
  await confirm();
  expect(sent('POST')?.headers).toMatchObject({ Reason: 'A%20partner%20starts' });
  expect(place.querySelector('dialog a')?.getAttribute('href')).toBe('/four-eyes/42');
});

it('A token is deleted after a question, and only by who may', async () => {
  await show();
  await press('Delete');
  server.reply(`DELETE ${LIST}/${TOKEN.id}`, { status: 204 });
  await confirm();
  expect(sent('DELETE')?.path).toBe(`${LIST}/${TOKEN.id}`);
  me.value = { ...me.value, scopes: ['clients:read'] } as never;
  render(null, place);
  expect(await show()).toContain('Partners');
  expect(place.querySelectorAll('button.danger')).toHaveLength(0);
  expect([...place.querySelectorAll('button')].some(({ textContent }) => textContent === 'New token')).toBe(false);
});
