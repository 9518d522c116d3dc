/** The claim `act` (RFC 8693, 4.1): the party that acts, and the parties that acted before it. */
export interface Actor {
  readonly sub: string;
  readonly act?: Actor;
}

/** Maximum number of actors in a chain of token exchanges. A longer chain is treated as a loop. */
const LONGEST_CHAIN = 5;

/**
 * Creates the claim `act` with a new actor in front of the previous ones. Returns undefined if the chain is too long.
 */
export function actorAfter(sub: string, before: unknown): Actor | undefined {
  const act = readActor(before);
  return lengthOf(act) < LONGEST_CHAIN ? { sub, ...(act && { act }) } : undefined;
}

function readActor(claim: unknown): Actor | undefined {
  if (typeof claim !== 'object' || claim === null) return undefined;
  const { sub, act } = claim as { sub?: unknown; act?: unknown };
  const before = readActor(act);
  return typeof sub === 'string' ? { sub, ...(before && { act: before }) } : undefined;
}

const lengthOf = (actor: Actor | undefined): number => (actor ? 1 + lengthOf(actor.act) : 0);

/**
 * The scopes of a token issued in an exchange: the requested ones or, if none are requested, all allowed ones. If a
 * requested scope is not allowed, returns it as `refused`.
 */
export function exchangedScopes(
  asked: readonly string[],
  allowed: readonly string[],
): { readonly scopes: readonly string[] } | { readonly refused: string } {
  const refused = asked.find((scope) => !allowed.includes(scope));
  if (refused !== undefined) return { refused };
  const scopes = asked.length > 0 ? [...new Set(asked)] : allowed;
  return scopes.length > 0 ? { scopes } : { refused: '' };
}
