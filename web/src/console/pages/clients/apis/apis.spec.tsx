/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { me } from '../../../me.js';
import { go } from '../../../route.js';
import { settle } from '../../../testing/dom.js';
import { FakeServer } from '../../../testing/fake-server.js';
import Clients from '../clients.js';

const API = {
  ...{ id: '0198c0de', name: 'Orders', resource: 'https://orders.bank.example', test: false, signingAlg: 'ES256' },
  scopes: [{ name: 'orders.read', audience: 'user', description: { en: 'See your orders' } }],
  ...{ accessTokenFormat: 'jwt', accessTokenTtl: null, claims: { groups: 'groups' }, exchangeFrom: [] },
  ...{ introspectionClientId: null, createdTs: 1_790_000_000_000 },
};

let server: FakeServer;
let place: HTMLElement;

async function show(id?: string): Promise<string> {
  await act(() => render(<Clients id={id} />, place));
  await settle();
  await settle();
  return place.textContent;
}
async function write(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = place.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (!field) throw new Error(`There is no field ${name}`);
    field.value = value;
    await act(
      () => void field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true })),
    );
  }
}
const press = async (text: string): Promise<void> => {
  const button = [...place.querySelectorAll('button')].findLast(({ textContent }) => textContent.trim() === text);
  if (!button) throw new Error(`There is no button ${text}`);
  await act(() => button.click());
  await settle();
};
/** Submits the form, and confirms the question that follows. */
async function save(): Promise<void> {
  await act(() => place.querySelector('form')?.requestSubmit());
  await settle();
  await act(() => place.querySelector<HTMLFormElement>('dialog form')?.requestSubmit());
  await settle();
}

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.dispatchEvent(new Event('close'));
  };
});
beforeEach(() => {
  server = new FakeServer();
  place = document.body.appendChild(document.createElement('main'));
  me.value = { scopes: ['clients:read', 'clients:write'], rights: {}, grants: [], enterprises: [] } as never;
  server.reply('GET /v1/apis?limit=50', { body: { apis: [API], next: null } });
  server.reply(`GET /v1/apis/${API.id}`, { body: API });
});
afterEach(() => {
  render(null, place);
  place.remove();
  me.value = undefined;
});

it('Own APIs are listed, and each is shown with its scopes, tokens and claims', async () => {
  go('/clients?tab=apis');
  expect(await show()).toContain('https://orders.bank.example');
  expect(place.querySelector('td a')?.getAttribute('href')).toBe(`/clients/apis/${API.id}`);
  const text = await show(`apis/${API.id}`);
  for (const shown of ['orders.read', 'See your orders', '"groups": "groups"']) expect(text).toContain(shown);
});

it('An API is made of its address and its scopes, with texts in several languages', async () => {
  go('/clients?tab=apis');
  await show();
  await press('New API');
  await write({ name: 'Stock', resource: 'https://stock.bank.example', 'scope-0': 'stock.read' });
  expect(place.querySelector<HTMLButtonElement>('form .main')?.disabled).toBe(true);
  await write({ 'description-0': 'See the stock' });
  await act(() => {
    const languages = place.querySelector<HTMLSelectElement>('select.slim');
    if (languages) languages.value = 'de';
    languages?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await write({ 'description-0': 'Den Bestand sehen' });
  server.reply('POST /v1/apis', { status: 201, body: { ...API, id: 'new' } });
  await save();
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    ...{ name: 'Stock', resource: 'https://stock.bank.example', accessTokenFormat: 'jwt', accessTokenTtl: null },
    scopes: [{ name: 'stock.read', audience: 'user', description: { en: 'See the stock', de: 'Den Bestand sehen' } }],
  });
});

it('An API is changed, and claims that are no JSON wait', async () => {
  await show(`apis/${API.id}`);
  await press('Edit');
  await write({ claims: '{' });
  expect(place.textContent).toContain('This is no JSON object.');
  await write({ claims: '{}', accessTokenTtl: '300' });
  server.reply(`PATCH /v1/apis/${API.id}`, { body: API });
  await save();
  const { body } = server.calls.find(({ method }) => method === 'PATCH') ?? {};
  expect(body).toEqual({ claims: {}, accessTokenTtl: 300 }); // a colleague may have changed the rest
});

it('An API is deleted after a question', async () => {
  await show(`apis/${API.id}`);
  await press('Delete');
  server.reply(`DELETE /v1/apis/${API.id}`, { status: 204 });
  await act(() => place.querySelector<HTMLFormElement>('dialog form')?.requestSubmit());
  await settle();
  expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(true);
});
