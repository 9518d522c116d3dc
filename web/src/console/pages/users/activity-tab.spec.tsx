/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { me } from '../../me.js';
import { choose } from '../../place.js';
import { settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import { ActivityTab } from './activity-tab.js';

const at = new Date().toISOString();
const act1 = (kind: string, id: string, title: string, status: string | null, actor: object | null = null) => ({
  ...{ kind, id, at, title, status, actor, statusChange: null as object | null },
});
const blocked = {
  ...act1('auditEvent', 'a-1', 'users.user-status-changed', 'done', { kind: 'client', id: 'portal' }),
  statusChange: { from: 'ACTIVE', to: 'BLOCKED' },
};
const session = act1('idvSession', 's-1', 's-1', 'DOCUMENT_REJECTED');
const asked = act1('notification', 'n-1', 'Confirm your payment', 'UPDATED');
const refused = act1('auditEvent', 'a-2', 'auth.signed-in', 'refused', { kind: 'user', id: 'jane' });
const PATH = 'GET /v1/users/jane%20doe/activity';

let server: FakeServer;
let place: HTMLElement;

async function show(scopes: readonly string[] = ['audit:read']): Promise<string> {
  me.value = { id: 'o', scopes, rights: {}, grants: [] } as unknown as NonNullable<typeof me.value>;
  await act(() => render(<ActivityTab id="jane doe" />, place));
  await settle();
  return place.textContent;
}
const links = () => [...place.querySelectorAll('a')].map((one) => one.getAttribute('href'));

beforeEach(() => {
  server = new FakeServer();
  choose({ data: 'live', enterprise: `e-${Math.random()}` });
  place = document.createElement('main');
  document.body.replaceChildren(place);
});
afterEach(() => render(null, place));

describe('What happened to a person', () => {
  it('is one story: entries, verifications and questions, each with its way on', async () => {
    server.reply(PATH, { body: { activity: [blocked, session, asked, refused], next: null } });
    const text = await show();
    for (const shown of [
      'Status changed: Active → Blocked',
      'Verification (now: document rejected)',
      'Notification (now: answered)',
      'Refused: Signed in',
    ])
      expect(text).toContain(shown);
    expect(text).toContain('Confirm your payment');
    expect(links()).toEqual([
      '/audit?subject=jane+doe&open=a-1',
      '/verifications/s-1',
      '/notifications/n-1',
      '/audit?subject=jane+doe&open=a-2',
    ]);
  });

  it('hides the views of whoever reads it until they ask', async () => {
    const viewed = (by: string) => act1('auditEvent', by, 'users.user-viewed', 'done', { kind: 'operator', id: by });
    server.reply(PATH, { body: { activity: [viewed('o'), viewed('o-2')], next: null } });
    expect(await show()).toContain('Hidden: 1 view of your own.');
    expect(place.querySelectorAll('.timeline li')).toHaveLength(1);
    await act(() => place.querySelector('button')?.click());
    expect(place.querySelectorAll('.timeline li')).toHaveLength(2);
  });

  it('leads to the log only who may read it', async () => {
    server.reply(PATH, { body: { activity: [blocked], next: null } });
    await show([]);
    expect(links()).toEqual([]);
  });

  it('goes on to what is older', async () => {
    server.reply(PATH, { body: { activity: [blocked], next: 'c=1' } });
    server.reply(`${PATH}?cursor=c%3D1`, { body: { activity: [session], next: null } });
    await show();
    await act(() => place.querySelector<HTMLButtonElement>('button.slim')?.click());
    await settle();
    expect(place.textContent).toContain('Verification');
    expect(place.querySelector('button.slim')).toBeNull();
  });

  it('goes on once if the button is pressed twice, and says why older entries could not be read', async () => {
    server.reply(PATH, { body: { activity: [blocked], next: 'c=1' } });
    server.reply(
      `${PATH}?cursor=c%3D1`,
      { status: 503, body: { title: 'Busy', code: 'x' } },
      { body: { activity: [session], next: null } },
    );
    await show();
    const older = () => place.querySelector<HTMLButtonElement>('button.slim');
    await act(() => older()?.click());
    await settle();
    expect(place.querySelector('[role=alert]')?.textContent).toContain('Busy');
    await act(() => {
      older()?.click();
      older()?.click();
    });
    await settle();
    expect(place.querySelector('[role=alert]')).toBeNull();
    expect(place.querySelectorAll('.timeline li')).toHaveLength(2);
  });

  it('may be nothing', async () => {
    server.reply(PATH, { body: { activity: [], next: null } });
    expect(await show()).toContain('Nothing has happened yet');
  });
});
