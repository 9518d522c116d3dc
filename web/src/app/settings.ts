/** The settings that the server writes into the page (`AppSettings` there). */
export interface Settings {
  readonly issuer: string;
  readonly accountUrl: string;
  readonly mobileUrl: string;
  readonly redirectUri: string;
  readonly clientId?: string;
  readonly vapidPublicKey?: string;
  readonly brand: string;
  /** Addresses, where they are set. */
  readonly links: Readonly<Partial<Record<BrandLink, string>>>;
  readonly languages: readonly LanguageChoice[];
}

export const BRAND_LINKS = ['privacy', 'terms', 'help'] as const;
export type BrandLink = (typeof BRAND_LINKS)[number];

export interface LanguageChoice {
  readonly tag: string;
  /** The name of the language, in the language itself. */
  readonly name: string;
  /** For dates and numbers. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
}

/**
 * The address for requests to the service. In a frame of the demo it is the demo's address, which passes everything on.
 * The addresses of the service itself are used as names there, in tokens and signatures.
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
