/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { me } from '../../me.js';
import { choose } from '../../place.js';
import { go } from '../../route.js';
import { knowDialogs, settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import Notifications from './notifications.js';

const notification = (id: string) => ({
  ...{ notification_uuid: id, msg_id: `m-${id}`, user_id: 'u', subject: null, status: 'ACTIVE' },
  ...{ action_response: '', create_ts: 1, is_ds_verified: false, signing_status: '' },
});
let server: FakeServer;
let place: HTMLElement;
async function show(scopes: readonly string[]): Promise<void> {
  me.value = { scopes, rights: {}, grants: [], enterprises: [] } as never;
  await act(() => render(<Notifications id={undefined} />, place));
  await settle();
}
beforeEach(() => {
  knowDialogs();
  server = new FakeServer();
  go('/notifications');
  place = document.createElement('main');
  document.body.replaceChildren(place);
  const notifications = [notification('1'), notification('2')];
  server.reply('GET /v1/notifications?limit=50', { body: { notifications, next: null } });
});
afterEach(() => {
  render(null, place);
  me.value = undefined;
});

it('Notifications that are selected are cancelled after a question, and whichever is refused is named', async () => {
  await show(['notifications:read', 'notifications:write']);
  server.reply('POST /v1/notifications/1/cancel', { status: 409, body: { title: 'Answered already', code: 'x' } });
  server.reply('POST /v1/notifications/2/cancel', { body: {} });
  await act(() => place.querySelector<HTMLInputElement>('th.pick input')?.click());
  await act(() => place.querySelector<HTMLButtonElement>('[role=toolbar] button.danger')?.click());
  expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  expect(place.querySelector('dialog h1')?.textContent).toBe('Cancel 2 notifications?');
  await act(() => place.querySelector<HTMLFormElement>('dialog form')?.requestSubmit());
  await settle();
  await settle();
  const sent = server.calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
  expect(sent).toEqual(['/v1/notifications/1/cancel', '/v1/notifications/2/cancel']);
  expect(place.textContent).toContain('1 done, 1 failed.Answered already: m-1');
});

it('All that are cancelled are those of the side that was shown at first', async () => {
  choose({ data: 'live' });
  await show(['notifications:read', 'notifications:write']);
  const { fetch } = globalThis;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  globalThis.fetch = async (...asked) => {
    const answer = await fetch(...asked);
    await held;
    return answer;
  };
  await act(() => place.querySelector<HTMLInputElement>('th.pick input')?.click());
  await act(() => place.querySelector<HTMLButtonElement>('[role=toolbar] button.danger')?.click());
  await act(() => place.querySelector<HTMLFormElement>('dialog form')?.requestSubmit());
  choose({ data: 'test' });
  release();
  await settle();
  const sent = server.calls.filter(({ method }) => method === 'POST').map(({ headers }) => headers['Data']);
  expect(sent).toEqual(['live', 'live']);
});

it('Operators who may only read notifications have nothing to select', async () => {
  await show(['notifications:read']);
  expect(place.textContent).toContain('m-1');
  expect(place.querySelector('th.pick')).toBeNull();
});
