/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { ApiError, signedOut } from '../api.js';
import { onChange } from '../live.js';
import { me } from '../me.js';
import { place as at } from '../place.js';
import { go } from '../route.js';
import { FakeServer } from '../testing/fake-server.js';
import { knowDialogs, settle } from '../testing/dom.js';
import { Failure } from '../ui/loading.js';
import { Toast } from '../ui/toast.js';
import { words } from '../words/words.js';
import { Console } from './console.js';

const ENDED = { status: 401, body: { code: 'operators/signed-out', title: 'Signed out' } };
const enterprises = [{ enterpriseId: 'acme', name: 'Acme', sides: ['live'] }];
const operatorOf = (name: string) => ({
  ...{ id: name, name, emailId: null, enterprises, roles: [], scopes: [], rights: {}, passkeys: 1, grants: [] },
  ...{ mayReceiveAlarms: false, accountUrl: '', session: { id: 's', endsTs: 0, idleSeconds: 60 } },
});

let server: FakeServer;
let place: HTMLElement;
beforeEach(async () => {
  knowDialogs();
  Object.assign(globalThis, { matchMedia: () => ({ matches: false }) }); // jsdom has none
  server = new FakeServer();
  server.reply('GET /v1/me', { body: operatorOf('Ana') });
  go('/nowhere');
  place = document.createElement('main');
  document.body.replaceChildren(place);
  await act(() => render(<Console />, place));
  await settle();
});
afterEach(() => {
  render(null, place);
  me.value = undefined;
  signedOut.value = false;
});

const text = () => place.textContent;

describe('A console whose session has ended', () => {
  it('goes on, with everything read again, when its operator comes back signed in', async () => {
    await act(() => void (signedOut.value = true));
    server.reply('GET /v1/me', ENDED);
    await act(() => void dispatchEvent(new Event('focus')));
    await settle();
    expect(text()).toContain('Your session has ended.');

    const told: unknown[] = [];
    const forget = onChange((change) => told.push(change));
    server.reply('GET /v1/me', { body: operatorOf('Ben') });
    await act(() => void dispatchEvent(new Event('focus')));
    await settle();
    forget();
    expect(text()).not.toContain('Your session has ended.');
    expect([signedOut.value, me.value?.name, told]).toEqual([false, 'Ben', [undefined]]);
  });

  it('can be signed in to from a dialog that covers its page', async () => {
    const error = new ApiError({ ...ENDED.body, status: 401 }, undefined);
    await act(() => render(<Failure error={error} />, place));
    expect(place.querySelector('a')?.getAttribute('href')).toBe('/sign-in?to=%2Fnowhere');
  });
});

describe('The menu of the console', () => {
  it('asks again for the rights in the chosen enterprise when they could not be read', async () => {
    const both = [...enterprises, { enterpriseId: 'rival', name: 'Rival', sides: ['live'] }];
    await act(
      () => void (me.value = { ...operatorOf('Ana'), enterprises: both } as unknown as NonNullable<typeof me.value>),
    );
    const found = { body: { ...operatorOf('Ben'), enterprises: both } };
    server.reply('GET /v1/me', { status: 503, body: { title: 'Busy', code: 'x' } }, found);
    const [, rival] = place.querySelectorAll<HTMLButtonElement>('.tenant-menu button');
    await act(() => rival?.click());
    while (me.value?.name !== 'Ben') await settle();
    expect(at.value.enterprise).toBe('rival');
    expect(location.pathname).toBe('/');
  });

  it('says so when the operator cannot be signed out', async () => {
    const said = document.body.appendChild(document.createElement('div'));
    await act(() => render(<Toast />, said));
    globalThis.fetch = () => Promise.reject(new TypeError('network'));
    await act(() => place.querySelector<HTMLButtonElement>(`[aria-label="${words.signOut}"]`)?.click());
    await settle();
    expect(said.textContent).toBe(words.errors.unreachable);
    render(null, said);
  });
});
