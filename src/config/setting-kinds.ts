import { isIP, isIPv4 } from 'node:net';
import { availableParallelism } from 'node:os';
import { parseEncryptionKeys } from './encryption-keys.js';
import { isHostOrNetwork, Networks } from './networks.js';
import { BadValue, setting } from './settings.js';

const listed = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

export const text = setting('text', (value) => value);

export const flag = setting('true or false', (value) => {
  if (value === 'true') return true;
  if (value === 'false') return false;
  throw new BadValue('must be true or false');
});

export const whole = (min: number, max: number, unit = '') =>
  setting(`a whole number from ${min} to ${max}${unit && ` (${unit})`}`, (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new BadValue(`must be a whole number from ${min} to ${max}`);
    }
    return number;
  });

export const port = whole(0, 65_535);

const MOST_PROCESSES = 64;

/** `auto` means one process for each core that this program may use. */
export const processes = setting(`auto, or a whole number from 1 to ${MOST_PROCESSES}`, (value) => {
  if (value === 'auto') return Math.min(MOST_PROCESSES, availableParallelism());
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || number > MOST_PROCESSES) {
    throw new BadValue(`must be auto, or a whole number from 1 to ${MOST_PROCESSES}`);
  }
  return number;
});

export const oneOf = <const T extends string>(...choices: readonly T[]) =>
  setting(choices.join(', '), (value): T => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw new BadValue(`must be one of ${choices.join(', ')}`);
    return found;
  });

export const someOf = <const T extends string>(...choices: readonly T[]) =>
  setting(`a comma-separated list of ${choices.join(', ')}`, (value): T[] => {
    const names = listed(value);
    const unknown = names.find((name) => !choices.some((choice) => choice === name));
    if (unknown !== undefined) throw new BadValue(`does not know "${unknown}"; it takes ${choices.join(', ')}`);
    if (names.length === 0) throw new BadValue('must name at least one');
    return choices.filter((choice) => names.includes(choice));
  });

export const list = setting('a comma-separated list', listed);

/** A public base URL: an origin, without a path or trailing slash, since paths are appended to it. */
export const origin = setting('an http(s) origin', (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== value.replace(/\/$/, '')) {
    throw new BadValue('must be an origin such as https://id.example.com, without a path');
  }
  return url.origin;
});

/**
 * The URL of a server to connect to. A setting of this kind must be declared secret, because the URL may contain a
 * password.
 */
export const serverUrl = (...schemes: readonly [string, ...string[]]) =>
  setting(`a URL of ${schemes.join(' or ')}`, (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const known = schemes.some((scheme) => url?.protocol === `${scheme}:`);
    if (!url?.hostname || !known || url.pathname.length > 1 || url.search || url.hash || !decodes(value)) {
      throw new BadValue(
        `must be such as ${schemes[0]}://user:password@host:port, with special characters as %40 for @`,
      );
    }
    return url;
  });

function decodes(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

/** The sender of e-mail: a name, which may be empty, and an e-mail address. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

const MAILBOX = /^(?:(?<name>[^<>"]*)<(?<named>[^\s<>@"]+@[^\s<>@"]+)>|(?<bare>[^\s<>@"]+@[^\s<>@"]+))$/;

export const mailbox = setting('an e-mail address, with or without a name', (value): Mailbox => {
  const { name = '', named, bare } = MAILBOX.exec(value)?.groups ?? {};
  const address = named ?? bare;
  if (address === undefined) throw new BadValue('must be an address, such as Countersign <no-reply@example.com>');
  return { name: name.trim(), address };
});

const MOST_ADDRESSES = 10;

export const mailAddresses = setting('up to 10 e-mail addresses', (value): string[] => {
  const addresses = listed(value);
  const wrong = addresses.find((address) => !/^[^\s<>@"]+@[^\s<>@"]+$/.test(address));
  if (wrong !== undefined) throw new BadValue(`takes e-mail addresses; "${wrong}" is none`);
  if (addresses.length > MOST_ADDRESSES) throw new BadValue(`takes up to ${MOST_ADDRESSES} addresses`);
  return [...new Set(addresses)];
});

export const httpsUrl = setting('an https URL', (value) => {
  if (!URL.canParse(value) || new URL(value).protocol !== 'https:') throw new BadValue('must be an https URL');
  return new URL(value).href;
});

/** A secret in the format of Standard Webhooks. The minimum length prevents guessing. */
export const webhookSecret = setting('a secret of Standard Webhooks', (value) => {
  const bytes = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(value)?.[1];
  if (bytes === undefined || Buffer.from(bytes, 'base64').length < 24) {
    throw new BadValue('must be whsec_ and at least 24 bytes in base64');
  }
  return value;
});

export const headerName = setting('the name of a header', (value) => {
  if (!/^[A-Za-z0-9-]{1,64}$/.test(value)) throw new BadValue('must be the name of a header, such as CF-IPCountry');
  return value.toLowerCase();
});

export const sha256 = setting('a SHA-256 in hex', (value) => {
  if (!/^[\da-f]{64}$/i.test(value)) throw new BadValue('must be a SHA-256: 64 hexadecimal digits');
  return value.toLowerCase();
});

export const destinations = setting('a list of hosts, addresses and subnets', (value) => {
  const entries = value
    .toLowerCase()
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const wrong = entries.find((entry) => !isHostOrNetwork(entry));
  if (wrong !== undefined) throw new BadValue(`takes hosts, addresses and subnets; "${wrong}" is none`);
  return entries;
});

export const networks = setting('a list of addresses and subnets', (value) => {
  const entries = listed(value);
  const wrong = entries.find((entry) => !Networks.isEntry(entry));
  if (wrong !== undefined) throw new BadValue(`takes addresses and subnets such as 10.0.0.0/8; "${wrong}" is neither`);
  return entries;
});

const PRIVATE = new Networks(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']);

/** A list of private IP addresses and subnets. */
export const privateNetworks = setting('a list of private addresses and subnets', (value) => {
  const entries = listed(value);
  const wrong = entries.find((entry) => !PRIVATE.covers(entry));
  if (wrong !== undefined) throw new BadValue(`takes private addresses and subnets; "${wrong}" is none`);
  return entries;
});

export const privateAddress = setting('a private IPv4 address', (value) => {
  if (!isIPv4(value) || !PRIVATE.covers(value))
    throw new BadValue('must be a private IPv4 address such as 192.168.1.20');
  return value;
});

/** Name servers in the form that `dns.setServers` takes. */
export const nameServers = setting('a list of addresses, with or without a port', (value) => {
  const entries = listed(value);
  const wrong = entries.find((entry) => !isNameServer(entry));
  if (wrong !== undefined)
    throw new BadValue(`takes addresses such as 10.0.0.53 or [2001:db8::53]:5353; "${wrong}" is none`);
  return entries;
});

function isNameServer(entry: string): boolean {
  const {
    v4,
    v6,
    port: at = '53',
  } = /^(?:(?<v4>[\d.]+)|\[(?<v6>[\da-f:.]+)\])(?::(?<port>\d{1,5}))?$/i.exec(entry)?.groups ?? {};
  return isIP(entry) !== 0 || (isIP(v4 ?? v6 ?? '') !== 0 && Number(at) > 0 && Number(at) < 65_536);
}

export const color = setting('a colour such as #0e5c53', (value) => {
  if (!/^#[\da-f]{6}$/i.test(value)) throw new BadValue('must be a colour such as #0e5c53');
  return value.toLowerCase();
});

/** The name and colour of a brand. */
export const namedColor = setting('a name and a colour, such as Acme Bank #0e5c53', (value) => {
  const { name = '', hex = '' } = /^(?<name>[^#]{1,60}?) +(?<hex>#[\da-f]{6})$/i.exec(value)?.groups ?? {};
  if (name === '') throw new BadValue('must be a name and a colour, such as Acme Bank #0e5c53');
  return { name, color: hex.toLowerCase() };
});

/**
 * Checks a list of encryption keys, but returns the text itself. The code that uses the keys creates the key objects.
 */
export const keyring = setting('a list of keys', (value) => {
  parseEncryptionKeys(value);
  return value;
});

/**
 * Countries whose passport chips deviate from ICAO 9303. Each entry consists of the kind of deviation and a two-letter
 * country code. The parsed value contains only the country codes.
 */
export const chipDeviations = setting('a list such as plain-content:CN, or none', (value) => {
  const entries = value === 'none' ? [] : listed(value);
  const wrong = entries.find((entry) => !/^plain-content:[A-Z]{2}$/.test(entry));
  if (wrong !== undefined) throw new BadValue(`takes entries such as plain-content:CN, or none; "${wrong}" is neither`);
  return entries.map((entry) => entry.slice(-2));
});
