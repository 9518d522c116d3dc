/** @jest-environment ./test/support/jsdom-with-crypto.mjs */
import { jest } from '@jest/globals';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { Phone } from '../phone.js';
import { FakeClient, question, SESSION } from '../testing/fake-client.js';
import { show } from '../testing/show.js';
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
  page = await show({ phone, settings: { brand: 'Meridian' } }, <Requests />);
});
afterEach(() => {
  render(null, page);
  jest.restoreAllMocks();
});

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

const look = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));

it('A request can be answered on a device whose clock is ahead, until it expires by the clock of the service', async () => {
  const hour = 3_600_000;
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + hour);
  client.ahead = -hour;
  await look();
  await open('#/requests/n-1');
  const approve = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Approve');
  expect(approve()).toBeDefined();
  client.ahead = 0;
  await look();
  expect(approve()).toBeUndefined();
  expect(detail()).toContain('The time to answer is over.');
});
