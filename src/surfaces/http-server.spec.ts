import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { standingHeaders } from '../shared/http/standing-headers.js';
import { messageClassesOf } from './message-classes.js';

const OTHER = { 'Cache-Control': 'max-age=60' };

describe('Requests and answers of our servers', () => {
  let server: Server;
  afterEach(() => server.close());

  /** Answers everything by one handler; `seen` sees request and answer as they are born. */
  async function answering(
    handler: RequestHandler,
    seen?: (application: express.Express, request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<Response> {
    const application = express().disable('x-powered-by').get('/', handler);
    server = createServer(messageClassesOf(application)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.on('request', (request, response) => {
      seen?.(application, request, response);
      application(request, response);
    });
    return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  }

  it('are those of the application from their birth, so that it changes no prototype', async () => {
    let application: express.Express | undefined;
    let bornAs: unknown[] = [];
    const answer = await answering(
      (request, response) => void response.json({ ip: request.ip }),
      (its, ...born) => {
        application = its;
        bornAs = born.map((one: object): unknown => Object.getPrototypeOf(one));
      },
    );
    await expect(answer.json()).resolves.toEqual({ ip: '127.0.0.1' });
    expect(bornAs[0]).toBe(application?.request);
    expect(bornAs[1]).toBe(application?.response);
    expect(bornAs).not.toContain(undefined);
  });

  it.each<[string, RequestHandler]>([
    ['says nothing of them', (_request, response) => void response.end()],
    ['has no body', (_request, response) => void response.status(204).end()],
    ['sets others', (_request, response) => void response.set('X-Other', 'yes').json({})],
    ['writes its head at once', (_request, response) => void response.writeHead(200, { 'X-Other': 'yes' }).end()],
    ['is sent in pieces', (_request, response) => void (response.write('one'), response.end('two'))],
  ])('carry each standing header once, when the answer %s', async (_what, handler) => {
    const { headers } = await answering(handler);
    for (const [name, value] of standingHeaders) expect(headers.get(name)).toBe(value);
  });

  it.each<[string, RequestHandler]>([
    ['beforehand', (_request, response) => void response.set('cache-control', 'max-age=60').end()],
    ['with its head', (_request, response) => void response.set('x-request-id', '1').writeHead(200, OTHER).end()],
  ])('carry what the answer sets %s instead', async (_when, handler) => {
    const { headers } = await answering(handler);
    expect(headers.get('cache-control')).toBe('max-age=60');
    expect(headers.get('x-frame-options')).toBe('DENY');
  });
});
