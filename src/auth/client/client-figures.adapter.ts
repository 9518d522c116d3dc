import { Injectable } from '@nestjs/common';
import { type FigureDefinition, FigureSource } from '../../figures/contract/index.js';

export const CLIENT_REQUESTS = 'clients.requests';
export const TOKENS = 'auth.tokens';

/** Calls and tokens of clients, which leave no rows. */
@Injectable()
export class ClientFigures extends FigureSource {
  override readonly counted: readonly FigureDefinition[] = [
    {
      name: CLIENT_REQUESTS,
      unit: 'count',
      description:
        'Calls with a valid token of a client, for itself or for a user. Counted in memory: up to ten seconds are lost when a process dies.',
      by: ['clientId'],
    },
    {
      name: TOKENS,
      unit: 'count',
      description:
        'Requests for tokens that were granted. Counted in memory: up to ten seconds are lost when a process dies.',
      by: ['clientId', 'grant'],
    },
  ];
}
