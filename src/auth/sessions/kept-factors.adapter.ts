import type { Provider } from 'oidc-provider';
import { requestedAcrValues } from './demanded-level.js';
import {
  acrOf,
  beginsSignIn,
  factorIn,
  type Factor,
  type Level,
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
  Object.defineProperty((OIDCContext as unknown as { prototype: object }).prototype, 'acr', {
    get(this: { session?: { acr?: string }; params?: Readonly<Record<string, unknown>> }) {
      const acr = this.session?.acr;
      return acr && acrToReturn(levelOfAcr(acr) as Level, requestedAcrValues(this.params ?? {}));
    },
  });
}
