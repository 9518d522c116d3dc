import { Logger } from '@nestjs/common';
import { Clock, currentContext, runInContext } from '../../kernel/index.js';
import { DeferredCommit } from '../../persistence/index.js';
import { LastSeenBuffer } from './last-seen-buffer.js';

class SetClock extends Clock {
  at = new Date('2026-03-01T12:00:00.000Z');
  now = (): Date => this.at;
  pass(ms: number): void {
    this.at = new Date(this.at.getTime() + ms);
  }
}

let clock: SetClock;
let stored: { ids: readonly string[]; at: Date }[];
let failing: boolean;
let sightings: LastSeenBuffer;

beforeAll(() => Logger.overrideLogger(false));
beforeEach(() => {
  clock = new SetClock();
  stored = [];
  failing = false;
  sightings = new LastSeenBuffer('Test', clock, async (ids, at) => {
    if (failing) throw new Error('no database');
    stored.push({ ids, at });
  });
});

describe('Last-seen times in their buffer', () => {
  it('are written outside of the request in which the first was seen', async () => {
    const contexts: unknown[] = [];
    const written = new Promise<void>((resolve) => {
      const buffer = new LastSeenBuffer('Test', clock, async () => {
        contexts.push(DeferredCommit.current(), currentContext());
        resolve();
      });
      const context = { requestId: 'r', traceId: 't', address: null, actor: { kind: 'user', id: 'jane' } } as const;
      new DeferredCommit().during(() => runInContext({ ...context }, () => buffer.note('jane')));
    });
    await written;
    expect(contexts).toEqual([undefined, undefined]);
  });

  it('are written together, each once an hour', async () => {
    for (const id of ['a', 'b', 'a']) sightings.note(id);
    await sightings.write();
    clock.pass(3_599_999);
    sightings.note('a');
    await sightings.write();
    expect(stored.map(({ ids }) => ids)).toEqual([['a', 'b']]);
    clock.pass(1);
    sightings.note('a');
    await sightings.write();
    expect(stored[1]).toEqual({ ids: ['a'], at: clock.at });
  });

  it('write nothing when nothing was seen', async () => {
    await sightings.write();
    expect(stored).toEqual([]);
  });

  it('that could not be written are written when the thing is seen again', async () => {
    failing = true;
    sightings.note('a');
    await sightings.write();
    failing = false;
    sightings.note('a');
    await sightings.write();
    expect(stored.map(({ ids }) => ids)).toEqual([['a']]);
  });

  it('write themselves after a moment', async () => {
    jest.useFakeTimers();
    try {
      sightings.note('a');
      await jest.advanceTimersByTimeAsync(1_000);
      expect(stored.map(({ ids }) => ids)).toEqual([['a']]);
    } finally {
      jest.useRealTimers();
    }
  });
});
