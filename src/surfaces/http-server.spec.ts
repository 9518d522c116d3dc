import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { messageClassesOf } from './http-server.js';

describe('Requests and answers of our servers', () => {
  let server: Server;
  afterEach(() => server.close());

  /** Serves a request with one handler. `seen` is called with the request and the response before Express is. */
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
});
