import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { PRIVATE, type Destinations } from './destinations.js';
import { OutboundFailure } from './outbound.port.js';

/**
 * Resolves a name once for a connection, and passes on only permitted addresses. With a check before a second look-up,
 * the name could resolve to another address the second time (DNS rebinding).
 */
export const pinnedLookup =
  (destinations: Destinations, find: (host: string) => Promise<readonly LookupAddress[]>): LookupFunction =>
  (host, { all }, callback) => {
    const settle = (found: readonly LookupAddress[]) => {
      const permitted = found.filter(({ address }) => destinations.permits(host, address));
      const [first] = permitted;
      if (!first) callback(new OutboundFailure('refused', PRIVATE), []);
      else if (all) callback(null, permitted);
      else callback(null, first.address, first.family);
    };
    find(host).then(settle, (error: unknown) => callback(asError(error), []));
  };

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
