import { KernelErrors } from '../../../shared/kernel/index.js';
import type { ClientProfile } from '../client-profile.js';

/** Throws for a client without any scope, because it could not request a token. */
export function demandScopes({ scopes, apiScopes }: Pick<ClientProfile, 'scopes' | 'apiScopes'>): void {
  if (scopes.length + apiScopes.length > 0) return;
  const detail = 'Must have at least one element, unless the client has apiScopes.';
  throw KernelErrors.invalidArguments(undefined, { errors: [{ pointer: '/scopes', detail }] });
}
