import type { Sql } from '../sql.js';
import { ReplicaProgress } from './replica-progress.js';

describe('How far a replica is behind', () => {
  let now = 0;
  let [written, replayed] = [0, 0];
  let copy: { system: string; copies: boolean };
  let progress: ReplicaProgress;

  const primary = { rows: () => Promise.resolve([{ position: String(written), system: 'one' }]) } as unknown as Sql;
  const replica = {
    rows: (_text: string, [positions, times]: [string[], number[]]) => {
      const reached = times.filter((_time, index) => Number(positions[index]) <= replayed);
      return Promise.resolve([{ at: reached.length > 0 ? Math.max(...reached) : null, ...copy }]);
    },
  } as unknown as Sql;
  const look = () => progress.look(primary, replica);

  beforeEach(() => {
    [now, written, replayed] = [0, 0, 0];
    copy = { system: 'one', copies: true };
    progress = new ReplicaProgress(5_000, () => now);
  });

  it('is unknown before it was looked at', () => {
    expect(progress.keepsUp).toBe(false);
    expect(progress.lagMs).toBe(Infinity);
  });

  it('is nothing while the primary has nothing to do', async () => {
    for (; now < 60_000; now += 1_000) {
      await look();
      expect(progress.keepsUp).toBe(true);
    }
  });

  it('is the age of the last position that it has reached', async () => {
    await look();
    written = 10;
    for (now = 1_000; now <= 5_000; now += 1_000) {
      await look();
      expect(progress.lagMs).toBe(now);
      expect(progress.keepsUp).toBe(true);
    }
    now = 5_001;
    expect(progress.keepsUp).toBe(false);
    replayed = 10;
    now = 6_000;
    await look();
    expect(progress.lagMs).toBe(0);
  });

  it('grows when nobody looks', async () => {
    await look();
    now = 5_001;
    expect(progress.keepsUp).toBe(false);
  });

  it.each([
    ['another database', { system: 'other', copies: true }],
    ['a server that is no replica', { system: 'one', copies: false }],
  ])('is an error of %s', async (_what, other) => {
    copy = other;
    await expect(look()).rejects.toThrow('no replica of DATABASE_URL');
    expect(progress.keepsUp).toBe(false);
  });
});
