import { BlockList, isIP } from 'node:net';
import { ConfigError } from '../kernel/settings.js';

/** Whether an address is one of the proxies whose `X-Forwarded-*` headers are believed. */
export type TrustedProxies = (address: string) => boolean;

/** Reads TRUST_PROXY: addresses and subnets. */
export function trustedProxies(listed: readonly string[]): TrustedProxies {
  const known = new BlockList();
  const wrong = listed.filter((entry) => !add(known, entry));
  if (wrong.length > 0) throw new ConfigError(wrong.map(complaint));
  return (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && known.check(plain, family(plain));
  };
}

/** IPv4 as IPv6 sockets write it (`::ffff:192.0.2.1`) is the same address. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

function add(known: BlockList, entry: string): boolean {
  const [address = '', prefix, ...more] = entry.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0 || more.length > 0) return false;
  if (prefix === undefined) known.addAddress(address, family(address));
  else if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) return false;
  else known.addSubnet(address, Number(prefix), family(address));
  return true;
}

const family = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

const complaint = (entry: string): string =>
  `TRUST_PROXY takes addresses and subnets such as 10.0.0.0/8; "${entry}" is neither.`;
