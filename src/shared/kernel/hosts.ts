import { Networks } from '../../config/networks.js';

export const LOOPBACK_NETWORKS: readonly string[] = ['127.0.0.0/8', '::1'];
const loopback = new Networks(LOOPBACK_NETWORKS);

/**
 * Whether an address is a loopback address. Also recognises IPv4 addresses in IPv6 form, such as `::ffff:127.0.0.1`.
 */
export const isLoopbackAddress = (address: string): boolean => loopback.includes(address);

/** Whether the host of a URL is `localhost` or a loopback address. An IPv6 address may be in brackets. */
export const isLoopbackHost = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || isLoopbackAddress(host.replace(/^\[|\]$/g, ''));

const AUTHORITY = /^(https?):\/\/([^/?#@\\]+)(?:[/?#][^\\]*)?$/;
const DEFAULT_PORT = { http: ':80', https: ':443' };

/**
 * Whether a text is an absolute http or https URL in which all URL parsers find the same host: ASCII only, a canonical
 * host, two slashes, no user name, and no backslash, which browsers read as a slash.
 */
export function isPlainUrl(text: string): boolean {
  const [, scheme, authority = ''] = /^[!-~]+$/.test(text) ? (AUTHORITY.exec(text) ?? []) : [];
  if ((scheme !== 'http' && scheme !== 'https') || !URL.canParse(text)) return false;
  const host = authority.toLowerCase();
  const { host: called } = new URL(text);
  return called === host || `${called}${DEFAULT_PORT[scheme]}` === host;
}
