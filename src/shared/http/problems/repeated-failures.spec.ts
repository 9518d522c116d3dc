import { RepeatedFailures } from './repeated-failures.js';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const shuttingDown = Object.assign(new Error('terminating connection'), { code: '57P01' });

describe('RepeatedFailures', () => {
  it('logs the first of each second, and counts what it leaves out', () => {
    let now = 0;
    const failures = new RepeatedFailures(() => now);
    const at = (ms: number, error: Error) => ((now = ms), failures.leftOutBefore(error));
    expect([at(0, refused), at(1, refused), at(999, refused)]).toEqual([0, undefined, undefined]);
    expect(at(1_000, refused)).toBe(2);
    expect(at(5_000, refused)).toBe(0);
  });

  it('keeps failures of another kind apart', () => {
    const failures = new RepeatedFailures(() => 0);
    expect([refused, shuttingDown, new TypeError('x'), refused].map((one) => failures.leftOutBefore(one))).toEqual([
      0,
      0,
      0,
      undefined,
    ]);
  });

  it('remembers few of them', () => {
    const failures = new RepeatedFailures(() => 0);
    for (let n = 0; n < 1_000; n += 1) failures.leftOutBefore(Object.assign(new Error(), { code: `X${n}` }));
    expect(failures.leftOutBefore(Object.assign(new Error(), { code: 'X0' }))).toBe(0);
  });
});
