import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Express, type RequestHandler } from 'express';
import { answerTurnedAway, Entrance } from './entrance.js';
import { createServer } from './server.js';

const config = { requestTimeout: 10 };

/** What is answered to somebody who takes these steps. */
async function answerAfter(application: Express, ...steps: RequestHandler[]): Promise<string> {
  const { enter, messages } = new Entrance(application, steps);
  const server = createServer(config as never, messages, undefined).listen(0, '127.0.0.1');
  server.on('request', enter);
  await once(server, 'listening');
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return await answer.text();
  } finally {
    server.close();
  }
}

function applicationTelling(told: string[]): Express {
  return express()
    .use(answerTurnedAway)
    .use((_request, response) => void response.send(told.join(' ')))
    .use(((error: Error, _request, response, _next) => {
      response.send([...told, error.message].join(' '));
    }) as express.ErrorRequestHandler);
}

describe('The way into the application', () => {
  let told: string[];
  const step =
    (name: string): RequestHandler =>
    (_request, _response, next) => {
      told.push(name);
      next();
    };
  beforeEach(() => {
    told = [];
  });

  it('takes its steps in their order', async () => {
    await expect(answerAfter(applicationTelling(told), step('first'), step('second'))).resolves.toBe('first second');
  });

  it('ends early with an answer', async () => {
    const answers: RequestHandler = (_request, response) => void response.end('answered');
    await expect(answerAfter(applicationTelling(told), step('first'), answers, step('never'))).resolves.toBe(
      'answered',
    );
    expect(told).toEqual(['first']);
  });

  it.each<[string, RequestHandler]>([
    ['says so', (_request, _response, next) => next(new Error('refused'))],
    [
      'throws',
      () => {
        throw new Error('refused');
      },
    ],
  ])('leads past the other steps when one %s', async (_how, refuses) => {
    const answer = await answerAfter(applicationTelling(told), step('first'), refuses, step('never'));
    expect(answer).toBe('first refused');
  });
});
