/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { me } from '../../me.js';
import { choose } from '../../place.js';
import { knowDialogs, settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import { DeskButtons } from './desk.js';
import type { User } from './types.js';

const JANE = { userId: 'jane', firstName: 'Jane', lastName: 'Doe', status: 'ACTIVE' } as unknown as User;
const LINK = 'https://idv.example/IdvWebServer/idvRegistration.htm?token=abc';
let server: FakeServer;
let place: HTMLElement;

async function show(user: User = JANE, scopes: readonly string[] = ['idv:write', 'notifications:write']) {
  me.value = { id: 'o', scopes, rights: {}, grants: [] } as unknown as NonNullable<typeof me.value>;
  await act(() => render(<DeskButtons user={user} />, place));
  return [...place.querySelectorAll('button')].map(({ textContent }) => textContent);
}
const press = (text: string) =>
  act(() => [...place.querySelectorAll('button')].find((one) => one.textContent === text)?.click());
async function fill(selector: string, value: string, event = 'input'): Promise<void> {
  await act(() => {
    const field = place.querySelector<HTMLInputElement>(selector);
    if (!field) throw new Error(`There is no ${selector}`);
    field.value = value;
    field.dispatchEvent(new Event(event, { bubbles: true }));
  });
}
async function confirm(): Promise<void> {
  await act(() => place.querySelector<HTMLFormElement>('dialog form')?.requestSubmit());
  await settle();
}
const sent = () => server.calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

beforeEach(() => {
  knowDialogs();
  server = new FakeServer();
  choose({ data: 'test', enterprise: `e-${Math.random()}` });
  place = document.createElement('main');
  document.body.replaceChildren(place);
});
afterEach(() => render(null, place));

describe('At the desk', () => {
  it('a verification is opened for the person, who gets its link as a code', async () => {
    server.reply('POST /v1/idvWebTokens', { status: 201, body: { idvUrl: LINK, expiresAt: '2026-01-01T00:00:00Z' } });
    await show();
    await press('Verify identity');
    await confirm();
    expect(sent()).toEqual([]); // an empty form is not sent: it needs an address first
    await fill('[name=redirectUrl]', 'https://bank.example/thanks');
    await fill('[name=simulate]', 'SELFIE_FAILED', 'change');
    await confirm();
    const asked = {
      userId: 'jane',
      redirectUrl: 'https://bank.example/thanks',
      payload: { simulate: 'SELFIE_FAILED' },
    };
    expect(sent()).toEqual([['/v1/idvWebTokens', asked]]);
    await settle();
    expect(place.querySelector('svg.qr path')?.getAttribute('d')?.length).toBeGreaterThan(1_000);
    expect(place.querySelector('.copy')?.getAttribute('title')).toContain(LINK);
  });

  it('a reviewer gets something to practise on, by a simulated review', async () => {
    server.reply('POST /v1/idvWebTokens', { status: 201, body: { idvUrl: LINK } });
    await show();
    await press('Verify identity');
    await fill('[name=redirectUrl]', 'https://bank.example/thanks');
    await fill('[name=simulate]', 'REVIEW', 'change');
    await confirm();
    expect(sent()).toMatchObject([['/v1/idvWebTokens', { payload: { simulate: 'REVIEW' } }]]);
  });

  it('nothing is simulated on live data', async () => {
    choose({ data: 'live' });
    await show();
    await press('Verify identity');
    expect(place.querySelector('[name=simulate]')).toBeNull();
  });

  it('a test is sent that approves nothing', async () => {
    server.reply('POST /v1/notifications', { status: 201, body: {} });
    await show();
    await press('Send a test');
    await confirm();
    expect(sent()).toMatchObject([
      ['/v1/notifications', { user_id: 'jane', ds_required: false, actions: [{ label: 'I can read this' }] }],
    ]);
  });

  it.each([
    ['BLOCKED', []],
    ['CREATED', ['Verify identity']],
    ['ACTIVE', ['Verify identity', 'Send a test']],
  ])('a person who is %s is offered %j', async (status, offered) =>
    expect(await show({ ...JANE, status } as User)).toEqual(offered),
  );

  it('only those who have the right are offered it', async () => expect(await show(JANE, ['users:read'])).toEqual([]));
});
