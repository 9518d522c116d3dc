import { createHash } from 'node:crypto';
import type { Challenge } from './challenge.js';
import type { Delivery } from './delivery.js';
import { FrameQueue, nextLink } from './frame-queue.js';
import { outcomeOf, type Sent, type ToSend } from './sending.js';

/** The same computation as in `src/idv/selfies/frame-chain.ts`. */
const linkAfter = (link: string, bytes: string): string =>
  createHash('sha256').update(link).update(bytes).digest('base64url');

const challenge: Challenge = { nonce: 'a-nonce', steps: ['look_straight'], lit: true };
const picture = (text: string) => new Blob([text]);

/** A server that answers as the test says, and records what it received. */
class Server {
  readonly asked: [route: string, link: string | undefined][] = [];
  answer: (route: string) => readonly [status: number, body: object] = () => [200, {}];

  constructor() {
    const { asked } = this;
    const answer = (route: string) => this.answer(route);
    Object.assign(globalThis, {
      XMLHttpRequest: class {
        readonly upload = { addEventListener: () => undefined };
        readonly #headers: Record<string, string> = {};
        #route = '';
        #load: () => void = () => undefined;
        status = 0;
        responseText = '';
        open = (_method: string, url: string) => (this.#route = url);
        setRequestHeader = (name: string, value: string) => (this.#headers[name] = value);
        getResponseHeader = () => null;
        addEventListener = (event: string, act: () => void) => event === 'load' && (this.#load = act);
        send = () => {
          asked.push([this.#route, this.#headers['Challenge-Link']]);
          const [status, body] = answer(this.#route);
          Object.assign(this, { status, responseText: JSON.stringify(body) });
          queueMicrotask(() => this.#load());
        };
      },
    });
  }

  /** Sends once, and gives up if that is not accepted. */
  readonly delivery = {
    deliver: ({ url, link }: ToSend): Promise<Sent | undefined> => {
      this.asked.push([url, link]);
      const [status, body] = this.answer(url);
      const sent = outcomeOf(status, JSON.stringify(body), null);
      return Promise.resolve(sent.outcome === 'busy' ? undefined : sent);
    },
  } as unknown as Delivery;

  queue = () => new FrameQueue(challenge, this.delivery, (route) => ({ url: route, csrf: 'c' }));
}

it('The page computes the link as the server does', async () => {
  expect(await nextLink('a-nonce', picture('first'))).toBe(linkAfter('a-nonce', 'first'));
});

describe('The frames of a film', () => {
  let server: Server;
  beforeEach(() => (server = new Server()));
  afterAll(() => Reflect.deleteProperty(globalThis, 'XMLHttpRequest'));

  it('are sent while more are taken, each with the link that those before it have led to', async () => {
    const queue = server.queue();
    for (const [number, text] of ['one', 'two', 'three'].entries()) queue.add({ number, picture: picture(text) });
    expect(await queue.flush()).toBe('accepted');
    const [first, second] = ['a-nonce', linkAfter('a-nonce', 'one')];
    const third = linkAfter(second, 'two');
    expect(server.asked).toEqual([
      ['frames/0', first],
      ['frames/1', second],
      ['frames/2', third],
    ]);
    await queue.finish();
    expect(server.asked.at(-1)).toEqual(['selfie', linkAfter(third, 'three')]);
  });

  it('that did not arrive are sent again with the same link, and nothing that arrived is', async () => {
    const queue = server.queue();
    server.answer = (route) => (route === 'frames/1' ? [503, {}] : [200, {}]);
    for (const [number, text] of ['one', 'two'].entries()) queue.add({ number, picture: picture(text) });
    expect(await queue.flush()).toBeUndefined();
    expect(queue.isAllSent).toBe(false);
    server.answer = () => [200, {}];
    expect(await queue.flush()).toBe('accepted');
    const second = ['frames/1', linkAfter('a-nonce', 'one')];
    expect(server.asked).toEqual([['frames/0', 'a-nonce'], second, second, second]);
  });

  it('tell when the server takes no more of them', async () => {
    const queue = server.queue();
    server.answer = () => [409, { code: 'idv/frame-out-of-order' }];
    queue.add({ number: 0, picture: picture('one') });
    expect(await queue.flush()).toBe('elsewhere');
    expect(queue.isRefused).toBe(true);
  });

  it('have the colour that is wanted next from the answer to the frame before', async () => {
    const queue = server.queue();
    const told: Readonly<Record<string, object>> = { light: { colour: 'red' }, 'frames/24': { colour: 'cyan' } };
    server.answer = (route) => [200, told[route] ?? {}];
    expect(await queue.askForLight()).toBe('accepted');
    expect(queue.colour).toBe('red');
    const colours = [];
    for (const number of [24, 25]) {
      queue.add({ number, picture: picture(String(number)) });
      await queue.flush();
      colours.push(queue.colour);
    }
    expect(colours).toEqual(['cyan', undefined]);
  });
});
