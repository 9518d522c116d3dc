/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { type Me, me } from '../me.js';
import { choose } from '../place.js';
import { knowDialogs } from '../testing/dom.js';
import { FakeServer } from '../testing/fake-server.js';
import { openPalette, Palette } from './palette.js';

let server: FakeServer;
let place: HTMLElement;

const hit = (kind: string, id: string, more: object = {}) => ({
  ...{ kind, id, title: id, userId: null, within: null, status: null },
  ...more,
});
const FOUND = [
  hit('user', 'grace.hopper', { title: 'Grace Hopper', userId: 'grace.hopper', status: 'ACTIVE' }),
  hit('notification', 'n-1', { title: 'grace-order', userId: 'grace.hopper', status: 'UPDATED' }),
  hit('webhookDelivery', 'd-1', { within: 'e-1' }),
];

const field = () => place.querySelector('input') as HTMLInputElement;
const options = () => [...place.querySelectorAll('[role=option]')];
const chosen = () => options().findIndex((option) => option.getAttribute('aria-selected') === 'true');
const press = (key: string) =>
  act(() => void field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
/** Types a text and waits until its results are shown: the palette searches a little after the last key. */
const write = async (text: string, until: () => boolean) => {
  await act(() => {
    field().value = text;
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
  while (!until()) await act(() => new Promise<void>((resolve) => setTimeout(resolve, 10)));
};

beforeEach(async () => {
  knowDialogs();
  server = new FakeServer();
  server.reply('GET /v1/search?q=grace', { body: { hits: FOUND } });
  server.reply('GET /v1/search?q=nobody', { body: { hits: [] } });
  place = document.createElement('div');
  document.body.replaceChildren(place);
  history.replaceState(null, '', '/');
  await act(() => render(<Palette />, place));
  await act(() => openPalette());
});
afterEach(() => {
  render(null, place);
  me.value = undefined;
});

describe('The search of the console', () => {
  it('shows what was found by its kind, and goes there by the keyboard', async () => {
    await write(' grace ', () => options().length === 3);
    expect([...place.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
      ...['Users', 'Notifications', 'Deliveries'],
    ]);
    expect(options()[0]?.textContent).toBe('Grace Hoppergrace.hopper · ACTIVE');
    expect([chosen(), field().getAttribute('aria-activedescendant')]).toEqual([0, 'hit-0']);
    await press('ArrowDown');
    await press('ArrowDown');
    await press('ArrowDown');
    expect([chosen(), field().getAttribute('aria-activedescendant')]).toEqual([2, 'hit-2']);
    await press('ArrowUp');
    await press('Enter');
    expect(location.pathname).toBe('/notifications/n-1');
    expect(place.querySelector('dialog')?.open).toBe(false);
  });

  it('leads to a delivery by its endpoint', async () => {
    await write('grace', () => options().length === 3);
    await press('ArrowDown');
    await press('ArrowDown');
    await press('Enter');
    expect(location.pathname + location.search).toBe('/webhooks/e-1?open=d-1');
  });

  it('keeps what was opened, in memory', async () => {
    await act(() => openPalette());
    const first = options().slice(0, 2);
    expect(first.map((option) => option.querySelector('span')?.textContent)).toEqual(['d-1', 'grace-order']);
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });

  it('does not show what was opened in another enterprise, on the other side, or by another operator', async () => {
    const names = () => options().map((option) => option.querySelector('span')?.textContent);
    await act(() => choose({ enterprise: 'rival' }));
    await act(() => openPalette());
    expect(names()).not.toContain('grace-order');
    await write('grace', () => options().length === 3);
    await press('Enter');
    await act(() => openPalette());
    expect(names()).toContain('Grace Hopper');
    await act(() => choose({ data: 'test' }));
    expect(names()).not.toContain('Grace Hopper');
    await act(() => choose({ data: 'live' }));
    expect(names()).toContain('Grace Hopper');
    await act(() => void (me.value = { id: 'o-2', scopes: [], rights: {} } as unknown as Me));
    expect(names()).not.toContain('Grace Hopper');
  });

  it('forgets what was typed and found when it is closed', async () => {
    await write('grace', () => options().length === 3);
    await act(() => place.querySelector('dialog')?.close());
    expect([...place.querySelectorAll('h3')].map(({ textContent }) => textContent)).not.toContain('Users');
    expect(field().value).toBe('');
  });

  it('says when there is nothing, and asks for a single letter not at all', async () => {
    await write('nobody', () => place.querySelector('.none') !== null);
    server.calls.length = 0;
    await write('n', () => place.querySelector('.none') !== null);
    expect(server.calls).toEqual([]);
  });

  it('sends what was typed as one value', async () => {
    await write('&q=x# y', () => server.calls.length > 0);
    expect(server.calls.map(({ path }) => path)).toEqual(['/v1/search?q=%26q%3Dx%23%20y']);
  });
});
