import { Visits } from './visit.js';

afterEach(() => jest.useRealTimers());

describe('A visit', () => {
  it('is found by its own id only, and falls away after a day', () => {
    jest.useFakeTimers({ now: 0 });
    const visits = new Visits();
    const [mine, other] = [visits.begin(), visits.begin()];
    expect(visits.find(mine.id)).toBe(mine);
    expect(visits.ofUser(other.userId)).toBe(other);
    expect([visits.find('x'), visits.find(undefined), visits.ofUser('x')]).toEqual([undefined, undefined, undefined]);
    jest.setSystemTime(86_400_001);
    expect(visits.find(mine.id)).toBeUndefined();
    expect(visits.all()).toEqual([]);
  });

  it('makes room for others: there are never more than 200', () => {
    const visits = new Visits();
    const first = visits.begin();
    for (let count = 0; count < 201; count++) visits.begin();
    expect(visits.find(first.id)).toBeUndefined();
    expect(visits.all().length).toBeLessThanOrEqual(201);
  });
});
