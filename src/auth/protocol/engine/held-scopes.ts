import { type Client as EngineClient, type Grant, Provider } from 'oidc-provider';
import { scopeOfClaim } from './requested-claims.js';

type Filter = Parameters<Grant['getOIDCScopeFiltered']>[0];

/**
 * Limits what a grant gives to the scopes that its client still holds, and to the claims that they cover. A client that
 * has lost a scope gets no more data of it, neither by a refresh nor from userinfo. A scope that the client gets back
 * counts again.
 */
export function limitGrantsToHeldScopes({ Grant }: Provider, held: (client: EngineClient) => readonly string[]): void {
  const { getOIDCScopeFiltered, getOIDCClaimsFiltered } = Grant.prototype;
  const isHeld = (scope: string): boolean => {
    const client = Provider.ctx?.oidc.client;
    return !client || held(client).includes(scope);
  };
  Object.assign(Grant.prototype, {
    getOIDCScopeFiltered(this: Grant, filter: Filter): string {
      return getOIDCScopeFiltered.call(this, filter).split(' ').filter(isHeld).join(' ');
    },
    getOIDCClaimsFiltered(this: Grant, filter: Filter): string[] {
      const claims = getOIDCClaimsFiltered.call(this, filter) as unknown as string[];
      return claims.filter((claim) => isHeld(scopeOfClaim(claim) ?? 'openid'));
    },
  });
}
