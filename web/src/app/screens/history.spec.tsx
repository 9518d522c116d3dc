/** @jest-environment ./test/support/jsdom-with-crypto.mjs */
import type { HistoryOptions, PastNotification } from '@countersign/client';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { Phone } from '../phone.js';
import { FakeClient, question } from '../testing/fake-client.js';
import { show } from '../testing/show.js';
import { History } from './history.js';

const past = (subject: string) =>
  ({
    ...question({ notification_uuid: subject, body: [{ lng: 'en', subject, message: '' }] }),
    ...{ status: 'UPDATED', update_ts: new Date().toISOString(), update_ts_epoch: Date.now() },
  }) as unknown as PastNotification;

it('More of the history that arrives after its filter was changed is not shown', async () => {
  const client = new FakeClient();
  let arrive = () => {};
  const late = new Promise<void>((resolve) => (arrive = resolve));
  client.notifications.history = async (options?: HistoryOptions) => {
    const { start = 1, status } = options ?? {};
    if (status !== undefined) return { items: [past('Expired')], total: 1 };
    if (start > 1) await late;
    return { items: [past(start > 1 ? 'Second' : 'First')], total: 2 };
  };
  const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
  const page = await show({ phone: new Phone(client), settings: { brand: 'Meridian' } }, <History />);
  await settle();
  const shown = () => [...page.querySelectorAll('.item strong')].map(({ textContent }) => textContent);
  expect(shown()).toEqual(['First']);
  const more = [...page.querySelectorAll('button')].find(({ textContent }) => textContent.includes('Show more'));
  await act(() => more?.click());
  const status = page.querySelector<HTMLSelectElement>('#status');
  if (status) status.value = 'EXPIRED';
  await act(() => void status?.dispatchEvent(new Event('change', { bubbles: true })));
  await settle();
  expect(shown()).toEqual(['Expired']);
  arrive();
  await settle();
  expect(shown()).toEqual(['Expired']);
  render(null, page);
});
