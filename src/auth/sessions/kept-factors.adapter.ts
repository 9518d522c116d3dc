import type { Provider } from 'oidc-provider';
import { requestedAcrValues } from './demanded-level.js';
import {
  acrOf,
  beginsSignIn,
  factorIn,
  type Factor,
  levelOf,
  levelOfAcr,
  methodsOf,
  type Proven,
  acrToReturn,
} from './levels.js';
import { changeStoredMembers } from './stored-members.js';

/** The parts of the protocol engine's login session that determine its level. */
export interface LeveledSession {
  accountId?: string | undefined;
  loginTs?: number | undefined;
  amr?: readonly string[] | undefined;
  factors?: Proven | undefined;
}

interface LoggedIn {
  readonly accountId: string;
  readonly loginTs?: number;
  readonly amr?: readonly string[];
}

/** The proven factors of a session. A session stored before factors were recorded has only its `amr`. */
export function provenIn({ accountId, factors, amr, loginTs }: LeveledSession): Proven {
  if (accountId === undefined) return {};
  return factors ?? { [factorIn(amr ?? [])]: loginTs ?? 0 };
}

/**
 * Adds the factor that has just been proven. The user's earlier factors are kept: a weaker login does not replace a
 * stronger one.
 */
export function withFactor(session: LeveledSession, { accountId, amr = [], loginTs }: LoggedIn, now: number) {
  const at = loginTs ?? Math.floor(now);
  const factor: Factor = factorIn(amr);
  const before = session.accountId === accountId ? session : {};
  const factors = { ...provenIn(before), [factor]: at };
  const began = beginsSignIn(factor) ? at : (before.loginTs ?? at);
  return { accountId, factors, loginTs: began, amr: methodsOf(factors, now) };
}

/** The level of a token issued for a code or refresh token. Tokens issued before levels existed have only `amr`. */
export const acrOfGrant = ({ acr, amr = [] }: { acr?: string | undefined; amr?: readonly string[] | undefined }) =>
  acr ?? acrOf(levelOf({ [factorIn(amr)]: 0 }, 0) || 1);

/** The factors that count for a request, by its `OIDCContext`. */
const counted = new WeakMap<object, Proven>();

/**
 * Notes which factors of the session count for a request. The tokens of this request then tell only their level and
 * their methods. A factor does not count if it is older than `max_age`, or if the enterprise no longer allows it.
 */
export const noteCounted = (oidc: object, proven: Proven): void => void counted.set(oidc, proven);

/** Makes the protocol engine store the factors with the session, and compute the session's `acr` from them. */
export function storeFactorsInSessions({ Session, OIDCContext }: Provider, now: () => number): void {
  changeStoredMembers(Session, (members) => [...members.filter((name) => name !== 'acr'), 'factors']);
  Object.defineProperties(Session.prototype, {
    acr: {
      get(this: LeveledSession) {
        return this.accountId === undefined ? undefined : acrOf(levelOf(provenIn(this), now()) || 1);
      },
      set() {
        // Ignores the `acr` that the engine sets, because the getter computes it from the factors.
      },
    },
    loginAccount: {
      value(this: LeveledSession, login: LoggedIn) {
        Object.assign(this, withFactor(this, login, now()));
      },
    },
  });
  Object.defineProperties((OIDCContext as unknown as { prototype: object }).prototype, {
    acr: {
      get(this: RequestContext) {
        const proven = counted.get(this);
        const level = proven ? levelOf(proven, now()) || 1 : levelOfAcr(this.session?.acr ?? '');
        return level && acrToReturn(level, requestedAcrValues(this.params ?? {}));
      },
    },
    amr: {
      get(this: RequestContext) {
        const proven = counted.get(this);
        return proven ? methodsOf(proven, now()) : this.session?.amr;
      },
    },
  });
}

/** The parts of the protocol engine's `OIDCContext` that tell the level of a sign-in. */
interface RequestContext {
  readonly session?: { readonly acr?: string; readonly amr?: readonly string[] };
  readonly params?: Readonly<Record<string, unknown>>;
}
