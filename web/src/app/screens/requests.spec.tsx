/** @jest-environment ./test/support/jsdom-with-crypto.mjs */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { type App, AppContext } from '../context.js';
import { Phone } from '../phone.js';
import { FakeClient, question, SESSION } from '../testing/fake-client.js';
import { Requests } from './requests.js';

let client: FakeClient;
let phone: Phone;
let page: HTMLElement;
beforeEach(async () => {
  location.hash = '';
  client = new FakeClient();
  client.session = SESSION;
  client.active = [
    question(),
    question({ notification_uuid: 'n-2', body: [{ lng: 'en', subject: 'Log in?', message: '' }] }),
  ];
  phone = new Phone(client);
  await phone.start(undefined);
  page = document.createElement('main');
  document.body.replaceChildren(page);
  const app = { phone, settings: { brand: 'Meridian' } } as unknown as App;
  await act(() =>
    render(
      <AppContext.Provider value={app}>
        <Requests />
      </AppContext.Provider>,
      page,
    ),
  );
});
afterEach(() => render(null, page));

const open = (hash: string) =>
  act(async () => {
    const arrived = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    location.hash = hash;
    await arrived;
  });
const detail = () => page.querySelector('.detail')?.textContent ?? '';

it('The receipt of an answer makes room for the request that is opened next, and does not come back', async () => {
  await open('#/requests/n-1');
  await act(async () => void (await phone.answer(question(), 'accept')));
  expect(page.querySelector('.receipt')).not.toBeNull();
  await open('#/requests/n-2');
  expect(page.querySelector('.receipt')).toBeNull();
  expect(detail()).toContain('Log in?');
  await open('#/requests');
  expect(detail()).toBe('');
});
