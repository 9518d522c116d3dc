import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { PRIVATE, type Destinations } from './destinations.js';
import { OutboundFailure } from './outbound.port.js';

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export const bySystem: Resolve = (host) =>
  new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, found) => (error ? reject(error) : resolve(found)));
  });

/**
 * Bounds look-ups, each of which holds one of the process's few threads for as long as the name server is silent: those
 * for one name share one, and no more than `atOnce` run. Who waits longer than its call may gives up by itself.
 */
export function limitedLookups(resolve: Resolve, atOnce: number): Resolve {
  const running = new Map<string, ReturnType<Resolve>>();
  const waiting: (() => void)[] = [];
  let free = atOnce;

  async function inTurn(host: string): ReturnType<Resolve> {
    if (free > 0) free--;
    else await new Promise<void>((turn) => waiting.push(turn));
    try {
      return await resolve(host);
    } finally {
      running.delete(host);
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  }

  return (host) => {
    const known = running.get(host) ?? inTurn(host);
    running.set(host, known);
    return known;
  };
}

/**
 * Looks a name up for a connection, once, and hands over only what may be called. Whoever looked first and connected by
 * name afterwards could be given another address the second time (DNS rebinding).
 */
export const pinnedLookup =
  (destinations: Destinations, resolve: Resolve): LookupFunction =>
  (host, { all }, callback) => {
    const settle = (found: readonly LookupAddress[]) => {
      const permitted = found.filter(({ address }) => destinations.permits(host, address));
      const [first] = permitted;
      if (!first) callback(new OutboundFailure('refused', PRIVATE), []);
      else if (all) callback(null, permitted);
      else callback(null, first.address, first.family);
    };
    resolve(host).then(settle, (error: unknown) => callback(asError(error), []));
  };

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
