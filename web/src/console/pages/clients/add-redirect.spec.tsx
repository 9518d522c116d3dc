/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { knowDialogs, settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import { AddRedirect } from './add-redirect.js';
import type { Client } from './types.js';

const APP = { clientId: 'shop', clientName: 'Shop', powers: ['firstParty'], redirectUris: ['https://bank.example/cb'] };

it('A redirect address is added to those that a colleague has added meanwhile', async () => {
  knowDialogs();
  const server = new FakeServer();
  const redirectUris = [...APP.redirectUris, 'https://bank.example/theirs'];
  server.reply('GET /v1/clients/shop', { body: { ...APP, redirectUris } });
  server.reply('PATCH /v1/clients/shop', { body: APP });
  document.body.innerHTML = '<main></main>';
  const page = document.body.firstElementChild as HTMLElement;
  const [client, done] = [APP as Client, () => undefined];
  await act(() => render(<AddRedirect client={client} onClose={done} reload={() => Promise.resolve()} />, page));
  const texts = { input: 'https://bank.example/other', textarea: 'A new page' };
  for (const [selector, value] of Object.entries(texts)) {
    const field = page.querySelector<HTMLInputElement>(selector);
    if (field) field.value = value;
    await act(() => void field?.dispatchEvent(new Event('input', { bubbles: true })));
  }
  await act(() => page.querySelector('form')?.requestSubmit());
  await settle();
  expect(server.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    redirectUris: [...redirectUris, 'https://bank.example/other'],
  });
  render(null, page);
});
