/** The keys for the search, as the keyboards of this system name them. */
export const searchKeys = (platform: string = platformOf(navigator)): string =>
  /mac|iphone|ipad/i.test(platform) ? '⌘K' : 'Ctrl K';

const platformOf = (browser: Navigator & { readonly userAgentData?: { readonly platform: string } }): string =>
  browser.userAgentData?.platform ?? browser.userAgent;
