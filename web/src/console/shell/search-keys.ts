/** The shortcut for the search, with the key names of this operating system. */
export const searchKeys = (platform: string = platformOf(navigator)): string =>
  /mac|iphone|ipad/i.test(platform) ? '⌘K' : 'Ctrl K';

const platformOf = (browser: Navigator & { readonly userAgentData?: { readonly platform: string } }): string =>
  browser.userAgentData?.platform ?? browser.userAgent;
