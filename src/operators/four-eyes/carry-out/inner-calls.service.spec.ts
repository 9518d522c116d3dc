import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { HttpAdapterHost } from '@nestjs/core';
import { readConfig } from '../../../config.js';
import { InnerCalls, type InnerCallOptions } from './inner-calls.service.js';

const CALL = { method: 'POST', path: '/v1/things', body: null, comments: 'why' } as const;
const OPTIONS = {
  ...{ caller: {}, id: '01900000-0000-7000-8000-000000000001', during: (work: () => unknown) => work() },
  deadlineMs: 50,
} as unknown as InnerCallOptions;

const callsTo = (route: (request: unknown, response: any) => void): InnerCalls =>
  new InnerCalls({ httpAdapter: { getInstance: () => route } } as unknown as HttpAdapterHost, readConfig({}));

describe('An inner call', () => {
  it('ends with what the route answers', async () => {
    const calls = callsTo((_, response) => response.setHeader('content-length', 7).writeHead(201).end('{"n":1}'));
    expect(await calls.call(CALL, { ...OPTIONS, deadlineMs: 10_000 })).toEqual({ status: 201, body: { n: 1 } });
  });

  it.each([
    ['no answer', () => undefined],
    [
      'half an answer',
      (_: unknown, response: any) => response.setHeader('content-length', 9).writeHead(200).write('{"n"'),
    ],
  ])('fails at its deadline when the route gives %s', async (_, route) => {
    await expect(callsTo(route).call(CALL, OPTIONS)).rejects.toThrow(/abort|timeout/i);
  });

  it('fails where the route breaks off', async () => {
    const calls = callsTo((_, response) => {
      response.writeHead(200).write('{"n"');
      setImmediate(() => response.destroy());
    });
    const { content } = await calls.call(CALL, { ...OPTIONS, deadlineMs: 10_000 });
    await expect(text(content!)).rejects.toThrow();
  });

  it('ends the route where nobody reads on', async () => {
    let ended: Promise<unknown> | undefined;
    const calls = callsTo((_, response) => {
      ended = once(response, 'close');
      response.writeHead(200).write('{"n"');
    });
    const { content } = await calls.call(CALL, { ...OPTIONS, deadlineMs: 10_000 });
    content!.destroy();
    await ended;
  });

  it('passes on what a route makes piece by piece, which may take longer', async () => {
    const pieces = ['{"n"', ':1}'];
    const calls = callsTo((_, response) => {
      response.writeHead(200).write(pieces.shift());
      setTimeout(() => response.end(pieces.shift()), 4 * OPTIONS.deadlineMs!);
    });
    const { status, body, content } = await calls.call(CALL, OPTIONS);
    expect([status, body, await text(content!)]).toEqual([200, undefined, '{"n":1}']);
  });
});
