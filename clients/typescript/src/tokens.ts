import type { Context } from './context.js';
import { claimsOf, objectIn } from './encoding.js';
import { CountersignError } from './errors.js';
import { formOf, problemOf } from './form.js';
import { NoAnswer, send } from './http.js';
import { RenewalRetry } from './renewal-retry.js';
import type { Session } from './types.js';

/** The answer of the token endpoint. */
export interface Granted {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly idToken: string | undefined;
  readonly lifetimeMs: number;
}

interface Kept {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  readonly lifetimeMs: number;
  /**
   * When the tokens were received, by the device's clock, which all tabs share. Only differences of such times are
   * used, so a wrong clock does not matter.
   */
  readonly takenAt: number;
  readonly session: Session;
}

const RECORD = 'tokens';
/** A token that expires sooner than this is renewed before it is used. */
const MARGIN_MS = 20_000;

/** The tokens of the signed-in user. They appear in the storage, but in no log and no error. */
export class Tokens {
  #kept: Kept | undefined;
  #renewing: Promise<string> | undefined;
  readonly #retry = new RenewalRetry(() => this.usable());

  constructor(private readonly context: Context) {}

  get session(): Session | null {
    return this.#kept?.session ?? null;
  }

  /** Loads the tokens of an earlier visit. */
  async restore(): Promise<Session | null> {
    const kept = await this.#read();
    if (kept && this.#isFresh(kept)) this.#readClock(kept.accessToken, kept.takenAt);
    this.#hold(kept);
    return this.session;
  }

  async take(granted: Granted, session: Session): Promise<void> {
    const { accessToken, refreshToken, lifetimeMs } = granted;
    const kept = { accessToken, refreshToken, lifetimeMs, takenAt: this.context.clock.device(), session };
    await this.context.records.set(RECORD, kept);
    this.#hold(kept);
  }

  /**
   * Returns the access token. Renews it first if it expires soon or equals `voided`, a token that the server has
   * refused.
   */
  async usable(voided?: string): Promise<string> {
    const kept = this.#kept;
    if (!kept) throw this.context.failures.of('signed_out');
    if (kept.accessToken !== voided && this.#isFresh(kept)) return kept.accessToken;
    this.#renewing ??= this.#renewed(kept.accessToken);
    return this.#renewing;
  }

  /** Renews the token, even if the current one is still valid. */
  renew(): Promise<string> {
    return this.usable(this.#kept?.accessToken);
  }

  /** Deletes all tokens, and tries to revoke them. */
  async signOut(): Promise<void> {
    const kept = this.#kept;
    await this.context.records.delete(RECORD);
    this.#hold(undefined);
    if (kept) await this.#revokeAll(kept);
  }

  /** Sends one request to the token endpoint. */
  async request(params: Readonly<Record<string, string>>): Promise<Granted> {
    const { context } = this;
    const answer = await this.#post('token', params).catch((error: unknown) => {
      const why = error instanceof NoAnswer && error.why === 'timeout' ? 'timeout' : 'offline';
      throw context.failures.of(why, { cause: error });
    });
    const { access_token, refresh_token, id_token, expires_in } = objectIn(answer.body) ?? {};
    if (answer.status !== 200 || typeof access_token !== 'string') throw this.#refusal(answer.status, answer.body);
    this.#readClock(access_token, context.clock.device());
    const seconds = typeof expires_in === 'number' ? expires_in : 60;
    return {
      accessToken: access_token,
      refreshToken: typeof refresh_token === 'string' ? refresh_token : undefined,
      idToken: typeof id_token === 'string' ? id_token : undefined,
      lifetimeMs: seconds * 1_000,
    };
  }

  async #read(): Promise<Kept | undefined> {
    const kept = await this.context.records.get<Kept>(RECORD);
    return kept && typeof kept.accessToken === 'string' && objectIn(kept.session) ? named(kept) : undefined;
  }

  /** Learns the server's time from a token that was received at `takenAt`, by the device's clock. */
  #readClock(accessToken: string, takenAt: number): void {
    const { iat } = claimsOf(accessToken) ?? {};
    if (typeof iat === 'number') this.context.clock.set(iat * 1_000 + 500, takenAt);
  }

  /**
   * Whether the token is valid for long enough to be used. If the clock was set back, the age of the token is negative,
   * and the token counts as expired.
   */
  #isFresh({ takenAt, lifetimeMs }: Kept): boolean {
    const age = this.context.clock.device() - takenAt;
    return age >= 0 && age < lifetimeMs - MARGIN_MS;
  }

  async #renewed(old: string): Promise<string> {
    try {
      const token = await this.#renew(old);
      this.#retry.end();
      return token;
    } catch (error) {
      this.#retry.note(error);
      throw error;
    } finally {
      this.#renewing = undefined;
    }
  }

  /** Only one renewal runs at a time, in all tabs, because a refresh token works once. */
  #renew(old: string): Promise<string> {
    const { context } = this;
    return context.lock(`countersign ${context.issuer} ${context.options.clientId}`, async () => {
      const kept = await this.#read();
      if (!kept || (kept.accessToken !== old && this.#isFresh(kept))) return this.#usingStored(kept);
      return this.#refresh(kept);
    });
  }

  async #refresh({ refreshToken, session }: Kept): Promise<string> {
    const { failures } = this.context;
    if (refreshToken === undefined)
      throw await this.#over(failures.of('login_required', { reason: 'no refresh token' }));
    const params = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const granted = await this.#requestAgain(params).catch(async (error: unknown) => {
      if (!(error instanceof CountersignError) || error.reason !== 'invalid_grant') throw error;
      // Without a lock across tabs, another tab may have renewed the token first.
      const now = await this.#read();
      if (now?.refreshToken !== refreshToken) return this.#usingStored(now);
      throw await this.#over(failures.of('login_required', error.details));
    });
    if (typeof granted === 'string') return granted;
    const now = await this.#read();
    if (isOther(now?.session, session)) {
      // The user has signed out, or somebody has signed in, while the renewal was on its way.
      if (now?.session.sub !== session.sub) await this.#revokeAll(granted);
      return this.#usingStored(now);
    }
    const about = claimsOf(granted.idToken)?.['sub'];
    if (about !== undefined && about !== session.sub) {
      throw await this.#over(failures.of('login_required', { reason: 'the renewed token is of another user' }));
    }
    await this.take({ ...granted, refreshToken: granted.refreshToken ?? refreshToken }, session);
    return granted.accessToken;
  }

  /** Continues with the stored tokens, which another tab has changed or deleted. */
  #usingStored(now: Kept | undefined): string {
    this.#hold(now);
    if (!now) throw this.context.failures.of('signed_out');
    return now.accessToken;
  }

  /**
   * Repeats a request once if its answer was lost: an idle connection may have died, which the first request discovers.
   */
  #requestAgain(params: Readonly<Record<string, string>>): Promise<Granted> {
    return this.request(params).catch((error: unknown) => {
      const isLost =
        error instanceof CountersignError && (error.cause as Partial<NoAnswer> | undefined)?.why === 'lost';
      if (!isLost) throw error;
      return this.request(params);
    });
  }

  /** Ends the session, because it cannot be renewed. */
  async #over(error: CountersignError): Promise<CountersignError> {
    await this.context.records.delete(RECORD);
    this.#hold(undefined);
    return error;
  }

  #refusal(statusCode: number, body: unknown): CountersignError {
    const response = problemOf(body);
    const known: Readonly<Record<number, 'too_many' | 'refused'>> = { 400: 'refused', 401: 'refused', 429: 'too_many' };
    const details = { statusCode, reason: response.error, response };
    return this.context.failures.of(known[statusCode] ?? 'unavailable', details);
  }

  async #revokeAll({ refreshToken, accessToken }: Pick<Kept, 'refreshToken' | 'accessToken'>): Promise<void> {
    const tokens = [refreshToken, accessToken].filter((token) => token !== undefined);
    await Promise.all(tokens.map((token) => this.#revoke(token)));
  }

  async #revoke(token: string): Promise<void> {
    await this.#post('revoke', { token }).catch((error: unknown) =>
      this.context.failures.log({ level: 'warning', message: 'A token could not be revoked', error }),
    );
  }

  #post(endpoint: 'token' | 'revoke', params: Readonly<Record<string, string>>) {
    const { context } = this;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    const body = formOf({ client_id: context.options.clientId, ...params });
    return send(context, `${context.issuer}/oauth/${endpoint}`, headers, body);
  }

  #hold(kept: Kept | undefined): void {
    const before = this.#kept?.session;
    this.#kept = kept;
    if (!kept) this.#retry.end();
    const { session } = kept ?? {};
    if (isOther(before, session)) this.context.listeners.tell('session', session ?? null);
  }
}

/** Whether the sessions are not of the same login. */
const isOther = (one: Session | undefined, other: Session | undefined): boolean =>
  one?.sub !== other?.sub || one?.authTime !== other?.authTime;

/** Converts tokens stored by version 0.1, which used the `sub` as the user's id. */
function named(kept: Kept): Kept {
  const { sub, userId, ...session } = kept.session as Omit<Session, 'sub'> & { readonly sub?: string };
  if (sub !== undefined) return kept;
  const told = claimsOf(kept.accessToken)?.['user_id'];
  return { ...kept, session: { ...session, userId: typeof told === 'string' ? told : userId, sub: userId } };
}
