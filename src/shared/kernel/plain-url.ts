const AUTHORITY = /^(https?):\/\/([^/?#@\\]+)(?:[/?#][^\\]*)?$/;
const DEFAULT_PORT = { http: ':80', https: ':443' };

/**
 * Whether all URL parsers find the same host in an absolute http or https URL: ASCII only, a canonical host, two
 * slashes, no user name, and no backslash, which browsers read as a slash.
 */
export function isPlainUrl(text: string): boolean {
  const [, scheme, authority = ''] = /^[!-~]+$/.test(text) ? (AUTHORITY.exec(text) ?? []) : [];
  if ((scheme !== 'http' && scheme !== 'https') || !URL.canParse(text)) return false;
  const host = authority.toLowerCase();
  const { host: called } = new URL(text);
  return called === host || `${called}${DEFAULT_PORT[scheme]}` === host;
}
