import { Injectable } from '@nestjs/common';
import { type FigureDefinition, FigureSource } from '../../figures/contract/index.js';

export const CLIENT_REQUESTS = 'clients.requests';
export const TOKENS = 'auth.tokens';

/**
 * Reports how many calls clients make and how many tokens they get. The numbers come from counters, because calls and
 * tokens leave no rows to count later.
 */
@Injectable()
export class ClientFigures extends FigureSource {
  override readonly counted: readonly FigureDefinition[] = [
    {
      name: CLIENT_REQUESTS,
      unit: 'count',
      description:
        'Calls with a valid token of a client, issued for the client itself or for a user. They are counted in memory first, so up to ten seconds of calls are lost when a process dies.',
      by: ['clientId'],
    },
    {
      name: TOKENS,
      unit: 'count',
      description:
        'Token requests that were granted. They are counted in memory first, so up to ten seconds of requests are lost when a process dies.',
      by: ['clientId', 'grant'],
    },
  ];
}
