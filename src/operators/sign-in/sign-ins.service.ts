import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { decodeJwt } from 'jose';
import { CONFIG, type Config } from '../../config.js';
import { issuerOf } from '../../shared/auth-guard/index.js';
import { Clock, newSecret, secretDigest } from '../../shared/kernel/index.js';
import { Sealer } from '../../shared/security/index.js';
import { OperatorErrors } from '../contract/operators.errors.js';
import { CONSOLE } from '../sessions/console-sessions.service.js';
import { ConsoleClient } from './console-client.service.js';
import { isPending, PENDING_SECONDS, type PendingSignIn } from './pending-sign-in.js';

const PLACE = 'operators/pending-sign-in';

/** The query parameters of an invitation link. */
export interface Invited {
  readonly login: string;
  readonly code: string;
}

export interface Begun {
  /** The URL at the authorization server that the browser is redirected to. */
  readonly address: string;
  /** The value of the cookie that the browser must send when it returns with the result. */
  readonly cookie: string;
}

/**
 * Signs operators in at our own authorization server, using an authorization code, PKCE and a pushed authorization
 * request.
 */
@Injectable()
export class SignIns {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly client: ConsoleClient,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /**
   * Begins a sign-in. The operator must always use a passkey: an existing session at the authorization server is not
   * sufficient.
   */
  async begin(to: string, given: Pick<PendingSignIn, 'sessionId' | 'isStepUp'>, invited?: Invited): Promise<Begun> {
    const [state, nonce, verifier] = [newSecret(), newSecret(), newSecret()];
    const until = this.clock.now().getTime() + PENDING_SECONDS * 1_000;
    const request = await this.client.push({
      state,
      nonce,
      prompt: 'login',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...(invited && { login_hint: invited.login, activation_code: invited.code }),
    });
    const query = new URLSearchParams({ client_id: CONSOLE, request_uri: request });
    const pending: PendingSignIn = { state, nonce, verifier, to, until, ...given };
    return {
      address: `${issuerOf(this.config)}/oauth/authorize?${query.toString()}`,
      cookie: this.sealer.seal(JSON.stringify(pending), PLACE).toString('base64url'),
    };
  }

  /**
   * Finishes a sign-in, and returns the operator. The ID token comes directly from our authorization server in this
   * process, so its signature is not checked.
   */
  async finish(
    cookie: string | undefined,
    query: { code?: unknown; state?: unknown },
  ): Promise<[string, PendingSignIn]> {
    const pending = this.#opened(cookie);
    const { code, state } = query;
    if (!pending || typeof state !== 'string' || secretDigest(state) !== secretDigest(pending.state)) {
      throw OperatorErrors.signedOut('This sign-in was not begun in this browser, or took too long');
    }
    const token = typeof code === 'string' ? await this.client.redeem(code, pending.verifier) : undefined;
    if (token === undefined) throw OperatorErrors.signedOut('The sign-in was not finished');
    const { sub, iss, aud, nonce, amr } = decodeJwt<{ nonce?: string; amr?: string[] }>(token);
    const isForUs = iss === issuerOf(this.config) && aud === CONSOLE;
    const byPasskey = Array.isArray(amr) && amr.includes('pop');
    if (sub === undefined || !isForUs || nonce !== pending.nonce || !byPasskey) throw OperatorErrors.signedOut();
    return [sub, pending];
  }

  #opened(cookie: string | undefined): PendingSignIn | undefined {
    try {
      const opened = this.sealer.openJson(Buffer.from(cookie ?? '', 'base64url'), PLACE);
      const pending = isPending(opened) ? (opened as unknown as PendingSignIn) : undefined;
      return pending && pending.until > this.clock.now().getTime() ? pending : undefined;
    } catch {
      return undefined;
    }
  }
}
