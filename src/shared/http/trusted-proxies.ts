import { Networks } from '../kernel/networks.js';
import { ConfigError } from '../kernel/settings.js';

/** Whether an address is one of the proxies whose `X-Forwarded-*` headers are believed. */
export type TrustedProxies = (address: string) => boolean;

/** Reads TRUST_PROXY: addresses and subnets. */
export function trustedProxies(listed: readonly string[]): TrustedProxies {
  const wrong = listed.filter((entry) => !Networks.isEntry(entry));
  if (wrong.length > 0) throw new ConfigError(wrong.map(complaint));
  const known = new Networks(listed);
  return (address) => known.includes(address);
}

/** IPv4 as IPv6 sockets write it (`::ffff:192.0.2.1`) is the same address. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

const complaint = (entry: string): string =>
  `TRUST_PROXY takes addresses and subnets such as 10.0.0.0/8; "${entry}" is neither.`;
