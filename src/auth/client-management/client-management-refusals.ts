import { KernelErrors } from '../../shared/kernel/index.js';
import { scopesBeyond, type Standing } from './client-standing.js';
import { ClientErrors } from '../contract/auth.errors.js';

export const idTaken = () => {
  const detail = 'Another client, maybe of another enterprise, has this id. Choose another one.';
  return KernelErrors.invalidArguments(undefined, { errors: [{ pointer: '/clientId', detail }] });
};

export function notFound(clientId: string): never {
  throw ClientErrors.notFound(`No client ${clientId}`);
}

export function refuseScopesBeyond(by: Standing, scopes: readonly string[]): void {
  const beyond = scopesBeyond(by, { scopes });
  if (beyond.length > 0) throw ClientErrors.scopeNotHeld(`Not held: ${beyond.join(' ')}`, { scopes: beyond });
}
