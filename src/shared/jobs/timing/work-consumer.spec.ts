import { AsyncLocalStorage } from 'node:async_hooks';
import { WorkConsumer } from './work-consumer.js';

describe('A crew', () => {
  let waiting: number[] = [];
  let inHand: number[] = [];
  const ends = new Map<number, () => void>();
  const take = async (free: number) => waiting.splice(0, free);
  const work = async (item: number) => {
    inHand.push(item);
    await new Promise<void>((resolve) => ends.set(item, resolve));
    inHand = inHand.filter((other) => other !== item);
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (item: number) => {
    ends.get(item)?.();
    await settled();
  };

  beforeEach(() => {
    waiting = [];
    inHand = [];
    ends.clear();
  });

  it('works on no more than its size, and takes the next as soon as one is done', async () => {
    waiting = [1, 2, 3, 4];
    const crew = new WorkConsumer({ size: 2, take, work });
    await crew.look();
    await crew.look();
    expect(inHand).toEqual([1, 2]);
    await end(2);
    expect(inHand).toEqual([1, 3]);
  });

  it('takes a few at once where it is told to, until all places are taken', async () => {
    waiting = [1, 2, 3, 4];
    const asked: number[] = [];
    const takeFew = (free: number) => {
      asked.push(free);
      return take(free);
    };
    const crew = new WorkConsumer({ size: 3, atOnce: 2, take: takeFew, work });
    await crew.look();
    expect([inHand, asked]).toEqual([
      [1, 2, 3],
      [2, 1],
    ]);
  });

  it('takes nothing when its size has become less than what it works on', async () => {
    waiting = [1, 2, 3];
    const options = { size: 2, take, work };
    const crew = new WorkConsumer(options);
    await crew.look();
    options.size = 0;
    await end(1);
    expect([inHand, waiting]).toEqual([[2], [3]]);
  });

  it('finishes all, also what comes while it works', async () => {
    waiting = [1];
    const crew = new WorkConsumer({ size: 1, take, work });
    const finished = crew.finishAll();
    await settled();
    waiting.push(2);
    await end(1);
    await end(2);
    await finished;
    expect([...waiting, ...inHand]).toEqual([]);
  });

  it('takes nothing once it was told to stop, and stops when what runs has ended', async () => {
    waiting = [1, 2];
    const crew = new WorkConsumer({ size: 1, take, work });
    await crew.look();
    let stopped = false;
    const stop = crew.stop().then(() => (stopped = true));
    await settled();
    expect(stopped).toBe(false);
    await end(1);
    await stop;
    await crew.look();
    expect([waiting, inHand]).toEqual([[2], []]);
  });

  it('works outside of the request that made it look', async () => {
    const request = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    waiting = [1];
    const crew = new WorkConsumer({ size: 1, take, work: async () => void seen.push(request.getStore()) });
    await request.run('a request', () => crew.finishAll());
    expect(seen).toEqual([undefined]);
  });
});
