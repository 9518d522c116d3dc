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

  it('sends JSON with every method that changes something, also where there is no body', async () => {
    server.reply('POST /v1/x', { status: 204 });
    await send('POST', '/v1/x');
    expect(server.calls[0]).toMatchObject({ body: {}, headers: { 'Content-Type': 'application/json' } });
  });

  it('tells that a colleague must agree', async () => {
    const waits = { status: 202, body: { id: 'f' }, headers: { Location: '/v1/fourEyes/f' } };
    server.reply('DELETE /v1/x', waits);
    expect(await send('DELETE', '/v1/x')).toMatchObject({ waits: '/four-eyes/f' });
    server.reply('POST /v1/y', { status: 202, body: { replayed: 1 } });
    expect(await send('POST', '/v1/y')).toMatchObject({ waits: undefined });
  });

  it('says why in a header where the body has no place for it', async () => {
    server.reply('DELETE /v1/x', { status: 204 });
    await send('DELETE', '/v1/x', {}, 'Für das Gericht');
    expect(server.calls[0]?.headers).toMatchObject({ Reason: 'F%C3%BCr%20das%20Gericht' });
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

  it('fails as one that was not answered where nobody answers', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('network'));
    const failure: unknown = await get('/v1/x').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 0 });
  });
});

describe('A call that needs a fresh passkey', () => {
  const needed = { status: 403, body: { code: 'operators/step-up-needed', title: 'Step up' } };

  it('is repeated once the passkey was used in a window of its own', async () => {
    let told: (() => void) | undefined;
    const Channel = class {
      set onmessage(listener: () => void) {
        told = listener;
      }
      close(): void {
        told = undefined;
      }
    };
    Object.assign(globalThis, { BroadcastChannel: Channel });
    const open = jest.fn(() => ({ closed: false }) as Window);
    Object.assign(globalThis, { open });
    server.reply('POST /v1/x', needed, { body: { done: true } });
    const sending = send('POST', '/v1/x');
    while (told === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
    told();
    expect(await sending).toMatchObject({ value: { done: true } });
    expect(open).toHaveBeenCalledWith('/step-up?to=/stepped-up', 'step-up', expect.any(String));
    expect(server.calls).toHaveLength(2);
  });

  it('is repeated once the window has gone without a word, and fails where no passkey was used', async () => {
    Object.assign(globalThis, {
      BroadcastChannel: class {
        close(): void {}
      },
      open: () => ({ closed: true }),
    });
    server.reply('POST /v1/x', needed, { body: { done: true } }, needed, needed);
    expect(await send('POST', '/v1/x')).toMatchObject({ value: { done: true } });
    await expect(send('POST', '/v1/x')).rejects.toMatchObject({ problem: { code: needed.body.code } });
  });
});
