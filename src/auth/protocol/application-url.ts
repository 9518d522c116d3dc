interface Registered {
  readonly errorUrl: string | null;
  readonly postLogoutRedirectUris: readonly string[];
}

/**
 * The address at which users continue in an application: the one that it wants after an error, or else after a logout.
 */
export const applicationUrl = ({ errorUrl, postLogoutRedirectUris }: Registered): string | undefined =>
  errorUrl ?? postLogoutRedirectUris.find((uri) => /^https?:/.test(uri));
