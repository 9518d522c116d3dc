import { InAppBrowser } from 'react-native-inappbrowser-reborn';

/**
 * Opens the login page in `ASWebAuthenticationSession` or a Custom Tab, whose cookies are those of the browser. Resolves
 * with the address by which it comes back; an empty text when the user has closed it, which `finishSignIn` answers with
 * `login_required`.
 */
export async function systemBrowser(url: string, redirectUri: string): Promise<string> {
  const result = await InAppBrowser.openAuth(url, redirectUri, { ephemeralWebSession: false, showInRecents: true });
  return result.type === 'success' ? result.url : '';
}
