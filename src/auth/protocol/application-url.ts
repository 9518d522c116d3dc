interface Registered {
  readonly errorUrl: string | null;
  readonly postLogoutRedirectUris: readonly string[];
}

/**
 * The URL at which users continue in an application: the one that it has registered for errors or, without one, the
 * first http(s) URL that it has registered for logouts.
 */
export const applicationUrl = ({ errorUrl, postLogoutRedirectUris }: Registered): string | undefined =>
  errorUrl ?? postLogoutRedirectUris.find((uri) => /^https?:/.test(uri));
