import type { IncomingHttpHeaders } from 'node:http';

/** The browser according to its User-Agent header. Callers can send any text, so it is used for display only. */
export interface UserAgent {
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

/**
 * Browsers and their patterns, the most specific first, because the first match counts, and a User-Agent also contains
 * the names of browsers that it is compatible with.
 */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Samsung Internet', /SamsungBrowser\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
];
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];
const LONGEST = 500;

export function userAgentIn(header: string | undefined): UserAgent {
  const text = (header ?? '').slice(0, LONGEST);
  const nameIn = (names: typeof BROWSERS) => names.find(([, sign]) => sign.test(text))?.[0];
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}

/**
 * Whether the browser runs on a phone. Chromium reports this in a separate header, other browsers in their User-Agent.
 * Tablets do not count.
 */
export function isPhone({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  const { 'sec-ch-ua-mobile': mobile, 'user-agent': name = '' } = headers;
  if (mobile === '?0' || mobile === '?1') return mobile === '?1';
  const text = name.slice(0, LONGEST);
  return /\bMobi/.test(text) && !/\biPad\b/.test(text);
}
