import type { Middleware } from '../middleware.js';
import { networkOf } from './network-of.js';
import type { RequestLimits } from './request-limits.js';
import { demandWithinLimit } from './within-limit.js';

/** Stands before everything that costs: what one address may ask, whoever it says it is. Probes are not counted. */
export const limitAddresses =
  ({ perAddress }: RequestLimits): Middleware =>
  ({ surface, context }, response, next) => {
    if (surface?.name !== 'ops' && context?.address) {
      demandWithinLimit(perAddress, networkOf(context.address), response, surface?.name === 'management');
    }
    next();
  };
