export const ACCOUNT = '/service/account/';

/** The enterprise whose users log in there. Applications link to their own. */
export interface LoginTenant {
  readonly enterprise: string;
  readonly test: boolean;
}

export const FIRST_ENTERPRISE = 'default';

/** The address of the account page names the users that it is for, so that this is kept when they have signed out. */
export function tenantQuery({ enterprise, test }: LoginTenant): string {
  const named = new URLSearchParams();
  if (enterprise !== FIRST_ENTERPRISE) named.set('enterprise', enterprise);
  if (test) named.set('test', 'true');
  return named.size === 0 ? '' : `?${named.toString()}`;
}

export const accountUrl = (tenant?: LoginTenant): string => `${ACCOUNT}${tenant ? tenantQuery(tenant) : ''}`;
