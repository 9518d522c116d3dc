/** What the server says of itself in the page (`AppSettings` there). */
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
  /** In that language. */
  readonly name: string;
  /** For dates and numbers. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
}

export const settingsIn = (page: HTMLElement): Settings => JSON.parse(page.dataset['settings'] ?? '{}') as Settings;
