import { text } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import { KernelErrors, Tenant } from '../../kernel/index.js';
import { type ExportedList, ListExports } from './list-exports.service.js';

const ROWS = 1_200;
const exports = new ListExports();
const list = (changes: Partial<ExportedList<number>> = {}): ExportedList<number> => ({
  tenant: Tenant.of('bank', false),
  asked: { format: 'ndjson', reason: undefined },
  name: 'rows',
  columns: [],
  after: undefined,
  byOperator: false,
  read: (count, after = 0) => {
    const rows = Array.from({ length: Math.min(count, ROWS - after) }, (_, at) => ({ id: after + at }));
    const end = after + rows.length;
    return Promise.resolve({ rows, end: end < ROWS ? end : undefined });
  },
  note: () => Promise.resolve(),
  ...changes,
});
const read = async (changes?: Partial<ExportedList<number>>) => text((await exports.file(list(changes))).getStream());

describe('An export', () => {
  it('has every row once, in the order of the list', async () => {
    const ids = (await read())
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: number }).id);
    expect(ids).toEqual(Array.from({ length: ROWS }, (_, id) => id));
  });

  it('stops at 100,000 rows of a list without end', async () => {
    const endless = (count: number, after = 0) =>
      Promise.resolve({ rows: Array<object>(count).fill({}), end: after + count });
    expect((await read({ read: endless })).length).toBe(100_000 * '{}\n'.length);
  });

  it('is not longer than what was counted, though rows come in meanwhile', async () => {
    let reads = 0;
    const growing = () => Promise.resolve({ rows: reads++ < 1 ? [{}] : [{}, {}, {}], end: undefined });
    const refuse = { beyond: 2, as: () => new Error('too many') };
    expect(await read({ read: growing, refuse })).toBe('{}\n{}\n');
    await expect(read({ read: growing, refuse })).rejects.toThrow('too many');
  });

  it('breaks off where a page cannot be read, so that nobody takes it for whole', async () => {
    const failing = (_: number, after?: number) =>
      after === undefined ? Promise.resolve({ rows: [{}], end: 1 }) : Promise.reject(new Error('away'));
    await expect(read({ read: failing })).rejects.toThrow('away');
  });

  it('that is not read is cut off, and gives its place back', async () => {
    jest.useFakeTimers();
    try {
      const unread = await Promise.all([exports.file(list()), exports.file(list())]);
      await expect(exports.file(list())).rejects.toMatchObject({ kind: KernelErrors.tooManyRequests });
      const closed = Promise.all(unread.map((file) => new Promise((close) => file.getStream().once('close', close))));
      jest.advanceTimersByTime(61_000);
      await closed;
    } finally {
      jest.useRealTimers();
    }
    expect(await read()).not.toBe('');
  });
});
