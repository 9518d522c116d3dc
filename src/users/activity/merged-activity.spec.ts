import fc from 'fast-check';
import { leastIdAt } from '../../shared/kernel/index.js';
import {
  type Activity,
  activityKinds,
  type ActivityPosition,
  merged,
  momentOf,
  newerFirst,
} from './merged-activity.js';

/** Few different times and ids, so that many entries have the same time. */
const activity = fc.record({
  kind: fc.constantFrom(...activityKinds),
  at: fc.integer({ min: 0, max: 3 }).map((micros) => `2026-01-31T09:30:00.00000${micros}Z`),
  id: fc.uuid(),
  title: fc.constant('title'),
  status: fc.constant(null),
  actor: fc.constant(null),
});
const unique = fc.uniqueArray(activity, { maxLength: 40, selector: ({ id }) => id });

/** Simulates a source: returns its newest entries after a position, up to the limit. */
const after = (source: readonly Activity[], position: ActivityPosition | undefined, limit: number): Activity[] =>
  [...source]
    .sort(newerFirst)
    .filter((one) => position === undefined || newerFirst(one, position) > 0)
    .slice(0, limit);

describe('The activity of a person', () => {
  it('is told whole, once and in order, whatever the pages and however much happens at one moment', () => {
    fc.assert(
      fc.property(unique, fc.integer({ min: 1, max: 7 }), (all, limit) => {
        const sources = activityKinds.map((kind) => all.filter((one) => one.kind === kind));
        const told: Activity[] = [];
        let position: ActivityPosition | undefined;
        do {
          const page = merged(
            sources.map((source) => after(source, position, limit + 1)),
            limit,
          );
          expect(page.shown.length).toBeLessThanOrEqual(limit);
          told.push(...page.shown);
          position = page.end;
        } while (position);
        expect(told).toEqual([...all].sort(newerFirst));
      }),
    );
  });

  it('compares moments of clocks that are exact to the milli- and to the microsecond', () => {
    const milli = { at: momentOf(new Date('2026-01-31T09:30:00.123Z')), id: 'a' };
    expect(milli.at).toBe('2026-01-31T09:30:00.123000Z');
    expect(newerFirst(milli, { at: '2026-01-31T09:30:00.123001Z', id: 'a' })).toBe(1);
    expect(newerFirst(milli, { at: '2026-01-31T09:30:00.122999Z', id: 'b' })).toBe(-1);
    expect(newerFirst(milli, { ...milli, id: 'b' })).toBe(1);
    expect(newerFirst(milli, milli)).toBe(0);
  });

  it('puts the greater of two ids of one moment first', () => {
    const at = Date.parse('2026-01-31T09:30:00.123Z');
    const exact = '2026-01-31T09:30:00.123000Z';
    const id = leastIdAt(at).replace(/0{12}$/, '123456789abc');
    expect(newerFirst({ at: exact, id }, { at: exact, id: leastIdAt(at) })).toBe(-1);
  });
});
