import { RateLimiter } from '../../../shared/security/index.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { AddressLimit } from './login-tries.service.js';

function limitOf(burst: number, made: (limiter: RateLimiter) => void = () => undefined) {
  const limiter = (policy: any) => {
    const one = new RateLimiter(policy, { now: () => 0 });
    made(one);
    return one;
  };
  const shared = { limiter };
  const limit = new AddressLimit({ loginAddressRate: 1, loginAddressBurst: burst } as never, shared as never);
  return (attempt: () => Promise<boolean>): Promise<unknown> =>
    limit.countFailures(attempt, (succeeded) => succeeded).catch((error: unknown) => error);
}

describe('The limit of an address', () => {
  it('counts tries that fail', async () => {
    const attempt = limitOf(2);
    for (let n = 0; n < 3; n++) expect(await attempt(() => Promise.resolve(true))).toBe(true);
    for (let n = 0; n < 2; n++) expect(await attempt(() => Promise.resolve(false))).toBe(false);
    expect(await attempt(() => Promise.resolve(true))).toMatchObject({ kind: KernelErrors.tooManyRequests });
  });

  it.each([
    ['a defect of ours', new Error('a defect')],
    ['a database that is away', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['a service that is not available', KernelErrors.unavailable()],
  ])('does not count what fails by %s', async (_what, fault) => {
    const attempt = limitOf(2);
    for (let n = 0; n < 5; n++) expect(await attempt(() => Promise.reject(fault))).toBe(fault);
    expect(await attempt(() => Promise.resolve(true))).toBe(true);
  });

  it('is that of all processes', async () => {
    const limiters: RateLimiter[] = [];
    const attempt = limitOf(4, (limiter) => limiters.push(limiter));
    for (const limiter of limiters)
      limiter.exchangeNow = () => {
        limiter.applyForeign(new Map([['unknown', 4]]));
        return Promise.resolve(true);
      };
    const passed = await Promise.all([1, 2, 3, 4].map(() => attempt(() => Promise.resolve(false))));
    expect(passed.filter((one) => one === false)).toHaveLength(1);
  });

  it('counts what the caller did wrong', async () => {
    const attempt = limitOf(1);
    const fault = KernelErrors.forbidden();
    expect(await attempt(() => Promise.reject(fault))).toBe(fault);
    expect(await attempt(() => Promise.resolve(true))).toMatchObject({ kind: KernelErrors.tooManyRequests });
  });
});
