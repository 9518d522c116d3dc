import { AuditStream } from './audit-stream.js';
import type { LinkedEntry } from '../chain/chain-content.js';
import type { AuditTarget, StreamedLine } from './targets/audit-target.js';

const entry = (number: number): LinkedEntry => ({
  number,
  hash: 'ab'.repeat(32),
  id: `019c137f-5940-7c35-8d70-4f7cc1d3${String(number).padStart(4, '0')}`,
  at: '2026-06-01T12:00:00.000001Z',
  kind: 'users.user-blocked',
  outcome: 'done',
  enterpriseId: 'acme',
  test: false,
  actorKind: 'client',
  actorId: 'portal',
  actorAlias: null,
  subjectAlias: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6',
  address: '203.0.113.7',
  requestId: 'req-1',
  details: { from: 'ACTIVE' },
});

/** Stores the position of one target in memory. Only one process at a time has its lease. */
class Positions {
  number = 0;
  owner: string | undefined;
  constructor(readonly entries: LinkedEntry[]) {}

  async lease(_target: string, process: string): Promise<number | undefined> {
    this.owner ??= process;
    return this.owner === process ? this.number : undefined;
  }
  async advance(_target: string, process: string, number: number): Promise<boolean> {
    if (this.owner !== process) return false;
    this.number = number;
    return true;
  }
  async release(): Promise<void> {
    this.owner = undefined;
  }
  async entriesAfter(number: number, most: number): Promise<LinkedEntry[]> {
    return this.entries.filter((one) => one.number > number).slice(0, most);
  }
}

/** Reports the delivery of a batch only at the next call, as the syslog target does. */
class Target implements AuditTarget {
  readonly name = 'target';
  readonly lines: StreamedLine[] = [];
  isBroken = false;
  #written: number | undefined;

  async send(lines: readonly StreamedLine[]): Promise<number | undefined> {
    if (this.isBroken) throw new Error('broken');
    const arrived = this.#written;
    this.lines.push(...lines);
    this.#written = lines.at(-1)?.number ?? arrived;
    return arrived;
  }
  close(): void {
    this.#written = undefined;
  }
  get numbers(): number[] {
    return this.lines.map(({ number }) => number);
  }
}

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const opened = (entries: LinkedEntry[], positions = new Positions(entries), target = new Target()) => ({
  positions,
  target,
  stream: new AuditStream(positions, target, 'json', 'p-1'),
});

describe('A stream of the audit log', () => {
  it('sends all entries in the order of their numbers, and stores how far they have arrived', async () => {
    const { stream, target, positions } = opened(numbers(1, 1_200).map(entry));
    const more: boolean[] = [];
    for (let turn = 0; turn < 4; turn++) more.push(await stream.sendBatch());
    expect(more).toEqual([true, true, false, false]);
    expect(target.numbers).toEqual(numbers(1, 1_200));
    expect(positions.number).toBe(1_200);
  });

  it('sends again what was not known to have arrived when the connection broke', async () => {
    const { stream, target, positions } = opened(numbers(1, 3).map(entry));
    await stream.sendBatch();
    expect(positions.number).toBe(0);
    target.isBroken = true;
    await expect(stream.sendBatch()).rejects.toThrow('broken');
    target.isBroken = false;
    await stream.sendBatch();
    await stream.sendBatch();
    expect(target.numbers).toEqual([1, 2, 3, 1, 2, 3]);
    expect(positions.number).toBe(3);
  });

  it('sends a batch that failed again without the entries that were added since', async () => {
    const { stream, target, positions } = opened(numbers(1, 3).map(entry));
    target.isBroken = true;
    await expect(stream.sendBatch()).rejects.toThrow('broken');
    target.isBroken = false;
    positions.entries.push(entry(4), entry(5));
    expect(await stream.sendBatch()).toBe(true);
    expect(target.numbers).toEqual([1, 2, 3]);
    expect(await stream.sendBatch()).toBe(false);
    expect(target.numbers).toEqual([1, 2, 3, 4, 5]);
  });

  it('is sent by one process at a time, and the next one goes on where the one before has come', async () => {
    const { stream, target, positions } = opened(numbers(1, 3).map(entry));
    const other = new AuditStream(positions, target, 'json', 'p-2');
    await stream.sendBatch();
    await stream.sendBatch();
    expect(await other.sendBatch()).toBe(false);
    expect(target.numbers).toEqual([1, 2, 3]);
    await stream.stop();
    positions.entries.push(entry(4));
    await other.sendBatch();
    expect(target.numbers).toEqual([1, 2, 3, 4]);
  });

  it('tells of numbers that are missing', async () => {
    const { stream, target } = opened([entry(1), entry(5)]);
    await stream.sendBatch();
    const told = target.lines.map(({ text }) => JSON.parse(text));
    expect(told).toMatchObject([{ number: 1 }, { kind: 'audit.gap', from: 2, to: 4 }, { number: 5 }]);
    expect(target.lines[1]).toMatchObject({ kind: 'audit.gap', refused: true });
  });

  it('has entries with their hash, and without line breaks whatever is in them', async () => {
    const { stream, target } = opened([{ ...entry(1), details: { why: 'a\nb' } }]);
    await stream.sendBatch();
    expect(target.lines[0]?.text).not.toContain('\n');
    expect(JSON.parse(target.lines[0]?.text ?? '')).toEqual({
      ...{ number: 1, hash: 'ab'.repeat(32), id: entry(1).id, at: entry(1).at, kind: 'users.user-blocked' },
      ...{ outcome: 'done', enterpriseId: 'acme', test: false, actor: { kind: 'client', id: 'portal', alias: null } },
      ...{ subjectAlias: entry(1).subjectAlias, address: '203.0.113.7', requestId: 'req-1', details: { why: 'a\nb' } },
    });
  });
});
