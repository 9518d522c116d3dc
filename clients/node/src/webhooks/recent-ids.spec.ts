import { RecentIds } from './recent-ids.js';

describe('Work for an id', () => {
  it('is done once, also when two come at once', async () => {
    const ids = new RecentIds();
    let effects = 0;
    const work = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      effects += 1;
    };
    expect(await Promise.all([ids.once('a', work), ids.once('a', work), ids.once('b', work)])).toEqual([
      true,
      false,
      true,
    ]);
    expect(await ids.once('a', work)).toBe(false);
    expect(effects).toBe(2);
  });

  it('is done again after a failure, of which all who wait are told', async () => {
    const ids = new RecentIds();
    const failing = () => Promise.reject(new Error('no disk'));
    const outcomes = await Promise.allSettled([ids.once('a', failing), ids.once('a', failing)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ids.once('a', () => Promise.resolve())).toBe(true);
  });

  it('may throw at once', async () => {
    const ids = new RecentIds();
    const throwing = () => {
      throw new Error('at once');
    };
    await expect(ids.once('a', throwing)).rejects.toThrow('at once');
    expect(await ids.once('a', () => Promise.resolve())).toBe(true);
  });

  it('is remembered for so many ids, the newest', async () => {
    const ids = new RecentIds(2);
    for (const id of ['a', 'b', 'c']) await ids.once(id, () => Promise.resolve());
    expect(await ids.once('c', () => Promise.resolve())).toBe(false);
    expect(await ids.once('a', () => Promise.resolve())).toBe(true);
    expect(() => new RecentIds(0)).toThrow(RangeError);
  });
});
