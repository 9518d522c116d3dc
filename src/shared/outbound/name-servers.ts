import type { LookupAddress } from 'node:dns';
import { promises as dns } from 'node:dns';
import { readFile } from 'node:fs/promises';

/**
 * Looks up the addresses of a host name in the DNS. The signal cancels the query. Rejects with `DnsTimeoutError` if no
 * name server answers.
 */
export type AskForName = (name: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

export class DnsTimeoutError extends Error {
  constructor(name: string) {
    super(`no name server answers for ${name}`);
  }
}

const RESOLV_CONF = '/etc/resolv.conf';
const FIRST_TRY_MS = 500;
const TRIES = 2;
const NOT_FOUND = ['ENOTFOUND', 'ENODATA'];

/**
 * Looks up host names with c-ares, which blocks no thread and can be cancelled. Uses the name servers in `servers`, or
 * else those of the system, in order. Each query has its own resolver, so that it can be cancelled individually, and
 * uses the current settings of the system.
 */
export const nameServers =
  (servers: readonly string[] = []): AskForName =>
  async (name, signal) => {
    const resolver = new dns.Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await firstFound(resolver, servers.length > 0 ? [name] : await withSearchDomains(name), signal);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };

async function firstFound(
  resolver: dns.Resolver,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly LookupAddress[]> {
  let fault: unknown;
  for (const name of names) {
    signal.throwIfAborted();
    const answers = await Promise.allSettled([
      resolver.resolve4(name).then((found) => found.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(name).then((found) => found.map((address) => ({ address, family: 6 }))),
    ]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    const codes = answers.map((answer) => (answer.status === 'rejected' ? codeOf(answer.reason) : ''));
    if (codes.includes('ETIMEOUT')) throw new DnsTimeoutError(name);
    fault = answers.find((answer) => answer.status === 'rejected')?.reason;
    if (!codes.every((code) => NOT_FOUND.includes(code))) break;
  }
  throw fault;
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/**
 * The full names to try, in the order of resolv.conf(5): for a name with few dots, the search domains are tried first.
 */
async function withSearchDomains(name: string): Promise<string[]> {
  const settings = await readFile(RESOLV_CONF, 'utf8').catch(() => '');
  const domains = /^\s*(?:search|domain)\s+(.+)$/m.exec(settings)?.[1]?.trim().split(/\s+/) ?? [];
  const dots = Number(/^\s*options\s.*\bndots:(\d+)/m.exec(settings)?.[1] ?? 1);
  const longer = domains.map((domain) => `${name}.${domain}`.replace(/\.+$/, ''));
  return name.split('.').length > dots ? [name, ...longer] : [...longer, name];
}
