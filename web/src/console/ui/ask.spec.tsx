/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { ApiError, type WaitingRequest } from '../api.js';
import { choose, place as shown } from '../place.js';
import { knowDialogs, settle } from '../testing/dom.js';
import { FakeServer } from '../testing/fake-server.js';
import { Ask } from './ask.js';

let place: HTMLElement;

beforeEach(() => {
  knowDialogs();
  new FakeServer().reply('GET /v1/me', { body: { enterprises: [] } });
  place = document.createElement('main');
  document.body.replaceChildren(place);
});
afterEach(() => render(null, place));

async function answered(waits: WaitingRequest | undefined): Promise<{ readonly closed: () => boolean }> {
  let isClosed = false;
  const onClose = () => (isClosed = true);
  const send = () => Promise.resolve({ value: null, waits });
  await act(() =>
    render(<Ask title="Delete her?" text="Gone." verb="Delete" withoutReason onClose={onClose} act={send} />, place),
  );
  await act(async () => {
    place.querySelector('form')?.requestSubmit();
    await new Promise<void>((resolve) => setTimeout(resolve, 5));
  });
  return { closed: () => isClosed };
}

describe('A question before something happens', () => {
  it('is over when it has happened', async () => {
    expect((await answered(undefined)).closed()).toBe(true);
  });

  it('stays open while it happens, and then says why it failed', async () => {
    let isClosed = false;
    let fail = (_: Error) => {};
    const happen = () => new Promise<undefined>((_, reject) => (fail = reject));
    const onClose = () => (isClosed = true);
    await act(() =>
      render(
        <Ask title="Delete her?" text="Gone." verb="Delete" withoutReason onClose={onClose} act={happen} />,
        place,
      ),
    );
    await act(() => place.querySelector('form')?.requestSubmit());
    const dialog = place.querySelector('dialog') as HTMLDialogElement;
    const cancelled = new Event('cancel', { cancelable: true });
    await act(() => void dialog.dispatchEvent(cancelled));
    await act(() => dialog.close()); // a browser closes a dialog at the second Escape whatever its page wants
    expect([cancelled.defaultPrevented, dialog.open, isClosed]).toEqual([true, true, false]);
    expect(place.querySelector<HTMLButtonElement>('button[type=button]')?.disabled).toBe(true);
    await act(() => fail(new ApiError({ title: 'Not now', status: 409, code: 'x' }, undefined)));
    await settle();
    expect(place.querySelector('[role=alert]')?.textContent).toContain('Not now');
    await act(() => dialog.close());
    expect(isClosed).toBe(true);
  });

  it('says that a colleague has to agree, and leads to the request', async () => {
    const { closed } = await answered({ page: '/four-eyes/f-1', data: 'live' });
    expect(closed()).toBe(false);
    expect(place.textContent).toContain('Another operator must agree');
    expect(place.querySelector('a')?.getAttribute('href')).toBe('/four-eyes/f-1');
  });

  it('shows the side of the data on which the request is found', async () => {
    choose({ data: 'test' });
    await answered({ page: '/four-eyes/f-1', data: 'live' });
    await act(() => place.querySelector('a')?.click());
    expect(shown.value.data).toBe('live');
  });
});
