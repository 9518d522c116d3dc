/** @jest-environment ./test/support/jsdom-with-crypto.mjs */
import { signal } from '@preact/signals';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { CountersignError } from '@countersign/client';
import { Frame } from './frame.js';
import { Phone } from './phone.js';
import { PhoneApproval } from './phone-approval.js';
import { DEVICE, FakeClient, SESSION } from './testing/fake-client.js';
import { show } from './testing/show.js';

const settled = () => act(() => new Promise((resolve) => setTimeout(resolve)));

it('A new phone still waits for the approval of the other one after the app was locked, with the name of the device', async () => {
  localStorage.clear();
  const client = Object.assign(new FakeClient(), { session: SESSION, registered: null });
  const phone = new Phone(client);
  await phone.start(undefined);
  const names: unknown[] = [];
  let approve = () => {};
  client.device.register = () => Promise.reject(new CountersignError('approval_needed', 'Ask'));
  client.device.requestApproval = (details: { readonly name?: string }) => {
    names.push(details.name);
    const registered = () => new Promise<typeof DEVICE>((resolve) => (approve = () => resolve(DEVICE)));
    return Promise.resolve({ number: '47', devices: ['Old phone'], expiresAt: new Date(), registered });
  };
  const locked = signal(false);
  const approval = new PhoneApproval(phone);
  const page = await show({ phone, approval, lock: { locked }, settings: { brand: 'Meridian' } }, <Frame />);
  const field = page.querySelector<HTMLInputElement>('#device-name');
  if (field) field.value = 'My tablet';
  await act(() => void field?.dispatchEvent(new Event('input')));
  await act(() => void page.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true })));
  await settled();
  expect(page.textContent).toContain('47');

  await act(() => void (locked.value = true));
  expect(page.textContent).not.toContain('47');
  await act(() => void (locked.value = false));
  expect(page.textContent).toContain('47');
  await act(() => approval.cancel());
  const again = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Ask again');
  await act(() => again?.click());
  await settled();
  expect(names).toEqual(['My tablet', 'My tablet']);

  approve();
  await settled();
  expect(phone.device.value).toBe(DEVICE);
  render(null, page);
});
