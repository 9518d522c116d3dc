interface Registered {
  readonly errorUrl: string | null;
  readonly postLogoutRedirectUris: readonly string[];
}

/** Where users of an application find it again: where it wants them after an error, else after a logout. */
export const applicationUrl = ({ errorUrl, postLogoutRedirectUris }: Registered): string | undefined =>
  errorUrl ?? postLogoutRedirectUris.find((uri) => /^https?:/.test(uri));
