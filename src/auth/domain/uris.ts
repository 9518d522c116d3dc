const LONGEST = 2_048;
const PRINTABLE = /^[!-~]+$/;
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Absolute, without fragment, credentials, wildcard or characters that a header could not carry. */
export function isPlainUri(text: string): boolean {
  if (text.length > LONGEST || !PRINTABLE.test(text) || /[#*\\]/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return !username && !password;
}

export const isHttps = (uri: string): boolean => new URL(uri).protocol === 'https:';

/** RFC 8252, 7.2: an address of the web that an app has claimed, which nobody can of their own machine. */
export const isClaimedHttps = (uri: string): boolean => isHttps(uri) && !LOOPBACK.has(new URL(uri).hostname);

/** RFC 8252, 7.3: an app's own little server, on its own machine. */
export const isLoopbackHttp = (uri: string): boolean => {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && LOOPBACK.has(hostname);
};

const AT_LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?((?:\/.*)?)$/;

/** Whether that is one of these on a loopback address, port aside: an app takes the port that is free. */
export function isAtAnyPortOf(registered: readonly string[], uri: string): boolean {
  const asked = withoutPort(uri);
  return asked !== undefined && URL.canParse(uri) && registered.some((one) => withoutPort(one) === asked);
}

const withoutPort = (uri: string): string | undefined => {
  const [, host, rest] = AT_LOOPBACK.exec(uri) ?? [];
  return host === undefined ? undefined : `${host}${rest ?? ''}`;
};

/** RFC 8252, 7.1: a scheme that an app may claim is the reverse of a domain name, such as `com.example.app:`. */
export const isOwnScheme = (uri: string): boolean => /^[a-z][a-z\d-]*(?:\.[a-z\d-]+)+:$/.test(new URL(uri).protocol);

/** An origin as browsers send it: no path, not even a slash. */
export const isOrigin = (text: string): boolean =>
  isPlainUri(text) && new URL(text).origin === text && (isHttps(text) || isLoopbackHttp(text));
