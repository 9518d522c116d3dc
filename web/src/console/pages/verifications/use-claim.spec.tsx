/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { choose } from '../../place.js';
import { settle } from '../../testing/dom.js';
import { FakeServer } from '../../testing/fake-server.js';
import { useClaim } from './use-claim.js';

function Claimed({ id }: { readonly id: string }) {
  return <p>{String(useClaim(id).isMine)}</p>;
}

const CLAIM = '/v1/idvSessions/s-1/claim';
let server: FakeServer;
let place: HTMLElement;
beforeEach(() => {
  server = new FakeServer();
  server.reply(`POST ${CLAIM}`, { body: {} });
  server.reply(`DELETE ${CLAIM}`, { status: 204 });
  choose({ data: 'live', enterprise: 'acme' });
  place = document.createElement('main');
});

const show = () => act(() => render(<Claimed id="s-1" />, place));
const leave = () => act(() => render(null, place));
const calls = () => server.calls.map(({ method }) => method);

describe('The claim of a review', () => {
  it('is released on the side and in the enterprise where it was made, when its operator changes to another', async () => {
    await show();
    await settle();
    choose({ data: 'test', enterprise: 'rival' });
    await leave();
    await settle();
    expect(server.calls.at(-1)).toMatchObject({
      ...{ method: 'DELETE', path: CLAIM },
      headers: { Data: 'live', 'Enterprise-Id': 'acme' },
    });
  });

  it('is released only after it was made, and not when its page is open again', async () => {
    const { fetch } = globalThis;
    let arrive = () => {};
    const late = new Promise<void>((resolve) => (arrive = resolve));
    globalThis.fetch = async (...asked) => {
      const answer = await fetch(...asked);
      await late;
      return answer;
    };
    await show();
    await leave();
    expect(calls()).toEqual(['POST']);
    await show();
    arrive();
    await settle();
    expect(calls()).toEqual(['POST', 'POST']);
    await leave();
    await settle();
    expect(calls()).toEqual(['POST', 'POST', 'DELETE']);
  });
});
