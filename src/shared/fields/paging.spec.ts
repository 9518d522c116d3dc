import { Clock, DomainError, Tenant } from '../kernel/index.js';
import { newRingEntry, Sealer } from '../security/index.js';
import { Keyring } from '../security/sealing/keyring.js';
import { Paging } from './paging.js';

class SetClock extends Clock {
  at = new Date('2026-01-31T09:30:00Z');

  now(): Date {
    return this.at;
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
const tenant = Tenant.of('acme', false);
const rows = [1, 2, 3, 4, 5].map((id) => ({ id, secret: 'never in a cursor' }));

describe('Paging', () => {
  const clock = new SetClock();
  const sealer = new Sealer(Keyring.parse(newRingEntry('a')));
  const paging = new Paging(sealer, clock);

  const page = (query: { limit: number; cursor?: string; [filter: string]: unknown }, list = 'things', of = tenant) => {
    const open = paging.open<number>(list, of, query);
    const read = rows.filter(({ id }) => id > (open.after ?? 0)).slice(0, open.rowsToRead);
    return open.answer('things', read, ({ id }) => id, ({ id }) => id); // oxfmt-ignore
  };
  const refusal = (read: () => unknown): unknown => {
    try {
      read();
    } catch (error) {
      return error instanceof DomainError && { code: error.kind.code, pointer: error.extra.errors?.[0]?.pointer };
    }
    return undefined;
  };
  const REFUSED = { code: 'kernel/invalid-arguments', pointer: '?cursor' };
  const cursorOf = (query: { limit: number }): string => page(query).next ?? '';

  it('shows every row once and ends with null', () => {
    const first = page({ limit: 2 });
    expect(first).toEqual({ things: [1, 2], next: expect.stringMatching(/^[\w-]+$/) });
    const second = page({ limit: 2, cursor: first.next ?? '' });
    expect(second.things).toEqual([3, 4]);
    expect(page({ limit: 2, cursor: second.next ?? '' })).toEqual({ things: [5], next: null });
    expect(page({ limit: 5 })).toEqual({ things: [1, 2, 3, 4, 5], next: null });
  });

  it('lets the limit change on the way, and the order in which filters are named', () => {
    const { next } = page({ limit: 1, a: 1, b: 2 });
    expect(page({ limit: 200, cursor: next ?? '', b: 2, a: 1 }).things).toEqual([2, 3, 4, 5]);
  });

  it('refuses a cursor of another list, tenant or filter', () => {
    const cursor = cursorOf({ limit: 1 });
    expect(refusal(() => page({ limit: 1, cursor }, 'others'))).toEqual(REFUSED);
    expect(refusal(() => page({ limit: 1, cursor }, 'things', Tenant.of('other', false)))).toEqual(REFUSED);
    expect(refusal(() => page({ limit: 1, cursor }, 'things', Tenant.of('acme', true)))).toEqual(REFUSED);
    expect(refusal(() => page({ limit: 1, cursor, status: 'ACTIVE' }))).toEqual(REFUSED);
    expect(refusal(() => page({ limit: 1, cursor }))).toBeUndefined();
  });

  it('refuses a cursor that was made up, cut or changed', () => {
    const cursor = cursorOf({ limit: 1 });
    const changed = `${cursor.slice(0, -4)}${cursor.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    for (const forged of ['x', 'AQ', cursor.slice(0, -8), changed, Buffer.from('{"after":1}').toString('base64url')]) {
      expect(refusal(() => page({ limit: 1, cursor: forged }))).toEqual(REFUSED);
    }
  });

  it('refuses a cursor after 24 hours', () => {
    const cursor = cursorOf({ limit: 1 });
    clock.at = new Date(clock.at.getTime() + DAY_MS);
    expect(refusal(() => page({ limit: 1, cursor }))).toBeUndefined();
    clock.at = new Date(clock.at.getTime() + 1);
    expect(refusal(() => page({ limit: 1, cursor }))).toEqual(REFUSED);
  });
});
