export const ACCOUNT = '/service/account/';

/** The enterprise, and its side (live or test), whose users log in on the account page. */
export interface LoginTenant {
  readonly enterprise: string;
  readonly test: boolean;
}

export const FIRST_ENTERPRISE = 'default';

/**
 * The query that names the tenant. It is part of the account page's URL, so that it is still known after a sign-out.
 */
export function tenantQuery({ enterprise, test }: LoginTenant): string {
  const named = new URLSearchParams();
  if (enterprise !== FIRST_ENTERPRISE) named.set('enterprise', enterprise);
  if (test) named.set('test', 'true');
  return named.size === 0 ? '' : `?${named.toString()}`;
}

export const accountUrl = (tenant?: LoginTenant): string => `${ACCOUNT}${tenant ? tenantQuery(tenant) : ''}`;
