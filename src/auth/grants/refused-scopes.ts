import { knownScopes } from '../tokens/token-plan.js';
import { CLAIMS } from '../protocol/engine/requested-claims.js';

/**
 * The scopes of a grant, as stored by the protocol engine. Scopes that the user has refused are in `rejected`, which
 * overrides the other members.
 */
export interface GrantedScopes {
  readonly openid?: { scope?: string; claims?: string[] } | null;
  readonly resources?: Readonly<Record<string, string>> | null;
  readonly rejected?: Omit<GrantedScopes, 'rejected'> | null;
}

/**
 * Scopes of the service that users may withdraw and restore. The other scopes cannot be withdrawn, because without them
 * users could not sign in or the client would have no access.
 */
const optionalScopes: readonly string[] = ['profile', 'email', 'phone', 'groups', 'notifications'];

/** Whether a user may withdraw a scope: one of `optionalScopes`, or a scope of the enterprise's own API. */
export const isOptional = (scope: string): boolean => optionalScopes.includes(scope) || !knownScopes.includes(scope);

const namesIn = (text: string | undefined): string[] => (text ?? '').split(' ').filter(Boolean);

const allScopes = ({ openid, resources }: GrantedScopes): string[] => [
  ...new Set([...namesIn(openid?.scope), ...Object.values(resources ?? {}).flatMap(namesIn)]),
];

export const refusedScopes = ({ rejected }: GrantedScopes): string[] => allScopes(rejected ?? {});

export function grantedScopes(grant: GrantedScopes): string[] {
  const refused = refusedScopes(grant);
  return allScopes(grant).filter((scope) => !refused.includes(scope));
}

/** The value of `rejected` that excludes these scopes and their claims from the grant. */
export function refusing(grant: GrantedScopes, refused: readonly string[]): Omit<GrantedScopes, 'rejected'> {
  const taken = (text: string | undefined) =>
    namesIn(text).filter((scope) => isOptional(scope) && refused.includes(scope));
  const scopes = taken(grant.openid?.scope);
  const claims = scopes.flatMap((scope) => [...(CLAIMS[scope as keyof typeof CLAIMS] ?? [])]);
  const resources = Object.entries(grant.resources ?? {}).flatMap(([resource, text]) => {
    const gone = taken(text);
    return gone.length === 0 ? [] : [[resource, gone.join(' ')] as const];
  });
  return {
    ...(scopes.length > 0 && { openid: { scope: scopes.join(' '), ...(claims.length > 0 && { claims }) } }),
    ...(resources.length > 0 && { resources: Object.fromEntries(resources) }),
  };
}
