/** The client with which the app at `MOBILE_URL/app/` signs users in. */
export interface AppClient {
  readonly clientId: string;
  readonly enterpriseId: string;
  /** The URL of the account page for the client's users. */
  readonly accountUrl: string;
}

/**
 * The clients of the app at `MOBILE_URL/app/`. An enterprise may have a client of its own. All other enterprises use
 * the default client.
 */
export abstract class AppClients {
  /**
   * Returns the client with this id if it is one of the app's, otherwise the default client, or `undefined` if there is
   * no default.
   */
  abstract find(clientId?: string): Promise<AppClient | undefined>;
}

/** The URL of the app, which is also its redirect URI. */
export const appUrl = ({ mobileUrl }: { readonly mobileUrl: string }): string => `${mobileUrl}/app/`;

/** The app's URL for the users of one client. The app remembers the client that it was last opened with. */
export const appUrlOf = (clientId: string, config: { readonly mobileUrl: string }): string =>
  `${appUrl(config)}?client=${encodeURIComponent(clientId)}`;
