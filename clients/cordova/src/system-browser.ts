interface Page {
  readonly cordova?: { readonly InAppBrowser?: { open(url: string, target: '_system'): unknown } };
  readonly document: {
    addEventListener(name: string, listener: () => void): void;
    removeEventListener(name: string, listener: () => void): void;
  };
  open(url: string, target: '_system'): unknown;
  setTimeout(work: () => void, ms: number): unknown;
  handleOpenURL?: ((url: string) => void) | undefined;
}

/**
 * How long to wait for `handleOpenURL` after the app has resumed, because it may be called after `resume`. Later, the
 * login counts as cancelled.
 */
const COMES_WITHIN_MS = 3_000;

/**
 * Opens the login page in the system's browser (RFC 8252). Resolves with the address that returns to the app, which a
 * plugin for URL schemes passes to `handleOpenURL`. Resolves with an empty text if the user returned without logging
 * in.
 */
export function systemBrowser(url: string, redirectUri: string): Promise<string> {
  const page = globalThis as unknown as Page;
  return new Promise((resolve) => {
    const { handleOpenURL: before } = page;
    let isOver = false;
    const end = (back: string): void => {
      if (isOver) return;
      isOver = true;
      page.handleOpenURL = before;
      page.document.removeEventListener('resume', resumed);
      resolve(back);
    };
    const resumed = (): void => void page.setTimeout(() => end(''), COMES_WITHIN_MS);
    page.handleOpenURL = (opened) => (opened.startsWith(redirectUri) ? end(opened) : before?.(opened));
    page.document.addEventListener('resume', resumed);
    const browser = page.cordova?.InAppBrowser ?? page;
    browser.open(url, '_system');
  });
}
