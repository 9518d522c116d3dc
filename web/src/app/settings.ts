/** The settings that the server writes into the page (`AppSettings` in the server's code). */
export interface Settings {
  readonly issuer: string;
  readonly accountUrl: string;
  readonly mobileUrl: string;
  readonly redirectUri: string;
  readonly clientId?: string;
  readonly vapidPublicKey?: string;
  readonly brand: string;
  /** The configured link addresses of the enterprise. */
  readonly links: Readonly<Partial<Record<BrandLink, string>>>;
  readonly languages: readonly LanguageChoice[];
}

export const BRAND_LINKS = ['privacy', 'terms', 'help'] as const;
export type BrandLink = (typeof BRAND_LINKS)[number];

export interface LanguageChoice {
  readonly tag: string;
  /** The name of the language, in the language itself. */
  readonly name: string;
  /** The locale for dates and numbers. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
}

/**
 * The address to which the app sends a request. In the demo, the app runs in a frame, and sends its requests to the
 * demo's address, which forwards them to the service. Tokens and signatures contain the address of the service in any
 * case.
 */
export function reached(url: string, { issuer, mobileUrl }: Pick<Settings, 'issuer' | 'mobileUrl'>): string {
  if (location.origin === new URL(mobileUrl).origin) return url;
  const asked = new URL(url);
  const ours = [issuer, mobileUrl].some((one) => new URL(one).host === asked.host);
  if (!ours) return url;
  const scheme = asked.protocol.startsWith('ws') ? location.origin.replace(/^http/, 'ws') : location.origin;
  return `${scheme}${asked.pathname}${asked.search}`;
}

export const settingsIn = (page: HTMLElement): Settings => JSON.parse(page.dataset['settings'] ?? '{}') as Settings;
