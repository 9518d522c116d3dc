import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import { ConfigError } from '../../config.js';
import { Networks } from '../../config/networks.js';

/** Whether an address is a proxy whose `X-Forwarded-*` headers are trusted. */
export type TrustedProxies = (address: string) => boolean;

/** Parses the entries of TRUST_PROXY: addresses and subnets. */
export function trustedProxies(listed: readonly string[]): TrustedProxies {
  const wrong = listed.filter((entry) => !Networks.isEntry(entry));
  if (wrong.length > 0) throw new ConfigError(wrong.map(faultOf));
  const known = new Networks(listed);
  return (address) => known.includes(address);
}

/**
 * The address of the caller. Starts at the connection and goes back through `X-Forwarded-For` to the first address that
 * is not a trusted proxy, or to the first entry if all are trusted. If the result is not a valid address, the address
 * of the connection is returned.
 */
export function callerAddress({ socket, headers }: IncomingMessage, isTrusted: TrustedProxies): string | null {
  const { remoteAddress = null } = socket;
  let address = plainAddress(remoteAddress ?? '');
  for (const hop of listed(headers['x-forwarded-for']).reverse()) {
    if (!isTrusted(address)) break;
    address = plainAddress(hop);
  }
  return isIP(address) ? address : remoteAddress;
}

/** Whether the caller uses TLS, either to us directly or to a trusted proxy. */
export function isSecure({ socket, headers }: IncomingMessage, isTrusted: TrustedProxies): boolean {
  if (socket instanceof TLSSocket) return true;
  return isTrusted(socket.remoteAddress ?? '') && listed(headers['x-forwarded-proto'])[0] === 'https';
}

const listed = (header: string | string[] | undefined): string[] =>
  header === undefined
    ? []
    : String(header)
        .split(',')
        .map((entry) => entry.trim());

/** Converts an IPv4 address from the form that IPv6 sockets report, such as `::ffff:192.0.2.1`, to its plain form. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

const faultOf = (entry: string): string =>
  `TRUST_PROXY takes addresses and subnets such as 10.0.0.0/8; "${entry}" is neither.`;
