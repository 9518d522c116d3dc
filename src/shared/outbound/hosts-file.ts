import type { LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';

export const HOSTS_FILE =
  process.platform === 'win32'
    ? join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'drivers', 'etc', 'hosts')
    : '/etc/hosts';

const THIS_MACHINE: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Returns the addresses of a name that this machine knows without a name server: from its hosts file, and for
 * `localhost` (RFC 6761).
 */
export async function localAddresses(name: string, file = HOSTS_FILE): Promise<readonly LookupAddress[]> {
  const found = (await textOf(file)).split('\n').flatMap((line) => addressIn(line, name));
  if (found.length === 0 && /(^|\.)localhost$/.test(name)) return THIS_MACHINE;
  return found.sort((a, b) => a.family - b.family);
}

function addressIn(line: string, name: string): LookupAddress[] {
  const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
  const family = isIP(address);
  return family !== 0 && names.includes(name) ? [{ address, family }] : [];
}

/** Reads the file on every look-up, because operators may change it. Some machines have no hosts file. */
async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return '';
  }
}
