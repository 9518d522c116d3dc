import { InAppBrowser } from 'react-native-inappbrowser-reborn';

/**
 * Opens the login page in `ASWebAuthenticationSession` or a Custom Tab, which share the browser's cookies. Resolves
 * with the address that returns to the app. If the user closes the page, it resolves with an empty text, for which
 * `finishSignIn` fails with `login_required`.
 */
export async function systemBrowser(url: string, redirectUri: string): Promise<string> {
  const result = await InAppBrowser.openAuth(url, redirectUri, { ephemeralWebSession: false, showInRecents: true });
  return result.type === 'success' ? result.url : '';
}
