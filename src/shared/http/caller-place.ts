import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import type { Config } from '../../config.js';
import { networkOf } from './rate-limits.js';
import { callerAddress, trustedProxies } from './trusted-proxies.js';

/** The approximate location of a caller, as far as it can be determined without an external service. */
export interface CallerPlace {
  /** The network of the caller: `203.0.113.x`, or the first three groups of an IPv6 address. */
  readonly network: string | undefined;
  /** The country (ISO 3166), if a trusted proxy states it. */
  readonly country: string | undefined;
}

export function callerPlaces({ trustProxy, countryHeader }: Config): (request: IncomingMessage) => CallerPlace {
  const isTrusted = trustedProxies(trustProxy);
  return (request) => {
    const headerValue = countryHeader === undefined ? undefined : request.headers[countryHeader];
    const isBelieved = isTrusted(request.socket.remoteAddress ?? '');
    return {
      network: shortened(callerAddress(request, isTrusted)),
      country: isBelieved && typeof headerValue === 'string' && isCountry(headerValue) ? headerValue : undefined,
    };
  };
}

const shortened = (address: string | null): string | undefined => {
  if (address === null) return undefined;
  if (isIPv4(address)) return address.replace(/\d+$/, 'x');
  return `${networkOf(address).split(':').slice(0, 3).join(':')}:x`;
};

/**
 * Whether the value of a proxy's country header is a country. Some proxies send XX for unknown, and T1 for an anonymous
 * network.
 */
const isCountry = (code: string): boolean => /^[A-Z]{2}$/.test(code) && code !== 'XX';
