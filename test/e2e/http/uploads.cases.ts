import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Body, Controller, Post } from '@nestjs/common';
import { WithoutToken } from '../../../src/shared/http/bearer/principal.js';
import type { PictureStream } from '../../../src/shared/http/uploads/picture-stream.js';
import {
  Picture,
  TakesPicture,
  UPLOAD_BYTES,
  UploadBudget,
} from '../../../src/shared/http/uploads/picture-upload.interceptor.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { bodyOf, call, exchange } from '../../support/raw-http.js';

const MOST = 300_000;
const ends: string[] = [];

@WithoutToken('a test')
@Controller('IdvWebServer/test')
class PicturesController {
  @Post('picture')
  @TakesPicture({ maxBytes: MOST })
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
const head = (length: number, path = 'picture', type = 'image/jpeg') =>
  `POST /IdvWebServer/test/${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\n` +
  `Content-Length: ${length}\r\n\r\n`;
const dial = (): Socket => connect(Number(new URL(running.url('idv')).port), '127.0.0.1');
const answerOn = async (socket: Socket): Promise<string> => {
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece)).on('error', () => undefined);
  await once(socket, 'close');
  return Buffer.concat(pieces).toString();
};
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const nothingHeld = async () => {
  while (running.app.get(UploadBudget).left !== UPLOAD_BYTES) await wait(5);
};

export const uploadsCases = (): void => {
  beforeAll(async () => {
    running = await startTestApplication({ controllers: [PicturesController], env: { REQUEST_TIMEOUT: '2' } });
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
      socket.write(head(10));
      for (const byte of picture(10)) {
        socket.write(Buffer.from([byte]));
        await wait(250);
      }
      expect(await answered).toMatch(/^HTTP\/1\.1 201 /);
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

    it('that is broken off leaves nothing', async () => {
      const socket = dial();
      socket.write(Buffer.concat([Buffer.from(head(1_000)), picture(10)]));
      while (running.app.get(UploadBudget).left === UPLOAD_BYTES) await wait(5);
      socket.destroy();
      await nothingHeld();
      while (ends.length === 0) await wait(5);
      expect(ends).toEqual(['failed']);
    });

    it('has to wait while too many others are under way', async () => {
      const release = running.app.get(UploadBudget).take(UPLOAD_BYTES - 100);
      try {
        const answer = await exchange(running.url('idv'), head(101), picture(101));
        expect(answer).toMatch(/^HTTP\/1\.1 503 /);
        expect(answer).toMatch(/\r\nRetry-After: \d+\r\n/);
        expect(await send(picture(100))).toMatchObject({ status: 201 });
      } finally {
        release();
      }
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
};
