import { knownScopes } from '../tokens/token-plan.js';
import { CLAIMS } from '../protocol/engine/requested-claims.js';

/** The scopes of a grant, as the engine stores it. Those that were refused are in `rejected`, and count against the rest. */
export interface GrantedScopes {
  readonly openid?: { scope?: string; claims?: string[] } | null;
  readonly resources?: Readonly<Record<string, string>> | null;
  readonly rejected?: Omit<GrantedScopes, 'rejected'> | null;
}

/** The scopes of ours that a user may take off and give back. Without the others there is no sign-in, or no access at all. */
const optionalScopes: readonly string[] = ['profile', 'email', 'phone', 'groups', 'notifications'];

/** Whether it is one of those, or of an API of the enterprise. */
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

/** The part `rejected` with which the grant no longer covers these scopes, nor any of their claims. */
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
