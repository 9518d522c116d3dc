import { type Client as EngineClient, type Grant, Provider } from 'oidc-provider';
import { scopeOfClaim } from './requested-claims.js';

/**
 * Limits what a grant gives to the scopes that its client still holds, and to the claims that they cover. A client that
 * has lost a scope gets no more data of it, neither by a refresh nor from userinfo. A scope that the client gets back
 * counts again.
 */
export function limitGrantsToHeldScopes({ Grant }: Provider, held: (client: EngineClient) => readonly string[]): void {
  const isHeld = (scope: string): boolean => {
    const client = Provider.ctx?.oidc.client;
    return !client || held(client).includes(scope);
  };
  Object.assign(Grant.prototype, {
    getOIDCScopeFiltered(this: Grant, filter: Iterable<string>): string {
      const wanted = new Set(filter);
      const scopes = this.getOIDCScope().split(' ');
      return scopes.filter((scope) => wanted.has(scope) && isHeld(scope)).join(' ');
    },
    getOIDCClaimsFiltered(this: Grant, filter: Iterable<string>): string[] {
      const wanted = new Set(filter);
      return this.getOIDCClaims().filter((claim) => wanted.has(claim) && isHeld(scopeOfClaim(claim) ?? 'openid'));
    },
  });
}
