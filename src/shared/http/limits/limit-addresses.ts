import type { INestApplicationContext } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { surfaceEnteredBy } from '../../../surfaces/gate.js';
import { contextOf } from '../request-context.js';
import { networkOf } from './network-of.js';
import { RequestLimits } from './request-limits.js';
import { demandWithinLimit } from './within-limit.js';

/** Stands before everything that costs: what one address may ask, whoever it says it is. Probes are not counted. */
export function limitAddresses(app: INestApplicationContext): RequestHandler {
  const { perAddress } = app.get(RequestLimits);
  return (request, response, next) => {
    const surface = surfaceEnteredBy(request)?.name;
    const address = contextOf(request)?.address;
    if (surface !== 'ops' && address) {
      demandWithinLimit(perAddress, networkOf(address), response, surface === 'management');
    }
    next();
  };
}
