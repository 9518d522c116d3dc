/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import { me } from '../../me.js';
import Notifications from './notifications.js';
import type { Template } from './types.js';

const PAYMENT: Template = {
  template_id: 'payment',
  version: 2,
  variables: [
    { name: 'amount', type: 'money' },
    { name: 'payee', type: 'text', max: 70 },
  ],
  body: [{ lng: 'en', subject: 'Confirm your payment', message: 'Pay {{amount}} to {{payee}}?' }],
  create_ts: '2026-01-31T09:30:00.000Z',
};
const PATH = '/v1/notificationTemplates/payment';
const PREVIEW = `POST ${PATH}/preview`;

let server: FakeServer;
let place: HTMLElement;

async function show(id: string): Promise<string> {
  await act(() => render(<Notifications id={id} />, place));
  await settle();
  await settle(); // the versions are read after the template
  return place.textContent;
}
async function fill(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = place.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (!field) throw new Error(`There is no field ${name}`);
    field.value = value;
  }
  await act(() => place.querySelector('form')?.requestSubmit());
  await settle();
}

beforeEach(() => {
  server = new FakeServer();
  place = document.body.appendChild(document.createElement('main'));
  server.reply(`GET ${PATH}`, { body: PAYMENT });
  server.reply(`GET ${PATH}/versions?limit=50`, {
    body: { templates: [PAYMENT, { ...PAYMENT, version: 1 }], next: null },
  });
});
afterEach(() => {
  render(null, place);
  place.remove();
});

it('Templates are listed with their languages and variables', async () => {
  server.reply('GET /v1/notificationTemplates?limit=50', { body: { templates: [PAYMENT], next: null } });
  const text = await show('templates');
  expect(text).toContain('Englishamount, payee');
  expect(place.querySelector('td a')?.getAttribute('href')).toBe('/notifications/templates/payment');
});

describe('A template', () => {
  it('is shown as it stands, with its versions', async () => {
    const text = await show('templates/payment');
    expect(text).toContain('Pay {{amount}} to {{payee}}?');
    const links = [...place.querySelectorAll('td a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual([2, 1].map((version) => `/notifications/templates/payment?version=${version}`));
  });

  it('is shown with values, and then as it stands again', async () => {
    await show('templates/payment');
    server.reply(PREVIEW, {
      body: { version: 2, body: [{ ...PAYMENT.body[0], message: 'Pay €25.00 to Bookshop?' }] },
    });
    await fill({ amount: '25.00', payee: 'Bookshop' });
    expect(server.calls.at(-1)?.body).toEqual({
      version: 2,
      values: { amount: { amount: '25.00', currency: 'EUR' }, payee: 'Bookshop' },
    });
    expect(place.textContent).toContain('Pay €25.00 to Bookshop?');
    const back = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'As it stands');
    await act(() => back?.click());
    expect(place.textContent).toContain('Pay {{amount}} to {{payee}}?');
  });

  it('says what is wrong with a value, and keeps what was written', async () => {
    await show('templates/payment');
    const errors = [{ pointer: '/values/payee', code: 'invalid', detail: 'Must be one line.' }];
    server.reply(PREVIEW, { status: 422, body: { title: 'Invalid', code: 'kernel/invalid', errors } });
    await fill({ amount: '25.00', payee: 'Bookshop' });
    expect(place.querySelector('[role=alert]')?.textContent).toContain('values/payee: Must be one line.');
    expect(place.querySelector<HTMLInputElement>('input[name=payee]')?.value).toBe('Bookshop');
  });
});

describe('The editor of templates', () => {
  const button = (text: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent.includes(text));
  const press = async (text: string) => {
    await act(() => button(text)?.click());
    await settle();
  };
  async function write(name: string, value: string): Promise<void> {
    const field = place.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`);
    if (!field) throw new Error(`There is no field ${name}`);
    field.value = value;
    await act(() => void field.dispatchEvent(new Event('input', { bubbles: true })));
  }
  beforeEach(() => {
    me.value = { scopes: ['notifications:write'], rights: {}, grants: [], enterprises: [] } as never;
  });
  afterEach(() => {
    me.value = undefined;
  });

  it('publishes a new version, shows the phone while one writes, and asks for each variable in each language', async () => {
    await show('templates/payment');
    await press('Edit');
    await write('message', 'Pay {{amount}} today?');
    expect(place.textContent).toContain('English: The text does not show {{payee}}.');
    expect(button('Publish version 3')?.disabled).toBe(true);
    await write('message', 'Pay {{amount}} to {{payee}} now?');
    expect(place.querySelector('.screen')?.textContent).toContain('Pay 25.00 EUR to (payee) now?');
    server.reply(`PUT ${PATH}`, { body: { ...PAYMENT, version: 3 } });
    await press('Publish version 3');
    expect(server.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      variables: PAYMENT.variables,
      body: [{ ...PAYMENT.body[0], message: 'Pay {{amount}} to {{payee}} now?' }],
    });
  });

  it('makes a template, and keeps what was written when the service refuses it', async () => {
    server.reply('GET /v1/notificationTemplates?limit=50', { body: { templates: [], next: null } });
    await show('templates');
    await press('New template');
    await write('template_id', 'limit');
    await write('subject', 'Raise your limit?');
    await write('message', 'To {{limit}}?');
    await press('Add the variable limit');
    server.reply('POST /v1/notificationTemplates', {
      status: 409,
      body: { title: 'Taken', code: 'notifications/template-taken' },
    });
    await press('Publish version 1');
    expect(server.calls.at(-1)?.body).toEqual({
      template_id: 'limit',
      variables: [{ name: 'limit', type: 'text', max: 70 }],
      body: [{ lng: 'en', subject: 'Raise your limit?', message: 'To {{limit}}?' }],
    });
    expect(place.querySelector('[role=alert]')).not.toBeNull();
    expect(place.querySelector<HTMLInputElement>('[name=subject]')?.value).toBe('Raise your limit?');
  });
});
