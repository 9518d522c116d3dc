/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { signedOut } from './api.js';
import { type Change, connected, listen, onChange } from './live.js';
import { choose } from './place.js';

/** A stream that a test opens, interrupts and closes as a browser would. */
class FakeStream extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeStream[] = [];
  readyState = 0;

  constructor(readonly address: string) {
    super();
    FakeStream.all.push(this);
  }

  tells(name: string, readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event(name));
  }

  close(): void {
    this.readyState = FakeStream.CLOSED;
  }
}

const told: (Change | undefined)[] = [];
const last = () => FakeStream.all.at(-1);
const aWhile = () => jest.advanceTimersByTime(30_000);

beforeAll(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { EventSource: FakeStream });
  choose({ data: 'live', enterprise: 'acme' });
  onChange((change) => told.push(change));
  listen();
});
beforeEach(() => {
  told.length = 0;
});
afterAll(() => jest.useRealTimers());

describe('The event stream of the console', () => {
  it('is not polled beside while it is open', () => {
    last()?.tells('open', 1);
    aWhile();
    expect([connected.value, FakeStream.all.length, told]).toEqual([true, 1, []]);
  });

  it('that is interrupted is left to the browser, and the data is polled meanwhile', () => {
    last()?.tells('error', 0);
    aWhile();
    expect([connected.value, FakeStream.all.length, told]).toEqual([false, 1, [undefined]]);
    last()?.tells('open', 1);
  });

  it('that a proxy has refused is opened again, and what changed meanwhile is read', () => {
    last()?.tells('error', FakeStream.CLOSED);
    aWhile();
    expect([connected.value, FakeStream.all.length, told]).toEqual([false, 2, [undefined]]);
    last()?.tells('open', 1);
    expect([connected.value, told]).toEqual([true, [undefined, undefined]]);
  });

  it('that is closed for a signed-out operator stays closed', () => {
    signedOut.value = true;
    aWhile();
    expect([connected.value, FakeStream.all.length, last()?.readyState]).toEqual([false, 2, FakeStream.CLOSED]);
  });
});
