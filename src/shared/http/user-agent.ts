import type { IncomingHttpHeaders } from 'node:http';

/** The browser as it describes itself. Anybody can say anything: it is only shown. */
export interface UserAgent {
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

/** The first match counts. Browsers also name the browsers that they resemble, so the special ones come first. */
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

/** Whether it is a phone. Chromium sends a header for it; the others write it into their name. Tablets do not count. */
export function isPhone({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  const { 'sec-ch-ua-mobile': mobile, 'user-agent': name = '' } = headers;
  if (mobile === '?0' || mobile === '?1') return mobile === '?1';
  const text = name.slice(0, LONGEST);
  return /\bMobi/.test(text) && !/\biPad\b/.test(text);
}
