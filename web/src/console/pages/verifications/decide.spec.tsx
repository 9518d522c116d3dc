/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { go } from '../../route.js';
import { settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import { Decide } from './decide.js';
import type { IdvSession } from './types.js';

const SESSION = { sessionId: 's-1', doubts: ['face_mismatch'], status: 'REVIEW' } as unknown as IdvSession;
const CLAIM = { refused: undefined, isMine: true };

let server: FakeServer;
let place: HTMLElement;

const show = () =>
  act(() => render(<Decide session={SESSION} claim={CLAIM} reload={() => Promise.resolve()} />, place));
const reason = () => place.querySelector('textarea') as HTMLTextAreaElement;
const button = () => place.querySelector('button.main') as HTMLButtonElement;

async function write(text: string): Promise<void> {
  await act(() => {
    reason().value = text;
    reason().dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const press = (key: string) => act(() => void dispatchEvent(new KeyboardEvent('keydown', { key })));

beforeEach(async () => {
  server = new FakeServer();
  place = document.createElement('main');
  document.body.replaceChildren(place);
  await show();
});
afterEach(() => render(null, place));

describe('A decision', () => {
  it('is chosen by a digit, with the doubts of the engine as what the person is told', async () => {
    await press('4');
    expect(place.querySelector<HTMLInputElement>('input:checked')?.value).toBe('SELFIE_FAILED');
    expect(place.querySelector('[aria-pressed=true]')?.textContent).toBe('Another face');
  });

  it('needs a reason', async () => {
    await press('1');
    await write('');
    expect(button().disabled).toBe(true);
    await write('Same ears and brows');
    expect(button().disabled).toBe(false);
  });

  it('keeps what was written when it fails, and when one comes back later', async () => {
    await press('4');
    await write('The ears differ');
    server.reply('POST /v1/idvReviews/s-1/decision', {
      status: 503,
      body: { code: 'kernel/unavailable', title: 'Not now' },
    });
    await act(() => place.querySelector('form')?.requestSubmit());
    await settle();
    expect(place.querySelector('[role=alert]')?.textContent).toContain('Not now');
    expect(reason().value).toBe('The ears differ');
    await act(() => render(null, place));
    await show();
    expect(reason().value).toBe('The ears differ');
  });

  it.each([
    ['leads to the next review', '/verifications/s-1', '/verifications/s-2'],
    ['leads nowhere when its operator has opened another page meanwhile', '/users/u-1', '/users/u-1'],
  ])('%s', async (_, meanwhile, then) => {
    go('/verifications/s-1');
    await press('4');
    await write('The ears differ');
    server.reply('POST /v1/idvReviews/s-1/decision', { body: { final: true } });
    server.reply('GET /v1/idvReviews?claimed=none&limit=2', { body: { idvReviews: [{ reviewId: 's-2' }] } });
    await act(() => {
      place.querySelector('form')?.requestSubmit();
      go(meanwhile);
    });
    await settle();
    expect(location.pathname).toBe(then);
  });

  it('is sent with its reason and what the person is told', async () => {
    await press('4');
    await write('The ears differ');
    server.reply('POST /v1/idvReviews/s-1/decision', { body: { final: true } });
    server.reply('GET /v1/idvReviews?claimed=none&limit=2', { body: { idvReviews: [] } });
    await act(() => place.querySelector('form')?.requestSubmit());
    await settle();
    const sent = server.calls.find(({ method }) => method === 'POST');
    expect(sent?.body).toEqual({ outcome: 'SELFIE_FAILED', reason: 'The ears differ', reasons: ['face_mismatch'] });
  });
});
