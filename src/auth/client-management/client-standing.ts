/** The facts about a client that decide who may change it. */
export interface Standing {
  readonly administrator: boolean;
  readonly scopes: readonly string[];
}

/** The scopes of `other` that `caller` does not hold. Whoever may change a client can act as it, with a new secret. */
export const scopesBeyond = (caller: Standing, other: Pick<Standing, 'scopes'>): string[] =>
  other.scopes.filter((scope) => !caller.scopes.includes(scope));

/** An administrator is changed by administrators only. */
export const mayChange = (caller: Standing, other: Standing): boolean =>
  (caller.administrator || !other.administrator) && scopesBeyond(caller, other).length === 0;
