import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { messageClassesOf } from './message-classes.js';

describe('Requests and answers of our servers', () => {
  it('are those of the application from their birth, so that it changes no prototype', async () => {
    const application = express().get('/', (request, response) => void response.json({ ip: request.ip }));
    const server = createServer(messageClassesOf(application)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    let bornAs: unknown[] = [];
    server.on('request', (request, response) => {
      bornAs = [Object.getPrototypeOf(request), Object.getPrototypeOf(response)];
      application(request, response);
    });
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await expect(answer.json()).resolves.toEqual({ ip: '127.0.0.1' });
    expect(bornAs[0]).toBe(application.request);
    expect(bornAs[1]).toBe(application.response);
    server.close();
  });
});
