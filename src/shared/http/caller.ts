import type { Request } from 'express';

interface Known {
  readonly clientId?: unknown;
  readonly sub?: unknown;
}

/** Who a guard has found to be calling: a client, or a user by way of one. */
export function callerOf({ user }: Request): readonly [client: string, user: string] | undefined {
  const { clientId, sub } = (user ?? {}) as Known;
  if (typeof clientId !== 'string') return undefined;
  return [clientId, typeof sub === 'string' ? sub : ''];
}
