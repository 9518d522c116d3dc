/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { go, route } from '../route.js';
import { settle } from '../testing/dom.js';
import { FakeServer } from '../testing/fake-server.js';
import { List } from './list.js';

interface Row {
  readonly id: string;
}

let server: FakeServer;
let place: HTMLElement;

const rows = () => [...place.querySelectorAll('tbody tr')].map((row) => row.textContent);
const click = async (text: string) => {
  const button = [...place.querySelectorAll('button')].find((one) => one.textContent === text);
  await act(() => button?.click());
  await settle();
};

beforeEach(async () => {
  server = new FakeServer();
  server.reply('GET /v1/things?limit=50', { body: { things: [{ id: 'c' }, { id: 'b' }], next: 'after-b' } });
  server.reply('GET /v1/things?limit=50&cursor=after-b', { body: { things: [{ id: 'a' }], next: null } });
  place = document.createElement('main');
  document.body.replaceChildren(place);
  history.replaceState(null, '', '/things');
  await act(() => {
    render(
      <List<Row>
        label="Things"
        path="/v1/things"
        plural="things"
        keyOf={({ id }) => id}
        to={({ id }) => `/things/${id}`}
        columns={[{ name: 'Id', show: ({ id }) => id }]}
      />,
      place,
    );
    go('/things');
  });
  await settle();
});
afterEach(() => render(null, place));

describe('A list', () => {
  it('goes to older rows and back, by cursors that stand in the address', async () => {
    expect(rows()).toEqual(['c', 'b']);
    await click('Older');
    expect(route.value.query.get('cursor')).toBe('after-b');
    expect(rows()).toEqual(['a']);
    await click('Newer');
    expect(route.value.query.get('cursor')).toBeNull();
    expect(rows()).toEqual(['c', 'b']);
  });

  it('begins with its first page when its cursor is not valid any more', async () => {
    server.reply('GET /v1/things?limit=50&cursor=old', {
      status: 400,
      body: { code: 'kernel/invalid-arguments', errors: [{ pointer: '?cursor', detail: 'It is too old.' }] },
    });
    await act(() => go('/things?cursor=old'));
    await settle();
    expect([location.search, rows()]).toEqual(['', ['c', 'b']]);
  });

  it('is walked by j and opened by Enter', async () => {
    await act(() => void dispatchEvent(new KeyboardEvent('keydown', { key: 'j' })));
    await act(() => void dispatchEvent(new KeyboardEvent('keydown', { key: 'j' })));
    await act(() => void dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' })));
    expect(location.pathname).toBe('/things/b');
  });
});
