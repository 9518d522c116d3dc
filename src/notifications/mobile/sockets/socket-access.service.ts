import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import {
  type AccessToken,
  Admission,
  Refused,
  RevokedTokens,
  TokenVerifier,
} from '../../../shared/auth-guard/index.js';
import { Clock, DomainError, later } from '../../../shared/kernel/index.js';
import { callerFrom, type MobileCaller } from '../mobile-operation.port.js';

export const SOCKET_PATH = '/mobile/v1/socket';
const SCOPE = 'notifications';

/** The credentials in a message: a token, and a DPoP proof if the token is bound to a key. */
export interface SocketCredentials {
  readonly token: string;
  readonly proof: string | undefined;
  readonly address: string | undefined;
}

/** The user of a socket. For a blocked user `caller` is undefined, and every operation is refused with the code 141. */
export interface SocketUser {
  readonly token: AccessToken;
  readonly caller: MobileCaller | undefined;
  /**
   * The `sub` of the operator who created the client, or who last changed it or its secret. `undefined` once 7 days
   * have passed since then.
   */
  readonly responsibleOperator?: string | undefined;
}

/** Checks tokens sent over sockets by the same rules as tokens in HTTP headers, both on arrival and on each call. */
@Injectable()
export class SocketAccess {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly verifier: TokenVerifier,
    private readonly admission: Admission,
    private readonly revoked: RevokedTokens,
    private readonly clock: Clock,
  ) {}

  /** Verifies the token in a message. Throws `Refused` if it is invalid. */
  async authenticate({ token: raw, proof, address }: SocketCredentials): Promise<SocketUser> {
    const token = await this.verifier.verify(raw);
    if (!token.scopes.has(SCOPE)) throw new Refused('invalid_token', `It lacks the scope ${SCOPE}`);
    if (token.userId === undefined) throw new Refused('invalid_token', 'It is of no user');
    const { mobileUrl: audience } = this.config;
    try {
      const principal = await this.admission.admit(token, {
        scheme: proof === undefined ? 'bearer' : 'dpop',
        token: raw,
        proof,
        method: 'GET',
        url: `${audience}${SOCKET_PATH}`,
        audience,
        address,
      });
      const { responsibleOperator } = principal;
      return { token, caller: callerFrom(principal), responsibleOperator };
    } catch (error) {
      if (error instanceof DomainError && error.kind.spec.mobile !== undefined) return { token, caller: undefined };
      throw error;
    }
  }

  /**
   * Checks a token again. Returns `Refused` if the token is no longer valid, or a domain error if its user is blocked.
   */
  refusalOf(token: AccessToken): Refused | DomainError | undefined {
    if (this.millisecondsLeft(token) <= 0) return new Refused('invalid_token', 'It is expired');
    return this.revoked.refusalOf(token);
  }

  millisecondsLeft({ expiresAt }: AccessToken): number {
    return expiresAt * 1000 - this.clock.now().getTime();
  }
}

const WARN_MS = 30_000;

/** Calls `expiring` half a minute before a token expires, and `expired` when it does. */
export class TokenTimer {
  #timers: NodeJS.Timeout[] = [];

  constructor(private readonly tell: { expiring(at: Date): void; expired(): void }) {}

  restart(expiresAt: Date, millisecondsLeft: number): void {
    this.stop();
    this.#timers = [
      later(() => this.tell.expiring(expiresAt), Math.max(0, millisecondsLeft - WARN_MS)),
      later(() => this.tell.expired(), Math.max(0, millisecondsLeft)),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  stop(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }
}
