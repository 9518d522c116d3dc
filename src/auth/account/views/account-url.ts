import { fieldsOf } from '../../../shared/pages/index.js';

export const ACCOUNT = '/service/account/';

/** The tenant whose users log in on the account page: an enterprise, in live or test mode. */
export interface LoginTenant {
  readonly enterprise: string;
  readonly test: boolean;
}

export const FIRST_ENTERPRISE = 'default';

/**
 * The query string that names the tenant. It is part of the account page's URL, so that the login form shows the same
 * tenant after a sign-out.
 */
export function tenantQuery({ enterprise, test }: LoginTenant): string {
  const named = new URLSearchParams();
  if (enterprise !== FIRST_ENTERPRISE) named.set('enterprise', enterprise);
  if (test) named.set('test', 'true');
  return named.size === 0 ? '' : `?${named.toString()}`;
}

export function loginTenantIn({ query }: { readonly query: unknown }): LoginTenant {
  const asked = fieldsOf(query);
  return { enterprise: asked.text('enterprise') || FIRST_ENTERPRISE, test: asked.text('test') === 'true' };
}

export const accountUrl = (tenant?: LoginTenant): string => `${ACCOUNT}${tenant ? tenantQuery(tenant) : ''}`;
