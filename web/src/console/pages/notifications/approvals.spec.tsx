/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import Notifications from './notifications.js';

const ID = '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77';
const DIGEST = 'A'.repeat(43);
const APPROVAL = {
  ...{ notification_uuid: ID, user_id: 'mina', msg_id: 'approval-1', subject: 'Pay 78.50 EUR?', status: 'UPDATED' },
  ...{ kind: 'approval', client_id: 'agent', created_by: 'agent', action_response: 'accept' },
  ...{ delivery_status: 'NONE', signing_status: 'Verified', is_ds_verified: true },
  ...{
    create_ts: '2026-11-27T09:30:00.000Z',
    update_ts: '2026-11-27T09:31:00.000Z',
    expiry_timestamp: '2026-11-27T09:32:00.000Z',
  },
  body: [{ lng: 'en', subject: 'Pay 78.50 EUR?', message: 'To Bookshop' }],
  actions: [
    { label: 'Approve', action: `accept.${DIGEST}`, authlevel: 0 },
    { label: 'Decline', action: `reject.${DIGEST}`, authlevel: 0 },
  ],
};

let server: FakeServer;
let place: HTMLElement;

beforeEach(() => {
  server = new FakeServer();
  place = document.body.appendChild(document.createElement('main'));
  server.reply(`GET /v1/notifications/${ID}`, { body: APPROVAL });
  server.reply(`GET /v1/notifications/${ID}/events`, { body: { events: [] } });
  server.reply('GET /v1/notifications?limit=50', { body: { notifications: [APPROVAL], next: null } });
});
afterEach(() => {
  render(null, place);
  place.remove();
});

async function show(id?: string): Promise<string> {
  await act(() => render(<Notifications id={id} />, place));
  await settle();
  await settle();
  return place.textContent;
}

it('A list says of a notification that a program asks for an approval', async () => {
  expect(await show()).toContain('Approval for a program');
});

it('An approval names the program that asked, and marks the answer that the person chose', async () => {
  const text = await show(ID);
  expect(text).toContain('Approval for a program');
  expect(text).toContain('Asked by');
  expect(place.querySelector('.answers .other')?.textContent).toBe('Decline');
  expect(place.querySelector('.answers .yes .icon, .answers .yes svg')).not.toBeNull();
});
