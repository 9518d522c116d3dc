import { KernelErrors } from '../../shared/kernel/index.js';
import { ClientErrors } from '../contract/auth.errors.js';
import type { ClientProfile } from '../client/client-profile.js';

/** The properties of a client that determine who may change it. */
export interface ClientPrivileges {
  readonly administrator: boolean;
  readonly scopes: readonly string[];
}

/**
 * Returns the scopes of `other` that `caller` lacks. A caller that may change a client can give it a new secret, and
 * then act as that client. So the caller must hold all scopes of the client.
 */
export const scopesBeyond = (caller: ClientPrivileges, other: Pick<ClientPrivileges, 'scopes'>): string[] =>
  other.scopes.filter((scope) => !caller.scopes.includes(scope));

/**
 * Only an administrator client may change another administrator client. Every caller must hold all scopes of the client
 * that it changes.
 */
export const mayChange = (caller: ClientPrivileges, other: ClientPrivileges): boolean =>
  (caller.administrator || !other.administrator) && scopesBeyond(caller, other).length === 0;

export const idTaken = () => {
  const detail = 'Another client, maybe of another enterprise, has this id. Choose another one.';
  return KernelErrors.invalidArguments(undefined, { errors: [{ pointer: '/clientId', detail }] });
};

export function notFound(clientId: string): never {
  throw ClientErrors.notFound(`No client ${clientId}`);
}

export function refuseScopesBeyond(by: ClientPrivileges, scopes: readonly string[]): void {
  const beyond = scopesBeyond(by, { scopes });
  if (beyond.length > 0) throw ClientErrors.scopeNotHeld(`Not held: ${beyond.join(' ')}`, { scopes: beyond });
}

/** Throws for a client without any scope, because it could not request a token. */
export function demandScopes({ scopes, apiScopes }: Pick<ClientProfile, 'scopes' | 'apiScopes'>): void {
  if (scopes.length + apiScopes.length > 0) return;
  const detail = 'Must have at least one element, unless the client has apiScopes.';
  throw KernelErrors.invalidArguments(undefined, { errors: [{ pointer: '/scopes', detail }] });
}
