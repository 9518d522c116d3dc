/** The client that the app at `MOBILE_URL/app/` signs its users in by. */
export interface AppClient {
  readonly clientId: string;
  readonly enterpriseId: string;
  /** The address of the account page for its users. */
  readonly accountUrl: string;
}

/** The clients of the app. An enterprise may have its own; the others share the one of the settings. */
export abstract class AppClients {
  /** The requested client, if it belongs to the app, or else the default one. `undefined` if there is none. */
  abstract find(clientId?: string): Promise<AppClient | undefined>;
}

/** The address of the app, and the one to which its users come back after signing in. */
export const appUrl = ({ mobileUrl }: { readonly mobileUrl: string }): string => `${mobileUrl}/app/`;

/** The same for the users of one client: the app remembers the client that it was opened with last. */
export const appUrlOf = (clientId: string, config: { readonly mobileUrl: string }): string =>
  `${appUrl(config)}?client=${encodeURIComponent(clientId)}`;
