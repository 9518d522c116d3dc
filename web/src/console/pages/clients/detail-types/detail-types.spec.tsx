/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { me } from '../../../me.js';
import { go } from '../../../route.js';
import { settle } from '../../../testing/dom.js';
import { FakeServer } from '../../../testing/fake-server.js';
import Clients from '../clients.js';

const TYPE = {
  ...{ type: 'card_limit', version: 3, ready: false, createdTs: 1_790_000_000_000 },
  schema: { type: 'object', properties: { limit: { type: 'string' } } },
  texts: [{ lng: 'en', subject: 'Set your limit to {limit}?', message: 'For your card' }],
};
const PATH = '/v1/authorizationDetailTypes';

let server: FakeServer;
let place: HTMLElement;

async function show(id?: string): Promise<string> {
  await act(() => render(<Clients id={id} />, place));
  await settle();
  await settle();
  return place.textContent;
}
const field = (name: string) => {
  const found = place.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!found) throw new Error(`There is no field ${name}`);
  return found;
};
async function write(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    field(name).value = value;
    await act(() => void field(name).dispatchEvent(new Event('input', { bubbles: true })));
  }
}
const press = async (text: string): Promise<void> => {
  const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text);
  if (!button) throw new Error(`There is no button ${text}`);
  await act(() => button.click());
  await settle();
};

beforeEach(() => {
  server = new FakeServer();
  place = document.body.appendChild(document.createElement('main'));
  me.value = { scopes: ['clients:read', 'clients:write'], rights: {}, grants: [], enterprises: [] } as never;
  server.reply(`GET ${PATH}?limit=50`, { body: { authorizationDetailTypes: [TYPE], next: null } });
  server.reply(`GET ${PATH}/card_limit`, { body: TYPE });
});
afterEach(() => {
  render(null, place);
  place.remove();
  me.value = undefined;
});

it('Types of details are listed with what people read, and shown as the phone shows them', async () => {
  go('/clients?tab=types');
  expect(await show()).toContain('Set your limit to {limit}?');
  expect(place.querySelector('td a')?.getAttribute('href')).toBe('/clients/types/card_limit');
  const text = await show('types/card_limit');
  expect(text).toContain('Version 3');
  expect(place.querySelector('.phone')?.textContent).toContain('Set your limit to {limit}?');
});

it('A type is changed in a new version, and waits for members that can be read', async () => {
  await show('types/card_limit');
  await press('Edit');
  await write({ schema: '{', message: 'For the card {card}' });
  expect(place.textContent).toContain('This is no JSON object.');
  expect(place.querySelector<HTMLButtonElement>('.main')?.disabled).toBe(true);
  await write({ schema: '{"type":"object"}' });
  server.reply(`PATCH ${PATH}/card_limit`, { body: { ...TYPE, version: 4 } });
  await act(() => place.querySelector('form')?.requestSubmit());
  await settle();
  expect(server.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    schema: { type: 'object' },
    texts: [{ ...TYPE.texts[0], message: 'For the card {card}' }],
  });
});

it('A change of the texts of a type leaves its members to a colleague who changes them', async () => {
  await show('types/card_limit');
  await press('Edit');
  await write({ message: 'For the card {card}' });
  server.reply(`PATCH ${PATH}/card_limit`, { body: { ...TYPE, version: 4 } });
  await act(() => place.querySelector('form')?.requestSubmit());
  await settle();
  const { body } = server.calls.find(({ method }) => method === 'PATCH') ?? {};
  expect(body).toEqual({ texts: [{ ...TYPE.texts[0], message: 'For the card {card}' }] });
});

it('A type is made of its name, its members and its texts', async () => {
  go('/clients?tab=types');
  await show();
  await press('New type');
  await write({ type: 'limit', subject: 'Limit {limit}?', message: 'For your card' });
  server.reply(`POST ${PATH}`, { body: { ...TYPE, type: 'limit' } });
  await act(() => place.querySelector('form')?.requestSubmit());
  await settle();
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    type: 'limit',
    texts: [{ lng: 'en', subject: 'Limit {limit}?', message: 'For your card' }],
  });
});

it('A type that comes with the service cannot be changed', async () => {
  server.reply(`GET ${PATH}/card_limit`, { body: { ...TYPE, ready: true } });
  await show('types/card_limit');
  expect([...place.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain('Edit');
});
