import { validate, version } from 'uuid';
import { dateIdsBy, leastIdAt, newId, newIdAt } from './ids.js';

const millisecondsOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

describe('Ids', () => {
  it('are UUIDs that tell when they were made', () => {
    const before = Date.now();
    const id = newId();
    expect([validate(id), version(id)]).toEqual([true, 7]);
    expect(millisecondsOf(id)).toBeGreaterThanOrEqual(before);
  });

  it('are all different, and in the order in which they were made, however many in a millisecond', () => {
    const ids = Array.from({ length: 20_000 }, newId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('share no random end with one another, also beyond what is drawn at once', () => {
    const ends = Array.from({ length: 2_000 }, () => newId().slice(-12));
    expect(new Set(ends).size).toBe(ends.length);
  });

  it('do not go back with the clock', () => {
    const id = newId();
    jest.spyOn(Date, 'now').mockReturnValueOnce(0);
    expect(newId() > id).toBe(true);
  });

  it('follow the clock that they are given, also one that is behind the machine', () => {
    newId();
    const back = dateIdsBy(() => 1_000_000);
    expect(millisecondsOf(newId())).toBe(1_000_000);
    back();
    expect(millisecondsOf(newId())).toBeGreaterThan(1_000_000);
  });

  it('are in the order in which they were made, also at one given time', () => {
    const ids = Array.from({ length: 1_000 }, () => newIdAt(5_000_000));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids.map(millisecondsOf))).toEqual(new Set([5_000_000]));
  });
});

it('The least id of a moment is below all that are made then, and above all that were made before', () => {
  const now = Date.now();
  const least = leastIdAt(now);
  expect([validate(least), millisecondsOf(least)]).toEqual([true, now]);
  expect([newIdAt(now) >= least, newIdAt(now - 1) < least]).toEqual([true, true]);
});
