import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Body, Controller, Post } from '@nestjs/common';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { Picture, TakesPicture } from './picture-upload.interceptor.js';
import { type PictureStream } from './picture-stream.js';
import type { QueueKey } from '../../shared/kernel/index.js';
import { CHUNK, UPLOAD_BYTES, UploadBudget } from './upload-budget.service.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { logged } from '../../../test/support/logged.js';
import { bodyOf, call, exchange } from '../../../test/support/raw-http.js';

const MOST = 300_000;
const ends: string[] = [];

/** The tests send session and tenant in headers. In production, a guard determines both from the cookie. */
function uploaderOf({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): QueueKey | undefined {
  const { session, tenant } = headers;
  return typeof session === 'string' ? { session, tenant: String(tenant) } : undefined;
}

@WithoutToken('a test')
@Controller('IdvWebServer/test')
class PicturesController {
  @Post('picture')
  @TakesPicture({ maxBytes: MOST, uploaderOf })
  async take(@Picture() picture: PictureStream): Promise<object> {
    let bytes = 0;
    try {
      for await (const piece of picture as AsyncIterable<Buffer>) bytes += piece.length;
      ends.push('whole');
    } catch (error) {
      ends.push('failed');
      throw error;
    }
    return { type: picture.type, bytes };
  }

  @Post('plain')
  plain(@Body() body: object): object {
    return body;
  }
}

let running: TestApplication;

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const picture = (size: number) => Buffer.concat([JPEG, Buffer.alloc(size - JPEG.length)]);
const send = async (body: Buffer, headers: Record<string, string> = {}) => {
  const { status, text } = await call(running.url('idv'), '/IdvWebServer/test/picture', {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', 'content-length': String(body.length), ...headers },
    body,
  });
  return { status, body: JSON.parse(text) as Record<string, unknown> };
};
const head = (length: number, path = 'picture', type = 'image/jpeg', more = 'Connection: close\r\n') =>
  `POST /IdvWebServer/test/${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${more}` +
  `Content-Length: ${length}\r\n\r\n`;
const by = (session: string, tenant: string) => `Session: ${session}\r\nTenant: ${tenant}\r\nConnection: close\r\n`;
const dial = (): Socket => connect(Number(new URL(running.url('idv')).port), '127.0.0.1');
const answerOn = async (socket: Socket): Promise<string> => {
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece)).on('error', () => undefined);
  await once(socket, 'close');
  return Buffer.concat(pieces).toString();
};
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const budget = () => running.app.get(UploadBudget);
const held = async (bytes: number) => {
  while (budget().heldBytes !== bytes) await wait(5);
};
const nothingHeld = () => held(0);
/** Sends the beginning of a picture and then nothing, like a very slow phone. */
const slow = (session: string, more = ''): Socket => {
  const socket = dial().on('error', () => undefined);
  socket.write(head(MOST, 'picture', 'image/jpeg', by(session, 'evil') + more));
  socket.write(JPEG);
  return socket;
};
const SLOW_BYTES = CHUNK + JPEG.length;

/**
 * All requests come through a trusted proxy. Those without `X-Forwarded-For` have no address, so only the limits of
 * sessions and tenants apply to them.
 */
describe('Uploads', () => {
  beforeAll(async () => {
    running = await startTestApplication({
      controllers: [PicturesController],
      env: { REQUEST_TIMEOUT: '2', TRUST_PROXY: '127.0.0.1' },
    });
  });
  afterAll(() => running.close());
  beforeEach(() => ends.splice(0));

  describe('A picture', () => {
    it('is taken as a stream, up to its bound', async () => {
      expect(await send(picture(MOST))).toEqual({ status: 201, body: { type: 'image/jpeg', bytes: MOST } });
      const png = Buffer.from('89504e470d0a1a0a00', 'hex');
      expect(await send(png, { 'content-type': 'image/png' })).toMatchObject({ status: 201, body: { bytes: 9 } });
      await nothingHeld();
    });

    it('may come slowly for longer than a request, as long as it keeps coming', async () => {
      const socket = dial();
      const answered = answerOn(socket);
      socket.write(head(200_000));
      for (let at = 0; at < 200_000; at += 20_000) {
        socket.write(picture(200_000).subarray(at, at + 20_000));
        await wait(250);
      }
      expect(await answered).toMatch(/^HTTP\/1\.1 201 /);
    });

    it('that keeps coming by the byte is 408', async () => {
      const socket = dial();
      const answered = answerOn(socket);
      socket.write(head(MOST));
      socket.write(JPEG);
      const drops = setInterval(() => socket.write('.'), 100);
      expect(await answered).toMatch(/^HTTP\/1\.1 408 /);
      clearInterval(drops);
      await nothingHeld();
    });

    it('that stops coming is 408', async () => {
      const answer = await exchange(running.url('idv'), head(100), picture(10));
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(bodyOf(answer)['code']).toBe('kernel/timeout');
      await nothingHeld();
    });

    it('that is too large is 413 before its bytes are there, and without a length with the first one too many', async () => {
      const early = await exchange(running.url('idv'), head(MOST + 1));
      expect(early).toMatch(/^HTTP\/1\.1 413 /);
      const chunk = picture(MOST + 1);
      const chunked = head(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked');
      const late = await exchange(running.url('idv'), `${chunked}${chunk.length.toString(16)}\r\n`, chunk);
      expect(late).toMatch(/^HTTP\/1\.1 413 /);
      expect(ends).toEqual(['failed']);
    });

    it.each([
      ['names another type', picture(10), { 'content-type': 'image/gif' }],
      ['names none', picture(10), { 'content-type': '' }],
      ['is of another type than it names', picture(10), { 'content-type': 'image/png' }],
      ['is of no type', Buffer.from('<html>'), {}],
      ['ends before its type is known', Buffer.from([0xff, 0xd8]), {}],
      ['is compressed', picture(10), { 'content-encoding': 'gzip' }],
    ])('that %s is 415', async (_what, body, headers) => {
      expect(await send(body, headers)).toMatchObject({ status: 415, body: { code: 'kernel/unsupported-media-type' } });
    });

    it('that is broken off leaves nothing, and is no error', async () => {
      const entries = await logged(running.config, async () => {
        const socket = dial();
        socket.write(Buffer.concat([Buffer.from(head(1_000)), picture(10)]));
        await held(CHUNK + 10);
        socket.destroy();
        await nothingHeld();
        while (ends.length === 0) await wait(5);
        await wait(50);
      });
      expect(ends).toEqual(['failed']);
      expect(entries).toMatchObject([{ level: 'warn', facts: { status: 499 } }]);
    });

    it('is refused by 429 while two of its session are under way, and taken when one of them has ended', async () => {
      const sockets = [slow('one'), slow('one')];
      await held(2 * SLOW_BYTES);
      const answer = await exchange(
        running.url('idv'),
        head(10, 'picture', 'image/jpeg', by('one', 'evil')),
        picture(10),
      );
      expect(answer).toMatch(/^HTTP\/1\.1 429 /);
      expect(answer).toMatch(/\r\nRetry-After: \d+\r\n/i);
      expect(await send(picture(10), { session: 'another', tenant: 'evil' })).toMatchObject({ status: 201 });
      sockets[0]?.destroy();
      await held(SLOW_BYTES);
      expect(await send(picture(10), { session: 'one', tenant: 'evil' })).toMatchObject({ status: 201 });
      sockets[1]?.destroy();
      await nothingHeld();
    });

    it('is refused by 429 while eight from its address are under way, which is not that of a proxy', async () => {
      const from = 'X-Forwarded-For: 203.0.113.7\r\n';
      const sockets = Array.from({ length: 8 }, (_, number) => slow(`of-${number}`, from));
      await held(8 * SLOW_BYTES);
      const ninth = { session: 'ninth', tenant: 'acme' };
      expect(await send(picture(10), { ...ninth, 'x-forwarded-for': '203.0.113.7' })).toMatchObject({ status: 429 });
      expect(await send(picture(10), ninth)).toMatchObject({ status: 201 });
      sockets.forEach((socket) => socket.destroy());
      await nothingHeld();
      expect(await send(picture(10), { ...ninth, 'x-forwarded-for': '203.0.113.7' })).toMatchObject({ status: 201 });
    });

    it('is refused by 503 where its tenant holds as much as is free, and taken from another tenant', async () => {
      const hoard = budget().begin({} as never, { session: 'hoard', tenant: 'evil' }, 0);
      hoard.count(UPLOAD_BYTES / 2 - CHUNK - 100);
      try {
        const entries = await logged(running.config, async () => {
          const answer = await exchange(running.url('idv'), head(101, 'picture', 'image/jpeg', by('one', 'evil')));
          expect(answer).toMatch(/^HTTP\/1\.1 503 /);
          expect(answer).toMatch(/\r\nRetry-After: \d+\r\n/);
        });
        expect(entries.filter(({ level }) => level === 'error')).toEqual([]);
        expect(await send(picture(100), { session: 'two', tenant: 'acme' })).toMatchObject({ status: 201 });
        expect(() => hoard.count(CHUNK)).toThrow('Too much is being uploaded');
      } finally {
        hoard.end();
        hoard.end();
      }
      await nothingHeld();
    });

    it('that waits behind another one on its connection gives back what it holds when that breaks', async () => {
      const socket = dial().on('error', () => undefined);
      const whole = Buffer.concat([
        Buffer.from(head(MOST, 'picture', 'image/jpeg', 'Session: a\r\nTenant: evil\r\n')),
        picture(MOST),
      ]);
      socket.write(Buffer.concat([whole, whole, whole.subarray(0, -1_000)]));
      await held(CHUNK + MOST - 1_000);
      socket.destroy();
      await nothingHeld();
    });
  });

  describe('A connection that is answered before its body has come', () => {
    it.each([
      ['by the gate', '/nobody/serves/this'],
      ['by the router', '/IdvWebServer/none'],
      ['by a guard', '/IdvWebServer/session/pictures/front'],
      ['by an interceptor', '/IdvWebServer/test/picture'],
    ])('is closed: %s', async (_by, path) => {
      const request = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: image/gif\r\nContent-Length: 8000000\r\n\r\n`;
      const answer = await exchange(running.url('idv'), request);
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(answer).toMatch(/\r\nConnection: close\r\n/);
    });

    it('may go on sending for a moment, to read the answer; what comes behind it is not looked at', async () => {
      const socket = dial();
      const answered = answerOn(socket);
      socket.write(head(100_000, 'none', 'image/jpeg', ''));
      await once(socket, 'data');
      socket.write(picture(100_000));
      socket.write(head(2, 'plain', 'application/json', ''));
      socket.end('{}');
      expect((await answered).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404']);
    });
  });

  it('What is no upload has to be there in the usual time, on this listener too', async () => {
    const socket = dial();
    const answered = answerOn(socket);
    socket.write(head(100, 'plain', 'application/json'));
    const drops = setInterval(() => socket.write('{'), 100);
    expect(await answered).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(drops);
  });
});
