/** The properties of a client that determine who may change it. */
export interface Standing {
  readonly administrator: boolean;
  readonly scopes: readonly string[];
}

/**
 * The scopes of `other` that `caller` lacks. A caller that may change a client can act as it, with a new secret, so it
 * must hold all its scopes.
 */
export const scopesBeyond = (caller: Standing, other: Pick<Standing, 'scopes'>): string[] =>
  other.scopes.filter((scope) => !caller.scopes.includes(scope));

/** Only administrators may change an administrator. The caller must hold all scopes of the client. */
export const mayChange = (caller: Standing, other: Standing): boolean =>
  (caller.administrator || !other.administrator) && scopesBeyond(caller, other).length === 0;
