import 'reflect-metadata';
import { RateLimiter, type RatePolicy } from '../../shared/security/index.js';
import { othersHaveTaken } from '../../../test/support/other-processes.js';
import type { OperationRefused } from '../mobile/mobile-codes.js';
import { Statements } from './statements.service.js';

describe('Statements that are refused', () => {
  it('are counted in all processes, before much of what is left has gone', async () => {
    const limiter = jest.fn((policy: RatePolicy) => new RateLimiter(policy, { now: () => 0 }));
    const statements = new Statements({} as never, {} as never, {} as never, { limiter } as never);
    const refused: RateLimiter = limiter.mock.results[0]?.value;
    refused.exchangeNow = () => Promise.resolve(othersHaveTaken(refused, 20));
    const whys: string[] = [];
    for (let n = 0; n < 6; n++) {
      const judged = statements.verifyAnswer({ sub: 'jane', dsRequired: true } as never, 'accept', undefined);
      await judged.catch((error: unknown) => whys.push((error as OperationRefused).reason));
    }
    expect(whys).toEqual([...Array(4).fill('signature'), 'too_many', 'too_many']);
  });
});
