import { setImmediate } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Config } from '../../../config.js';
import { MetricsRegistry } from '../../../shared/observability/index.js';

const sleep = jest.fn((_ms: number) => Promise.resolve());
jest.unstable_mockModule('node:timers/promises', () => ({ setImmediate, setTimeout: sleep }));
const { PasswordHasher } = await import('./password-hasher.service.js');

const config = { passwordMemoryKib: 1_024, passwordPasses: 1, passwordLanes: 1 } as Config;
/** A hash that takes far longer than our own, which uses 1 MiB here. */
const SLOW = '$pbkdf2-sha1$i=400000$c2FsdHNhbHRzYWx0c2FsdA$c2FsdHNhbHRzYWx0c2FsdHNhbHQ';

describe('A wrong password', () => {
  const hasher = new PasswordHasher(config, new MetricsRegistry());
  const refused = { fits: false, stale: false };
  afterEach(() => sleep.mockClear());

  it('is refused as late for nobody as for a user with the slow hash of another system, at the same enterprise alone', async () => {
    expect(await hasher.check('wrong', undefined, 'bank')).toEqual(refused);
    expect(sleep).not.toHaveBeenCalled();
    expect(await hasher.check('wrong', SLOW, 'bank')).toEqual(refused);
    expect(await hasher.check('wrong', undefined, 'bank')).toEqual(refused);
    expect(sleep).toHaveBeenCalledTimes(1);
    expect(await hasher.check('wrong', undefined, 'shop')).toEqual(refused);
    expect(sleep).toHaveBeenCalledTimes(1);
  });

  it('is refused at once for whoever is known', async () => {
    expect(await hasher.check('wrong', undefined)).toEqual(refused);
    expect(sleep).not.toHaveBeenCalled();
  });
});
