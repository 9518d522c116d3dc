import { pathToFileURL } from 'node:url';
import { Logger } from '@nestjs/common';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { MetricsRegistry } from '../../../shared/observability/index.js';
import { type WorkerPool, type WorkerPoolOptions, WorkerPools } from '../../../shared/workers/index.js';
import { PasswordStrength } from './password-strength.service.js';

const GOOD = 'granite teapot 9 marble forest';

/** Opens each pool with the options in `other`. */
class OtherPools extends WorkerPools {
  constructor(private readonly other: Partial<WorkerPoolOptions>) {
    super(new MetricsRegistry());
  }

  override open<Job, Result>(options: WorkerPoolOptions): WorkerPool<Job, Result> {
    return super.open({ ...options, ...this.other });
  }
}

let pools: OtherPools;
const strengthWith = (other: Partial<WorkerPoolOptions>): PasswordStrength => {
  pools = new OtherPools(other);
  return new PasswordStrength(pools);
};
beforeAll(() => Logger.overrideLogger(false));
afterEach(() => pools.onModuleDestroy());

describe('The strength of a password', () => {
  it('depends on what is known of the user, and on the beginning of what is long', async () => {
    const strength = strengthWith({ maxThreads: 1, maxWaitMs: 120_000, mostWorkMs: 120_000 });
    const rated = await Promise.all([
      strength.isGuessable(GOOD, []),
      strength.isGuessable('Fortescue-Marquardt', []),
      strength.isGuessable('Fortescue-Marquardt', ['Fortescue-Marquardt']),
      strength.isGuessable('password123456', []),
      strength.isGuessable(GOOD, Array<string>(500).fill('x'.repeat(500_000))),
    ]);
    expect(rated).toEqual([false, false, true, true, false]);
  });

  it('is not guessed when it cannot be rated in time: the password is not taken', async () => {
    const strength = strengthWith({ module: pathToFileURL('test/support/hanging.worker.mjs'), mostWorkMs: 200 });
    await expect(strength.isGuessable(GOOD, [])).rejects.toMatchObject({
      kind: KernelErrors.unavailable,
      extra: { retryAfterSeconds: 2 },
    });
  });
});
