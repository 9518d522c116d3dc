import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { scopeOfClaim } from './requested-claims.js';

/**
 * Adds to a grant the requested claims that a granted scope already covers, so that the user is not asked for them
 * again.
 */
export async function withClaimsOfScopes({ oidc }: KoaContextWithOIDC, grant: Grant): Promise<Grant> {
  const granted = grant.getOIDCScope().split(' ');
  const known = grant.getOIDCClaims();
  const covered = [...oidc.requestParamClaims].filter(
    (claim) => granted.includes(scopeOfClaim(claim) ?? '') && !known.includes(claim),
  );
  if (covered.length === 0) return grant;
  grant.addOIDCClaims(covered);
  await grant.save();
  return grant;
}

/** Adds to a grant everything that the request asks for. Stores the grant only if something was added. */
export async function completed({ oidc }: KoaContextWithOIDC, existing: Grant | undefined): Promise<Grant> {
  const { account, client, provider } = oidc;
  const grant = existing ?? new provider.Grant({ accountId: account?.accountId, clientId: client?.clientId });
  const before = JSON.stringify([grant.openid, grant.resources]);
  grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(' '));
  if (oidc.requestParamClaims.size > 0) grant.addOIDCClaims([...oidc.requestParamClaims]);
  for (const [resource, { scopes }] of Object.entries(oidc.resourceServers ?? {})) {
    const requested = [...oidc.requestParamScopes].filter((scope) => scopes.has(scope));
    if (requested.length > 0) grant.addResourceScope(resource, requested.join(' '));
  }
  if (!existing || JSON.stringify([grant.openid, grant.resources]) !== before) await grant.save();
  return grant;
}
