/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { addressOf, ApiError, get, send, signedOut } from './api.js';
import { choose } from './place.js';
import { FakeServer } from './testing/fake-server.js';

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  signedOut.value = false;
  choose({ data: 'test', enterprise: 'acme' });
});

describe('A call of the console', () => {
  it('says which side and whose data it is about', async () => {
    server.reply('GET /v1/users', { body: { users: [] } });
    await get('/v1/users');
    expect(server.calls[0]?.headers).toMatchObject({ Data: 'test', 'Enterprise-Id': 'acme' });
    expect(addressOf('/v1/x?a=1')).toBe('/api/v1/x?a=1&_data=test&_enterprise=acme');
  });

  it.each(['enterprises/acme', 'events', 'jobs', 'keys', 'operators', 'previews/mail', 'system'])(
    'asks for %s on the live side, since live and test data share it',
    async (path) => {
      server.reply(`GET /v1/${path}`, { body: {} });
      await get(`/v1/${path}`);
      expect(server.calls[0]?.headers).toMatchObject({ Data: 'live', 'Enterprise-Id': 'acme' });
      expect(addressOf(`/v1/${path}`)).toBe(`/api/v1/${path}?_data=live&_enterprise=acme`);
      server.reply(`POST /v1/${path}`, { status: 202, body: {}, headers: { Location: '/v1/fourEyes/f' } });
      expect(await send('POST', `/v1/${path}`)).toMatchObject({ waits: { page: '/four-eyes/f', data: 'live' } });
    },
  );

  it('sends JSON with every method that changes something, also where there is no body', async () => {
    server.reply('POST /v1/x', { status: 204 });
    await send('POST', '/v1/x');
    expect(server.calls[0]).toMatchObject({ body: {}, headers: { 'Content-Type': 'application/json' } });
  });

  it('tells that a colleague must agree', async () => {
    const waits = { status: 202, body: { id: 'f' }, headers: { Location: '/v1/fourEyes/f' } };
    server.reply('DELETE /v1/x', waits);
    expect(await send('DELETE', '/v1/x')).toMatchObject({ waits: { page: '/four-eyes/f', data: 'test' } });
    server.reply('POST /v1/y', { status: 202, body: { replayed: 1 } });
    expect(await send('POST', '/v1/y')).toMatchObject({ waits: undefined });
  });

  it('says why in a header where the body has no place for it', async () => {
    server.reply('DELETE /v1/x', { status: 204 });
    await send('DELETE', '/v1/x', {}, 'Für das Gericht');
    expect(server.calls[0]?.headers).toMatchObject({ Reason: 'F%C3%BCr%20das%20Gericht' });
  });

  it('sends a call again whose cookie was replaced meanwhile', async () => {
    const before = { status: 401, body: { code: 'operators/signed-out', title: 'Signed out' } };
    server.reply('POST /v1/x', before, { body: { done: true } });
    expect((await send('POST', '/v1/x', { why: 'so' })).value).toEqual({ done: true });
    expect(server.calls.map(({ body }) => body)).toEqual([{ why: 'so' }, { why: 'so' }]);
    expect(signedOut.value).toBe(false);
  });

  it('notes that the session has ended', async () => {
    server.reply('GET /v1/x', { status: 401, body: { code: 'operators/signed-out', title: 'Signed out' } });
    await expect(get('/v1/x')).rejects.toMatchObject({ status: 401 });
    expect(signedOut.value).toBe(true);
  });

  it('says how long to wait where too much was asked', async () => {
    server.reply('GET /v1/x', { status: 429, body: { code: 'kernel/too-many' }, headers: { 'Retry-After': '7' } });
    await expect(get('/v1/x')).rejects.toMatchObject({ retryAfter: 7 });
  });

  it('is told by the id that the audit log has it by', async () => {
    const headers = { 'X-Request-Id': 'r-1' };
    server.reply('GET /v1/x', { status: 403, body: { code: 'kernel/forbidden', traceId: 't-1' }, headers });
    await expect(get('/v1/x')).rejects.toMatchObject({ problem: { traceId: 'r-1' } });
  });

  it.each([
    ['breaks off', () => Promise.reject(new TypeError('network'))],
    ['is not from the service', () => Promise.resolve('<html>Log in to the network</html>')],
  ])('fails as one that was not answered where the answer %s', async (_, text) => {
    globalThis.fetch = () => Promise.resolve({ ok: true, status: 200, headers: new Headers(), text } as Response);
    const failure: unknown = await send('POST', '/v1/x').catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 0, problem: { code: 'console/unreachable' } });
  });

  it('fails as one that was not answered where nobody answers', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('network'));
    const failure: unknown = await get('/v1/x').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 0 });
  });
});

describe('A call that needs a fresh passkey', () => {
  const needed = { status: 403, body: { code: 'operators/step-up-needed', title: 'Step up' } };

  /** A sign-in window that looks closed to its opener from the start, as a browser reports it across origins. */
  function given(): { readonly open: jest.Mock; tell: () => void } {
    const channels: { onmessage?: () => void; closed?: boolean }[] = [];
    const open = jest.fn(() => ({ closed: true }) as Window);
    const BroadcastChannel = class {
      onmessage?: () => void;
      closed = false;
      constructor() {
        channels.push(this);
      }
      close(): void {
        this.closed = true;
      }
    };
    Object.assign(globalThis, { open, BroadcastChannel });
    return { open, tell: () => channels.filter(({ closed }) => !closed).forEach(({ onmessage }) => onmessage?.()) };
  }

  const asked = async (calls: number): Promise<void> => {
    while (server.calls.length < calls) await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, 20));
  };

  it('is repeated once the passkey was used in a window of its own, and not before', async () => {
    const { open, tell } = given();
    server.reply('POST /v1/x', needed, { body: { done: true } });
    const sending = send('POST', '/v1/x');
    await asked(1);
    expect(open).toHaveBeenCalledWith('/step-up?to=/stepped-up', 'step-up', expect.any(String));
    expect(server.calls).toHaveLength(1);
    tell();
    expect(await sending).toMatchObject({ value: { done: true } });
    expect(server.calls).toHaveLength(2);
  });

  it('is repeated as one comes back to this window, and fails where no passkey was used', async () => {
    given();
    server.reply('POST /v1/x', needed, { body: { done: true } }, needed, needed);
    const sending = send('POST', '/v1/x');
    await asked(1);
    dispatchEvent(new Event('focus'));
    expect(await sending).toMatchObject({ value: { done: true } });
    const again = send('POST', '/v1/x');
    await asked(3);
    dispatchEvent(new Event('focus'));
    await expect(again).rejects.toMatchObject({ problem: { code: needed.body.code } });
    dispatchEvent(new Event('focus'));
    expect(server.calls).toHaveLength(4);
  });
});
