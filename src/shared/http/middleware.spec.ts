import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { inOrder, type Middleware } from '../kernel/index.js';

const request = new IncomingMessage(new Socket());
const response = new ServerResponse(request);

describe('Middleware in order', () => {
  let told: string[];
  const step =
    (name: string): Middleware =>
    (_request, _response, next) => {
      told.push(name);
      next();
    };
  const run = (...steps: Middleware[]): void =>
    inOrder(...steps)(request, response, (error) => told.push(error instanceof Error ? error.message : 'end'));
  beforeEach(() => {
    told = [];
  });

  it('runs one after the other', () => {
    run(step('first'), step('second'));
    expect(told).toEqual(['first', 'second', 'end']);
  });

  it('ends early when one of them answers', () => {
    run(step('first'), () => undefined, step('never'));
    expect(told).toEqual(['first']);
  });

  it('passes an error by the others', () => {
    run(step('first'), (_request, _response, next) => next(new Error('refused')), step('never'));
    expect(told).toEqual(['first', 'refused']);
  });

  it('takes what one of them throws for such an error', () => {
    run(() => {
      throw new Error('thrown');
    }, step('never'));
    expect(told).toEqual(['thrown']);
  });
});
